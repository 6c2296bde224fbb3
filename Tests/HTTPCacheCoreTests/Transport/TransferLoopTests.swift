import TestSupport
import Testing

@testable import HTTPCacheCore

@Suite("Many transfers on one thread")
struct TransferLoopTests {
  /// Asks for `count` paths at once.
  private func run(_ count: Int, of origin: Origin, parallel: Int, perHost: Int) throws -> [TransferOutcome] {
    let loop = TransferLoop(maxParallel: parallel, maxPerHost: perHost)
    let records = (0..<count).map { _ in TransferRecord() }
    for (index, record) in records.enumerated() {
      loop.start(record.transfer(TransferRequest(url: "\(origin.url)/\(index)")))
    }
    try loop.run()
    return records.map(\.outcome)
  }

  @Test func everyTransferGetsItsOwnAnswer() throws {
    let origin = try Origin { .text("at \($0.target)") }
    let outcomes = try run(20, of: origin, parallel: 8, perHost: 6)
    #expect(outcomes.map(\.text) == (0..<20).map { "at /\($0)" })
    #expect(outcomes.allSatisfy { $0.ends.count == 1 && $0.error == nil })
    #expect(Set(origin.requests.map(\.target)).count == 20)
    #expect(origin.connectionCount <= 6)
  }

  @Test func connectionIsKept() throws {
    let origin = try Origin(always: .text("x"))
    _ = try run(5, of: origin, parallel: 8, perHost: 1)
    #expect(origin.requests.count == 5)
    #expect(origin.connectionCount == 1)
  }

  @Test func oneFailureLeavesTheOthers() throws {
    let origin = try Origin { $0.target == "/1" ? .rawText("") : .text("fine") }
    let outcomes = try run(3, of: origin, parallel: 3, perHost: 3)
    #expect(outcomes.map { $0.error == nil } == [true, false, true])
  }

  @Test func timersInTheirOrder() throws {
    let loop = TransferLoop(maxParallel: 1, maxPerHost: 1)
    var order: [Int] = []
    loop.after(seconds: 0.06) { order.append(3) }
    loop.after(seconds: 0) {
      order.append(1)
      loop.after(seconds: 0.01) { order.append(2) }
    }
    try loop.run()
    #expect(order == [1, 2, 3])
  }

  @Test("what is called off is not done, and nothing waits for it")
  func timerCalledOff() throws {
    let loop = TransferLoop(maxParallel: 1, maxPerHost: 1)
    var done: [String] = []
    let timer = loop.after(seconds: 3600) { done.append("never") }
    loop.after(seconds: 0) {
      done.append("at once")
      loop.callOff(timer)
    }
    try loop.run()
    #expect(done == ["at once"])
  }

  @Test func transferStartedByATimer() throws {
    let origin = try Origin(always: .text("later"))
    let loop = TransferLoop(maxParallel: 1, maxPerHost: 1)
    let record = TransferRecord()
    loop.after(seconds: 0.01) { loop.start(record.transfer(TransferRequest(url: origin.url + "/"))) }
    try loop.run()
    #expect(record.outcome.text == "later")
  }

  @Test func transferStartedAtTheEndOfAnother() throws {
    let origin = try Origin { .text($0.target) }
    let loop = TransferLoop(maxParallel: 1, maxPerHost: 1)
    let second = TransferRecord()
    let first = Transfer(TransferRequest(url: origin.url + "/a"))
    first.onEnd = { _ in loop.start(second.transfer(TransferRequest(url: origin.url + "/b"))) }
    loop.start(first)
    try loop.run()
    #expect(second.outcome.text == "/b")
    #expect(origin.connectionCount == 1)
  }

  @Test func cancelEndsWhatStallsAndWhatWaits() throws {
    let origin = try Origin(always: .stall)
    let loop = TransferLoop(maxParallel: 1, maxPerHost: 1)
    let records = [TransferRecord(), TransferRecord()]
    for record in records { loop.start(record.transfer(TransferRequest(url: origin.url + "/"))) }
    loop.after(seconds: 0.05) { loop.cancelAll() }
    loop.after(seconds: 60) { Issue.record("a forgotten timer") }
    try loop.run()
    #expect(records.map(\.outcome.error) == [.cancelled, .cancelled])
  }
}
