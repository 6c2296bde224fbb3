#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A thread of the system; to be joined or detached once.
package struct SystemThread {
  private let thread: pthread_t

  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread; nil where the system gives none.
  ///
  /// - Parameter body: what it does; it ends with that.
  package init?(_ body: @escaping @Sendable () -> Void) {
    let context = Unmanaged.passRetained(Body(body))
    #if canImport(Darwin)
    var started: pthread_t?
    let code = pthread_create(
      &started, nil,
      { context in
        Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context.toOpaque())
    #else
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, context.toOpaque())
    let started: pthread_t? = thread
    #endif
    guard code == 0, let started else {
      context.release()
      return nil
    }
    self.thread = started
  }

  /// Waits for its end.
  package func join() { pthread_join(thread, nil) }

  /// Lets it go on by itself.
  package func detach() { pthread_detach(thread) }
}
