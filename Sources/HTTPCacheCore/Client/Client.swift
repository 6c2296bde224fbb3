/// A cache in front of the network: the only part that knows both the store and the transport.
///
/// It works on one thread: `add` what is wanted, then `run`.
package final class Client {
  /// The stored responses.
  package let storage: any ResponseStorage
  /// The storage on disk that `storage` leads to, which holds writes back and looks ahead; nil where there is none.
  private let disk: DiskStorage?
  /// The transfers.
  package let loop: TransferLoop
  /// This host's clock, to the second.
  package let now: @Sendable () -> Instant
  /// A clock that never goes back, in milliseconds, for elapsed times.
  package let milliseconds: () -> Int
  /// This host's clock in microseconds since 1970, by which processes tell which of two things came first.
  let microseconds: () -> Int64

  /// How many wait at most, beside those that were added without being asked for; enough to take the time in which the
  /// log is moved.
  private static let mostWaiting = 320
  /// Fewer writes are not worth a transaction before the last ones.
  private static let leastForFlush = 16

  private let maxParallel: Int
  private var waiting: [FetchDriver] = []
  private var nextWaiting = 0
  private var activeCount = 0
  private var isPumping = false
  private var flushTimer: TransferLoop.Timer?
  private var hasPreparedStart = false
  private var hasPreparedEnd = false
  private var followers: [Flight: [FetchDriver]] = [:]
  /// Buffers for actions, one for each fetch that is telling what it wants.
  private var actionBuffers: [[FetchAction]] = []
  private var refreshing: Set<Flight> = []
  /// The fetches whose answer the caller waits for, which are all but refreshes.
  private var unanswered = 0
  /// Whether equal requests wait for a lookup as they do for a transfer: a remote cache takes as long as an origin.
  package var collapsesLookups = false
  /// The query that the disk is asked ahead of time for that of a fetch: a remote cache wants to know more.
  package var queryAhead: (StorageQuery) -> StorageQuery = { $0 }
  /// The cookies of the session: those that one answer sets go with the next request; nil for none.
  package var cookies: CookieJar?
  /// Whether nothing is asked of the network any more.
  package private(set) var isCancelled = false

  /// Adds some more of what is wanted; false where there is no more.
  ///
  /// It is asked when little waits: what waits takes memory.
  package var more: (() -> Bool)?

  /// Tells a remote cache that the caller waits for nothing more; returns whether work is left there, which may take a
  /// bounded time.
  package var finishBehind: () -> Bool = { false }

  /// Called when every fetch that the caller waits for is answered, though there may be work left to do.
  package var onAllAnswered: () -> Void = {}

  /// Makes a client; `disk` is the storage on disk that `storage` leads to, or is.
  package init(
    storage: any ResponseStorage, disk: DiskStorage?, loop: TransferLoop, maxParallel: Int,
    now: @escaping @Sendable () -> Instant, milliseconds: @escaping () -> Int,
    microseconds: @escaping () -> Int64
  ) {
    self.storage = storage
    self.disk = disk
    self.loop = loop
    self.maxParallel = max(1, maxParallel)
    self.now = now
    self.milliseconds = milliseconds
    self.microseconds = microseconds
    loop.clock = now
  }

  /// Puts a fetch in the queue; it can be cancelled by what is given back.
  @discardableResult
  func enqueue(_ request: FetchRequest, sink: FetchSink) -> FetchDriver {
    unanswered += 1
    let fetch = FetchDriver(request, client: self, sink: sink)
    waiting.append(fetch)
    return fetch
  }

  /// Puts a fetch in the queue.
  package func add(_ request: FetchRequest, sink: FetchSink) { enqueue(request, sink: sink) }

  /// Does all that was added; each sink's `end` is called once.
  ///
  /// - Throws: what keeps every transfer from working.
  package func run() throws(TransportError) {
    defer {
      disk?.flushNotes()
      disk?.drain()
    }
    follow(plan)
    pump()
    repeat {
      try loop.run()
      flushWrites()
    } while disk?.isHoldingWrites == true || !loop.isIdle
  }

  /// Ends every fetch, and begins no more; each sink is told.
  package func cancel() {
    isCancelled = true
    more = nil
    loop.cancelAll()
    let waiting = waiting[nextWaiting...]
    self.waiting = []
    nextWaiting = 0
    for fetch in waiting { fetch.cancel() }
  }

  /// Spreads the work over threads as the plan says; work never moves back to one thread.
  private func follow(_ plan: ExecutionPlan) {
    guard plan.hasThreads, !loop.hasThreads else { return }
    let store = WorkerPool(threads: 1)
    loop.spread(
      store: store, files: WorkerPool(threads: ExecutionPlan.writers, share: TransferLoop.filesBehind))
    disk?.work(on: store, loop.callbacks)
  }

  /// Has changes written together with those of others that end at about the same time: a transaction for several costs
  /// little more than one for each.
  ///
  /// The next fetch may start at once. The changes that wait are written when there are enough of them, when nothing else
  /// is under way, or after a few milliseconds.
  func change(
    _ changes: [Write], body: NewBody?, for fetch: FetchDriver,
    then: @escaping ([Result<Outcome, StoreError>]) -> Void
  ) {
    storage.apply(changes, body: body, then: then)
    guard let disk, disk.isHoldingWrites else { return }
    if fetch.isCounted, !fetch.isTransferring {
      fetch.isCounted = false
      activeCount -= 1
      pump()
    }
    let (count, isEnough) = disk.pending
    if isEnough || activeCount == 0 || isNearEnd && count >= max(Self.leastForFlush, queued) {
      flushWrites()
    } else if flushTimer == nil {
      flushTimer = loop.after(seconds: 0.02) { [self] in flushWrites() }
    }
  }

  /// A buffer for what a fetch wants to be done.
  func takeActions() -> [FetchAction] { actionBuffers.popLast() ?? [] }

  /// Keeps a buffer for the next fetch.
  func giveBack(_ actions: inout [FetchAction]) {
    actions.removeAll(keepingCapacity: true)
    actionBuffers.append(actions)
    actions = []
  }

  private func flushWrites() {
    // The loop would go on for it, though nothing waits any more.
    if let timer = flushTimer { loop.callOff(timer) }
    flushTimer = nil
    disk?.flush()
  }

  /// Starts fetches while fewer than `maxParallel` are under way.
  package func pump() {
    guard !isPumping else { return }
    isPumping = true
    while activeCount < maxParallel + loop.ahead {
      addMore()
      guard queued > 0 else { break }
      let fetch = waiting[nextWaiting]
      lookAhead()
      if isNearEnd, !hasPreparedEnd {
        hasPreparedEnd = true
        disk?.prepareEnd()
      }
      nextWaiting += 1
      forgetStarted()
      activeCount += 1
      fetch.isCounted = true
      fetch.begin()
    }
    isPumping = false
  }

  /// How the fetches that wait are to be done.
  private var plan: ExecutionPlan {
    // Threads take fetches in advance, and would not see the cookies of the answers before.
    let hasSession = queued > 0 && waiting[nextWaiting].isInSession
    return ExecutionPlan(fetches: hasSession ? 1 : queued)
  }

  /// How many fetches wait to be started.
  private var queued: Int { waiting.count - nextWaiting }

  /// Whether so few wait that the end should be prepared: what is left to do then is done while nothing else is.
  private var isNearEnd: Bool { more == nil && queued <= Self.mostWaiting }

  /// Asks for more where little waits, and has what came looked up while it is waiting.
  private func addMore() {
    while let more, queued < Self.mostWaiting {
      if !more() { self.more = nil }
      follow(plan)
      lookAhead()
    }
  }

  /// Has libcurl loaded while the store is being made: what has never been stored has to be asked for.
  private func prepareStart() {
    guard !hasPreparedStart, queued > 0 else { return }
    hasPreparedStart = true
    guard disk?.isNew == true, plan.loadsTransportAhead, let query = waiting[nextWaiting].query(at: now()),
      ReusePlan(query, stored: []).decision.outcome == .forward
    else { return }
    loop.prepare()
  }

  /// Lets go of those that have started, once they are as many as wait: to do so each time would move all that wait.
  private func forgetStarted() {
    guard nextWaiting >= queued else { return }
    waiting.removeFirst(nextWaiting)
    nextWaiting = 0
  }

  /// Looks up several that are about to start, the next among them.
  private func lookAhead() {
    prepareStart()
    disk?.prefetch(waiting: queued, now: milliseconds()) { range in
      let time = now()
      return waiting[(nextWaiting + range.lowerBound)..<(nextWaiting + range.upperBound)].compactMap {
        $0.query(at: time).map(queryAhead)
      }
    }
  }

  /// Notes that a fetch has ended, as each does once.
  func ended(_ fetch: FetchDriver) {
    if !fetch.isRefresh {
      unanswered -= 1
      if unanswered == 0, more == nil, finishBehind() || !refreshing.isEmpty { onAllAnswered() }
    }
    passedOver(fetch)
  }

  /// Lets the next fetch start in place of one that no longer counts as under way.
  func passedOver(_ fetch: FetchDriver) {
    if fetch.isCounted { activeCount -= 1 }
    fetch.isCounted = false
    pump()
  }

  /// Makes a fetch wait where an equal one is being transferred; whether it has to.
  ///
  /// RFC 9111 §4: equal requests may be collapsed. The follower looks the answer up when it is stored.
  func waits(_ fetch: FetchDriver, for flight: Flight) -> Bool {
    guard !followers.isEmpty, followers[flight] != nil else { return false }
    followers[flight]?.append(fetch)
    return true
  }

  /// Has equal fetches wait from now on: what a fetch is about is being transferred.
  func collapse(_ flight: Flight) { if followers[flight] == nil { followers[flight] = [] } }

  /// Lets those go on that waited for an equal transfer.
  func release(_ flight: Flight, forward: CacheStatus.Forward?) {
    guard !followers.isEmpty else { return }
    for fetch in followers.removeValue(forKey: flight) ?? [] { fetch.goOn(after: forward) }
  }

  /// Confirms or replaces a response that was served stale; the caller does not wait for it (RFC 5861 §3).
  func refresh(_ request: FetchRequest) {
    let flight = request.flight
    guard disk?.isWritable != false, refreshing.insert(flight).inserted else { return }
    let sink = FetchSink(end: { [weak self] _ in self?.refreshing.remove(flight) })
    waiting.append(FetchDriver(request, client: self, sink: sink))
  }
}
