/// One fetch, told in order: look up, decide, ask, store, serve, follow.
final class Fetch {
  private(set) var request: FetchRequest
  let client: Client
  let sink: FetchSink
  var result = FetchResult()
  /// When work on it began, in milliseconds; the time in which it waited for its turn does not count.
  private var startedAt: Int?
  private var hasAsked = false
  private var redirectCount = 0
  private var leads: Flight?
  private var awaited: Awaited?
  private var isHopShown = false
  private var forwarded: CacheStatus.Forward?
  private var pendingNotes: [Reason] = []

  /// What an equal transfer, which this fetch waited for, was about.
  private struct Awaited {
    /// Why it went forward; nil where it was answered from the store.
    let forward: CacheStatus.Forward?
  }

  /// Whether it counts among those that are under way.
  var takesRoom = false

  /// Whether it refreshes a response that was served stale, so that no caller waits for its answer.
  let isRefresh: Bool

  init(_ request: FetchRequest, client: Client, sink: FetchSink, isRefresh: Bool) {
    self.request = request
    self.isRefresh = isRefresh
    self.client = client
    self.sink = sink
  }

  /// Looks up what is stored and decides what is to be done.
  func start() {
    guard !isEnded else { return client.passedOver(self) }
    if startedAt == nil { startedAt = client.milliseconds() }
    if mayFollow, awaited == nil {
      let flight = request.flight
      if client.waits(self, for: flight) { return }
      leads = flight
    }
    let plan = plan(leads?.key ?? request.key)
    let (candidates, decision) = (plan.candidates, plan.decision)
    let outcome = decision.outcome
    if outcome == .serve, let selected = decision.selected, serveWithoutAsking(candidates[selected], decision)
    {
      return
    }
    let selected = decision.selected.map { candidates[$0] }
    let inquiry = Inquiry(plan, selected: selected)
    switch outcome {
    case .serve: ask(request.head, inquiry.anew)
    case .validate: ask(plan.question ?? request.head, inquiry)
    case .complete: ask(selected?.response.completing(request.head) ?? request.head, inquiry)
    case .forward:
      switch request.settings.policy {
      case .reloadAll: ask(Validation.endToEndReload(request.head), inquiry.anew)
      case .reload: ask(request.head, inquiry.anew)
      default:
        let isVaryMiss = decision.selected == nil && !decision.reasons.cites(.requestIsConditional)
        let question =
          isVaryMiss ? Plan.question(request.head, nil, of: candidates.map(\.response)) : request.head
        ask(question, inquiry.anew)
      }
    case .unavailable:
      result.unanswered = decision
      end(client.cache.failure.map { .store($0) } ?? .notInCache)
    }
  }

  /// Answers from the store, and has what is stale refreshed afterwards where that is allowed.
  private func serveWithoutAsking(_ found: ClientCache.Found, _ decision: ReuseDecision) -> Bool {
    let isStale = decision.freshness?.state == .stale
    var status = CacheStatus(ttl: decision.freshness?.ttl)
    if let forward = awaited?.forward {
      status.forward = forward
      status.isCollapsed = true
    }
    if decision.refreshes {
      status.detail = "stale-while-revalidate"
      client.refresh(request)
    }
    return serve(found, decision, source: isStale ? .stale : .cache, status: status)
  }

  /// Only a plain GET under the protocol's policy may wait for another's answer.
  private var mayFollow: Bool {
    request.head.method == "GET" && request.settings.policy == .protocol
      && !request.head.fields.contains("Range") && !request.head.hasContent
  }

  /// Goes on when the equal transfer that it waited for has ended.
  func goOnAfterWaiting(for forward: CacheStatus.Forward?) {
    awaited = Awaited(forward: forward)
    start()
  }

  /// The exchange that is under way; forgotten at the end.
  private(set) var exchange: OriginExchange?
  private(set) var isEnded = false

  /// What it will look up; nil where it won't.
  var lookup: LookAhead.Wanted? {
    request.settings.isCacheOff || isEnded
      ? nil : LookAhead.Wanted(key: request.key, request: request)
  }

  /// Looks up what is stored, and decides.
  private func plan(_ key: CacheKey) -> Plan {
    let now = client.now()
    guard !request.settings.isCacheOff else { return Plan(request, stored: [], now: now) }
    do {
      let plan = try client.cache.plan(for: request, key, now: now)
      if let failure = client.cache.failure { warn(failure) }
      if let notice = client.cache.notice { warn(.message(notice)) }
      return plan
    } catch {
      warn(error)
      return Plan(request, stored: [], now: now)
    }
  }

  /// Asks the origin.
  func ask(_ head: RequestHead, _ inquiry: Inquiry) {
    guard !client.isCancelled, !isEnded else { return end(.transport(.cancelled)) }
    forwarded = inquiry.decision.forwardReason
    if let leads { client.collapse(leads) }
    let exchange = OriginExchange(self, sending: head, inquiry)
    self.exchange = exchange
    exchange.start()
  }

  /// Answers from the store: with the whole, with a part, or with the word that the caller has it.
  ///
  /// - Returns: false where the body is damaged or has not all that is asked for; nothing was sent then. Damage that is
  ///   done while it is being sent ends the fetch.
  func serve(
    _ found: ClientCache.Found, _ decision: ReuseDecision, source: BodySource,
    storage: StorageDecision? = nil, outcome: [Reason] = [], status: CacheStatus? = nil
  ) -> Bool {
    guard !isEnded else { return true }  // It was cancelled while an answer was being written.
    let now = client.now()
    let response = found.response
    let answer = Answer(request.head, stored: response)
    guard answer != .incomplete else { return false }
    let range = answer.bodyRange(of: response)
    let status = status ?? CacheStatus(ttl: Freshness(response, now: now, settings: request.settings).ttl)
    var served = Served(
      request: request.head, base: answer.head(of: response), servedAt: now, cacheStatus: status,
      source: source, stored: response, reuse: decision, storage: storage, outcome: outcome,
      bodyLength: range.map { $0.upperBound - $0.lowerBound + 1 } ?? 0)
    if let reason = answer.reason(request.head, stored: response) { served.outcome.append(reason) }
    result.isCoalesced = awaited != nil && source == .cache
    let next = Redirects.next(after: response.head, of: request, count: redirectCount)
    if case .follow = next { served.isFollowed = true }
    let body: StoredBodySource
    do {
      body = try StoredBodySource(found, in: client.cache)
    } catch {
      // What another process removed meanwhile is a miss like any other.
      if case .store(let problem) = error, !problem.isGone { warn(problem) }
      drop(found)
      return false
    }
    hop(served)
    do {
      if let range, !served.isFollowed, request.head.method != "HEAD" {
        try body.forEachPiece(in: range, deliver)
      }
      client.noteUse(
        source == .revalidated ? .revalidation : .hit, of: found, bytes: result.bytes, by: self)
      finish(next)
    } catch {
      // The head is out, and perhaps a part of the body: nothing that is asked for now could stand behind it.
      if case .store = error { drop(found) }
      end(FetchError(error))
    }
    return true
  }

  /// Sends a piece of the body on; false where the reader wants no more.
  func deliver(_ piece: BodyPiece) -> Bool {
    result.bytes += Int64(piece.bytes.count)
    return sink.body(piece) != .abort
  }

  func drop(_ found: ClientCache.Found) {
    do {
      try client.cache.remove(found)
      result.hasRemoved = true
    } catch {
      warn(error)
    }
  }

  /// Notes a response that is going out.
  func hop(_ served: consuming Served) {
    if !pendingNotes.isEmpty {
      served.outcome += pendingNotes
      pendingNotes = []
    }
    isHopShown = true
    sink.head(served)
    result.hops.append(served)
  }

  /// Notes what else followed from an answer.
  func note(_ reason: Reason) {
    if isHopShown, let last = result.hops.indices.last {
      result.hops[last].outcome.append(reason)
    } else {
      pendingNotes.append(reason)
    }
  }

  /// Gives up; its end is reported as cancelled.
  ///
  /// Nothing happens where it has ended.
  func cancel() {
    guard !isEnded else { return }
    if let transfer = exchange?.transfer {
      client.loop.cancel(transfer)
    } else {
      exchange?.callOffRetry()
      end(.transport(.cancelled))
    }
  }

  /// Follows a redirect, or ends.
  func finish(_ next: Redirects.Next) {
    switch next {
    case .stay: end(nil)
    case .fail(let error): end(error)
    case .follow(let following):
      redirectCount += 1
      request = following
      result.isStored = false
      result.bytes = 0
      release()
      awaited = nil
      forwarded = nil
      isHopShown = false
      start()
    }
  }

  func nextAfter(_ head: ResponseHead) -> Redirects.Next {
    Redirects.next(after: head, of: request, count: redirectCount)
  }

  /// Ends without an answer that is whole.
  func fail(
    _ error: TransportError, _ decision: ReuseDecision, _ reasons: [Reason] = [], remedy: FetchRemedy? = nil
  ) {
    result.remedy = remedy
    result.unanswered = decision
    result.unansweredReasons = reasons + pendingNotes
    end(.transport(error))
  }

  private func release() {
    if let flight = leads {
      leads = nil
      client.release(flight, forward: forwarded)
    }
  }

  /// Milliseconds since it began.
  var elapsed: Int { startedAt.map { client.milliseconds() - $0 } ?? 0 }

  /// Notes when its first transfer was begun, which may have waited for others.
  func transferBegan(at milliseconds: Int) {
    if !hasAsked { startedAt = milliseconds }
    hasAsked = true
  }

  /// Reports the result, once, and lets the next fetch start.
  func end(_ error: FetchError?) {
    guard !isEnded else { return }
    isEnded = true
    exchange = nil
    result.error = error
    result.elapsedMilliseconds = elapsed
    sink.end(result)
    release()
    client.ended(self)
  }
}
