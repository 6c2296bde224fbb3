/// Performs the actions of a fetch's state machine (`Fetch`) on the storage, the network and the reader.
///
/// The driver passes the resulting events back to the machine.
final class FetchDriver {
  /// How many seconds a reader may pause before other fetches stop waiting for this fetch.
  private static let longestPause = 1.0

  private var machine: Fetch
  private var flow = BodyFlow()
  private var events = EventQueue()
  private var timing = FetchTiming()
  private let client: Client
  private let sink: FetchSink

  /// The cookies that the redirects of this fetch set, if it keeps them for itself.
  private var chain = ChainCookies()

  /// Whether the client counts this fetch as active.
  var isCounted = false

  /// The key under which equal fetches wait for this fetch; nil if they may not wait for it.
  private var flight: Flight?
  private var transfer: Transfer?
  /// The timer that ends the wait before another attempt, or that fires after a long pause of the reader.
  private var timer: TransferLoop.Timer?
  private var bodies: [(reference: StoredReference, body: StoredBody)] = []
  private var keeper: BodyKeeper?

  init(_ request: FetchRequest, client: Client, sink: FetchSink) {
    machine = Fetch(request)
    self.client = client
    self.sink = sink
  }

  func begin() {
    guard !machine.isEnded else { return client.passedOver(self) }
    timing.startedAt = HostClock.milliseconds()
    handle(.begin)
  }

  /// Goes on once the equal transfer that the fetch waited for has ended.
  func goOn(after forward: CacheStatus.Forward?) { handle(.awaited(forward)) }

  /// Goes on after a pause of the reader.
  func resume() {
    callOffTimer()
    flow.resume()
    goOn()
    if let transfer, !flow.isPaused { client.loop.resume(transfer) }
  }

  /// Cancels the fetch, which reports its end; does nothing if it has ended.
  func cancel() { handle(.cancelled) }

  /// The query with which the client may look up stored responses before the fetch begins; nil for no lookup.
  ///
  /// Earlier fetches can change the query or its result: they may set cookies, or store a response that
  /// answers other URLs, too (`No-Vary-Search`). Then the client does not look up ahead.
  func query(at time: Instant) -> StorageQuery? {
    let request = machine.request
    let depends = request.cookies != .none || request.settings.matchesNoVarySearch
    return depends || request.isDirect || machine.isEnded ? nil : request.query(at: time)
  }

  /// Whether the request gets the cookies of the session.
  var isInSession: Bool { machine.request.cookies == .session }

  /// Whether the fetch refreshes a response that was served stale; no caller waits for its answer.
  var isRefresh: Bool { machine.request.isRefresh }

  /// Whether a transfer from the origin is under way.
  var isTransferring: Bool { transfer != nil }

  /// Whether the fetch makes its last changes, and asks for nothing more afterwards.
  var isConcluding: Bool { machine.isConcluding }

  // MARK: Events and actions

  /// Passes an event to the machine after the machine has handled the earlier events.
  private func handle(_ event: consuming FetchEvent) {
    events.add(event)
    goOn()
  }

  /// Handles the events and does steps of the body, until neither an event nor a step is left.
  private func goOn() {
    guard events.begin() else { return }
    repeat {
      while let event = events.next() {
        var actions = client.takeActions()
        machine.handle(event, at: client.now(), actions: &actions)
        for action in actions { perform(action) }
        client.giveBack(&actions)
      }
    } while moveBody()
    events.end()
  }

  private func perform(_ action: FetchAction) {
    switch action {
    case .getCookies(let target):
      guard machine.request.cookies == .chain else {
        return handle(.cookies(client.cookies?.field(for: target, at: client.now())))
      }
      handle(.cookies(chain.field(for: target, at: client.now()), replacing: chain.replaced(for: target)))
    case .setCookies(let head, let target):
      if machine.request.cookies == .chain {
        chain.take(head, from: target, now: client.now(), PublicSuffixes.mayOwn)
      } else {
        client.cookies?.take(head, from: target, now: client.now(), PublicSuffixes.mayOwn)
      }
    case .lookUp(let query, let flight): lookUp(query, following: flight)
    case .open(let first, let second): open(first, second)
    case .showHead: if let served = machine.result.served { sink.head(served) }
    case .passStored(let piece): flow.pass(piece)
    case .send(let head): send(head)
    case .keep(let keeping): keep(keeping)
    case .passBody(let route): flow.pass(route)
    case .revoke: sink.revoke()
    case .discardBody: discardBody()
    case .change(let changes): change(changes)
    case .wait(let retry):
      sink.retry(retry)
      wait(retry.seconds)
    case .stopTransfer: stopTransfer()
    case .note(let source, let reference):
      let bytes = source == .miss ? 0 : machine.result.bytes
      client.storage.note(
        Use(source, at: client.now(), by: reference?.entry, bytes: bytes, elapsed: Int64(elapsed)))
    case .refresh(let request): client.refresh(request)
    case .leave(let forward): leave(forward)
    case .finish: finish()
    }
  }

  /// Milliseconds since the fetch began.
  private var elapsed: Int { timing.startedAt.map { HostClock.milliseconds() - $0 } ?? 0 }

  private func leave(_ forward: CacheStatus.Forward?) {
    guard let flight else { return }
    self.flight = nil
    client.release(flight, forward: forward)
  }

  private func wait(_ seconds: Double) {
    timer = client.loop.after(seconds: seconds, onCancel: { self.cancel() }) { [self] in
      timer = nil
      timing.attemptBegan = nil
      handle(.waited)
    }
  }

  private func callOffTimer() {
    if let timer { client.loop.callOff(timer) }
    timer = nil
  }

  /// Reports the result to the reader, and lets the next fetch start.
  private func finish() {
    callOffTimer()
    discardBody()
    flow.restart()
    bodies = []
    machine.result.elapsedMilliseconds = elapsed
    sink.end(machine.result)
    leave(machine.forwarded)
    client.ended(self)
  }
}

// MARK: - The storage

extension FetchDriver {
  private func lookUp(_ query: StorageQuery, following flight: Flight?) {
    if let flight {
      if client.waits(self, for: flight) { return }
      self.flight = flight
      if client.collapsesLookups { client.collapse(flight) }
    }
    let begun = HostClock.milliseconds()
    client.storage.lookUp(query) { [self] result in
      timing.lookupMilliseconds += HostClock.milliseconds() - begun
      handle(.found(result))
    }
  }

  private func open(_ first: StoredReference, _ second: StoredReference?) {
    bodies = []
    open(first, then: second, flow.beginOpening())
  }

  private func open(_ reference: StoredReference, then second: StoredReference?, _ opening: Int) {
    client.storage.open(reference) { [self] result in
      guard flow.isOpening(opening), !machine.isEnded else { return letGo(of: reference, result) }
      switch result {
      case .success(let body):
        bodies.append((reference, body))
        if let second { return open(second, then: nil, opening) }
        flow.endOpening()
        handle(.opened)
      case .failure(let problem):
        flow.endOpening()
        handle(.notOpened(problem))
      }
    }
  }

  /// Drops a body that the storage opened too late.
  ///
  /// The storage holds an opened body of a remote cache until a write keeps or drops this body.
  private func letGo(of reference: StoredReference, _ opened: Result<StoredBody, StoreError>) {
    guard reference.tier == .remote, case .success = opened else { return }
    client.storage.apply([Write(.keep(reference, nil))], body: nil) { _ in }
  }

  private func body(of piece: StoredPiece) -> StoredBody? {
    bodies.first { $0.reference == piece.reference }?.body
  }

  private func change(_ changes: [Write]) {
    let body = keeper?.body
    keeper = nil
    body?.transferMilliseconds = Int64(elapsed)
    client.change(changes, body: body, for: self) { [self] outcomes in handle(.changed(outcomes)) }
  }
}

// MARK: - The network

extension FetchDriver {
  private func send(_ head: RequestHead) {
    flow.restart()
    guard !client.isCancelled else { return handle(.ended(.cancelled, ReceivedBody())) }
    if let flight { client.collapse(flight) }
    let now = client.now()
    timing.exchange = ExchangeTimes(
      requestedAt: now, receivedAt: now, askedAt: HostClock.microseconds(), answeredAt: 0)
    let request = machine.request
    var fields = head.fields
    if request.login != nil { fields.remove("Authorization") }
    let transfer = Transfer(
      TransferRequest(
        method: head.method, url: head.target.normalized, fields: fields, body: request.body,
        options: timing.options(request.transfer, now: HostClock.milliseconds()), login: request.login))
    if request.transfer.isTraced {
      let redaction = TraceRedaction(
        transfer.request, configured: request.originFields[head.target.origin] ?? [])
      transfer.onTrace = { [sink] in sink.trace(redaction.shown($0)) }
    }
    transfer.onTrailer = { [sink] in sink.trailer($0) }
    transfer.onInterim = { [sink] in sink.interim($0) }
    transfer.onHead = { self.receive($0) }
    transfer.onBody = { self.receive($0) }
    transfer.onEnd = { self.ended($0) }
    self.transfer = transfer
    client.loop.start(transfer)
  }

  private func receive(_ head: ResponseHead) {
    timing.headArrived(at: client.now(), HostClock.microseconds(), transferBegun: transfer?.begun)
    handle(.head(head, timing.exchange))
  }

  private func receive(_ piece: BodyPiece) -> BodyAction {
    if let action = flow.take(piece) {
      // The flow may now hold too many bytes: `goOn` then gives up the opening.
      goOn()
      return action
    }
    if keeper != nil { keep(piece) }
    guard flow.isForReader else { return .goOn }
    guard !flow.isClosed else { return .abort }
    let action = deliver(piece)
    if action == .abort { interrupt(sink.canUse(.beginning) ? .closed : .damaged) }
    return action
  }

  private func ended(_ outcome: Result<Void, TransportError>) {
    if let figures = transfer?.figures { machine.addMeasured(figures) }
    transfer = nil
    flow.transferEnded(outcome)
    goOn()
  }

  /// Cancels the response; the flow then reports the end of the transfer to the machine.
  ///
  /// The transfer may have ended before, while the reader still lacks bytes.
  private func stopTransfer() {
    flow.stop()
    if let transfer { client.loop.cancel(transfer) }
  }
}

// MARK: - The body

extension FetchDriver {
  /// Does the next step of the body; false if there is none.
  private func moveBody() -> Bool {
    guard let step = flow.next() else { return false }
    switch step {
    case .give(let piece): give(piece)
    case .take(let bytes):
      if BodyPiece.with(bytes, receive) == .abort, let transfer { client.loop.cancel(transfer) }
    case .giveUpOpening: handle(.notOpened(.gone(EntryID(number: 0))))
    case .end(let error): endTransfer(error)
    }
    return true
  }

  /// Gives the reader stored bytes, until their end or until the reader wants a pause.
  private func give(_ piece: StoredPiece) {
    do throws(BodyInterruption) {
      if flow.gave(rest: try body(of: piece)?.give(piece.range, to: deliver)) {
        refuseDamage()
        handle(.passed)
      }
    } catch {
      interrupt(error == .closed && !sink.canUse(.beginning) ? .damaged : error)
    }
  }

  /// Gives up the response if the reader, which has all of the content, can't use it.
  private func refuseDamage() {
    if !flow.isClosed, !sink.canUse(.all) { interrupt(.damaged) }
  }

  private func deliver(_ piece: BodyPiece) -> BodyAction {
    machine.result.bytes += Int64(piece.bytes.count)
    flow.deliver(piece.bytes)
    let action = sink.body(piece)
    if action == .pause { beginPause() }
    return action
  }

  private func interrupt(_ interruption: BodyInterruption) {
    flow.close()
    handle(.interrupted(interruption))
  }

  /// Notes that the reader pauses, and starts the timer for a long pause.
  ///
  /// After a long pause, equal fetches stop waiting for this fetch, and the client starts another fetch.
  private func beginPause() {
    flow.pause()
    guard timer == nil else { return }
    timer = client.loop.after(seconds: Self.longestPause) { [self] in
      timer = nil
      leave(machine.forwarded)
      client.passedOver(self)
    }
  }

  /// Tells the machine how the transfer ended; the reader has all bytes of the transfer by then.
  private func endTransfer(_ error: TransportError?) {
    if error == nil, let after = keeper?.after {
      do throws(StoreError) { try keep(after) } catch { keepingFailed(error) }
    }
    if error == nil, flow.isForReader { refuseDamage() }
    let body = ReceivedBody(
      kept: keeper?.body?.length, joined: keeper?.joined ?? 0, hasGrown: keeper?.body?.grown != nil,
      isFull: keeper?.isFull == true, wrongDigest: error == nil ? keeper?.wrongDigest : nil,
      isRevocable: error != nil && sink.isRevocable())
    handle(.ended(error, body))
  }

  // MARK: Keeping the body

  private func keep(_ keeping: BodyKeeping) {
    do throws(StoreError) {
      guard let body = try client.storage.makeBody(keeping.place) else { return handle(.notKeeping(nil)) }
      keeper = BodyKeeper(keeping, body)
      if keeping.place == .disk { client.keeps(self) }
      if let before = keeping.before { try keep(before) }
      let isKept = keeper?.endBefore() == true
      if !isKept { discardBody() }
      // The machine knows that a body is too large if only its beginning may be kept. It warns the user at
      // `.keeping`, so report this event even if no more bytes can be kept.
      handle(isKept || keeping.isBeginning ? .keeping : .notKeeping(nil))
    } catch {
      discardBody()
      handle(.notKeeping(error))
    }
  }

  /// Adds stored bytes to the kept body; if they can't be read, drops all of it.
  private func keep(_ piece: StoredPiece) throws(StoreError) {
    var problem: StoreError?
    do throws(BodyInterruption) {
      _ = try body(of: piece)?.give(piece.range) { bytes in
        do throws(StoreError) {
          try keeper?.append(bytes)
          return .goOn
        } catch {
          problem = error
          return .abort
        }
      }
    } catch {
      discardBody()
    }
    if let problem { throw problem }
  }

  private func keep(_ piece: BodyPiece) {
    do throws(StoreError) {
      try keeper?.append(piece)
      keeper?.grow(in: client.storage)
    } catch {
      keepingFailed(error)
    }
  }

  /// Drops the file of the body that is being kept, since the disk is full; false if there is none.
  func stopKeeping() -> Bool {
    guard let writer = keeper?.body?.writer, writer.isInFile else { return false }
    keepingFailed(writer.noRoom)
    return true
  }

  private func keepingFailed(_ problem: StoreError) {
    discardBody()
    handle(.keepingFailed(problem))
  }

  /// Drops the kept bytes of the body, and the stored part that grew with them.
  private func discardBody() {
    guard let body = keeper?.body else { return keeper = nil }
    keeper = nil
    body.discard()
    // If the removal fails, the row stays: it still describes a correct part of the origin's response.
    if let grown = body.grown {
      client.storage.apply([Write(.remove(grown))], body: nil) { _ in }
    }
  }
}

/// The events that the machine has not handled yet, in order.
private struct EventQueue {
  private var isHandling = false
  private var first: FetchEvent?
  /// The events behind `first`: seldom any, so that this array is seldom allocated.
  private var later: [FetchEvent] = []

  mutating func add(_ event: consuming FetchEvent) {
    if first == nil, later.isEmpty { first = event } else { later.append(event) }
  }

  mutating func next() -> FetchEvent? { first.take() ?? (later.isEmpty ? nil : later.removeFirst()) }

  /// Begins to handle the events; returns false if a caller up the stack is handling them.
  mutating func begin() -> Bool {
    defer { isHandling = true }
    return !isHandling
  }

  mutating func end() { isHandling = false }
}

/// The times of a fetch; the milliseconds are of a clock that never goes back.
private struct FetchTiming {
  /// When work on the fetch began; waiting for its turn does not count.
  var startedAt: Int?
  /// How long the lookups in the storage took.
  var lookupMilliseconds = 0
  /// When the current attempt began; a redirect does not begin a new attempt.
  var attemptBegan: Int?
  /// The times of the last exchange with the origin.
  var exchange = ExchangeTimes.unknown
  private var hasAsked = false

  mutating func headArrived(
    at now: Instant, _ microseconds: Int64, transferBegun begun: (at: Instant, milliseconds: Int)?
  ) {
    exchange.receivedAt = now
    exchange.answeredAt = microseconds
    if attemptBegan == nil { attemptBegan = begun?.milliseconds ?? startedAt }
    guard let begun else { return }
    exchange.requestedAt = begun.at
    // Leave out the time for which the first transfer waited for other transfers.
    if !hasAsked { startedAt = begun.milliseconds - lookupMilliseconds }
    hasAsked = true
  }

  /// The options of a request, with `maxTime` reduced to the remaining time of the whole attempt.
  func options(_ options: TransferOptions, now milliseconds: Int) -> TransferOptions {
    guard let limit = options.maxTime, limit > 0, let attemptBegan else { return options }
    var options = options
    options.maxTime = max(0.001, limit - Double(milliseconds - attemptBegan) / 1000)
    return options
  }
}
