/// Passes the results of work done on other threads back to the thread that gave the work away.
final class Callbacks {
  /// The numbers of the pieces that are done; made with the first piece, since a hit gives no work away.
  private(set) lazy var ended = Inbox<Int>()
  private var done: [Int] = []
  private var thens: [Int: () -> Void] = [:]
  private var lastNumber = 0

  /// How many pieces have a `then` that has not been called.
  var count: Int { thens.count }

  /// Makes a piece of work for another thread.
  ///
  /// - Parameters:
  ///   - isUrgent: whether the end of the work wakes a thread that watches `ended` for urgent messages only.
  ///   - work: runs on the other thread.
  ///   - then: gets the result; `runEnded` calls it.
  /// - Returns: the piece, to be given to a pool.
  func piece<Result: Sendable>(
    isUrgent: Bool = true, _ work: @escaping @Sendable () -> Result, then: @escaping (Result) -> Void
  ) -> WorkerPool.Work {
    lastNumber += 1
    let (number, result) = (lastNumber, Locked<Result?>(nil))
    thens[number] = { if let value = result.withLock({ $0.take() }) { then(value) } }
    return { [ended] in
      let value = work()
      result.withLock { $0 = value }
      ended.send(number, isUrgent: isUrgent)
    }
  }

  /// Calls the `then` of every piece that is done, in the order in which they ended.
  func runEnded() {
    guard count > 0 else { return }
    done += ended.take() ?? []
    // A `then` may call this function again; the inner call continues with the next number.
    while !done.isEmpty { thens.removeValue(forKey: done.removeFirst())?() }
  }
}
