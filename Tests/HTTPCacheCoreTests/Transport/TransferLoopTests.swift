import TestSupport
import Testing

@testable import HTTPCacheCore

/// Where a loop's transfers are done: on its own thread, or on one of theirs.
enum TransferPlace: CaseIterable {
  case loop
  case thread

  /// A loop that does them there.
  func loop(parallel: Int = 1, perHost: Int = 1) -> TransferLoop {
    let loop = TransferLoop(maxParallel: parallel, maxPerHost: perHost)
    loop.clock = { Instant(epoch: 1_000) }
    if self == .thread { loop.spread(store: WorkerPool(threads: 1), files: WorkerPool(threads: 1)) }
    return loop
  }
}

@Suite("Many transfers at once", .timed)
struct TransferLoopTests {
  /// Asks for `count` paths at once.
  private func run(
    _ count: Int, of origin: Origin, on place: TransferPlace, parallel: Int, perHost: Int
  ) throws -> [TransferOutcome] {
    let loop = place.loop(parallel: parallel, perHost: perHost)
    let records = (0..<count).map { _ in TransferRecord() }
    for (index, record) in records.enumerated() {
      loop.start(record.transfer(TransferRequest(url: "\(origin.url)/\(index)")))
    }
    try loop.run()
    return records.map(\.outcome)
  }

  @Test(arguments: TransferPlace.allCases)
  func everyTransferGetsItsOwnAnswer(place: TransferPlace) throws {
    let origin = try Origin { .text("at \($0.target)") }
    let outcomes = try run(200, of: origin, on: place, parallel: 8, perHost: 6)
    #expect(outcomes.map(\.text) == (0..<200).map { "at /\($0)" })
    #expect(outcomes.allSatisfy { $0.ends.count == 1 && $0.error == nil })
    #expect(Set(origin.requests.map(\.target)).count == 200)
    #expect(origin.connectionCount <= 6)
  }

  @Test(arguments: TransferPlace.allCases)
  func connectionIsKept(place: TransferPlace) throws {
    let origin = try Origin(always: .text("x"))
    _ = try run(5, of: origin, on: place, parallel: 8, perHost: 1)
    #expect(origin.requests.count == 5)
    #expect(origin.connectionCount == 1)
  }

  @Test(arguments: TransferPlace.allCases)
  func oneFailureLeavesTheOthers(place: TransferPlace) throws {
    let origin = try Origin { $0.target == "/1" ? .rawText("") : .text("fine") }
    let outcomes = try run(3, of: origin, on: place, parallel: 3, perHost: 3)
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

  @Test(arguments: TransferPlace.allCases)
  func transferStartedByATimer(place: TransferPlace) throws {
    let origin = try Origin(always: .text("later"))
    let loop = place.loop()
    let record = TransferRecord()
    loop.after(seconds: 0.01) { loop.start(record.transfer(TransferRequest(url: origin.url + "/"))) }
    try loop.run()
    #expect(record.outcome.text == "later")
  }

  @Test(arguments: TransferPlace.allCases)
  func transferStartedAtTheEndOfAnother(place: TransferPlace) throws {
    let origin = try Origin { .text($0.target) }
    let loop = place.loop()
    let second = TransferRecord()
    let first = Transfer(TransferRequest(url: origin.url + "/a"))
    first.onEnd = { _ in loop.start(second.transfer(TransferRequest(url: origin.url + "/b"))) }
    loop.start(first)
    try loop.run()
    #expect(second.outcome.text == "/b")
    #expect(origin.connectionCount == 1)
  }

  @Test(arguments: TransferPlace.allCases)
  func cancelEndsWhatStallsAndWhatWaits(place: TransferPlace) throws {
    let origin = try Origin(always: .stall)
    let loop = place.loop()
    let records = [TransferRecord(), TransferRecord()]
    for record in records { loop.start(record.transfer(TransferRequest(url: origin.url + "/"))) }
    loop.after(seconds: 0.05) { loop.cancelAll() }
    loop.after(seconds: 60) { Issue.record("a forgotten timer") }
    try loop.run()
    #expect(records.map(\.outcome.error) == [.cancelled, .cancelled])
  }
}
