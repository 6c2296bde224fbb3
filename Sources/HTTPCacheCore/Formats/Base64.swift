/// Bytes as text (RFC 4648 §4).
package enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The bytes as padded text.
  package static func encoded(_ bytes: [UInt8]) -> String {
    var output: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start...].prefix(3)
      let bits = (group + [0, 0]).prefix(3).reduce(0) { $0 << 8 | Int($1) }
      output += (0...group.count).map { alphabet[bits >> (18 - 6 * $0) & 0x3F] }
      output += repeatElement(0x3D, count: 3 - group.count)
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The bytes; nil if a character belongs to neither alphabet (RFC 4648 §4, §5).
  ///
  /// White space is skipped; padding ends the text.
  package static func decoded(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.underestimatedCount / 4 * 3 + 3)
    var decoder = Decoder()
    decoder.take(text, into: &bytes)
    return decoder.isValid ? bytes : nil
  }

  /// Decodes a text that comes piece by piece.
  struct Decoder {
    private var bits: UInt32 = 0
    private var count = 0
    private var isPadded = false

    /// Whether all characters so far are of an alphabet.
    private(set) var isValid = true

    /// Adds the bytes of the next piece; none behind a character that is of no alphabet.
    mutating func take(_ text: some Sequence<UInt8>, into bytes: inout [UInt8]) {
      guard isValid, !isPadded else { return }
      for character in text {
        if character == 0x3D { return isPadded = true }
        if character <= 0x20 { continue }
        guard let value = value(character) else { return isValid = false }
        bits = bits << 6 | UInt32(value)
        count += 6
        if count >= 8 {
          count -= 8
          bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
        }
      }
    }
  }

  private static func value(_ character: UInt8) -> UInt8? {
    switch character {
    case 0x41...0x5A: character - 0x41
    case 0x61...0x7A: character - 0x61 + 26
    case 0x30...0x39: character - 0x30 + 52
    case 0x2B, 0x2D: 62
    case 0x2F, 0x5F: 63
    default: nil
    }
  }
}
