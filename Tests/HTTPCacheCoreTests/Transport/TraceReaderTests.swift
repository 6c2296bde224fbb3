import Testing

@testable import HTTPCacheCore

@Suite("Lines of libcurl's reports", .timed)
struct TraceReaderTests {
  private static func with<T>(_ text: String, _ body: (UnsafeRawBufferPointer) -> T) -> T {
    Array(text.utf8).withUnsafeBytes(body)
  }

  @Test("a head in one report, and half a line")
  func lines() {
    var reader = TraceReader()
    let head = Self.with("GET / HTTP/1.1\r\nHost: h\r\n\r\n") { reader.lines(.sent, $0) }
    #expect(head.map(\.text) == ["GET / HTTP/1.1", "Host: h", ""] && head.allSatisfy { $0.kind == .sent })
    #expect(
      Self.with("half") { reader.lines(.information, $0) } == [TraceLine(kind: .information, text: "half")])
    #expect(Self.with("") { reader.lines(.information, $0) }.isEmpty)
  }

  @Test("a trailer is reported once, whether or not libcurl does it (RFC 9112 §7.1.2)")
  func trailers() {
    var reader = TraceReader()
    var shown: [String] = []
    func take(_ line: String, isReported: Bool) {
      if isReported { shown += Self.with(line) { reader.lines(.received, $0) }.map(\.text) }
      if let trailer = Self.with(line, { reader.unreportedTrailer($0) }) { shown.append(trailer.text) }
    }
    for line in ["HTTP/1.1 100 Continue\r\n", "\r\n", "HTTP/1.1 200 OK\r\n", "A: 1\r\n", "\r\n"] {
      take(line, isReported: true)
    }
    take("X-Sum: 9\r\n", isReported: false)
    take("X-More: 9\r\n", isReported: true)
    take("\r\n", isReported: false)
    #expect(shown == ["HTTP/1.1 100 Continue", "", "HTTP/1.1 200 OK", "A: 1", "", "X-Sum: 9", "X-More: 9"])
  }
}
