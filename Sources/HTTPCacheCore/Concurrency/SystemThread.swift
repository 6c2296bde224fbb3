import CSystem

/// A thread of the system; to be joined or detached once.
package struct SystemThread {
  private let thread: UInt

  private final class Body: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread; nil where the system gives none.
  ///
  /// - Parameter body: what it does; it ends with that.
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

  /// Waits for its end.
  package func join() { csystem_join_thread(thread) }

  /// Lets it go on by itself.
  package func detach() { csystem_detach_thread(thread) }
}
