// What follows once the transfer of the origin's answer has ended.

extension Fetch {
  /// Notes how the transfer ended, and goes on unless the fetch waits for the storage.
  mutating func transferEnded(_ end: Result<ReceivedBody, TransferFailure>) {
    guard exchange?.isUnderWay == true else { return }
    exchange?.isUnderWay = false
    exchange?.end = end
    finishTransfer()
  }

  /// Goes on where the transfer has ended and the fetch does not wait for the storage.
  mutating func finishTransfer() {
    guard case .asking = phase, let exchange, !exchange.isWaitingForStorage, let end = exchange.end else {
      return
    }
    if let interruption = exchange.interruption {
      let error = FetchError(interruption)
      if case .closed = interruption, case .failure(let failure) = end {
        return keepCutShort(failure.body, of: exchange, then: .end(error))
      }
      perform(.discardBody)
      return self.end(error)
    }
    switch end {
    case .failure(let failure): failed(failure, exchange)
    case .success(let body): received(body, exchange)
    }
  }

  private mutating func received(_ body: ReceivedBody, _ exchange: OriginExchange) {
    guard let head = exchange.head else { return concludeFailure(.malformedResponse, of: exchange) }
    switch exchange.role {
    case .undecided: concludeFailure(.malformedResponse, of: exchange)
    case .transient(let delay): retry(after: delay)
    case .notModified: confirm(head, of: exchange)
    case .useless: askAnew()
    case .standInWanted(let standIn): serve(standIn, of: exchange, otherwise: .askAnew)
    case .rest, .answer, .passedOn: complete(head, body, of: exchange)
    }
  }

  private mutating func retry(after seconds: Double) {
    exchange?.retries.begin()
    phase = .waiting
    perform(.wait(seconds: seconds))
  }

  /// The changes that invalidate stored responses.
  ///
  /// The answer counts as asked for after them, so that it may be stored itself.
  mutating func invalidations(_ head: ResponseHead) -> [StoreChange] {
    guard !request.settings.isCacheOff, let exchange else { return [] }
    let times = exchange.times
    let changes = Invalidation.changes(
      exchange.sending, answeredBy: head, server: request.key.server, at: times.answeredAt)
    if !changes.isEmpty { self.exchange?.times.askedAt = max(times.askedAt, times.answeredAt + 1) }
    return changes
  }

  /// Stores the answer where that is allowed, or else removes what it outdates, and goes on.
  private mutating func complete(_ head: ResponseHead, _ body: ReceivedBody, of exchange: OriginExchange) {
    count(.miss, nil)
    if exchange.sending.method == "HEAD" {
      return change(headChanges(head, of: exchange), then: .follow(nextAfter(head)))
    }
    // An error leaves what `revalidate` asked about.
    let isLeft = request.isRevalidation && head.status >= 400
    if !isLeft, let new = storable(body) {
      return change([StoreChange(.store(new))], then: .stored)
    }
    perform(.discardBody)
    var changes: [StoreChange] = []
    if !isElsewhereDecided(by: exchange) { changes += outdatedElsewhere(head) }
    if !isDecided(by: exchange) { changes += removals(outdatedBy: head) }
    change(changes, then: .follow(nextAfter(head)))
  }

  /// What the head of an answer changes at once: what it makes invalid, and what it outdates where the head decides that
  /// the answer is not stored.
  mutating func changes(by head: ResponseHead, answering exchange: OriginExchange) -> [StoreChange] {
    var changes = invalidations(head)
    guard exchange.sending.method != "HEAD" else { return changes }
    if isElsewhereDecided(by: exchange) { changes += outdatedElsewhere(head) }
    if isDecided(by: exchange) { changes += removals(outdatedBy: head) }
    return changes
  }

  /// Whether the answer's head decides that it is not stored.
  ///
  /// The rest of a stored part needs that part until its end.
  private func isDecided(by exchange: OriginExchange) -> Bool {
    if case .rest = exchange.role { return false }
    return exchange.answer?.place == nil
  }

  /// Whether the answer's head decides that a remote cache keeps an older one: it may not go there itself, and it is not
  /// stored here, where it would be preferred to the older one there, which only a writer can remove.
  private func isElsewhereDecided(by exchange: OriginExchange) -> Bool {
    guard let answer = exchange.answer else { return true }
    return (answer.sharing?.response == nil || answer.isTooLarge)
      && (request.remote == .readWrite || answer.place != .disk)
  }

  /// Has a remote cache's older answers to the request be left alone, where this one does not take their place there.
  private mutating func outdatedElsewhere(_ head: ResponseHead) -> [StoreChange] {
    guard let exchange, request.remote != nil, request.remoteObstacle == nil,
      exchange.sending.method == "GET",
      head.outdatesStored(exchange.sending, isForRest: exchange.inquiry.isForRest)
    else { return [] }
    // Where the storage looked there and found nothing, there is nothing to leave alone.
    let wasAsked = ![.reload, .reloadAll, .revalidate].contains(request.settings.policy)
    guard !wasAsked || exchange.known.contains(where: { $0.reference.tier == .remote }) else { return [] }
    let times = exchange.times
    self.exchange?.times.askedAt = max(times.askedAt, times.answeredAt + 1)
    return [StoreChange(.invalidate(.elsewhere(request.key), at: times.answeredAt))]
  }

  private mutating func headChanges(_ head: ResponseHead, of exchange: OriginExchange) -> [StoreChange] {
    let stored = exchange.inquiry.matching(request.head, role: request.settings.role).filter {
      $0.response.key == request.key
    }
    let (changes, notes) = HeadFreshening.changes(
      head, to: stored, isRevalidation: request.isRevalidation, receivedAt: exchange.times.receivedAt
    ) { reviewed(confirmation(of: $0, by: head, exchange.times)) }
    for reason in notes { note(reason) }
    let drops = changes.contains { if case .remove = $0.kind { true } else { false } }
    guard drops, request.remote != nil else { return changes }
    return changes + [StoreChange(.invalidate(.elsewhere(request.key), at: exchange.times.askedAt))]
  }

  /// The answer as it is to be stored; nil where it may not be stored, or the storage dropped its body.
  private func storable(_ body: ReceivedBody) -> NewResponse? {
    guard let answer = exchange?.answer, let place = answer.place, let length = body.kept, !answer.isTooLarge
    else { return nil }
    var response = answer.proposed
    response.bodyLength = length
    // A part that lacks bytes that its Content-Range names can't be completed.
    if response.head.isPart, response.storedRange == nil { return nil }
    var new = newResponse(response)
    new.place = place
    new.replacing = answer.own(answer.join?.superseded ?? [])
    new.shared = answer.sharing?.response
    new.shared?.bodyLength = length
    return new
  }

  /// Removes the stored response that the answer, which is not stored, outdates.
  func removals(outdatedBy head: ResponseHead) -> [StoreChange] {
    guard let exchange, !exchange.isOvertaken else { return [] }
    if request.isRevalidation, head.status >= 400 {
      guard [404, 410].contains(head.status), let selected = exchange.inquiry.selected else { return [] }
      return [StoreChange(.remove(selected.reference))]
    }
    guard exchange.answer?.leavesPart != true,
      head.outdatesStored(exchange.sending, isForRest: exchange.inquiry.isForRest),
      let outdated = exchange.inquiry.outdated, outdated.response.key == request.key
    else { return [] }
    return [StoreChange(.remove(outdated.reference))]
  }

  // MARK: Failures

  private mutating func failed(_ failure: TransferFailure, _ exchange: OriginExchange) {
    // The beginning is kept also where the caller cancelled, as by Ctrl-C.
    if failure.error.isUnreachable || failure.error == .cancelled {
      keepCutShort(failure.body, of: exchange, then: .failed(failure.error))
    } else {
      perform(.discardBody)
      concludeFailure(failure.error, of: exchange)
    }
  }

  /// Stores the beginning of the answer as a part, where the rest can be asked for later.
  private mutating func keepCutShort(
    _ body: ReceivedBody, of exchange: OriginExchange, then: AfterChange.AfterCut
  ) {
    guard let answer = exchange.answer, answer.place == .disk, let length = body.kept, length > body.joined,
      let part = answer.proposed.cutShort(after: length), !hasWhole(answer.proposed)
    else {
      perform(.discardBody)
      return goOn(then, remedy: nil)
    }
    var new = newResponse(part)
    new.replacing = answer.own(answer.join?.beforeCandidate.map { [$0] } ?? [])
    change([StoreChange(.store(new))], then: .keptPart(hasGrown: body.hasGrown, then))
  }

  /// Goes on once the beginning is stored, or could not be.
  mutating func goOn(_ then: AfterChange.AfterCut, remedy: FetchRemedy?) {
    switch then {
    case .end(let error): end(error)
    case .failed(let error): if let exchange { concludeFailure(error, of: exchange, remedy: remedy) }
    }
  }

  /// Tries again, serves a stale response, or ends.
  private mutating func concludeFailure(
    _ error: TransportError, of exchange: OriginExchange, remedy: FetchRemedy? = nil
  ) {
    let decision = exchange.inquiry.decision
    if exchange.head == nil, let delay = exchange.retries.delay(after: error, at: now) {
      return retry(after: delay)
    }
    guard exchange.isUndelivered, error.isUnreachable, let standIn = standIn(for: .unreachable) else {
      return fail(error, decision, remedy: remedy ?? standInRemedy(error))
    }
    guard standIn.decision.isServable else {
      return fail(error, decision, standIn.decision.reasons, remedy: standInRemedy(error))
    }
    let date = standIn.found.response.userInfo[StoredResponse.cacheDateName] ?? "an unknown date"
    warn(.message("\(error.message); served from the cache as of \(date): the data may be outdated"))
    serve(standIn, of: exchange, otherwise: .fail(error))
  }

  private mutating func serve(_ standIn: StandIn, of exchange: OriginExchange, otherwise: Otherwise) {
    serve(
      standIn.found, exchange.inquiry.decision, source: .stale, outcome: standIn.decision.reasons,
      otherwise: otherwise)
  }

  /// The stored response that may stand in for an origin that fails: the one that the origin was asked about.
  ///
  /// Where a rule forbids every use of what is stored, the origin was asked for the whole, and nothing stands in.
  func standIn(for failure: FailureDecision.Failure, isWished: Bool? = nil) -> StandIn? {
    guard let found = exchange?.inquiry.selected, Answer(request.head, stored: found.response) != .incomplete
    else { return nil }
    return StandIn(
      found: found,
      decision: FailureDecision(
        found, for: request.head, failure: failure, isWished: isWished ?? request.servesStaleIfUnreachable,
        now: now, settings: request.settings))
  }

  /// Suggests to permit a stale response, where that would have brought an answer.
  private func standInRemedy(_ error: TransportError) -> FetchRemedy? {
    guard error.isUnreachable, exchange?.isUndelivered == true, !request.servesStaleIfUnreachable,
      standIn(for: .unreachable, isWished: true)?.decision.isServable == true
    else { return nil }
    return .serveStale
  }
}
