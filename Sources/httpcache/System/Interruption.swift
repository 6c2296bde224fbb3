import CSystem
import HTTPCacheCore
import Synchronization

/// SIGINT, SIGTERM, SIGHUP and SIGQUIT: running transfers are cancelled, stored responses stay, and the shell sees the
/// signal.
///
/// A signal that was ignored when the program began, as in a background job of a script or under `nohup`, stays ignored.
/// After the first signal the process ends in order. Where a system call blocks for too long, `EndTimer` ends it.
enum Interruption {
  private static let signalNumber = Atomic<Int32>(0)
  private static let pipeEnd = Atomic<Int32>(-1)
  private static let stoppedMilliseconds = Atomic<Int>(0)
  private static let isOutputClosed = Atomic<Bool>(false)

  /// Whether a signal has asked the process to end.
  static var isRequested: Bool { signalNumber.load(ordering: .relaxed) != 0 }

  /// Whether nothing more can be written to stdout, usually since its reader has closed it.
  static var outputIsClosed: Bool { isOutputClosed.load(ordering: .relaxed) }

  /// Lets the signals cancel the fetches of a client; a second signal ends the process at once.
  ///
  /// Without a client, the caller has to check `isRequested`.
  static func install(on client: Client? = nil) {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    pipeEnd.store(ends[1], ordering: .relaxed)
    if let client {
      client.loop.interruptFd = ends[0]
      client.loop.onInterrupt = { [unowned client] in
        client.loop.interruptFd = nil
        client.cancel()
      }
      client.loop.stoppedMilliseconds = { Interruption.stoppedMilliseconds.load(ordering: .relaxed) }
    }
    installStop()
    EndTimer.prepare()
    for number in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] where !SignalHandler.isIgnored(number) {
      SignalHandler.install(for: number) { received in
        if Interruption.signalNumber.exchange(received, ordering: .relaxed) != 0 {
          SignalHandler.endProcess(by: received)
        }
        EndTimer.begin(for: received)
        Interruption.wakeClient()
      }
    }
  }

  /// Lets Ctrl-Z stop the process, and adds up how long it was stopped.
  ///
  /// Does nothing if the shell made this process ignore the signal.
  private static func installStop() {
    guard !SignalHandler.isIgnored(SIGTSTP) else { return }
    signal(SIGTSTP) { _ in
      let before = HostClock.milliseconds()
      kill(getpid(), SIGSTOP)
      Interruption.stoppedMilliseconds.add(HostClock.milliseconds() - before, ordering: .relaxed)
    }
  }

  /// Notes that nothing more can be written to stdout; false if that was noted before.
  static func noteOutputIsClosed() -> Bool { !isOutputClosed.exchange(true, ordering: .relaxed) }

  /// Ends the process in order, as a signal would, since the reader of its stdout has closed the pipe.
  static func endForClosedPipe() {
    guard signalNumber.exchange(SIGPIPE, ordering: .relaxed) == 0 else { return }
    wakeClient()
  }

  /// Makes the client cancel its fetches, if there is a client.
  private static func wakeClient() {
    var byte: UInt8 = 0
    _ = write(pipeEnd.load(ordering: .relaxed), &byte, 1)
  }

  /// Ends the process by the signal that was received; returns if there was none.
  static func raiseIfRequested() {
    let number = signalNumber.load(ordering: .relaxed)
    guard number != 0 else { return }
    signal(number, SIG_DFL)
    raise(number)
  }
}

/// Installs and raises signals; each function may be called in a handler.
enum SignalHandler {
  /// Whether a signal is ignored.
  static func isIgnored(_ number: Int32) -> Bool { csystem_is_ignored(number) != 0 }

  /// Installs a handler; a blocked system call returns with `EINTR` after the handler has run.
  static func install(for number: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
    csystem_handle(number, handler)
  }

  /// Lets a signal reach this thread.
  static func unblock(_ number: Int32) {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  /// Ends the process at once by a signal, so that the shell sees the signal.
  static func endProcess(by number: Int32) -> Never {
    signal(number, SIG_DFL)
    unblock(number)
    raise(number)
    _exit(128 + number)
  }
}
