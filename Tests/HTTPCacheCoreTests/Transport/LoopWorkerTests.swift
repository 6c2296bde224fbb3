import Testing

@testable import HTTPCacheCore

@Suite("Workers beside the loop's thread")
struct LoopWorkerTests {
  @Test("what is done apart has a second thread while the first is behind, and no third")
  func secondThreadApart() throws {
    let loop = TransferLoop(maxParallel: 1, maxPerHost: 1)
    #expect(loop.threadApart() == nil, "too little to do")
    loop.spread(over: try #require(Worker()), transfersApart: false)
    let first = try #require(loop.threadApart())
    let lock = Locked(0)
    var (given, reported) = (0, 0)
    /// Gives work until there is another thread for it, or much more than one should have.
    func give(_ thread: Worker) -> Worker? {
      for _ in 0..<250 {
        guard loop.threadApart() === thread else { return loop.threadApart() }
        given += 1
        thread.perform {
          lock.withLock { _ in }
        } then: {
          reported += 1
        }
      }
      return nil
    }
    lock.withLock { _ in
      let second = give(first)
      #expect(given > 32 && second != nil)
      #expect(second.flatMap(give) === first)
    }
    loop.drain()
    #expect(reported == given && loop.threadApart() === first)
  }

  @Test("the loop goes on until everything is reported")
  func loopWaits() throws {
    let loop = TransferLoop(maxParallel: 2, maxPerHost: 2)
    let thread = try #require(Worker())
    loop.spread(over: thread, transfersApart: false)
    var reported = 0
    for _ in 0..<50 {
      thread.perform(isUrgent: false) {
      } then: {
        reported += 1
      }
    }
    try loop.run()
    #expect(reported == 50)
  }
}
