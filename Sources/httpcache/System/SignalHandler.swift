import CSystem

/// What is done with signals; each of these may be called in a handler.
enum SignalHandler {
  /// Installs a handler; a system call that waits returns with `EINTR` when it has been called.
  static func install(for number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
    csystem_handle(number, handler)
  }

  /// Lets the signals reach this thread.
  static func unblock(_ numbers: [Int32]) {
    var set = sigset_t()
    sigemptyset(&set)
    for number in numbers { sigaddset(&set, number) }
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  /// Ends the process where it stands by a signal, so that the shell sees it.
  static func endProcess(by number: Int32) -> Never {
    signal(number, SIG_DFL)
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    raise(number)
    _exit(128 + number)
  }
}
