/// Base 64 (RFC 4648 §4), for Basic credentials; Foundation's would cost more than a hit to load.
enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The bytes in base 64, padded.
  static func encode(_ bytes: [UInt8]) -> String {
    var output: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let padded = Array(group) + [0, 0]
      let bits = UInt32(padded[0]) << 16 | UInt32(padded[1]) << 8 | UInt32(padded[2])
      for index in 0..<4 {
        let isPadding = index > group.count
        output.append(isPadding ? 0x3D : alphabet[Int(bits >> (18 - 6 * UInt32(index)) & 0x3F)])
      }
    }
    return String(decoding: output, as: UTF8.self)
  }
}
