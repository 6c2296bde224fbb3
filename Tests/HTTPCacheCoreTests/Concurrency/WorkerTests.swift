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
    var reported = 0
    thread.perform {
      1
    } then: {
      reported = $0
    }
    let piece = thread.perform { 2 }
    thread.wait(for: piece)
    #expect(
      piece.take() == 2 && reported == 0, "the caller goes on before what it does not wait for is reported")
    #expect(piece.take() == nil && !thread.wait(for: piece))
    thread.runEnded()
    #expect(reported == 1)
  }

  @Test("a result that leads to more work does not disturb the reports of others")
  func nested() throws {
    let thread = try #require(Worker())
    var reported: [Int] = []
    for number in 0..<400 {
      thread.perform {
        number
      } then: { number in
        reported.append(number)
        guard number % 100 == 0 else { return }
        thread.perform {
          -number
        } then: {
          reported.append($0)
        }
        thread.drain()
        thread.runEnded()
      }
    }
    thread.drain()
    thread.runEnded()
    #expect(reported.filter { $0 > 0 } == Array(1..<400))
    #expect(reported.count == 404 && Set(reported).count == 403 && thread.unfinishedCount == 0)
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
