import TestSupport
import Testing

@testable import HTTPCacheCore

@Suite("A pool of workers", .timed)
struct WorkerPoolTests {
  @Test(
    "each result comes to who waits for it, in whatever order they are waited for",
    arguments: [(4, true), (4, false), (1, true), (0, true)])
  func results(threads: Int, isWorthIt: Bool) {
    let pool = WorkerPool(threads: threads)
    let pieces = (0..<400).map { number in pool.start(isWorthIt: isWorthIt) { number * number } }
    for (number, piece) in pieces.enumerated().reversed() { #expect(piece.take() == number * number) }
    #expect(pieces.allSatisfy { !$0.isDone }, "a result is taken once")
  }

  @Test("one thread does its work in the order in which it was given, all of it before the pool is let go of")
  func order() {
    let done = Guarded<[Int]>([])
    var pool: WorkerPool? = WorkerPool(threads: 1)
    for number in 0..<100 { _ = pool?.start { done.use { $0.append(number) } } }
    pool = nil
    #expect(done.use { $0 } == Array(0..<100))
  }

  @Test("nothing is left after draining, though the one who gave it had to wait for room")
  func drained() {
    let pool = WorkerPool(threads: 2)
    let count = Guarded(0)
    var work: [WorkerPool.Work] = []
    for _ in 0..<2_000 {
      work.append { count.use { $0 += 1 } }
      if work.count == 32 { pool.give(&work) }
      #expect(pool.left < 2 * WorkerPool.mostLeft + 32)
    }
    pool.give(&work)
    pool.drain()
    #expect(work.isEmpty && pool.left == 0 && count.use { $0 } == 2_000)
  }

  @Test("a second thread helps once the first has its share, and no third")
  func share() {
    let pool = WorkerPool(threads: 2, share: 3)
    let running = Guarded(0)
    let gate = Guarded(0)
    let work: @Sendable () -> Void = {
      running.use { $0 += 1 }
      gate.use { _ in }
    }
    var pieces: [WorkerPool.Piece<Void>] = []
    gate.use { _ in
      for _ in 0..<3 { pieces.append(pool.start(work)) }
      while running.use({ $0 }) < 1 {}
      #expect(running.use { $0 } == 1)
      for _ in 0..<12 { pieces.append(pool.start(work)) }
      while running.use({ $0 }) < 2 {}
      #expect(running.use { $0 } == 2)
    }
    for piece in pieces { piece.take() }
    #expect(running.use { $0 } == 15)
  }
}
