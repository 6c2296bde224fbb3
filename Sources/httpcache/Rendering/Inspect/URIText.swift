import HTTPCacheCore

/// Foreign text as a URI reference (RFC 3986): what may not stand there is percent-encoded.
enum URIText {
  /// A URL that was judged, with every byte that no URI may hold percent-encoded; what is encoded already stays.
  static func reference(_ target: TargetURI) -> String {
    let resource = target.absolute.dropFirst(target.origin.count)
    return target.origin + encoded(Array(resource.utf8), keeping: isDelimiter)
  }

  /// A path of this machine as a relative reference; one whose first segment has a colon begins with `./`.
  static func path(_ path: String) -> String {
    let bytes = path.utf8.flatMap { $0 == 0x25 ? Array("%25".utf8) : [$0] }
    let text = encoded(bytes) { $0 == 0x2F || $0 == 0x3A }
    return text.prefix { $0 != "/" }.contains(":") ? "./\(text)" : text
  }

  private static func encoded(_ bytes: [UInt8], keeping isKept: (UInt8) -> Bool) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var output: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      let isEscape = byte == 0x25 && bytes[index...].dropFirst().prefix(2).count { $0.hexValue != nil } == 2
      if isEscape || byte.isUnreservedInURI || isKept(byte) {
        output.append(byte)
      } else {
        output += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// What separates the parts of a path and a query (RFC 3986 §3.3, §3.4).
  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21, 0x24, 0x26...0x2C, 0x2F, 0x3A, 0x3B, 0x3D, 0x3F, 0x40: true
    default: false
    }
  }
}
