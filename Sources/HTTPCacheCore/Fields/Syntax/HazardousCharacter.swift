extension Unicode.Scalar {
  /// Whether the character could drive a terminal, or make text look different from its characters.
  package var isHazardous: Bool {
    switch value {
    case 0x20...0x7E: false
    case 0x00...0x1F, 0x7F...0x9F: true  // C0, DEL, C1
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true  // bidirectional controls
    case 0x2028, 0x2029: true  // line and paragraph separators
    case 0x00AD, 0x034F, 0x180E, 0x200B...0x200D, 0x2060...0x2064, 0x206A...0x206F, 0xFEFF: true  // no width
    case 0xFFF9...0xFFFB, 0xE0000...0xE007F: true  // annotations, tags
    case 0x10FF80...0x10FFFF: true  // bytes that are no UTF-8
    default: false
    }
  }
}
