import CSystem
import HTTPCacheCore
import Synchronization

/// Ends the process within a second of the first signal that asks for its end, whatever blocks it: a reader that does not read,
/// a pipe that no reader opens, a lock that another process holds.
///
/// A timer interrupts the main thread's system call again and again, so that the thread checks
/// `Interruption.isRequested`. If it still blocks after that, the process ends at once: SQLite and renaming leave
/// nothing half-written behind, and the next process removes temporary files of the cache.
enum EndTimer {
  /// In milliseconds: how long the process may try to end in order, and the time between two interruptions meanwhile.
  private static let graceMilliseconds = 700
  private static let interval = 100

  /// `ITIMER_REAL`, which Swift imports as another type than a number on some systems.
  private static let realTime: Int32 = 0

  private static let signalNumber = Atomic<Int32>(0)
  private static let deadline = Atomic<Int>(0)
  /// The main thread, as a number; SIGALRM may reach any thread, which then passes it on to the main thread.
  private static let mainThread = Atomic<UInt>(0)

  /// Prepares the timer.
  ///
  /// The main thread calls it before a handler can call `begin`.
  static func prepare() {
    mainThread.store(csystem_current_thread(), ordering: .relaxed)
    deadline.store(.max, ordering: .relaxed)
    signalNumber.store(0, ordering: .relaxed)
    SignalHandler.install(for: SIGALRM) { _ in EndTimer.remind() }
    SignalHandler.unblock(SIGALRM)
  }

  /// Starts the timer; `number` is the signal that has to end the process.
  ///
  /// A signal handler calls this function, so it calls only functions that are allowed in one.
  static func begin(for number: Int32) {
    signalNumber.store(number, ordering: .relaxed)
    deadline.store(HostClock.milliseconds() + graceMilliseconds, ordering: .relaxed)
    let interval = timeval(tv_sec: 0, tv_usec: .init(interval * 1000))
    var timer = itimerval(it_interval: interval, it_value: interval)
    setitimer(realTime, &timer, nil)
    interruptMainThread(by: SIGALRM)
  }

  private static func remind() {
    if HostClock.milliseconds() >= deadline.load(ordering: .relaxed) {
      SignalHandler.endProcess(by: signalNumber.load(ordering: .relaxed))
    }
    interruptMainThread(by: SIGALRM)
  }

  /// Makes the main thread's system call return; does nothing on the main thread itself.
  private static func interruptMainThread(by number: Int32) {
    let main = mainThread.load(ordering: .relaxed)
    if main != csystem_current_thread() { csystem_signal_thread(main, number) }
  }
}
