import CSystem

/// A thread of the system, to be joined or detached once.
package struct SystemThread {
  private let thread: UInt

  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread; nil where the system gives none.
  ///
  /// - Parameter body: runs on the thread, which ends with it.
  package init?(_ body: @escaping @Sendable () -> Void) {
    let context = Unmanaged.passRetained(Body(body))
    var thread: UInt = 0
    let code = csystem_start_thread(
      &thread,
      { context in
        Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context.toOpaque())
    guard code == 0 else {
      context.release()
      return nil
    }
    self.thread = thread
  }

  /// Waits until the thread ends.
  package func join() { csystem_join_thread(thread) }

  /// Lets the thread run without anyone waiting for its end.
  package func detach() { csystem_detach_thread(thread) }
}
