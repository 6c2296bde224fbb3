import TestSupport
import Testing

@testable import HTTPCacheCore

@Suite("Transfers on a thread of their own", .timed)
struct TransferThreadTests {
  /// Does transfers of a request, all at once.
  private func outcomes(
    _ count: Int = 1, of reply: OriginReply, stopAfter limit: Int = .max
  ) throws -> [TransferOutcome] {
    let origin = try Origin(always: reply)
    defer { origin.stop() }
    let loop = TransferPlace.thread.loop(parallel: 4, perHost: 4)
    let records = (0..<count).map { _ in TransferRecord() }
    for record in records {
      loop.start(record.transfer(TransferRequest(url: origin.url + "/"), stopAfter: limit))
    }
    try loop.run()
    return records.map(\.outcome)
  }

  static let replies: [(rule: String, reply: OriginReply)] = [
    (
      "RFC 9110 §15.2: interim responses come first",
      .response(
        status: 200, reason: "OK", fields: [("X-A", "1")], body: Array("body".utf8),
        interim: "HTTP/1.1 103 Early\r\nLink: </a>\r\n\r\nHTTP/1.1 102 Wait\r\n\r\n")
    ),
    (
      "RFC 9110 §6.5: trailers are no part of the head",
      .chunked(
        fields: [("Trailer", "X-Sum")], chunks: [Array("one".utf8), Array("two".utf8)],
        trailers: [("X-Sum", "7")])
    ),
    ("trailers behind an empty body", .chunked(fields: [], chunks: [], trailers: [("X-Sum", "7")])),
    (
      "too many trailers",
      .chunked(
        fields: [], chunks: [Array("one".utf8)], trailers: Array(repeating: ("X-Sum", "7"), count: 3_000))
    ),
    (
      "too many trailers behind an empty body",
      .chunked(fields: [], chunks: [], trailers: Array(repeating: ("X-Sum", "7"), count: 3_000))
    ),
    ("no content", .rawText("HTTP/1.1 204 No Content\r\nA: b\r\n\r\n")),
    ("a body shorter than its length", .rawText("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")),
    ("no HTTP", .rawText("hello")),
    ("a folded line", .rawText("HTTP/1.1 200 OK\r\nA: b\r\n c\r\n\r\n")),
    (
      "too many lines", .rawText("HTTP/1.1 200 OK\r\n" + String(repeating: "A: b\r\n", count: 3_000) + "\r\n")
    ),
    ("a head without end", .rawText("HTTP/1.1 200 OK\r\n" + String(repeating: "A: b\r\n", count: 100_000))),
    ("a large body", .text(String(repeating: "0123456789abcdef", count: 200_000))),
  ]

  @Test("what comes is what comes on the loop's thread", arguments: replies)
  func same(_ row: (rule: String, reply: OriginReply)) throws {
    let there = try #require(try outcomes(of: row.reply).first)
    let here = try transferred(row.reply)
    #expect(there.interim == here.interim && there.heads == here.heads, "\(row.rule)")
    #expect(there.ends.count == 1 && there.error == here.error, "\(row.rule)")
    // Of what is no answer in the end, more or less of the body has come before.
    if here.error == nil { #expect(there.body == here.body, "\(row.rule)") }
  }

  @Test("more than may wait to be taken comes whole")
  func much() throws {
    let text = String(repeating: "0123456789abcdef", count: 200_000)
    let outcomes = try outcomes(6, of: .text(text))
    #expect(outcomes.allSatisfy { $0.text == text && $0.error == nil })
  }

  @Test("who wants no more gets no more")
  func abort() throws {
    let outcomes = try outcomes(
      3, of: .text(String(repeating: "0123456789abcdef", count: 200_000)), stopAfter: 1)
    #expect(outcomes.allSatisfy { $0.ends.count == 1 && $0.error == .cancelled })
    #expect(outcomes.allSatisfy { $0.body.count < 3_200_000 })
  }

  @Test("one that is cancelled ends; the others go on")
  func cancelOne() throws {
    let origin = try Origin { $0.target == "/stall" ? .stall : .text("fine") }
    let loop = TransferPlace.thread.loop(parallel: 2, perHost: 2)
    let (stalled, other) = (TransferRecord(), TransferRecord())
    let transfer = stalled.transfer(TransferRequest(url: origin.url + "/stall"))
    loop.start(transfer)
    loop.start(other.transfer(TransferRequest(url: origin.url + "/")))
    loop.after(seconds: 0.05) { loop.cancel(transfer) }
    try loop.run()
    #expect(stalled.outcome.error == .cancelled && stalled.outcome.ends.count == 1)
    #expect(other.outcome.text == "fine")
  }

  @Test("a transfer that has begun says when")
  func begun() throws {
    let origin = try Origin(always: .text("x"))
    let loop = TransferPlace.thread.loop()
    let transfer = TransferRecord().transfer(TransferRequest(url: origin.url + "/"))
    loop.start(transfer)
    try loop.run()
    #expect(transfer.begun?.at == Instant(epoch: 1_000))
  }

  @Test("it can be let go of with a transfer under way")
  func letGo() throws {
    let origin = try Origin(always: .stall)
    var thread = TransferThread(
      maxParallel: 1, maxPerHost: 1, clock: { Instant(epoch: 0) }, stoppedMilliseconds: { 0 })
    let record = TransferRecord()
    thread?.begin(record.transfer(TransferRequest(url: origin.url + "/")))
    thread?.handOver()
    while origin.requests.isEmpty { try #require(thread != nil) }
    thread = nil
    #expect(record.outcome.ends.isEmpty)
  }
}
