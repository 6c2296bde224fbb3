import Testing

@testable import httpcache

@Suite("--within on stderr", .timed)
struct WaitingTextTests {
  @Test("a digest is shown by its beginning, and nothing else is cut")
  func digests() {
    let digest = String(repeating: "0123456789abcdef", count: 4)
    #expect(
      WaitingText.shortened("sha256=\(digest) does not hold: \(digest.uppercased()).")
        == "sha256=0123456789ab… does not hold: 0123456789AB….")
    for text in ["", "etag=\"abcdef\" does not hold", "/app.0123456789abcdef0123.js", "é 12"] {
      #expect(WaitingText.shortened(text) == text)
    }
  }
}
