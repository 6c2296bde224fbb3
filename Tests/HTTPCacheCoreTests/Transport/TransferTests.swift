import TestSupport
import Testing

@testable import HTTPCacheCore

@Suite("One exchange with an origin", .timed)
struct TransferTests {
  /// What a transfer brought.
  final class Outcome {
    var interim: [Int] = []
    var head: ResponseHead?
    var body: [UInt8] = []
    var end: Result<Void, TransportError>?
  }

  /// Transfers one request to its end.
  static func transfer(_ request: TransferRequest) throws -> Outcome {
    let loop = TransferLoop(maxParallel: 4, maxPerHost: 2)
    let (transfer, outcome) = (Transfer(request), Outcome())
    transfer.onInterim = { outcome.interim.append($0.status) }
    transfer.onHead = { outcome.head = $0 }
    transfer.onBody = {
      outcome.body += $0.bytes
      return .goOn
    }
    transfer.onEnd = { outcome.end = $0 }
    loop.start(transfer)
    try loop.run()
    return outcome
  }

  @Test("field lines come as they were sent; interim responses before them")
  func head() throws {
    let early = "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n"
    let origin = try Origin { _ in
      .response(status: 404, reason: "Gone Fishing", fields: [("x-a", "1"), ("X-A", "2")], interim: early)
    }
    let outcome = try Self.transfer(TransferRequest(url: origin.url))
    #expect(outcome.interim == [103, 102])
    #expect(
      outcome.head?.status == 404 && outcome.head?.reason == "Gone Fishing" && outcome.head?.version == "1.1")
    #expect(outcome.head?.fields.lines.prefix(2).map(\.name) == ["x-a", "X-A"])
  }

  @Test("trailers are no part of the head; chunks are put together")
  func trailers() throws {
    let text =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\nX-Late: 1\r\n\r\n"
    let origin = try Origin { _ in .raw(Array(text.utf8)) }
    let outcome = try Self.transfer(TransferRequest(url: origin.url))
    #expect(outcome.body == Array("abc".utf8) && outcome.head?.fields.contains("X-Late") == false)
  }

  @Test("what is sent is what was asked: method, fields, content", arguments: ["POST", "PUT", "HEAD", "GET"])
  func request(method: String) throws {
    let origin = try Origin { _ in .response() }
    let body: TransferRequest.Body? = method == "POST" || method == "PUT" ? .bytes(Array("a=1".utf8)) : nil
    let fields = FieldSection([FieldLine("X-One", "1"), FieldLine("X-Empty", "")])
    _ = try Self.transfer(
      TransferRequest(method: method, url: origin.url + "/p?q", fields: fields, body: body))
    let request = try #require(origin.requests.first)
    #expect(request.method == method && request.target == "/p?q")
    #expect(request.field("X-One") == "1" && request.field("X-Empty") == "" && request.field("Accept") == nil)
    #expect(request.body == (body == nil ? [] : Array("a=1".utf8)))
  }

  static let failures: [(rule: String, answer: LongText, error: String)] = [
    ("a body shorter than its length", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc", "cutShort"),
    ("no last chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n", "cutShort"),
    ("HTTP/0.9", "hello", "malformedResponse"),
    ("a folded line", "HTTP/1.1 200 OK\r\nA: b\r\n c\r\n\r\n", ""),
    (
      "a head without end", LongText("HTTP/1.1 200 OK\r\n" + String(repeating: "A: b\r\n", count: 100_000)),
      "headTooLarge"
    ),
  ]

  @Test("what is not whole is an error", arguments: failures)
  func failure(_ row: (rule: String, answer: LongText, error: String)) throws {
    let origin = try Origin { _ in .raw(Array(row.answer.text.utf8)) }
    guard case .failure(let error) = try Self.transfer(TransferRequest(url: origin.url)).end else {
      #expect(row.error.isEmpty, "\(row.rule)")
      return
    }
    #expect("\(error)".hasPrefix(row.error), "\(row.rule): \(error)")
  }

  @Test("a closed port, and an origin that stalls")
  func unreachable() throws {
    let origin = try Origin { _ in .stall }
    var options = TransferOptions()
    options.maxTime = 0.2
    let stalled = try Self.transfer(TransferRequest(url: origin.url, options: options)).end
    guard case .failure(.timeout) = stalled else {
      return #expect(Bool(false), "\(String(describing: stalled))")
    }
    origin.stop()
    let refused = try Self.transfer(TransferRequest(url: origin.url)).end
    guard case .failure(.unreachable) = refused else {
      return #expect(Bool(false), "\(String(describing: refused))")
    }
  }

  @Test("connections are shared, at most so many to a host; timers run")
  func loop() throws {
    let origin = try Origin { _ in .response(body: [1]) }
    let loop = TransferLoop(maxParallel: 8, maxPerHost: 2)
    var (ended, hasTimerRun) = (0, false)
    for _ in 0..<20 {
      let transfer = Transfer(TransferRequest(url: origin.url))
      transfer.onEnd = { if case .success = $0 { ended += 1 } }
      loop.start(transfer)
    }
    loop.after(seconds: 0.01) { hasTimerRun = true }
    try loop.run()
    #expect(ended == 20 && hasTimerRun && origin.connectionCount <= 2)
  }
}
