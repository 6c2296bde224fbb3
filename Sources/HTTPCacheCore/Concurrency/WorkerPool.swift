import CSystem

/// Threads that live as long as the process and begin work in the order given.
package final class WorkerPool: Sendable {
  /// The number of processors of this host, at most 8.
  package static let processorCount = max(1, min(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 8))

  /// The least number of items that are worth handing to another thread.
  package static let leastCount = 32

  private let queue = Queue()

  /// Makes a pool without threads; they are started when there is work for them.
  package init() {}

  /// A result that is on its way.
  package struct Pending<Result: Sendable>: Sendable {
    fileprivate let result = Locked<Result?>(nil)

    fileprivate func fill(_ result: Result) {
      self.result.withLock { $0 = result }
      self.result.signal()
    }

    /// Waits for the result.
    package func wait() -> Result { result.wait { $0 } }
  }

  /// Begins work on a thread of the pool; the caller goes on.
  ///
  /// - Parameters:
  ///   - isWorthIt: whether there is enough to do; if not, or with one processor, the work is done at once by the caller.
  ///   - threads: the most threads that the pool may have.
  ///   - work: runs on any thread.
  /// - Returns: gives the result.
  package func start<Result: Sendable>(
    isWorthIt: Bool, threads: Int = processorCount, _ work: @escaping @Sendable () -> Result
  ) -> Pending<Result> {
    let pending = Pending<Result>()
    let isTaken =
      isWorthIt && Self.processorCount > 1
      && queue.take(limit: threads) { pending.fill(work()) }
    if !isTaken { pending.fill(work()) }
    return pending
  }

  /// The work that waits, and the threads that do it.
  private final class Queue: Sendable {
    private struct State: Sendable {
      var waiting: [@Sendable () -> Void] = []
      var threads = 0
      var idle = 0
    }

    private let state = Locked(State())

    /// Takes work; starts another thread where all are busy and the limit allows it.
    ///
    /// - Returns: false where the system gives no thread at all.
    func take(limit: Int, _ work: @escaping @Sendable () -> Void) -> Bool {
      let isTaken = state.withLock { state in
        if state.idle <= state.waiting.count, state.threads < limit, begin() { state.threads += 1 }
        guard state.threads > 0 else { return false }
        state.waiting.append(work)
        return true
      }
      state.signal()
      return isTaken
    }

    private func begin() -> Bool {
      guard let thread = SystemThread({ self.work() }) else { return false }
      thread.detach()
      return true
    }

    /// Does work as it comes, for ever.
    private func work() {
      while true { next()() }
    }

    private func next() -> @Sendable () -> Void {
      var isIdle = false
      return state.wait { state in
        if state.waiting.isEmpty != isIdle {
          isIdle.toggle()
          state.idle += isIdle ? 1 : -1
        }
        return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
      }
    }
  }
}
