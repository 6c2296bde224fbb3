extension [UInt8] {
  /// Appends valid UTF-8 as it stands in a string of JSON (RFC 8259 §7).
  ///
  /// What could drive a terminal is escaped too, which changes nothing for a parser.
  mutating func appendEscaped(_ text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte >= 0x20, byte < 0x7F, byte != 0x22, byte != 0x5C {
        index += 1
        continue
      }
      let width = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      let end = Swift.min(index + width, text.count)
      let character = UnsafeBufferPointer(rebasing: text[index..<end])
      if byte < 0x80 || Escaping.isHazardous(Self.scalar(character)) {
        append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
        appendEscape(Self.scalar(character))
        start = end
      }
      index = end
    }
    append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
  }

  private static func scalar(_ character: UnsafeBufferPointer<UInt8>) -> Unicode.Scalar {
    let first = UInt32(character[0])
    let lead = character.count == 1 ? first : first & (0x7F >> UInt32(character.count))
    return Unicode.Scalar(character.dropFirst().reduce(lead) { $0 << 6 | UInt32($1 & 0x3F) }) ?? "\u{FFFD}"
  }

  private mutating func appendEscape(_ scalar: Unicode.Scalar) {
    append(0x5C)
    switch scalar {
    case "\"": append(0x22)
    case "\\": append(0x5C)
    case "\n": append(0x6E)
    case "\r": append(0x72)
    case "\t": append(0x74)
    default:
      for (index, unit) in scalar.utf16.enumerated() {
        if index > 0 { append(0x5C) }
        append(0x75)
        for shift in stride(from: UInt16(12), through: 0, by: -4) {
          let digit = UInt8(truncatingIfNeeded: unit >> shift & 0xF)
          append(digit < 10 ? 0x30 + digit : 0x61 + digit - 10)
        }
      }
    }
  }

  /// Appends a number in decimal.
  mutating func appendDecimal(_ number: Int64) {
    if number < 0 { append(0x2D) }
    let magnitude = number.magnitude
    var place: UInt64 = 1
    while magnitude / place >= 10 { place *= 10 }
    while place > 0 {
      append(0x30 + UInt8(truncatingIfNeeded: magnitude / place % 10))
      place /= 10
    }
  }
}
