/// A cache in front of the network: the only part that knows both the store and the transport.
///
/// It works on one thread: `add` fetches, then `run`.
package final class Client {
  package let storage: any ResponseStorage
  /// The disk storage behind `storage`, which batches writes and looks queries up ahead; nil if there is none.
  private let disk: DiskStorage?
  package let loop: TransferLoop
  /// This host's clock, to the second.
  package let now: @Sendable () -> Instant

  /// The number of waiting fetches below which `more` is called.
  ///
  /// This many fetches take about as long as moving the store's write-ahead log into the database, which `prepareEnd`
  /// begins when no more than this many are left.
  private static let mostWaiting = 320
  /// Near the end of the run, fewer writes than this do not get a transaction of their own.
  private static let leastForFlush = 16

  private let maxParallel: Int
  private var waiting: [FetchDriver] = []
  private var nextWaiting = 0
  private var activeCount = 0
  /// How many of the active fetches wait for their changes to go on: they have requests to make.
  private var changingCount = 0
  private var isPumping = false
  private var flushTimer: TransferLoop.Timer?
  private var hasPreparedStart = false
  private var hasPreparedEnd = false
  private var followers: [Flight: [FetchDriver]] = [:]
  /// Emptied buffers for the actions of fetches, to be used again.
  private var actionBuffers: [[FetchAction]] = []
  private var refreshing: Set<Flight> = []
  /// The fetches that may keep a body on disk while it arrives.
  private var keeping: [ObjectIdentifier: FetchDriver] = [:]
  /// How many fetches the caller still waits for; refreshes are not among them.
  private var unanswered = 0
  /// Whether equal requests wait for each other's lookup as well as for a transfer: a lookup in a remote cache takes
  /// as long as a request to an origin.
  package var collapsesLookups = false
  /// Turns the query of a fetch into the query of a lookup ahead: with a remote cache, the lookup must also give the
  /// time of the latest invalidation.
  package var queryAhead: (StorageQuery) -> StorageQuery = { $0 }
  /// The cookies of the session: a cookie that one answer sets goes with the next request; nil for no session.
  package var cookies: CookieJar?
  /// Whether `cancel` was called: no request is sent from then on.
  package private(set) var isCancelled = false

  /// Adds more fetches; returns false when there are no more.
  ///
  /// Called only when few fetches wait, since each waiting fetch takes memory.
  package var more: (() -> Bool)?

  /// Tells a remote cache that the caller waits for nothing more; returns whether work is left there, which may take a
  /// bounded time.
  package var finishBehind: () -> Bool = { false }

  /// Called when every fetch that the caller waits for has its answer; work may be left to do.
  package var onAllAnswered: () -> Void = {}

  /// Makes a client; `disk` is the storage on disk that `storage` leads to, or is.
  package init(
    storage: any ResponseStorage, disk: DiskStorage?, loop: TransferLoop, maxParallel: Int,
    now: @escaping @Sendable () -> Instant
  ) {
    self.storage = storage
    self.disk = disk
    self.loop = loop
    self.maxParallel = max(1, maxParallel)
    self.now = now
    loop.clock = now
  }

  /// Puts a fetch in the queue; returns its driver, which can cancel it.
  @discardableResult
  func enqueue(_ request: FetchRequest, sink: FetchSink) -> FetchDriver {
    unanswered += 1
    let fetch = FetchDriver(request, client: self, sink: sink)
    waiting.append(fetch)
    return fetch
  }

  package func add(_ request: FetchRequest, sink: FetchSink) { enqueue(request, sink: sink) }

  /// Does all fetches; each sink's `end` is called once.
  ///
  /// - Throws: if libcurl can't be loaded.
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

  /// Has changes written together with the changes of fetches that end at about the same time: one transaction for
  /// several fetches costs little more than one for a single fetch.
  ///
  /// The next fetch may start at once, unless this one goes on with another request: with a jar, that request comes first,
  /// and with `-Z` it counts. The changes that wait are written when there are enough of them, when nothing else is under
  /// way, or after 20 milliseconds.
  func change(
    _ changes: [Write], body: NewBody?, for fetch: FetchDriver,
    then: @escaping ([Result<Outcome, StoreError>]) -> Void
  ) {
    let isWaiting = fetch.isCounted && !fetch.isTransferring
    let goesOn = isWaiting && !fetch.isConcluding
    if goesOn { changingCount += 1 }
    storage.apply(changes, body: body) { [self] outcomes in
      if goesOn { changingCount -= 1 }
      then(outcomes)
    }
    guard let disk, disk.isHoldingWrites else { return }
    if isWaiting, !goesOn, fetch.isCounted {
      fetch.isCounted = false
      activeCount -= 1
      pump()
    }
    let (count, isEnough) = disk.pending
    if isEnough || activeCount <= changingCount || isNearEnd && count >= max(Self.leastForFlush, queued) {
      flushWrites()
    } else if flushTimer == nil {
      flushTimer = loop.after(seconds: 0.02) { [self] in flushWrites() }
    }
  }

  /// An empty buffer for the actions of a fetch.
  func takeActions() -> [FetchAction] { actionBuffers.popLast() ?? [] }

  /// Keeps a buffer for the next fetch.
  func giveBack(_ actions: inout [FetchAction]) {
    actions.removeAll(keepingCapacity: true)
    actionBuffers.append(actions)
    actions = []
  }

  private func flushWrites() {
    // Without this, `loop.run` would wait for a timer that has nothing left to write.
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

  private var plan: ExecutionPlan {
    // With threads, a fetch may start before an earlier response has set its cookies.
    let hasSession = queued > 0 && waiting[nextWaiting].isInSession
    return ExecutionPlan(fetches: hasSession ? 1 : queued)
  }

  /// How many fetches wait to be started.
  private var queued: Int { waiting.count - nextWaiting }

  /// Whether few enough fetches wait to prepare for the end of the run: the user has to wait for any work done after
  /// the last fetch.
  private var isNearEnd: Bool { more == nil && queued <= Self.mostWaiting }

  /// Asks for more fetches if few wait, and looks the new ones up while they wait.
  private func addMore() {
    while let more, queued < Self.mostWaiting {
      if !more() { self.more = nil }
      follow(plan)
      lookAhead()
    }
  }

  /// Loads libcurl while a new store is being made: an empty store can't answer, so the origin will be asked.
  private func prepareStart() {
    guard !hasPreparedStart, queued > 0 else { return }
    hasPreparedStart = true
    guard disk?.isNew == true, plan.loadsTransportAhead, let query = waiting[nextWaiting].query(at: now()),
      ReusePlan(query, stored: []).decision.outcome == .forward
    else { return }
    loop.prepare()
  }

  /// Removes the started fetches from the queue once they are as many as the waiting ones: to remove each by itself
  /// would move all waiting fetches each time.
  private func forgetStarted() {
    guard nextWaiting >= queued else { return }
    waiting.removeFirst(nextWaiting)
    nextWaiting = 0
  }

  /// Looks up several fetches that are about to start, among them the next.
  private func lookAhead() {
    prepareStart()
    disk?.prefetch(waiting: queued, now: HostClock.milliseconds()) { range in
      let time = now()
      return waiting[(nextWaiting + range.lowerBound)..<(nextWaiting + range.upperBound)].compactMap {
        $0.query(at: time).map(queryAhead)
      }
    }
  }

  /// Notes that a fetch keeps a body on disk.
  func keeps(_ fetch: FetchDriver) { keeping[ObjectIdentifier(fetch)] = fetch }

  /// Drops the bodies that are being kept on disk, since a file of the user needs the room; false if there are none.
  package func makeRoom() -> Bool {
    let drivers = keeping.values
    keeping = [:]
    let hasStopped = drivers.count(where: { $0.stopKeeping() }) > 0
    // A part that grew with a body gives its room back when it is removed.
    guard let disk, disk.isHoldingWrites else { return hasStopped }
    flushWrites()
    disk.drain()
    return true
  }

  /// Notes that a fetch has ended; called once for each.
  func ended(_ fetch: FetchDriver) {
    keeping[ObjectIdentifier(fetch)] = nil
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

  /// Makes a fetch wait if an equal one is being transferred; returns whether it has to wait.
  ///
  /// RFC 9111 §4: equal requests may be collapsed. The follower looks the answer up when it is stored.
  func waits(_ fetch: FetchDriver, for flight: Flight) -> Bool {
    guard !followers.isEmpty, followers[flight] != nil else { return false }
    followers[flight]?.append(fetch)
    return true
  }

  /// Has equal fetches wait from now on, until `release`.
  func collapse(_ flight: Flight) { if followers[flight] == nil { followers[flight] = [] } }

  /// Continues the fetches that waited for an equal transfer.
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
