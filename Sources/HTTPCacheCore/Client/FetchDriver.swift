/// One fetch under way: performs the actions of its state machine, and tells it what came of them.
final class FetchDriver {
  var machine: Fetch
  let client: Client
  let sink: FetchSink

  /// Whether the fetch refreshes a response that was served stale; no caller waits for its answer.
  let isRefresh: Bool

  /// Whether the fetch counts among those under way.
  var isCounted = false

  /// When work on the fetch began, in milliseconds; waiting for its turn does not count.
  var startedAt: Int?
  var hasAsked = false
  /// How long the storage took to look things up.
  var lookupMilliseconds = 0
  /// When the attempt began of which this request is a part, in milliseconds: a redirect does not begin a new one.
  var attemptBegan: Int?
  private var bytes: Int64 = 0
  /// What was measured of the redirects that were followed; nil where nothing was.
  var measuredBefore: ConnectionFigures?

  /// What equal requests wait for; nil where none may.
  var flight: Flight?
  var transfer: Transfer?
  var timer: TransferLoop.Timer?
  /// The open bodies; `other` is the first of two.
  var open: (reference: StoredReference, body: StoredBody)?
  var other: (reference: StoredReference, body: StoredBody)?
  var keeper: BodyKeeper?
  var route: BodyRoute?
  /// The bytes that arrived while the storage opens the parts to join; nil while it opens none.
  var held: [UInt8]?
  var heldEnd: Result<TransferSummary, TransportError>?
  /// Stored bytes that the reader, who wanted a pause, has not got yet.
  var passing: StoredBytes?
  /// Runs out where the reader's pause is long.
  var pauseTimer: TransferLoop.Timer?
  /// The bodies that the storage is opening, and how many of its answers are to be ignored.
  var opening: (first: StoredReference, second: StoredReference?)?
  var forgottenOpenings = 0
  var isInterrupted = false
  /// How many bytes of the answer's body have arrived and were not only held.
  var arrived: Int64 = 0
  var times = ExchangeTimes.unknown

  private var isHandling = false
  private var next: FetchEvent?
  private var later: [FetchEvent] = []

  init(_ request: FetchRequest, client: Client, sink: FetchSink, isRefresh: Bool) {
    machine = Fetch(request)
    self.client = client
    self.sink = sink
    self.isRefresh = isRefresh
  }

  /// Begins the fetch.
  func begin() {
    guard !machine.isEnded else { return client.passedOver(self) }
    startedAt = client.milliseconds()
    handle(.begin)
  }

  /// Goes on once the equal transfer that the fetch waited for has ended.
  func goOn(after forward: CacheStatus.Forward?) { handle(.awaited(forward)) }

  /// Cancels the fetch, which reports its end; does nothing where it has ended.
  func cancel() {
    guard passing?.role == .answer else { return handle(.cancelled) }
    // What the origin's answer changes in the storage is changed all the same.
    passing = nil
    handle(.interrupted(.closed))
  }

  /// The query that the fetch will put to the storage; nil where it puts none, and where its cookies are known only when
  /// the fetches before it have ended.
  func query(at time: Instant) -> StorageQuery? {
    hasSession || machine.request.settings.isCacheOff || machine.isEnded
      ? nil : machine.request.query(at: time)
  }

  /// Whether it belongs to a session of cookies.
  var hasSession: Bool { machine.request.cookies != nil }

  /// Whether the origin's answer is still on its way.
  var isTransferring: Bool { transfer != nil }

  /// Whether the fetch waits before the next attempt.
  var isWaiting: Bool { machine.isWaiting }

  /// Tells the machine an event, and performs its actions.
  ///
  /// Events that the actions cause are told afterwards, in order.
  func handle(_ event: consuming FetchEvent) {
    guard !isHandling else {
      if next == nil, later.isEmpty { next = event } else { later.append(event) }
      return
    }
    isHandling = true
    next = consume event
    while let event = next.take() ?? (later.isEmpty ? nil : later.removeFirst()) {
      var actions = client.takeActions()
      machine.handle(event, at: client.now(), actions: &actions)
      for action in actions { perform(action) }
      client.giveBack(&actions)
    }
    isHandling = false
  }

  private func perform(_ action: FetchAction) {
    switch action {
    case .lookUp(let query, let flight): lookUp(query, sharing: flight)
    case .open(let first, let second): openBodies(first, second)
    case .showHead: if let served = machine.result.served { sink.head(served) }
    case .passStored(let range): if let body = open?.body { pass(StoredBytes(body, range, .answer)) }
    case .send(let head): send(head)
    case .keep(let keeping): keep(keeping)
    case .passBody(let route): pass(route)
    case .discardBody: discardBody()
    case .change(let changes): change(changes)
    case .wait(let seconds): wait(seconds)
    case .stopTransfer: stopTransfer()
    case .note(let source, let reference):
      client.noteUse(source, of: reference, bytes: source == .miss ? 0 : bytes, by: self)
    case .refresh(let request): client.refresh(request)
    case .leave(let forward): leave(forward)
    case .finish: finish()
    }
  }

  /// Milliseconds since the fetch began.
  var elapsed: Int { startedAt.map { client.milliseconds() - $0 } ?? 0 }

  func leave(_ forward: CacheStatus.Forward?) {
    measuredBefore = machine.result.connection
    if let flight {
      self.flight = nil
      client.release(flight, forward: forward)
    }
  }

  /// Reports the result, once, and lets the next fetch start.
  private func finish() {
    if let timer { client.loop.callOff(timer) }
    timer = nil
    endPause()
    discardBody()
    (open, other, route, passing) = (nil, nil, nil, nil)
    machine.result.bytes = bytes
    machine.result.elapsedMilliseconds = elapsed
    sink.end(machine.result)
    leave(machine.forwarded)
    client.ended(self)
  }
}

// MARK: - The storage

extension FetchDriver {
  private func lookUp(_ query: StorageQuery, sharing flight: Flight?) {
    if let flight {
      if client.waits(self, for: flight) { return }
      self.flight = flight
      // A remote cache may be asked, which takes as long as an origin may.
      if query.mayAskRemote { client.collapse(flight) }
    }
    let begun = client.milliseconds()
    client.storage.lookUp(query) { [self] result in
      lookupMilliseconds += client.milliseconds() - begun
      switch result {
      case .success(let answer):
        if let notice = answer.notice { handle(.warning(.message(notice))) }
        handle(.found(answer.stored, answer.plan, failure: answer.failure, note: answer.note))
      case .failure(let problem): handle(.lookupFailed(problem))
      }
    }
  }

  private func openBodies(_ first: StoredReference, _ second: StoredReference?) {
    (open, other) = (nil, nil)
    opening = (first, second)
    if transfer != nil { held = [] }
    client.storage.open(first) { [self] in opened($0) }
  }

  private func opened(_ result: Result<StoredBody, StoreError>) {
    guard forgottenOpenings == 0 else { return forgottenOpenings -= 1 }
    guard let (first, second) = opening else { return }
    switch result {
    case .success(let body):
      if let second {
        other = (first, body)
        opening = (second, nil)
        return client.storage.open(second) { [self] in opened($0) }
      }
      open = (first, body)
      endOpening(.opened)
    case .failure(let problem): endOpening(.notOpened(problem))
    }
  }

  /// Tells the machine what came of opening bodies, and passes on the bytes and the end that arrived meanwhile.
  func endOpening(_ event: FetchEvent) {
    opening = nil
    handle(event)
    releaseHeld()
  }

  /// The open body that a piece is of.
  func openBody(of piece: StoredPiece) -> StoredBody? {
    [open, other].compactMap { $0 }.first { $0.reference == piece.reference }?.body
  }

  /// Gives the reader a piece of the body.
  func deliver(_ piece: BodyPiece) -> BodyAction {
    bytes += Int64(piece.bytes.count)
    let action = sink.body(piece)
    if action == .pause { beginPause() }
    return action
  }

  private func change(_ changes: [StoreChange]) {
    let body = keeper?.body
    keeper = nil
    body?.transferMilliseconds = Int64(elapsed)
    client.change(changes, body: body, for: self) { [self] outcomes in handle(.changed(outcomes)) }
  }

  /// Drops the bytes that were kept of the body; nothing half-written stays.
  func discardBody() {
    guard let body = keeper?.body else { return keeper = nil }
    keeper = nil
    body.discard()
    // If this fails, the row still names a true part of what the origin sent.
    if let grown = body.grown {
      client.storage.apply([StoreChange(.remove(grown))], body: nil) { _ in }
    }
  }
}
