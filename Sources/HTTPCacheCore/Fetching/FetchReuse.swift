// RFC 9111 §4, "Constructing Responses from Caches", on one page, in the order of a fetch: which stored response
// answers, what the origin is asked, how its response is used, which stale response may replace it, and which stored
// responses it invalidates. `Policy` makes each decision; `FetchServing`, `FetchConfirming` and `FetchStoring` carry
// them out.

// MARK: - §4: may a stored response answer?

extension Fetch {
  /// Looks up the stored responses under the request's key (§2), unless the request bypasses the cache.
  ///
  /// A plain GET may wait for an equal GET that is being transferred, and look up the response afterwards (§4,
  /// collapsed requests).
  mutating func lookUp(mayFollow: Bool) {
    phase = .lookingUp(again: false)
    guard !request.isDirect else { return found(nil) }
    let query = request.query(at: now)
    let isPlain =
      request.head.method == "GET" && request.settings.policy == .protocol
      && !request.head.fields.contains("Range") && !request.head.hasContent
    perform(.lookUp(query, following: mayFollow && isPlain ? request.flight(under: query.key) : nil))
  }

  /// Serves a stored response, asks the origin, or ends if neither is allowed; `found` is nil if the storage was not
  /// read.
  mutating func found(_ found: StorageAnswer?) {
    guard case .lookingUp(let again) = phase else { return }
    mayBeRemote = found?.mayBeRemote ?? false
    if let notice = found?.notice { warn(.message(notice)) }
    // A lookup before another attempt gives the same reason as the first lookup: note it once.
    if let reason = found?.note, !again { note(reason) }
    if let failure = found?.failure {
      warn(failure)
      isBlind = true
    }
    if again, let exchange { return tryAgain(exchange, found) }
    follow(
      found?.plan ?? ReusePlan(request.query(at: now), stored: found?.stored ?? []), failure: found?.failure)
  }

  /// Decides again without a stored response whose body can't be opened: the policy may forbid asking the origin.
  mutating func decideAgain(without unusable: StoredReference, since problem: StoreError?) {
    guard let plan else { return }
    follow(
      ReusePlan(request.query(at: now), stored: plan.stored, unusable: plan.unusable + [unusable]),
      failure: problem)
  }

  /// Does as the plan decides; `failure` says why the storage could not be read.
  private mutating func follow(_ plan: ReusePlan, failure: StoreError? = nil) {
    self.plan = plan
    switch plan.decision.outcome {
    case .serve: if let selected = plan.selected { serveAtOnce(selected, plan.decision) }
    case .validate, .complete, .forward: ask(plan)
    case .unavailable:
      result.unanswered = plan.decision
      end(failure.map { .store($0) } ?? .notInCache)
    }
  }

  /// Serves a stored response; a stale one that permits it is refreshed afterwards (RFC 5861 §3).
  private mutating func serveAtOnce(_ found: StoredCandidate, _ decision: ReuseDecision) {
    let isStale = decision.freshness?.state == .stale
    var status = CacheStatus(ttl: decision.freshness?.ttl)
    if let forward = awaited?.forward {
      status.forward = forward
      status.isCollapsed = true
    }
    if decision.refreshes {
      status.detail = "stale-while-revalidate"
      perform(.refresh(request.refresh))
    }
    serve(
      found, decision, source: isStale ? .stale : .cache, status: status,
      otherwise: .decideAgain(without: found.reference))
  }
}

// MARK: - §4.3: what is the origin asked?

extension Fetch {
  /// Asks the origin whether a stored response is still valid (§4.3.1), for the rest of a stored part (§3.4), or for
  /// the whole response.
  private mutating func ask(_ plan: ReusePlan, isFinal: Bool = false, standIn: StoredCandidate? = nil) {
    forwarded = plan.decision.forwardReason
    let retries = Retries(request.retries, begunAt: now)
    send(OriginExchange(plan, isFinal: isFinal, standIn: standIn, retries: retries))
  }

  /// Asks the origin for the whole response, since a stored one can't be used; `standIn` is the stored response that
  /// may replace the new one if the origin fails, nil if none may.
  mutating func askAnew(standIn: StoredCandidate? = nil) {
    if let plan { ask(plan, isFinal: true, standIn: standIn) }
  }

  private mutating func send(_ exchange: OriginExchange) {
    phase = .asking
    self.exchange = exchange
    self.exchange?.isUnderWay = true
    perform(.send(exchange.sending))
  }

  private mutating func retry(after seconds: Double, since cause: String) {
    exchange?.retries.begin()
    phase = .waiting
    guard let exchange else { return }
    perform(.wait(exchange.retries.wait(seconds, for: exchange.sending.target, since: cause)))
  }

  /// Makes the request again after a wait; first looks up the stored responses again, which may have changed
  /// meanwhile.
  mutating func askAgain() {
    guard case .waiting = phase, let next = exchange?.again else { return }
    guard !request.isDirect else { return send(next) }
    exchange = next
    phase = .lookingUp(again: true)
    perform(.lookUp(request.query(at: now), following: nil))
  }

  /// Makes the request again; if the beginning of the response was stored meanwhile, asks only for the rest.
  private mutating func tryAgain(_ exchange: OriginExchange, _ found: StorageAnswer?) {
    var exchange = exchange
    if let found { exchange.known = found.stored }
    if exchange.remedy != nil, let found {
      let plan = found.plan ?? ReusePlan(request.query(at: now), stored: found.stored)
      if plan.decision.outcome == .complete {
        self.plan = plan
        exchange = OriginExchange(plan, isFinal: false, retries: exchange.retries)
      }
    }
    send(exchange)
  }
}

// MARK: - §4.3.3: how is the response of the origin used?

extension Fetch {
  /// Decides by the head of a response how the response is used.
  mutating func receive(_ head: ResponseHead, _ times: ExchangeTimes) {
    guard case .asking = phase, let exchange, exchange.head == nil else { return }
    if request.cookies != .none, head.fields.contains("Set-Cookie") {
      perform(.setCookies(head, from: request.head.target))
    }
    self.exchange?.head = head
    self.exchange?.times = times
    if let delay = exchange.retries.delay(after: head, at: now) {
      self.exchange?.role = .transient(afterSeconds: delay)
    } else if exchange.isFinal {
      if let standIn = standIn(for: .status(head.status)), standIn.decision.isServable {
        self.exchange?.role = .standInWanted(standIn)
      } else {
        receiveResponse(head, exchange)
      }
    } else if head.status == 304, isForStored(head, exchange) {
      self.exchange?.role = .notModified
    } else if exchange.isForRest, head.status == 206 || head.status == 416 {
      receiveRest(head, exchange)
    } else if let standIn = standIn(for: .status(head.status)), standIn.decision.isServable {
      self.exchange?.role = .standInWanted(standIn)
    } else {
      receiveResponse(head, exchange)
    }
    switch self.exchange?.role {
    case .transient, .useless, .standInWanted: changeByHead(invalidations(head))
    // With another role, the invalidations follow once it is known whether the response is kept, and after a 304 has
    // freshened.
    case .shown, .followed, .rest, .notModified, .undecided, nil: break
    }
  }

  /// Whether a 304 answers the cache's own conditional request, and not only the caller's.
  private func isForStored(_ head: ResponseHead, _ exchange: OriginExchange) -> Bool {
    Validation.isAnswered(
      by: head, to: exchange.sending, presented: request.head,
      selected: exchange.selected?.response,
      candidates: exchange.plan.candidates.map(\.response))
  }

  /// Takes a response that goes to the reader, or a redirect that is followed.
  private mutating func receiveResponse(_ head: ResponseHead, _ exchange: OriginExchange) {
    let isFinal = nextAfter(head).isFinal
    // The reader gets nothing of a response whose content can't be read; the transfer fails because of it.
    if isFinal, head.unaskedTransferCoding(answering: exchange.sending.method) != nil { return }
    self.exchange?.role = isFinal ? .shown : .followed
    let matching = exchange.matching
    if let join = PartJoin(head, candidates: matching) { openParts(of: join, head) } else { keep(head, nil) }
  }

  /// Takes the rest of a stored part, if both fit together (§3.4).
  private mutating func receiveRest(_ head: ResponseHead, _ exchange: OriginExchange) {
    self.exchange?.role = .useless
    guard head.status == 206, let selected = exchange.selected,
      let missing = selected.response.missingRange, head.part?.range == missing,
      let join = PartJoin(head, candidates: [selected]), join.combined.isComplete
    else { return }
    self.exchange?.role = .rest
    openParts(of: join, head)
  }

  /// Notes how the transfer ended, and continues unless the fetch waits for the storage.
  mutating func transferEnded(_ error: TransportError?, _ body: ReceivedBody) {
    guard exchange?.isUnderWay == true else { return }
    exchange?.isUnderWay = false
    exchange?.end = (error, body)
    finishTransfer()
  }

  /// Continues if the transfer has ended and the fetch does not wait for the storage.
  mutating func finishTransfer() {
    guard case .asking = phase, let exchange, !exchange.isWaitingForStorage, let end = exchange.end else {
      return
    }
    if let interruption = exchange.interruption {
      let error = FetchError(interruption)
      if interruption == .damaged {
        perform(.discardBody)
        return change(removalsOfJoined(exchange), then: .follow(.fail(error)))
      }
      if case .closed = interruption, end.error != nil {
        return keepCutShort(end.body, of: exchange, then: .follow(.fail(error)))
      }
      perform(.discardBody)
      return self.end(error)
    }
    if let error = end.error { failed(error, end.body, exchange) } else { received(end.body, exchange) }
  }

  /// Uses the response as its head decided, once the whole response has arrived.
  private mutating func received(_ body: ReceivedBody, _ exchange: OriginExchange) {
    guard let head = exchange.head else {
      return concludeFailure(.malformedResponse, isRevocable: true, of: exchange)
    }
    use(head, body, exchange)
  }

  /// Uses the response as its head decided; `body` has nothing kept if only the head is of use.
  private mutating func use(_ head: ResponseHead, _ body: ReceivedBody, _ exchange: OriginExchange) {
    switch exchange.role {
    case .undecided: concludeFailure(.malformedResponse, isRevocable: true, of: exchange)
    case .transient(let delay): retry(after: delay, since: "status \(head.status)")
    case .notModified: confirm(head, of: exchange)
    case .useless: askAnew()
    case .standInWanted(let standIn): serve(standIn, of: exchange, otherwise: .askAnew)
    case .rest, .shown, .followed: complete(head, body, of: exchange)
    }
  }
}

// MARK: - §4.2.4: may a stale response replace one that fails?

extension Fetch {
  /// Uses a response whose transfer failed, as its role allows: one that is not for the reader needs no body.
  private mutating func failed(_ error: TransportError, _ body: ReceivedBody, _ exchange: OriginExchange) {
    if let head = exchange.head, error != .cancelled, !exchange.needsBody {
      if exchange.storing?.decision.isStorable == true {
        noteStorage(Reason(.notWhole, value: error.message))
      }
      return use(head, ReceivedBody(), exchange)
    }
    let then = AfterChange.concludeFailure(error, isRevocable: body.isRevocable)
    // Keep the beginning, also if the caller cancelled, as by Ctrl-C.
    if error.isUnreachable || error == .cancelled {
      keepCutShort(body, of: exchange, then: then)
    } else {
      perform(.discardBody)
      let isJoinWrong = if case .digestWrong("Repr-Digest") = error { true } else { false }
      change(isJoinWrong ? removalsOfJoined(exchange) : [], then: then)
    }
  }

  /// Tries again, serves a stale response, or ends.
  ///
  /// What the reader got of the response can be replaced only if the reader can give it back (`isRevocable`).
  mutating func concludeFailure(
    _ error: TransportError, isRevocable: Bool, of exchange: OriginExchange
  ) {
    let decision = exchange.plan.decision
    let isReplaceable = isRevocable || exchange.isUndelivered
    if isReplaceable, let delay = exchange.retries.delay(after: error, hasHead: exchange.head != nil, at: now)
    {
      revoke()
      return retry(after: delay, since: error.message)
    }
    guard isReplaceable, error.isUnreachable, let standIn = standIn(for: .unreachable) else {
      return fail(error, decision, remedy: exchange.remedy ?? (isReplaceable ? standInRemedy(error) : nil))
    }
    guard standIn.decision.isServable else {
      return fail(error, decision, standIn.decision.reasons, remedy: exchange.remedy ?? standInRemedy(error))
    }
    revoke()
    let date = standIn.found.response.userInfo[StoredResponse.cacheDateName] ?? "an unknown date"
    let warning = "\(error.message); served from the cache as of \(date): the data may be outdated"
    serve(standIn, of: exchange, warning: .message(warning), otherwise: .fail(error))
  }

  private mutating func serve(
    _ standIn: StandIn, of exchange: OriginExchange, warning: FetchWarning? = nil, otherwise: AfterChange
  ) {
    let decision = exchange.plan.decision
    let status = CacheStatus(
      forward: decision.forwardReason ?? .stale, forwardStatus: exchange.head?.status,
      ttl: Freshness(standIn.found.response, now: now, settings: request.settings).ttl)
    serve(
      standIn.found, decision, source: .stale, outcome: standIn.decision.reasons, status: status,
      warning: warning, otherwise: otherwise)
  }

  /// The stored response that may be served in place of a failing origin: the one that the origin was asked about.
  ///
  /// If a rule forbids every use of the stored responses, the origin was asked for the whole response, and this is
  /// nil.
  private func standIn(for failure: FailureDecision.Failure, permitsStale: Bool = false) -> StandIn? {
    guard let found = exchange?.standIn,
      ConstructedResponse(request.head, stored: found.response) != .incomplete
    else { return nil }
    var settings = request.settings
    if permitsStale { settings.servesStaleIfUnreachable = true }
    let decision = FailureDecision(
      found.response, isRemote: found.reference.tier == .remote, for: request.head, failure: failure,
      now: now, settings: settings)
    return StandIn(found: found, decision: decision)
  }

  /// Suggests to permit a stale response, if that would have brought a response.
  private func standInRemedy(_ error: TransportError) -> FetchRemedy? {
    guard error.isUnreachable, !request.settings.servesStaleIfUnreachable,
      standIn(for: .unreachable, permitsStale: true)?.decision.isServable == true
    else { return nil }
    return .serveStale
  }
}

// MARK: - §4.4: which stored responses does a response invalidate?

extension Fetch {
  /// The changes by which a response invalidates stored responses.
  ///
  /// The request then counts as sent after these changes, so that its own response may be stored.
  mutating func invalidations(_ head: ResponseHead) -> [Write] {
    guard !request.isDirect, let exchange else { return [] }
    let times = exchange.times
    let changes = Invalidation.changes(
      exchange.sending, answeredBy: head, server: request.key.server, at: times.answeredAt)
    if !changes.isEmpty { self.exchange?.times.askedAt = max(times.askedAt, times.answeredAt + 1) }
    return changes
  }
}
