import CSystem

/// Threads of the system that live as long as the process, and do work in the order in which it was given.
package final class WorkerPool: Sendable {
  /// How many processors this host has, 8 at most: more threads than that do not work at the same time.
  package static let processorCount = max(1, min(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 8))

  /// With fewer things to do than this, handing them to another thread costs more than it spares.
  package static let leastCount = 32

  private let queue = Queue()

  /// Makes a pool without threads; they are started when there is work for them.
  package init() {}

  /// A result that is on its way.
  package struct Pending<Result: Sendable>: Sendable {
    fileprivate let slot: Slot<Result>

    /// Waits for the result.
    package func wait() -> Result { slot.wait() }
  }

  /// Begins to work on a thread of the pool; the caller goes on.
  ///
  /// - Parameters:
  ///   - isWorthIt: whether there is enough to do; where there is not, or where there is one processor only, the work is
  ///     done at once.
  ///   - threads: how many threads the pool may have for it.
  ///   - work: called on any thread.
  /// - Returns: what gives the result.
  package func start<Result: Sendable>(
    isWorthIt: Bool, threads: Int = processorCount, _ work: @escaping @Sendable () -> Result
  ) -> Pending<Result> {
    let slot = Slot<Result>()
    let isTaken =
      isWorthIt && Self.processorCount > 1
      && queue.take(limit: threads) { slot.fill(work()) }
    if !isTaken { slot.fill(work()) }
    return Pending(slot: slot)
  }

  /// Where a worker leaves a result, and another thread waits for it.
  ///
  /// What is unchecked is a value that is touched under the lock only.
  fileprivate final class Slot<Result: Sendable>: @unchecked Sendable {
    private let lock = Lock()
    private let filled: Condition
    private var result: Result?

    init() { filled = Condition(lock) }

    func fill(_ result: Result) {
      lock.locked {
        self.result = result
        filled.signal()
      }
    }

    func wait() -> Result {
      lock.locked {
        while true {
          if let result { return result }
          filled.wait()
        }
      }
    }
  }

  /// The work that waits, and the threads that do it.
  ///
  /// What is unchecked are values that are touched under the lock only.
  private final class Queue: @unchecked Sendable {
    private let lock = Lock()
    private let given: Condition
    private var waiting: [@Sendable () -> Void] = []
    private var threads = 0
    private var idle = 0

    init() { given = Condition(lock) }

    /// Takes work; another thread is started while all are busy and there may be more.
    ///
    /// - Returns: false where the system gives no thread at all.
    func take(limit: Int, _ work: @escaping @Sendable () -> Void) -> Bool {
      lock.locked {
        if idle <= waiting.count, threads < limit, begin() { threads += 1 }
        guard threads > 0 else { return false }
        waiting.append(work)
        given.signal()
        return true
      }
    }

    private func begin() -> Bool {
      guard let thread = SystemThread({ self.work() }) else { return false }
      thread.detach()
      return true
    }

    /// Does what is given, for ever.
    private func work() {
      while true { next()() }
    }

    private func next() -> @Sendable () -> Void {
      lock.locked {
        while waiting.isEmpty {
          idle += 1
          given.wait()
          idle -= 1
        }
        return waiting.removeFirst()
      }
    }
  }
}
