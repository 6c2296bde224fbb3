#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif
import Synchronization

/// Work that is spread over the processors of this host, on threads of the system: there is no event loop here.
enum Parallel {
  /// Fewer elements are not worth a thread.
  private static let leastShare = 16

  private static let threadLimit = 8

  /// Begins to map elements on other threads; this one goes on.
  ///
  /// - Parameters:
  ///   - elements: what is mapped.
  ///   - transform: called on any thread, for several elements at once.
  /// - Returns: what gives the results, in the order of the elements.
  static func start<Element: Sendable, Result: Sendable>(
    _ elements: [Element], _ transform: @escaping @Sendable (Element) -> Result
  ) -> Pending<Result> {
    let processors = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    let count = max(1, min(processors, threadLimit, elements.count / leastShare))
    let share = max(1, (elements.count + count - 1) / count)
    let pending = Pending<Result>()
    for start in stride(from: 0, to: elements.count, by: share) {
      pending.add(
        Work { [results = pending.results] in
          let done = elements[start..<min(start + share, elements.count)].map(transform)
          results.shares.withLock { $0[start] = done }
        }, onThread: count > 1)
    }
    return pending
  }

  /// Results that are on their way; has to be waited for once.
  final class Pending<Result: Sendable> {
    /// By where their share of the elements begins.
    fileprivate final class Results: Sendable {
      let shares = Mutex<[Int: [Result]]>([:])
    }

    fileprivate let results = Results()
    private var threads: [pthread_t] = []

    /// Does work on a thread of its own, or at once where there is none.
    fileprivate func add(_ work: Work, onThread: Bool) {
      if onThread, let thread = work.thread() { threads.append(thread) } else { work.body() }
    }

    /// Waits for the results.
    func wait() -> [Result] {
      for thread in threads { pthread_join(thread, nil) }
      threads = []
      return results.shares.withLock { shares in shares.sorted { $0.key < $1.key }.flatMap(\.value) }
    }
  }

  fileprivate final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    /// A thread that does it; nil where the system gives none.
    func thread() -> pthread_t? {
      let context = Unmanaged.passRetained(self)
      #if canImport(Darwin)
      var thread: pthread_t?
      let code = pthread_create(
        &thread, nil,
        { context in
          Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
          return nil
        }, context.toOpaque())
      #else
      var thread = pthread_t()
      let code = pthread_create(
        &thread, nil,
        { context in
          if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body() }
          return nil
        }, context.toOpaque())
      #endif
      if code == 0 { return thread }
      context.release()
      return nil
    }
  }
}
