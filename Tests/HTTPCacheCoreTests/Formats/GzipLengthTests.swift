import Testing

@testable import HTTPCacheCore

@Suite("The length of content as gzip", .timed)
struct GzipLengthTests {
  @Test("is that of zlib, in whatever pieces the content comes; repetition costs next to nothing")
  func length() throws {
    let text = Array(repeating: Array("Cache-Control: max-age=600\n".utf8), count: 4_000).flatMap { $0 }
    let whole = try #require(GzipLength())
    text.withUnsafeBytes { whole.add($0) }
    let pieces = try #require(GzipLength())
    text.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: 997) {
        pieces.add(UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + 997, bytes.count)]))
      }
    }
    let length = whole.finish()
    #expect(length == pieces.finish())
    #expect((18...Int64(text.count / 100)).contains(length))
    // A head of 10 bytes, an empty block of 2 and a trailer of 8 (RFC 1952 §2.3).
    #expect(try #require(GzipLength()).finish() == 20)
  }
}
