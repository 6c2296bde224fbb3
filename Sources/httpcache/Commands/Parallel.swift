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

  /// Maps elements, keeping their order.
  static func map<Element: Sendable, Result: Sendable>(
    _ elements: [Element], _ transform: @escaping @Sendable (Element) -> Result
  ) -> [Result] {
    let processors = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    let count = min(processors, threadLimit, elements.count / leastShare)
    guard count > 1 else { return elements.map(transform) }
    let share = (elements.count + count - 1) / count
    let starts = Array(stride(from: 0, to: elements.count, by: share))
    let results = Results<Result>()
    var threads: [pthread_t] = []
    for start in starts {
      let work = Work {
        let done = elements[start..<min(start + share, elements.count)].map(transform)
        results.shares.withLock { $0[start] = done }
      }
      // This thread takes the last share, and every one that gets no thread.
      if start != starts.last, let thread = work.thread() { threads.append(thread) } else { work.body() }
    }
    for thread in threads { pthread_join(thread, nil) }
    return results.shares.withLock { shares in starts.flatMap { shares[$0] ?? [] } }
  }

  /// What the shares came to, by where they begin.
  private final class Results<Result: Sendable>: Sendable {
    let shares = Mutex<[Int: [Result]]>([:])
  }

  private final class Work: Sendable {
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
