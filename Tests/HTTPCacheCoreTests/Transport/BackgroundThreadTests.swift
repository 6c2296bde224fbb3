import Synchronization
import Testing

@testable import HTTPCacheCore

@Suite("Work beside the loop's thread")
struct BackgroundThreadTests {
  @Test func inOrderAndReportedOnce() throws {
    let thread = try #require(BackgroundThread())
    let done = Mutex<[Int]>([])
    var reported: [Int] = []
    for number in 0..<1000 {
      thread.perform(isUrgent: number % 7 == 0) {
        done.withLock { $0.append(number) }
      } then: {
        reported.append(number)
      }
    }
    thread.drain()
    #expect(done.withLock { $0 } == Array(0..<1000))
    thread.runEnded()
    #expect(reported == Array(0..<1000) && thread.unfinishedCount == 0)
  }

  @Test func waitsForOnePiece() throws {
    let thread = try #require(BackgroundThread())
    var first = 0
    var isReported = false
    let piece = thread.perform {
      first = 1
    } then: {
      isReported = true
    }
    thread.wait(for: piece)
    #expect(first == 1 && !isReported, "who waits for a piece goes on before it is reported")
    thread.runEnded()
    #expect(isReported)
  }

  @Test func whatIsNotUrgentIsHeldBack() throws {
    let thread = try #require(BackgroundThread())
    thread.perform(isUrgent: false) {
    } then: {
    }
    #expect(thread.hasGathered)
    thread.handOver()
    #expect(!thread.hasGathered)
    thread.drain()
  }

  @Test("what is done apart has a second thread while the first is behind, and no third")
  func secondThreadApart() throws {
    let loop = TransferLoop(maxParallel: 1, maxPerHost: 1)
    #expect(loop.threadApart() == nil, "too little to do")
    loop.background = BackgroundThread()
    let first = try #require(loop.threadApart())
    let lock = Lock()
    var (given, reported) = (0, 0)
    /// Gives work until there is another thread for it, or much more than one should have.
    func give(_ thread: BackgroundThread) -> BackgroundThread? {
      for _ in 0..<250 {
        guard loop.threadApart() === thread else { return loop.threadApart() }
        given += 1
        thread.perform {
          lock.locked {}
        } then: {
          reported += 1
        }
      }
      return nil
    }
    lock.locked {
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
    let thread = try #require(BackgroundThread())
    loop.background = thread
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
