import CCurl

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Many transfers on one thread: connections are kept and shared, HTTP/2 is multiplexed.
///
/// libcurl is loaded when the first transfer starts, and not before.
package final class TransferLoop {
  /// Something that is done at a time, unless it is called off.
  package final class Timer {
    fileprivate var due: Int
    fileprivate let action: () -> Void

    fileprivate init(due: Int, action: @escaping () -> Void) {
      self.due = due
      self.action = action
    }
  }

  private let maxParallel: Int
  private let maxPerHost: Int
  private var multi: UnsafeMutableRawPointer?
  private lazy var handles = EasyHandles(limit: maxParallel)
  private var queue: [Transfer] = []
  private var active: [UnsafeMutableRawPointer: Transfer] = [:]
  private var hosts = HostLimits()
  private var timers: [Timer] = []
  private var isCancelled = false

  /// Does what need not be done here; nil where there is too little of it.
  package var background: BackgroundThread?
  /// The same for what has nothing to do with the store; made when it is first needed.
  private(set) var apart: BackgroundThread?

  /// A descriptor that becomes readable when the transfers are to be interrupted.
  package var interruptFd: Int32?
  /// How many milliseconds this process has been stopped so far: time-outs do not count them.
  package var stoppedMilliseconds: () -> Int = { 0 }
  private var countedStop = 0
  private var suspendedAt: Int?

  /// Called when it does.
  package var onInterrupt: () -> Void = {}

  /// Called before it waits for the network or for a timer.
  package var onWait: () -> Void = {}

  /// Makes a loop.
  ///
  /// - Parameters:
  ///   - maxParallel: transfers at once.
  ///   - maxPerHost: connections to one host.
  package init(maxParallel: Int, maxPerHost: Int) {
    self.maxParallel = max(1, maxParallel)
    self.maxPerHost = max(1, maxPerHost)
  }

  /// Takes a transfer; it starts when there is room, and its `onEnd` is called by `run`.
  package func start(_ transfer: Transfer) {
    transfer.host = hosts.host(of: transfer.request.url)
    queue.append(transfer)
  }

  /// Does something after a time.
  ///
  /// - Parameters:
  ///   - seconds: 0 or more.
  ///   - action: what is done, on the loop.
  /// - Returns: by what it can be called off; until then `run` goes on.
  @discardableResult
  package func after(seconds: Double, _ action: @escaping () -> Void) -> Timer {
    let timer = Timer(due: Self.milliseconds() + Int(seconds * 1000), action: action)
    timers.append(timer)
    return timer
  }

  /// Forgets what was to be done after a time.
  func callOff(_ timer: Timer) { timers.removeAll { $0 === timer } }

  /// What works beside this thread and the store; nil where there is too little to do.
  package func threadApart() -> BackgroundThread? {
    if apart == nil, background != nil { apart = BackgroundThread() }
    return apart
  }

  /// Waits until all that other threads were given is done and reported.
  package func drain() {
    for thread in [background, apart] {
      thread?.drain()
      thread?.runEnded()
    }
  }

  /// Holds all transfers until `resume`; `run` goes on waiting, and time-outs do not count the pause.
  func suspend() {
    guard suspendedAt == nil else { return }
    suspendedAt = Self.milliseconds()
    for easy in active.keys { _ = ccurl_easy_pause(easy, 5) }
  }

  /// Goes on with what `suspend` held.
  func resume() {
    guard let since = suspendedAt else { return }
    suspendedAt = nil
    postpone(by: Self.milliseconds() - since)
    for easy in active.keys { _ = ccurl_easy_pause(easy, 0) }
  }

  /// Ends one transfer; nothing is done to one that has ended.
  func cancel(_ transfer: Transfer) {
    if let place = queue.firstIndex(where: { $0 === transfer }) {
      queue.remove(at: place)
      transfer.end(.cancelled)
    } else if let (easy, _) = active.first(where: { $0.value === transfer }) {
      if let multi { _ = ccurl_multi_remove(multi, easy) }
      active[easy] = nil
      transfer.host?.ended(isMultiplexed: false)
      transfer.end(.cancelled)
    }
  }

  /// Puts off every time-out and timer by a time that does not count.
  private func postpone(by milliseconds: Int) {
    guard milliseconds > 0 else { return }
    for index in timers.indices { timers[index].due += milliseconds }
    for transfer in active.values { transfer.postponeTimeouts(by: milliseconds) }
  }

  private func countStops() {
    let stopped = stoppedMilliseconds()
    postpone(by: stopped - countedStop)
    countedStop = stopped
  }

  /// Ends every transfer and forgets every timer.
  package func cancelAll() { isCancelled = true }

  /// Whether no transfer and no timer is left.
  var isIdle: Bool { queue.isEmpty && active.isEmpty && timers.isEmpty && !hasBackgroundWork }

  /// Works until no transfer and no timer is left.
  ///
  /// - Throws: where libcurl is not there; every transfer's `onEnd` has been called then.
  package func run() throws(TransportError) {
    while !isIdle {
      if isCancelled { cancel() }
      countStops()
      for thread in [background, apart] {
        thread?.runEnded()
        thread?.handOverIfLate()
      }
      guard suspendedAt == nil else {
        waitForTimer()
        continue
      }
      runDueTimers()
      startQueued()
      guard let multi else {
        if queue.isEmpty { waitForTimer() }
        continue
      }
      ccurl_multi_act(multi)
      endFinished(multi)
      if nextStartable == nil, ccurl_multi_is_due(multi) == 0, !isIdle { wait(multi) }
    }
  }

  private func startQueued() {
    while let next = nextStartable {
      let transfer = queue.remove(at: next)
      do throws(TransportError) {
        let multi = try openOnce()
        let easy = try transfer.prepare(handles)
        active[easy] = transfer
        transfer.host?.began()
        _ = ccurl_multi_add(multi, easy)
      } catch {
        transfer.end(error)
      }
    }
  }

  /// The first in the queue that can be started: one that would wait for a connection would be tried again and again by
  /// libcurl, each time that another transfer ends.
  private var nextStartable: Int? {
    guard active.count < maxParallel else { return nil }
    return queue.firstIndex { $0.host?.mayBegin(limit: maxPerHost) ?? true }
  }

  private func openOnce() throws(TransportError) -> UnsafeMutableRawPointer {
    if let multi { return multi }
    guard ccurl_load() == 0 else { throw .libraryMissing(String(cString: ccurl_load_error())) }
    guard let multi = ccurl_multi_new(maxPerHost) else { throw .other("libcurl has no memory") }
    self.multi = multi
    return multi
  }

  private func endFinished(_ multi: UnsafeMutableRawPointer) {
    var result: Int32 = 0
    while let easy = ccurl_multi_ended(multi, &result) {
      _ = ccurl_multi_remove(multi, easy)
      guard let transfer = active.removeValue(forKey: easy) else { continue }
      transfer.host?.ended(isMultiplexed: result == 0 && ccurl_http_version(easy) >= 3)
      transfer.end(code: result)
    }
  }

  private func cancel() {
    isCancelled = false
    timers = []
    let cancelled = queue
    queue = []
    for (easy, transfer) in active {
      if let multi { _ = ccurl_multi_remove(multi, easy) }
      transfer.host?.ended(isMultiplexed: false)
      transfer.end(.cancelled)
    }
    active = [:]
    for transfer in cancelled { transfer.end(.cancelled) }
  }

  private func runDueTimers() {
    let now = Self.milliseconds()
    let due = timers.filter { $0.due <= now }
    timers.removeAll { $0.due <= now }
    for timer in due { timer.action() }
  }

  private func wait(_ multi: UnsafeMutableRawPointer) {
    waiting { descriptors in
      var areReadable: [Int32] = [0, 0]
      ccurl_multi_wait(multi, descriptors, timeToNextTimer, &areReadable)
      return areReadable.map { $0 != 0 }
    }
  }

  /// Where libcurl is not loaded there is only a timer and other threads to wait for.
  private func waitForTimer() {
    guard !timers.isEmpty || suspendedAt != nil || hasBackgroundWork else { return }
    waiting { descriptors in
      var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let count = poll(&polled, 2, timeToNextTimer)
      return polled.map { count > 0 && $0.revents != 0 }
    }
  }

  /// Waits by `wait`, which gets two descriptors and says which are readable.
  private func waiting(_ wait: ([Int32]) -> [Bool]) {
    onWait()
    // What is under way in the network goes on first; a short time later at most the rest is begun.
    if active.isEmpty {
      background?.handOver()
      apart?.handOver()
      // Nobody is woken for what is done apart, and it is all that there is to wait for.
      if queue.isEmpty, let apart, apart.unfinishedCount > 0 { return apart.drain() }
    }
    guard background?.watch() ?? true else { return }
    let areReadable = wait([interruptFd ?? -1, background?.wakeEnd ?? -1])
    background?.unwatch(isWoken: areReadable[1])
    if areReadable[0] { interrupt() }
  }

  private var hasBackgroundWork: Bool {
    (background?.unfinishedCount ?? 0) > 0 || (apart?.unfinishedCount ?? 0) > 0
  }

  private func interrupt() {
    countStops()
    onInterrupt()
  }

  /// Milliseconds to the next timer, a second at most.
  private var timeToNextTimer: Int32 {
    // The thread apart wakes nobody: nothing waits for what it does.
    let isSoon = background?.hasGathered == true || (apart?.unfinishedCount ?? 0) > 0
    guard !isSoon else { return Int32(BackgroundThread.longestGathered) }
    let now = Self.milliseconds()
    return Int32(clamping: min(1000, max(0, (timers.map(\.due).min() ?? .max) - now)))
  }

  /// A clock that never goes back.
  static func milliseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }

  deinit {
    if let multi { ccurl_multi_free(multi) }
  }
}
