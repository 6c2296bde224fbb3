#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif
import HTTPCacheCore

/// Work that is spread over the processors of this host, on threads of the system: there is no event loop here.
enum Parallel {
  /// How many threads work at the same time.
  static let threadCount = max(1, min(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 8))

  /// Fewer responses are not worth a thread.
  static let leastCount = 32

  private static let crew = Crew()

  /// Begins to work on another thread; this one goes on.
  ///
  /// - Parameters:
  ///   - isWorthIt: whether there is enough to do; it is done at once where there is not, or one processor only.
  ///   - threads: how many may work at it.
  ///   - work: called on any thread.
  /// - Returns: what gives the result.
  static func start<Result: Sendable>(
    isWorthIt: Bool, threads: Int = threadCount, _ work: @escaping @Sendable () -> Result
  ) -> Pending<Result> {
    guard isWorthIt, threadCount > 1 else { return Pending(doneAtOnce: work()) }
    let pending = Pending<Result>(doneAtOnce: nil)
    crew.take(limit: threads) {
      let result = work()
      crew.locked { pending.result = result }
    }
    return pending
  }

  /// A result that is on its way.
  final class Pending<Result: Sendable>: @unchecked Sendable {
    private let doneAtOnce: Result?

    /// Touched by whoever holds the crew's lock.
    fileprivate var result: Result?

    fileprivate init(doneAtOnce: Result?) { self.doneAtOnce = doneAtOnce }

    /// Waits for the result.
    func wait() -> Result { doneAtOnce ?? crew.wait { result } }
  }
}

/// Threads that live as long as the process, and do what they are given in its order.
private final class Crew: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let given = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let done = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  // These are touched by whoever holds the lock.
  private var waiting: [@Sendable () -> Void] = []
  private var threads = 0
  private var idle = 0

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(given, nil)
    pthread_cond_init(done, nil)
  }

  /// Takes work; another thread is begun while all are busy and may be more.
  func take(limit: Int, _ work: @escaping @Sendable () -> Void) {
    pthread_mutex_lock(mutex)
    if idle <= waiting.count, threads < limit, begin() { threads += 1 }
    let isTaken = threads > 0
    if isTaken {
      waiting.append(work)
      pthread_cond_signal(given)
    }
    pthread_mutex_unlock(mutex)
    if !isTaken { work() }
  }

  /// Notes under the lock that something is done.
  func locked(_ note: () -> Void) {
    pthread_mutex_lock(mutex)
    note()
    pthread_cond_broadcast(done)
    pthread_mutex_unlock(mutex)
  }

  /// Waits until something is there.
  func wait<Result>(_ result: () -> Result?) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = result() { return result }
      pthread_cond_wait(done, mutex)
    }
  }

  /// Begins a thread; false where the system gives none.
  private func begin() -> Bool {
    guard let thread = SystemThread({ self.work() }) else { return false }
    thread.detach()
    return true
  }

  /// Does what is given, for ever.
  private func work() {
    pthread_mutex_lock(mutex)
    while true {
      while waiting.isEmpty {
        idle += 1
        pthread_cond_wait(given, mutex)
        idle -= 1
      }
      let work = waiting.removeFirst()
      pthread_mutex_unlock(mutex)
      work()
      pthread_mutex_lock(mutex)
    }
  }
}
