/// One fetch under way: does what its state machine wants, and tells it what happened.
final class FetchDriver {
  var machine: Fetch
  let client: Client
  let sink: FetchSink

  /// Whether it refreshes a response that was served stale, so that no caller waits for its answer.
  let isRefresh: Bool

  /// Whether it counts among the fetches that are under way.
  var isCounted = false

  /// When work on it began, in milliseconds; the time in which it waited for its turn does not count.
  var startedAt: Int?
  var hasAsked = false
  private var bytes: Int64 = 0

  /// What equal requests wait for.
  var flight: Flight?
  var transfer: Transfer?
  var timer: TransferLoop.Timer?
  /// The bodies that are open.
  var open: (reference: StoredReference, body: StoredBody)?
  var other: (reference: StoredReference, body: StoredBody)?
  var keeper: BodyKeeper?
  var route: BodyRoute?
  /// What came of the body while the storage opens the parts that it is joined with; nil while it does not.
  var held: [UInt8]?
  var heldEnd: Result<TransferSummary, TransportError>?
  /// Stored bytes that the reader, who wanted a pause, has not got yet.
  var passing: StoredBytes?
  /// Runs out where the reader's pause is long.
  var pauseTimer: TransferLoop.Timer?
  /// The bodies that are being opened, and how many earlier ones are no longer waited for.
  var opening: (first: StoredReference, second: StoredReference?)?
  var forgottenOpenings = 0
  var isInterrupted = false
  var times = ExchangeTimes(requestedAt: Instant(epoch: 0), receivedAt: Instant(epoch: 0), askedAt: 0)

  private var isHandling = false
  private var next: FetchEvent?
  private var later: [FetchEvent] = []

  init(_ request: FetchRequest, client: Client, sink: FetchSink, isRefresh: Bool) {
    machine = Fetch(request)
    self.client = client
    self.sink = sink
    self.isRefresh = isRefresh
  }

  /// Begins.
  func begin() {
    guard !machine.isEnded else { return client.passedOver(self) }
    startedAt = client.milliseconds()
    handle(.begin)
  }

  /// Goes on when the equal transfer that it waited for has ended.
  func goOn(after forward: CacheStatus.Forward?) { handle(.awaited(forward)) }

  /// Gives up; its end is reported as cancelled.
  ///
  /// Nothing happens where it has ended.
  func cancel() {
    guard passing?.role == .answer else { return handle(.cancelled) }
    // What the origin's answer changes in the storage is changed all the same.
    passing = nil
    handle(.interrupted(.closed))
  }

  /// What it will look up; nil where it won't.
  func query(at time: Instant) -> StorageQuery? {
    machine.request.settings.isCacheOff || machine.isEnded ? nil : machine.request.query(at: time)
  }

  /// Whether it waits to ask again.
  var isWaiting: Bool { machine.isWaiting }

  /// Tells the machine what happened, and does what it wants.
  ///
  /// What happens meanwhile is told afterwards.
  func handle(_ event: FetchEvent) {
    guard !isHandling else {
      if next == nil, later.isEmpty { next = event } else { later.append(event) }
      return
    }
    isHandling = true
    var event = Optional(event)
    while let current = event {
      var actions = client.takeActions()
      machine.handle(current, at: client.now(), actions: &actions)
      for action in actions { perform(action) }
      client.giveBack(&actions)
      event = next.take() ?? (later.isEmpty ? nil : later.removeFirst())
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

  /// Milliseconds since it began.
  var elapsed: Int { startedAt.map { client.milliseconds() - $0 } ?? 0 }

  func leave(_ forward: CacheStatus.Forward?) {
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
    }
    client.storage.lookUp(query) { [self] result in
      switch result {
      case .success(let answer):
        if let notice = answer.notice { handle(.warning(.message(notice))) }
        handle(.found(answer.stored, answer.plan, failure: answer.failure))
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

  /// Says what came of opening bodies, and lets go of what came meanwhile.
  func endOpening(_ event: FetchEvent) {
    opening = nil
    handle(event)
    releaseHeld()
  }

  /// The open body that a piece is of.
  func openBody(of piece: StoredPiece) -> StoredBody? {
    [open, other].compactMap { $0 }.first { $0.reference == piece.reference }?.body
  }

  /// Sends a piece of the body on.
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

  /// Gives up what is kept of the body: nothing half-written stays.
  func discardBody() {
    guard let body = keeper?.body else { return keeper = nil }
    keeper = nil
    body.discard()
    // Where that fails, what the row names is still a part of what the origin sent.
    if let grown = body.grown {
      client.storage.apply([StoreChange(.remove(grown))], body: nil) { _ in }
    }
  }
}
