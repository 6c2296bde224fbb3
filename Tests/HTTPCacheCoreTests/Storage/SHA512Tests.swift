@testable import HTTPCacheCore
import Testing

@Suite("FIPS 180-4 SHA-512", .timed)
struct SHA512Tests {
  static let digests: [(message: String, digest: String)] = [
    (
      "",
      "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce"
        + "47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e"
    ),
    (
      "abc",
      "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
        + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018"
        + "501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909"
    ),
  ]

  private static func digest(_ message: some Sequence<UInt8>, inPiecesOf length: Int) -> [UInt8] {
    let message = Array(message)
    var hash = SHA512()
    for start in stride(from: 0, to: message.count, by: length) {
      message[start..<min(message.count, start + length)].withUnsafeBytes { hash.update($0) }
    }
    return hash.digest
  }

  @Test("in pieces of any length", arguments: digests)
  func digest(_ row: (message: String, digest: String)) {
    for length in [1, 63, 112, 127, 128, 129, 1000] {
      #expect(Self.digest(row.message.utf8, inPiecesOf: length).hexadecimal == row.digest)
    }
  }

  @Test("the length may leave no room in the last block")
  func padding() {
    for count in 100...260 {
      let message = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
      #expect(Self.digest(message, inPiecesOf: count) == Self.digest(message, inPiecesOf: 13), "\(count)")
    }
  }
}
