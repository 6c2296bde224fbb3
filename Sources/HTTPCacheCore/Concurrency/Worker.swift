import CSystem

/// A thread with an inbox: the one way in which a thread is started.
final class Worker<Message: Sendable>: Sendable {
  let inbox: Inbox<Message>
  private let thread: UInt
  private let isAwaited: Bool

  /// Starts the thread; nil if the system gives none.
  ///
  /// - Parameters:
  ///   - inbox: its messages, which workers may share.
  ///   - isAwaited: whether `deinit` waits for the end of the thread.
  ///   - body: runs on the thread; must return once the inbox is closed.
  init?(
    inbox: Inbox<Message> = Inbox(), isAwaited: Bool = true,
    _ body: @escaping @Sendable (Inbox<Message>) -> Void
  ) {
    guard let thread = startThread({ body(inbox) }) else { return nil }
    (self.inbox, self.thread, self.isAwaited) = (inbox, thread, isAwaited)
  }

  deinit {
    inbox.close()
    if isAwaited { csystem_join_thread(thread) } else { csystem_detach_thread(thread) }
  }
}

/// Boxes the closure of a thread, so that a C pointer can refer to it.
private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func startThread(_ body: @escaping @Sendable () -> Void) -> UInt? {
  let context = Unmanaged.passRetained(ThreadBody(body))
  var thread: UInt = 0
  let code = csystem_start_thread(
    &thread,
    { context in
      Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
      return nil
    }, context.toOpaque())
  guard code == 0 else {
    context.release()
    return nil
  }
  return thread
}
