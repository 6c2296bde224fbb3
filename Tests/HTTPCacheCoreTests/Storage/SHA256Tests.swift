@testable import HTTPCacheCore
import Testing

@Suite("FIPS 180-4 SHA-256, RFC 2104 HMAC", .timed)
struct SHA256Tests {
  static let digests: [(message: String, digest: String)] = [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 1000),
      "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"
    ),
  ]

  @Test(arguments: digests)
  func digest(_ row: (message: String, digest: String)) {
    #expect(hexadecimal(SHA256.hash(Array(row.message.utf8))) == row.digest)
  }

  @Test("with and without the processor's instructions, in pieces of any length")
  func pieces() {
    let message = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    for length in [0, 1, 63, 64, 65, 127, 128, 129, 640, 1000] {
      for piece in [1, 63, 64, 65, 200, 1000] {
        var digests: Set<[UInt8]> = []
        for isPortable in [false, true] {
          var hash = SHA256(isPortable: isPortable)
          for start in stride(from: 0, to: length, by: piece) {
            message[start..<min(length, start + piece)].withUnsafeBytes { hash.update($0) }
          }
          digests.insert(hash.digest)
        }
        #expect(digests == [SHA256.hash(Array(message.prefix(length)))], "\(length) in pieces of \(piece)")
      }
    }
    for row in Self.digests {
      var hash = SHA256(isPortable: true)
      Array(row.message.utf8).withUnsafeBytes { hash.update($0) }
      #expect(hexadecimal(hash.digest) == row.digest)
    }
  }

  @Test("RFC 4231, cases 1, 2 and 6")
  func keyed() {
    #expect(
      hexadecimal(SHA256.hmac(key: [UInt8](repeating: 0x0b, count: 20), Array("Hi There".utf8)))
        == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
    #expect(
      hexadecimal(SHA256.hmac(key: Array("Jefe".utf8), Array("what do ya want for nothing?".utf8)))
        == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    let long = Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8)
    #expect(
      hexadecimal(SHA256.hmac(key: [UInt8](repeating: 0xaa, count: 131), long))
        == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
  }

  private func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
