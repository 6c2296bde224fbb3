// Storing the origin's response (RFC 9111 §3): while its body arrives, when it has arrived, and when it was cut
// short.

extension Fetch {
  mutating func openParts(of join: PartJoin, _ head: ResponseHead) {
    let bodies = join.bodies
    guard let first = bodies.first else { return keep(head, join) }
    exchange?.waitsFor = .opening(join)
    perform(.open(first, bodies.count > 1 ? bodies[1] : nil))
  }

  /// Continues once the stored parts are open, or can't be opened: then a new part is kept by itself, and the rest of
  /// a stored part can't be used.
  mutating func partsOpened(_ areOpen: Bool) {
    guard case .opening(let join) = exchange?.waitsFor, let head = exchange?.head else { return }
    exchange?.waitsFor = nil
    if areOpen {
      keep(head, join)
    } else if case .rest = exchange?.role {
      exchange?.role = .useless
      changeByHead(invalidations(head))
      finishTransfer()
    } else {
      keep(head, nil)
    }
  }

  /// Decides whether the response is stored, and if so has its body kept.
  mutating func keep(_ head: ResponseHead, _ join: PartJoin?) {
    guard let exchange else { return }
    let storing = StoragePlan(
      head, to: request, sent: exchange.sending, times: exchange.times, join: join)
    self.exchange?.storing = storing
    if let exchange = self.exchange { changeByHead(changes(by: head, answering: exchange)) }
    guard let place = storing.place else { return showResponse(storing, of: exchange, isKeeping: false) }
    self.exchange?.waitsFor = .keeping
    let isOnDisk = place == .disk
    var part = newResponse(storing.proposed)
    part.replacing = storing.own(join?.beforeCandidate.map { [$0] } ?? [])
    perform(
      .keep(
        BodyKeeping(
          place: place, limit: request.maxEntrySize, isBeginning: storing.isTooLarge, before: join?.before,
          after: join?.after, growing: isOnDisk && !hasWhole(storing.proposed) ? part : nil,
          digest: digestOfJoined(storing, exchange))))
  }

  /// The digest for what the storage gets whole, joined with stored parts, while the reader gets only a part.
  private func digestOfJoined(_ storing: StoragePlan, _ exchange: OriginExchange) -> PromisedDigest? {
    if case .rest = exchange.role { return nil }
    return !storing.isTooLarge && storing.join?.combined.isComplete == true
      ? PromisedDigest(ofWhole: storing.proposed.head) : nil
  }

  mutating func keepingBegan(_ problem: StoreError?, isKeeping: Bool) {
    guard case .keeping = exchange?.waitsFor else { return }
    exchange?.waitsFor = nil
    if let problem { keepingFailed(problem) }
    guard let exchange, let storing = exchange.storing else { return }
    if isKeeping, storing.isTooLarge {
      warn(.bodyTooLarge(limit: request.maxEntrySize))
      // The beginning of a too large body is kept in case the transfer is cut short: drop it if no part could be
      // completed later.
      if storing.proposed.cutShort(after: 1) == nil { perform(.discardBody) }
    }
    showResponse(storing, of: exchange, isKeeping: isKeeping && storing.place == .disk && !storing.isTooLarge)
  }

  /// Shows the reader the head, and sets the route of the body.
  private mutating func showResponse(_ storing: StoragePlan, of exchange: OriginExchange, isKeeping: Bool) {
    guard let head = exchange.head else { return }
    let decision = exchange.plan.decision
    var status = CacheStatus(forward: decision.forwardReason ?? .miss, forwardStatus: head.status)
    if isKeeping {
      status.ttl = Freshness(storing.proposed, now: exchange.times.receivedAt, settings: request.settings).ttl
      status.isStored = true
    }
    var served = Served(
      request: request.head, base: head, cacheStatus: status, source: .network, stored: storing.proposed,
      reuse: decision, storage: storing.decision,
      bodyLength: head.fields.first("Content-Length").flatMap { Int64($0) })
    // libcurl checks the length against Content-Length, but not against Content-Range.
    let length = exchange.sending.method == "HEAD" ? nil : head.part?.length
    let digest = exchange.sending.method == "HEAD" ? nil : PromisedDigest(head)
    var route = BodyRoute(isForReader: true, length: length, digest: digest)
    switch exchange.role {
    case .rest:
      if let join = storing.join {
        served.base = join.head(freshenedBy: head, receivedAt: exchange.times.receivedAt)
          .withoutListedFields(request.settings)
        served.outcome = storing.decision.reasons.cites(.combinedParts) ? [] : [join.reason]
        served.bodyLength = join.combined.completeLength
        (route.before, route.after) = (join.before, join.after)
        route.wholeDigest = PromisedDigest(ofWhole: served.base)
      }
    case .followed:
      if case .follow = nextAfter(head) { served.isFollowed = true }
      route = BodyRoute(isForReader: false, length: length, digest: digest)
      fallthrough
    case .shown:
      if exchange.selected != nil, head.status != 304,
        ["If-None-Match", "If-Modified-Since", "If-Range"].contains(where: exchange.sending.fields.contains)
      {
        served.outcome = [Reason(.replacedByOrigin, amount: Int64(head.status))]
      }
    case .undecided, .notModified, .standInWanted, .useless, .transient: return
    }
    show(served)
    perform(.passBody(route))
    finishTransfer()
  }

  /// A response of this exchange, with the values that the storage needs.
  func newResponse(_ response: StoredResponse) -> NewResponse {
    NewResponse(
      response, requestFields: request.head.fields, role: request.settings.role,
      askedAt: exchange?.times.askedAt ?? 0, known: exchange?.known ?? [])
  }

  /// Whether the same response is stored whole: a part must not replace it.
  func hasWhole(_ response: StoredResponse) -> Bool {
    exchange?.plan.stored.contains {
      $0.response.head.status != 206 && $0.response.key == response.key
        && $0.response.matches(request.head, role: request.settings.role)
    } ?? false
  }

  /// Notes why the storage no longer keeps the body, which still goes to the reader.
  mutating func keepingFailed(_ problem: StoreError) {
    guard case .asking = phase, exchange?.storing != nil else { return }
    noteNotKept(problem)
  }

  /// Adds to the decision on storing why the response is not stored after all, and warns unless the user made the
  /// cache read-only.
  mutating func noteNotKept(_ problem: StoreError) {
    let reason =
      if case .tooLarge = problem {
        Reason(.responseTooLarge, amount: request.maxEntrySize)
      } else {
        Reason(.notKept, value: problem.message)
      }
    noteStorage(reason)
    if case .readOnly = problem { return }
    warn(problem)
  }
}

extension Fetch {
  /// Stores the response if that is allowed, or else removes the stored responses that it outdates; then continues.
  mutating func complete(_ head: ResponseHead, _ body: ReceivedBody, of exchange: OriginExchange) {
    count(.miss, nil)
    if exchange.sending.method == "HEAD" {
      return change(headChanges(head, of: exchange), then: .follow(nextAfter(head)))
    }
    // The request only validates a stored response: an error of the origin leaves that response.
    let isLeft = request.isRevalidation && head.status >= 400
    if let field = body.wrongDigest {
      noteStorage(Reason(.notWhole, value: TransportError.digestWrong(field).message))
      perform(.discardBody)
      return change(removalsOfJoined(exchange), then: .follow(nextAfter(head)))
    }
    if !isLeft, let new = storable(body) {
      return change([Write(.store(new))], then: .stored)
    }
    perform(.discardBody)
    var changes: [Write] = []
    if !isRemoteDecided(by: exchange) { changes += outdatedRemotely(head) }
    if !isDecided(by: exchange) { changes += removals(outdatedBy: head) }
    change(changes, then: .follow(nextAfter(head)))
  }

  /// The changes that the head of a response makes at once: it invalidates stored responses (§4.4), and if it forbids
  /// storing the new response, the stored response that this one outdates is removed.
  mutating func changes(by head: ResponseHead, answering exchange: OriginExchange) -> [Write] {
    var changes = invalidations(head)
    guard exchange.sending.method != "HEAD" else { return changes }
    if isRemoteDecided(by: exchange) { changes += outdatedRemotely(head) }
    if isDecided(by: exchange) { changes += removals(outdatedBy: head) }
    return changes
  }

  /// Whether the head decides that the response is not stored.
  ///
  /// The rest of a stored part needs that part until the rest has arrived: nothing is decided before.
  private func isDecided(by exchange: OriginExchange) -> Bool {
    if case .rest = exchange.role { return false }
    return exchange.storing?.place == nil
  }

  /// Whether the head alone decides that the response will not replace an older one in the remote cache: only a
  /// response stored whole on disk does.
  private func isRemoteDecided(by exchange: OriginExchange) -> Bool {
    guard let storing = exchange.storing else { return true }
    return storing.place != .disk || storing.isTooLarge
  }

  /// Invalidates the remote cache's responses to the request, since this response is not stored.
  private mutating func outdatedRemotely(_ head: ResponseHead) -> [Write] {
    guard mayBeRemote, let exchange, exchange.sending.method == "GET",
      head.outdatesStored(exchange.sending, isForRest: exchange.isForRest)
    else { return [] }
    let times = exchange.times
    self.exchange?.times.askedAt = max(times.askedAt, times.answeredAt + 1)
    return [Write(.invalidate(.remoteKey(request.key), at: times.answeredAt))]
  }

  private mutating func headChanges(_ head: ResponseHead, of exchange: OriginExchange) -> [Write] {
    let stored = exchange.matching.filter { isOwn($0.response) }
    let (changes, notes) = HeadFreshening.changes(
      head, to: stored, for: request.head, isRevalidation: request.isRevalidation,
      receivedAt: exchange.times.receivedAt
    ) { reviewed(confirmation(of: $0, by: head, exchange.times)) }
    for reason in notes { note(reason) }
    if isBlind { return removalsUnseen(by: head) }
    let drops = changes.contains { if case .remove = $0.kind { true } else { false } }
    guard drops, mayBeRemote else { return changes }
    return changes + [Write(.invalidate(.remoteKey(request.key), at: exchange.times.askedAt))]
  }

  /// The response in the form to store; nil if it may not be stored, or the storage dropped its body.
  private func storable(_ body: ReceivedBody) -> NewResponse? {
    guard let storing = exchange?.storing, let place = storing.place, let length = body.kept,
      !storing.isTooLarge
    else { return nil }
    var response = storing.proposed
    response.bodyLength = length
    // A part that lacks bytes of its own Content-Range can't be completed.
    if response.head.isPart, response.storedRange == nil { return nil }
    var new = newResponse(response)
    new.place = place
    new.replacing = storing.own(storing.join?.superseded ?? [])
    (new.exchange, new.mayBeRemote) = (storing.exchange, mayBeRemote)
    return new
  }

  /// The write that removes the stored response that this response outdates without being stored itself.
  func removals(outdatedBy head: ResponseHead) -> [Write] {
    guard let exchange, !exchange.isOvertaken else { return [] }
    if isBlind { return removalsUnseen(by: head) }
    if request.isRevalidation, head.status >= 400 {
      guard [404, 410].contains(head.status), let selected = exchange.selected else { return [] }
      return [Write(.remove(selected))]
    }
    guard exchange.storing?.leavesPart != true,
      head.outdatesStored(exchange.sending, isForRest: exchange.isForRest),
      let outdated = exchange.outdated
    else { return [] }
    return removals(with: outdated, of: exchange)
  }

  /// The writes that remove a stored response, and all others that would answer the next equal request in its place.
  func removals(with outdated: StoredCandidate, of exchange: OriginExchange) -> [Write] {
    let role = request.settings.role
    let rivals = exchange.plan.candidates.filter {
      $0.reference != outdated.reference
        && $0.response.isSuperseded(byRequest: request.head.fields, role: role)
    }
    return ([outdated] + rivals).filter { isOwn($0.response) }.map { Write(.remove($0)) }
  }

  /// Whether an answer to this request may take the place of a stored response: it has the same key, or answers this
  /// one by its `No-Vary-Search`, if that counts.
  ///
  /// A response that came over a verified connection has another key than an unverified request.
  func isOwn(_ stored: StoredResponse) -> Bool {
    stored.key == request.key
      || request.settings.matchesNoVarySearch && stored.key.server == request.key.server
        && stored.answersOtherQuery(of: request.key)
  }

  /// The write that removes what is stored under the key, although the storage could not be read: it would answer again
  /// once it can be.
  private func removalsUnseen(by head: ResponseHead) -> [Write] {
    guard let exchange, !request.isDirect, ["GET", "HEAD"].contains(exchange.sending.method),
      !request.isRevalidation || head.status < 400,
      head.outdatesStored(exchange.sending, isForRest: false)
    else { return [] }
    let key = CacheKey(target: request.head.target, server: request.key.server)
    return [Write(.invalidate(.key(key), at: exchange.times.answeredAt))]
  }

  /// The writes that remove the stored parts that a response was joined with, since they do not belong together.
  func removalsOfJoined(_ exchange: OriginExchange) -> [Write] {
    guard let storing = exchange.storing, let join = storing.join else { return [] }
    let own = storing.own(join.superseded)
    return join.superseded.filter { own.contains($0.reference) }.map { Write(.remove($0)) }
  }

  /// Stores the beginning of the response as a part, if the rest can be requested later.
  mutating func keepCutShort(_ body: ReceivedBody, of exchange: OriginExchange, then: AfterChange) {
    if body.isFull { self.exchange?.remedy = .raiseLimit(request.maxEntrySize) }
    guard let storing = exchange.storing, storing.place == .disk, let length = body.kept,
      length > body.joined,
      let part = storing.proposed.cutShort(after: length), !hasWhole(storing.proposed)
    else {
      perform(.discardBody)
      return goOn(then, [])
    }
    var new = newResponse(part)
    new.replacing = storing.own(storing.join?.beforeCandidate.map { [$0] } ?? [])
    change([Write(.store(new))], then: .keptPart(hasGrown: body.hasGrown, then))
  }
}
