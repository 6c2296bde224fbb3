import Testing

@testable import HTTPCacheCore

@Suite("The results of work that was given away", .timed)
struct CallbacksTests {
  private let pool = WorkerPool(threads: 1)
  private let callbacks = Callbacks()

  private func perform(_ number: Int, then: @escaping (Int) -> Void) {
    var pieces = [callbacks.piece({ number }, then: then)]
    pool.give(&pieces)
  }

  @Test func reportedOnceInOrder() {
    var reported: [Int] = []
    for number in 0..<1000 { perform(number) { reported.append($0) } }
    pool.drain()
    #expect(reported.isEmpty && callbacks.count == 1000, "only who asks is told")
    callbacks.runEnded()
    callbacks.runEnded()
    #expect(reported == Array(0..<1000) && callbacks.count == 0)
  }

  @Test("a result that leads to more work does not disturb the reports of others")
  func nested() {
    var reported: [Int] = []
    for number in 0..<400 {
      perform(number) { number in
        reported.append(number)
        guard number % 100 == 0 else { return }
        perform(-number) { reported.append($0) }
        pool.drain()
        callbacks.runEnded()
      }
    }
    pool.drain()
    callbacks.runEnded()
    #expect(reported.filter { $0 > 0 } == Array(1..<400))
    #expect(reported.count == 404 && Set(reported).count == 403 && callbacks.count == 0)
  }
}
