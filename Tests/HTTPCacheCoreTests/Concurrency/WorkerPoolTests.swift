import HTTPCacheCore
import Synchronization
import Testing

@Suite("A pool of workers")
struct WorkerPoolTests {
  @Test(
    "each result comes to who waits for it, in whatever order they are waited for", arguments: [false, true])
  func results(isWorthIt: Bool) {
    let pool = WorkerPool()
    let pending = (0..<200).map { number in pool.start(isWorthIt: isWorthIt) { number * number } }
    for (number, result) in pending.enumerated().reversed() { #expect(result.wait() == number * number) }
    for (number, result) in pending.enumerated() { #expect(result.wait() == number * number, "and again") }
  }

  @Test("one thread does its work in the order in which it was given")
  func order() {
    let done = Mutex<[Int]>([])
    let pool = WorkerPool()
    let pending = (0..<100).map { number in
      pool.start(isWorthIt: true, threads: 1) { done.withLock { $0.append(number) } }
    }
    for result in pending { result.wait() }
    #expect(done.withLock { $0 } == Array(0..<100))
  }
}
