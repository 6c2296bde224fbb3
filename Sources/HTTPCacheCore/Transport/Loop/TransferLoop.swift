import CCurl
import CSystem

/// Many transfers on one thread: connections are kept and shared, HTTP/2 is multiplexed.
package final class TransferLoop {
  private let maxParallel: Int
  private let maxPerHost: Int
  /// The transfers on this thread; none once transfers have a thread of their own.
  private let running: RunningTransfers
  private var thread: TransferThread?
  private let lastHead = Transfer.LastHead()
  private var timers = Timers()
  private var isCancelled = false
  private var loading: Worker<Never>?

  /// The callbacks of work on other threads: `run` calls them, and ends only when all have been called.
  let callbacks = Callbacks()
  /// The threads of the store and of short files; nil if there is too little to do.
  private var pools: (store: WorkerPool, files: WorkerPool)?
  /// The work of short files that is not handed over yet.
  private var held = HeldWork()
  /// How many files must be left to write before a second thread starts: the first is then behind.
  static let filesBehind = WorkerPool.mostLeft - HeldWork.most

  /// A descriptor that becomes readable when the transfers are to be interrupted.
  package var interruptFd: Int32?
  /// How many milliseconds this process has been stopped so far: time-outs do not count them.
  package var stoppedMilliseconds: @Sendable () -> Int = { 0 } {
    didSet { running.stoppedMilliseconds = stoppedMilliseconds }
  }
  /// This host's clock, for when each transfer was begun.
  package var clock: (@Sendable () -> Instant)? { didSet { running.clock = clock } }
  private var countedStop = 0
  private var suspendedAt: Int?

  /// Called when `interruptFd` becomes readable.
  package var onInterrupt: () -> Void = {}

  /// Called before the loop waits for the network or for a timer.
  package var onWait: () -> Void = {}

  init(maxParallel: Int, maxPerHost: Int) {
    self.maxParallel = max(1, maxParallel)
    self.maxPerHost = max(1, maxPerHost)
    running = RunningTransfers(maxParallel: self.maxParallel, maxPerHost: self.maxPerHost)
  }

  /// Begins to load libcurl on another thread, for transfers that are certain to come.
  func prepare() { loading = loading ?? Worker { _ in _ = ccurl_load() } }

  /// Takes a transfer, which begins when the limit allows; `run` calls its `onEnd`.
  func start(_ transfer: Transfer) {
    transfer.lastHead = lastHead
    if thread == nil, hasThreads, running.isEmpty, suspendedAt == nil, let clock {
      thread = TransferThread(
        maxParallel: maxParallel, maxPerHost: maxPerHost, clock: clock,
        stoppedMilliseconds: stoppedMilliseconds)
    }
    if let thread { thread.begin(transfer) } else { running.add(transfer) }
  }

  /// Gives transfers that begin from now on a thread of their own, and has a pool write short files.
  func spread(store: WorkerPool, files: WorkerPool) { pools = (store, files) }

  var hasThreads: Bool { pools != nil }

  /// How many transfers to start in advance, beyond the most that can be under way.
  var ahead: Int { thread == nil ? 0 : TransferThread.ahead }

  /// Runs an action on the loop's thread after a time, or `onCancel` if everything is cancelled before.
  ///
  /// - Returns: the timer, for `callOff`; `run` does not end while the timer is set.
  @discardableResult
  package func after(
    seconds: Double, onCancel: @escaping () -> Void = {}, _ action: @escaping () -> Void
  ) -> Timer {
    timers.add(after: seconds, onCancel: onCancel, action)
  }

  func callOff(_ timer: Timer) { timers.callOff(timer) }

  /// Runs work that does not use the store on a file thread, or at once if there are no threads.
  package func performApart<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result, then: @escaping (Result) -> Void
  ) {
    guard hasThreads else { return then(work()) }
    held.add(callbacks.piece(isUrgent: false, work, then: then))
    if held.isEnough { handOver() }
  }

  private func handOver() { if let files = pools?.files { held.handOver(to: files) } }

  /// Waits until all work of other threads is done and reported.
  package func drain() {
    pools?.store.drain()
    // The results of the store's work may add file work.
    callbacks.runEnded()
    handOver()
    pools?.files.drain()
    callbacks.runEnded()
  }

  /// Pauses all transfers until `resume`; `run` keeps waiting, and time-outs do not count the pause.
  func suspend() {
    guard suspendedAt == nil else { return }
    suspendedAt = HostClock.milliseconds()
    thread?.pause()
    running.pause(true)
  }

  /// Resumes what `suspend` paused.
  func resume() {
    guard let since = suspendedAt else { return }
    suspendedAt = nil
    let milliseconds = HostClock.milliseconds() - since
    timers.postpone(by: milliseconds)
    thread?.resume(after: milliseconds)
    running.postpone(by: milliseconds)
    running.pause(false)
  }

  /// Goes on with a transfer whose receiver wanted a pause.
  ///
  /// A transfer thread can't pause one transfer: it holds all of them while the caller has many bytes left to take.
  func resume(_ transfer: Transfer) {
    guard transfer.isPaused else { return }
    transfer.isPaused = false
    if suspendedAt == nil { running.resume(transfer) }
  }

  /// Ends one transfer, unless it has ended.
  func cancel(_ transfer: Transfer) {
    thread?.cancel(transfer)
    running.cancel(transfer)
  }

  private func countStops() {
    let stopped = stoppedMilliseconds()
    timers.postpone(by: stopped - countedStop)
    countedStop = stopped
  }

  /// Ends every transfer, and every timer by its `onCancel`.
  package func cancelAll() { isCancelled = true }

  /// Closes the connections and forgets the addresses of hosts, unless work is left: the next transfers then look up
  /// and connect as in a new process.
  package func disconnect() {
    guard isIdle else { return }
    thread = nil
    running.disconnect()
  }

  /// Whether no transfer and no timer is left.
  var isIdle: Bool { running.isEmpty && (thread?.count ?? 0) == 0 && timers.isEmpty && callbacks.count == 0 }

  /// Works until no transfer and no timer is left.
  ///
  /// - Throws: if libcurl can't be loaded; every transfer's `onEnd` has been called then.
  package func run() throws(TransportError) {
    defer {
      // The process must not end while a thread loads a library: this waits for the thread.
      loading = nil
    }
    while !isIdle {
      if isCancelled { cancel() }
      countStops()
      callbacks.runEnded()
      if held.isDue { handOver() }
      guard suspendedAt == nil else {
        wait()
        continue
      }
      for timer in timers.takeDue() { timer.action() }
      running.act()
      let hasDelivered = thread?.deliver() ?? false
      thread?.handOver()
      if running.mustWait, !hasDelivered, !isIdle { wait() }
    }
  }

  private func cancel() {
    isCancelled = false
    let cancelled = timers.takeAll()
    thread?.cancelAll()
    running.cancelAll()
    for timer in cancelled { timer.onCancel() }
  }

  /// Waits for the network, for other threads, or for a timer.
  private func wait() {
    onWait()
    // Held-back work can wait while transfers are under way: it is handed over after a few milliseconds at most.
    if running.isIdle, (thread?.count ?? 0) == 0 {
      handOver()
      // Only file work is left, whose end does not wake the loop: wait for all of it.
      if running.isEmpty, let pools, pools.files.left > 0 { return pools.files.drain() }
    }
    let isCalledBack = callbacks.count > 0
    guard !isCalledBack || callbacks.ended.watch(for: .urgentMessages) else { return }
    // While suspended, ignore the transfer thread's wake-ups: its answers are taken after `resume`.
    let thread = suspendedAt == nil ? thread : nil
    guard thread?.answers.watch() ?? true else {
      callbacks.ended.unwatch(isWoken: false)
      return
    }
    let wakeEnd = isCalledBack ? callbacks.ended.wakeEnd : -1
    let areReadable = wait([interruptFd ?? -1, wakeEnd, thread?.answers.wakeEnd ?? -1])
    callbacks.ended.unwatch(isWoken: areReadable[1])
    thread?.answers.unwatch(isWoken: areReadable[2])
    guard areReadable[0] else { return }
    countStops()
    onInterrupt()
  }

  /// Waits for descriptors, and for the transfers of this thread, if it has any; returns which descriptors are
  /// readable.
  private func wait(_ descriptors: [Int32]) -> [Bool] {
    let longest = timeToNextTimer
    if thread == nil, suspendedAt == nil, let readable = running.wait(descriptors, longest: longest) {
      return readable + [false]
    }
    var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let count = poll(&polled, nfds_t(polled.count), longest)
    return polled.map { count > 0 && $0.revents != 0 }
  }

  /// Whether files are left to write.
  private var writesFiles: Bool { !held.isEmpty || (pools?.files.left ?? 0) > 0 }

  /// Milliseconds to the next timer, a second at most.
  private var timeToNextTimer: Int32 {
    // The end of file work does not wake the loop: look again soon.
    guard !writesFiles else { return Int32(HeldWork.longest) }
    // No timer fires while the loop is suspended.
    guard suspendedAt == nil else { return 1000 }
    return Int32(clamping: min(1000, timers.millisecondsToNext ?? 1000))
  }
}
