import Synchronization
import Testing

@testable import HTTPCacheCore

@Suite("A worker, beside the thread that gives it work")
struct WorkerTests {
  @Test func inOrderAndReportedOnce() throws {
    let thread = try #require(Worker())
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
    let thread = try #require(Worker())
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
    let thread = try #require(Worker())
    thread.perform(isUrgent: false) {
    } then: {
    }
    #expect(thread.hasGathered)
    thread.handOver()
    #expect(!thread.hasGathered)
    thread.drain()
  }
}
