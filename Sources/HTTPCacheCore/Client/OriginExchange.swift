/// One request to the origin on behalf of a fetch, and what follows from its answer.
final class OriginExchange {
  let fetch: Fetch
  let sending: RequestHead
  let inquiry: Inquiry
  private(set) var requestedAt: Instant
  private(set) var receivedAt: Instant
  /// When the request was given to the network, in microseconds since 1970.
  var askedAt: Int64 = 0
  /// What was stored under the key when it was asked, and when each had been received.
  private(set) lazy var known = Self.received(inquiry.stored)
  /// The transfer that is under way.
  private(set) var transfer: Transfer?
  private let retries: Retries
  private var head: ResponseHead?
  private var role = Role.undecided
  private var storing: ResponseWriter?
  private var join: PartJoin?
  /// Why no more of the body can go out.
  private var interrupted: StoredBodySource.Interrupted?

  init(_ fetch: Fetch, sending: RequestHead, _ inquiry: Inquiry) {
    self.fetch = fetch
    self.sending = sending
    self.inquiry = inquiry
    requestedAt = fetch.client.now()
    receivedAt = requestedAt
    retries = Retries(limit: fetch.request.retries, loop: fetch.client.loop)
  }

  func start() {
    head = nil
    role = .undecided
    if askedAt > 0 { known = known(anew: fetch.request.key) }
    askedAt = fetch.client.microseconds()
    let transfer = Transfer(
      TransferRequest(
        method: sending.method, url: sending.target.normalized, fields: sending.fields,
        body: fetch.request.body, options: fetch.request.transfer))
    transfer.onInterim = { [fetch] in fetch.sink.interim($0) }
    transfer.onHead = { self.receive($0) }
    transfer.onBody = { self.receive($0) }
    transfer.onEnd = { self.end($0) }
    self.transfer = transfer
    fetch.client.loop.start(transfer)
  }

  private func receive(_ head: ResponseHead) {
    self.head = head
    receivedAt = fetch.client.now()
    if let begun = transfer?.begun {
      requestedAt = begun.at
      fetch.transferBegan(at: begun.milliseconds)
    }
    if let delay = retries.delay(after: head) {
      role = .transient(afterSeconds: delay)
    } else if head.status == 304, isForStored(head) {
      role = .notModified
    } else if inquiry.isForRest, head.status == 206 || head.status == 416 {
      role = head.status == 206 && serveRest(head) ? .rest : .useless
    } else if let standIn = failureDecision(.status(head.status)), standIn.isServable {
      role = .standInWanted(standIn)
    } else if case .follow = fetch.nextAfter(head) {
      role = .passedOn
      serveAnswer(head, isFollowed: true)
    } else {
      role = .answer
      serveAnswer(head, isFollowed: false)
    }
  }

  /// Whether a 304 answers our question and not only the caller's own.
  private func isForStored(_ head: ResponseHead) -> Bool {
    guard inquiry.selected != nil || sending.fields != fetch.request.head.fields else { return false }
    guard head.hasTag() else {
      return inquiry.selected != nil || !Preconditions.areEvaluated(in: fetch.request.head)
    }
    return inquiry.candidates.contains { $0.response.head.compareTag(head) != .different }
      || head.entityTag.map { !Preconditions.isListed($0, in: fetch.request.head) } ?? true
  }

  private func receive(_ piece: BodyPiece) -> BodyAction {
    switch role {
    case .undecided, .notModified, .transient, .standInWanted, .useless: return .goOn
    case .passedOn: storing?.append(piece)
    case .answer, .rest:
      storing?.append(piece)
      return deliver(piece) ? .goOn : .abort
    }
    return .goOn
  }

  private func deliver(_ piece: BodyPiece) -> Bool {
    if interrupted == nil, !fetch.deliver(piece) { interrupted = .closed }
    return interrupted == nil
  }

  /// Decides storing and sends the head on.
  private func serveAnswer(_ head: ResponseHead, isFollowed: Bool) {
    let matching = inquiry.matching(fetch.request.head, role: fetch.request.settings.role)
    join = PartJoin(head, candidates: matching, in: fetch.client.cache)
    let writer = ResponseWriter(self, head: head, join: join)
    var served = Served(
      request: fetch.request.head, base: head, cacheStatus: status(writer, head), source: .network,
      stored: writer.proposed, reuse: inquiry.decision, storage: writer.decision,
      bodyLength: head.fields.first("Content-Length").flatMap { Int64($0) })
    served.isFollowed = isFollowed
    if inquiry.selected != nil { served.outcome = [Reason(.replacedByOrigin, amount: Int64(head.status))] }
    storing = writer
    fetch.hop(served)
  }

  private func status(_ writer: ResponseWriter, _ head: ResponseHead) -> CacheStatus {
    var status = CacheStatus(forward: inquiry.decision.forwardReason ?? .miss, forwardStatus: head.status)
    if writer.isWriting {
      status.ttl = Freshness(writer.proposed, now: receivedAt, settings: fetch.request.settings).ttl
      status.isStored = true
    }
    return status
  }

  /// Sends the head of the whole on, and what is stored before the rest; false where they don't fit together.
  private func serveRest(_ head: ResponseHead) -> Bool {
    guard let selected = inquiry.selected, let missing = selected.response.missingRange,
      head.part?.range == missing,
      let join = PartJoin(head, candidates: [selected], in: fetch.client.cache),
      join.assembly.combined.isComplete
    else { return false }
    let writer = ResponseWriter(self, head: head, join: join)
    self.join = join
    storing = writer
    fetch.hop(
      Served(
        request: fetch.request.head, base: join.head(freshenedBy: head), cacheStatus: status(writer, head),
        source: .network, stored: writer.proposed, reuse: inquiry.decision, storage: writer.decision,
        outcome: writer.decision.reasons.cites(.combinedParts)
          ? [] : [Reason(.combinedParts, field: "Content-Range", value: join.assembly.combined.text)],
        bodyLength: join.assembly.combined.completeLength))
    do throws(StoredBodySource.Interrupted) {
      try join.forEachBefore(deliver)
    } catch {
      interrupted = error
    }
    return true
  }

  private func end(_ outcome: Result<TransferSummary, TransportError>) {
    transfer = nil
    if let interrupted {
      if case .closed = interrupted, case .failure = outcome { keepCutShort() } else { storing?.discard() }
      return fetch.end(FetchError(interrupted))
    }
    switch outcome {
    case .failure(let error): fail(error)
    case .success:
      switch role {
      case .undecided: fail(.malformedResponse)
      case .transient(let delay): retry(after: delay)
      case .notModified: if let head { Confirmation(self, head).apply() }
      case .useless: fetch.ask(fetch.request.head, inquiry.anew)
      case .standInWanted(let decision): serveStandIn(inquiry.selected, decision)
      case .rest:
        do throws(StoredBodySource.Interrupted) {
          try join?.forEachAfter(deliver)
        } catch {
          return fetch.end(FetchError(error))
        }
        complete()
      case .answer, .passedOn: complete()
      }
    }
  }

  /// Drops what the answer made invalid, stores what came, and goes on.
  private func complete() {
    guard let head else { return }
    fetch.client.noteUse(.miss, of: nil, bytes: 0, by: fetch)
    applyConsequences(head)
    if sending.method == "HEAD" {
      HeadFreshening(self, head).apply()
    } else if fetch.request.isRevalidation, head.status >= 400 {
      storing?.discard()
      if [404, 410].contains(head.status), let selected = inquiry.selected { fetch.drop(selected) }
    } else if let storing {
      storing.commit { isStored in
        if isStored {
          self.fetch.noteStored()
        } else if !storing.isOvertaken, !storing.leavesPart,
          head.outdatesStored(self.sending, isForRest: self.inquiry.isForRest),
          let outdated = self.inquiry.outdated, outdated.response.key == self.fetch.request.key
        {
          self.fetch.drop(outdated)
        }
        self.fetch.finish(self.fetch.nextAfter(head))
      }
      return
    }
    fetch.finish(fetch.nextAfter(head))
  }

  /// Tries again, or serves a stale response, or gives up.
  private func fail(_ error: TransportError) {
    var remedy: FetchRemedy?
    // Also where this side gave up, as by Ctrl-C.
    if error.isUnreachable || error == .cancelled {
      if keepCutShort() { remedy = .fetchTheRest }
    } else {
      storing?.discard()
    }
    if head == nil, error.isTimeout, retries.isAllowed { return retry(after: retries.backOff) }
    guard head == nil || isUndelivered, error.isUnreachable, let decision = failureDecision(.unreachable)
    else { return fetch.fail(error, inquiry.decision, remedy: remedy ?? standInRemedy(error)) }
    guard decision.isServable else {
      return fetch.fail(error, inquiry.decision, decision.reasons, remedy: standInRemedy(error))
    }
    let standIn = standIn
    let date = standIn?.response.userInfo[StoredResponse.cacheDateName] ?? "an unknown date"
    fetch.warn(
      .message("\(error.message); served from the cache as of \(date): the data may be outdated"))
    serveStandIn(standIn, decision, error)
  }

  /// Keeps what came of the answer as a part, where the rest can be asked for; whether it is kept.
  @discardableResult
  private func keepCutShort() -> Bool {
    guard storing?.commitCutShort() == true else { return false }
    fetch.note(Reason(.keptForCompletion))
    return true
  }

  private func serveStandIn(
    _ found: ClientCache.Found?, _ decision: FailureDecision, _ error: TransportError? = nil
  ) {
    if let found, fetch.serve(found, inquiry.decision, source: .stale, outcome: decision.reasons) { return }
    if let error { return fetch.fail(error, inquiry.decision) }
    fetch.ask(fetch.request.head, inquiry.anew)
  }

  /// What may stand in for an origin that fails: what the question was about, else, where the user wishes so, the
  /// newest that could answer.
  private var standIn: ClientCache.Found? {
    let request = fetch.request.head
    if let selected = inquiry.selected {
      return Answer(request, stored: selected.response) == .incomplete ? nil : selected
    }
    let isRuledOut = inquiry.decision.reasons.contains { [.cacheOff, .methodNotReusable].contains($0.rule) }
    guard fetch.request.servesStaleIfUnreachable, !isRuledOut else { return nil }
    return inquiry.matching(request, role: fetch.request.settings.role).filter {
      Answer(request, stored: $0.response) != .incomplete
    }
    .max { $0.response.receivedAt < $1.response.receivedAt }
  }

  private func failureDecision(
    _ failure: FailureDecision.Failure, isWished: Bool? = nil
  ) -> FailureDecision? {
    standIn.map {
      FailureDecision(
        $0.response, for: fetch.request.head, failure: failure,
        isWished: isWished ?? fetch.request.servesStaleIfUnreachable, now: fetch.client.now(),
        settings: fetch.request.settings)
    }
  }

  /// The wish for a stale response, where it would have helped.
  private func standInRemedy(_ error: TransportError) -> FetchRemedy? {
    guard error.isUnreachable, !fetch.request.servesStaleIfUnreachable,
      failureDecision(.unreachable, isWished: true)?.isServable == true
    else { return nil }
    return .serveStale
  }

  /// Whether nothing of the answer has gone out yet.
  private var isUndelivered: Bool {
    switch role {
    case .answer, .passedOn, .rest: false
    case .undecided, .notModified, .transient, .standInWanted, .useless: true
    }
  }

  private func retry(after seconds: Double) {
    retries.wait(seconds, onCancel: { self.fetch.cancel() }, then: { self.start() })
  }

  /// Whether the request is to be made again after a wait.
  var isWaitingToRetry: Bool { retries.isWaiting }

  /// Takes back that it is.
  func callOffRetry() { retries.callOff() }
}
