import TestSupport
import Testing

@testable import HTTPCacheCore

@Suite("Why an exchange brings no whole response", .timed)
struct TransportErrorTests {
  static let cut: [OriginReply] = [
    .rawText("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfive!"),
    .rawText("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfive!\r\n"),
    .rawText(""),
  ]
  @Test(arguments: cut)
  func cutShort(_ reply: OriginReply) throws {
    let outcome = try transferred(reply)
    guard case .cutShort? = outcome.error else {
      Issue.record("\(String(describing: outcome.error))")
      return
    }
    #expect(outcome.error?.isUnreachable == true)
    #expect(outcome.ends.count == 1)
  }

  @Test func cutWithinTheHead() throws {
    let outcome = try transferred(.rawText("HTTP/1.1 200 OK\r\nContent-Le"))
    #expect(outcome.error != nil)
    #expect(outcome.heads.isEmpty)
  }

  @Test func closedPort() throws {
    let origin = try Origin(always: .text())
    origin.stop()
    let error = try transferred(TransferRequest(url: origin.url + "/")).error
    guard case .unreachable? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func timeOut() throws {
    var options = TransferOptions()
    options.maxTime = 0.2
    let outcome = try transferred(.stall, options: options)
    guard case .timeout? = outcome.error else {
      Issue.record("\(String(describing: outcome.error))")
      return
    }
    #expect(outcome.error?.isUnreachable == true)
  }

  static let slow: [(said: String, shown: String)] = [
    ("Operation timed out after 2000 milliseconds with 0 bytes received", "Operation timed out after 2000"),
    ("Connection timeout after 1001 ms", "Connection timeout after 1001"),
    ("Operation too slow. Less than 1 bytes/sec transferred the last 2 seconds", "Operation too slow"),
    // libcurl began anew behind a kept connection that was gone.
    ("Recv failure: Connection reset by peer", "Timeout was reached"),
  ]
  @Test("a time-out is told by words on time", arguments: slow.indices)
  func timeOutInWords(_ index: Int) {
    let failure = CurlFailure(code: 28, said: Self.slow[index].said, general: "Timeout was reached")
    #expect(TransportError(failure).message.hasPrefix("timed out: " + Self.slow[index].shown))
  }

  static let garbage: [String] = [
    "garbage\r\n\r\n", "\u{16}\u{3}\u{1}\r\n\r\n", "HTTP/1.1 two OK\r\n\r\n", "SSH-2.0-x\r\n",
  ]
  @Test(arguments: garbage)
  func noResponseAtAll(_ text: String) throws {
    let outcome = try transferred(.rawText(text))
    #expect(outcome.error == .malformedResponse)
    #expect(outcome.heads.isEmpty)
    #expect(outcome.body.isEmpty)
  }

  static let large: [(bound: HeadBound, head: LongText, words: String)] = [
    (.lines, LongText(String(repeating: "X: y\r\n", count: 2100)), "have more than 2000 lines"),
    (
      .lineBytes, LongText("X: " + String(repeating: "y", count: 110_000) + "\r\n"),
      "have a line of more than 100 KiB"
    ),
    (
      .bytes, LongText(String(repeating: "X: " + String(repeating: "y", count: 1000) + "\r\n", count: 400)),
      "are larger than 300 KiB"
    ),
  ]
  @Test(arguments: large)
  func headWithoutEnd(_ row: (bound: HeadBound, head: LongText, words: String)) throws {
    let outcome = try transferred(.rawText("HTTP/1.1 200 OK\r\n" + row.head.text))
    #expect(outcome.error == .headTooLarge(row.bound))
    #expect(outcome.error?.message == "the response's header and trailer sections \(row.words)")
  }

  @Test func interimHeadsWithoutEnd() throws {
    let interim = String(repeating: "HTTP/1.1 103 Early Hints\r\n\r\n", count: 200)
    #expect(try transferred(.rawText(interim)).error == .headTooLarge(.interim))
  }

  static let errors: [TransportError] = [
    .libraryMissing("x"), .unreachable("x"), .tls("x"), .untrusted("x", isProxy: true),
    .proxyUnreachable("p:1", "x"), .proxyRefused("p:1", status: 407, "x"),
    .proxyRefused("p:1", status: nil, "x"), .timeout("x"), .cutShort("x"), .malformedResponse,
    .transferCoding("x"), .headTooLarge(), .tooManyFiles(limit: 16), .cancelled,
    .other("x"),
  ]
  @Test(arguments: errors)
  func messageIsOneLine(_ error: TransportError) {
    #expect(!error.message.isEmpty && !error.message.contains("\n") && !error.message.hasSuffix("."))
  }
}
