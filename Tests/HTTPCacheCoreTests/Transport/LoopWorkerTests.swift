import Testing

@testable import HTTPCacheCore

@Suite("Threads beside the loop's", .timed)
struct LoopWorkerTests {
  @Test("the loop goes on until everything is reported, of files and of the store", arguments: [false, true])
  func loopWaits(hasThreads: Bool) throws {
    let loop = TransferLoop(maxParallel: 2, maxPerHost: 2)
    let store = WorkerPool(threads: 1)
    if hasThreads { loop.spread(store: store, files: WorkerPool(threads: 2)) }
    var reported = (files: 0, store: 0)
    for _ in 0..<50 {
      loop.performApart {
        true
      } then: { _ in
        reported.files += 1
        var pieces = [loop.callbacks.piece({ true }, then: { _ in reported.store += 1 })]
        store.give(&pieces)
      }
    }
    #expect(reported.files == (hasThreads ? 0 : 50))
    try loop.run()
    #expect(reported == (50, 50))
  }

  @Test("draining reports the files that the store's results lead to")
  func draining() {
    let loop = TransferLoop(maxParallel: 1, maxPerHost: 1)
    let store = WorkerPool(threads: 1)
    loop.spread(store: store, files: WorkerPool(threads: 2))
    var isWritten = false
    var pieces = [
      loop.callbacks.piece({ true }) { _ in loop.performApart({ true }, then: { isWritten = $0 }) }
    ]
    store.give(&pieces)
    loop.drain()
    #expect(isWritten)
  }
}
