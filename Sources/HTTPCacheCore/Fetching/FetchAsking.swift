// Asking the origin, until the body of its answer is on its way.

extension Fetch {
  mutating func send(_ exchange: OriginExchange) {
    phase = .asking
    self.exchange = exchange
    self.exchange?.isUnderWay = true
    perform(.send(exchange.sending))
  }

  /// Makes the request again after a wait, and first looks up again what is stored, which may have changed meanwhile.
  mutating func askAgain() {
    guard case .waiting = phase, let next = exchange?.again else { return }
    guard !request.settings.isCacheOff else { return send(next) }
    exchange = next
    phase = .lookingUp(again: true)
    perform(.lookUp(request.query(at: now), sharing: nil))
  }

  /// Decides what the answer is good for.
  mutating func receive(_ head: ResponseHead, _ times: ExchangeTimes) {
    guard case .asking = phase, let exchange, exchange.head == nil else { return }
    request.cookies?.take(head, from: request.head.target, at: now)
    self.exchange?.head = head
    self.exchange?.times = times
    if let delay = exchange.retries.delay(after: head, at: now) {
      self.exchange?.role = .transient(afterSeconds: delay)
    } else if exchange.inquiry.isLast {
      receiveAnswer(head, exchange)
    } else if head.status == 304, isForStored(head, exchange) {
      self.exchange?.role = .notModified
    } else if exchange.inquiry.isForRest, head.status == 206 || head.status == 416 {
      receiveRest(head, exchange)
    } else if let standIn = standIn(for: .status(head.status)), standIn.decision.isServable {
      self.exchange?.role = .standInWanted(standIn)
    } else {
      receiveAnswer(head, exchange)
    }
    switch self.exchange?.role {
    case .transient, .useless, .standInWanted: changeByHead(invalidations(head))
    // The others follow when it is known whether the answer is kept; a 304 first confirms what is stored.
    case .answer, .passedOn, .rest, .notModified, .undecided, nil: break
    }
  }

  /// Takes an answer that goes to the reader, or a redirect that is followed.
  private mutating func receiveAnswer(_ head: ResponseHead, _ exchange: OriginExchange) {
    let isFollowed = if case .follow = nextAfter(head) { true } else { false }
    self.exchange?.role = isFollowed ? .passedOn : .answer
    let matching = exchange.inquiry.matching(request.head, role: request.settings.role)
    if let join = PartJoin(head, candidates: matching) {
      openParts(of: join, head)
    } else {
      keep(head, nil)
    }
  }

  /// Whether a 304 answers our question and not only the caller's own.
  private func isForStored(_ head: ResponseHead, _ exchange: OriginExchange) -> Bool {
    Validation.isAnswered(
      by: head, to: exchange.sending, presented: request.head,
      selected: exchange.inquiry.selected?.response,
      candidates: exchange.inquiry.candidates.map(\.response))
  }

  /// Takes the rest of a stored part, where both fit together.
  private mutating func receiveRest(_ head: ResponseHead, _ exchange: OriginExchange) {
    self.exchange?.role = .useless
    guard head.status == 206, let selected = exchange.inquiry.selected,
      let missing = selected.response.missingRange, head.part?.range == missing,
      let join = PartJoin(head, candidates: [selected]), join.assembly.combined.isComplete
    else { return }
    self.exchange?.role = .rest
    openParts(of: join, head)
  }

  private mutating func openParts(of join: PartJoin, _ head: ResponseHead) {
    let bodies = join.bodies
    guard let first = bodies.first else { return keep(head, join) }
    exchange?.question = .open(join)
    perform(.open(first, bodies.count > 1 ? bodies[1] : nil))
  }

  /// Goes on once the stored parts are open, or can't be opened: then a new part stands alone, and the rest of a
  /// stored part is of no use.
  mutating func partsOpened(_ areOpen: Bool) {
    guard case .open(let join) = exchange?.question, let head = exchange?.head else { return }
    exchange?.question = nil
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

  /// Decides whether the answer is stored, and has its body kept.
  private mutating func keep(_ head: ResponseHead, _ join: PartJoin?) {
    guard let exchange else { return }
    let answer = StorableAnswer(
      head, to: request, sent: exchange.sending, times: exchange.times, join: join)
    self.exchange?.answer = answer
    if let exchange = self.exchange { changeByHead(changes(by: head, answering: exchange)) }
    guard let place = answer.place else { return showAnswer(answer, of: exchange, isKeeping: false) }
    self.exchange?.question = .keep
    let isOnDisk = place == .disk
    var part = newResponse(answer.proposed)
    part.replacing = answer.own(join?.beforeCandidate.map { [$0] } ?? [])
    perform(
      .keep(
        BodyKeeping(
          place: place, limit: request.maxEntrySize, isBeginning: answer.isTooLarge, before: join?.before,
          after: join?.after, growing: isOnDisk && !hasWhole(answer.proposed) ? part : nil)))
  }

  mutating func keepingBegan(_ problem: StoreError?, isKeeping: Bool) {
    guard case .keep = exchange?.question else { return }
    exchange?.question = nil
    if let problem { keepingFailed(problem) }
    guard let exchange, let answer = exchange.answer else { return }
    if isKeeping, answer.isTooLarge {
      warn(.bodyTooLarge(limit: request.maxEntrySize))
      // Of what is too large as a whole, the beginning is kept in case the transfer is cut short.
      if answer.proposed.cutShort(after: 1) == nil { perform(.discardBody) }
    }
    showAnswer(answer, of: exchange, isKeeping: isKeeping && answer.place == .disk && !answer.isTooLarge)
  }

  /// Shows the reader the head, and says where the body goes.
  private mutating func showAnswer(_ answer: StorableAnswer, of exchange: OriginExchange, isKeeping: Bool) {
    guard let head = exchange.head else { return }
    let inquiry = exchange.inquiry
    var status = CacheStatus(forward: inquiry.decision.forwardReason ?? .miss, forwardStatus: head.status)
    if isKeeping {
      status.ttl = Freshness(answer.proposed, now: exchange.times.receivedAt, settings: request.settings).ttl
      status.isStored = true
    }
    var served = Served(
      request: request.head, base: head, cacheStatus: status, source: .network, stored: answer.proposed,
      reuse: inquiry.decision, storage: answer.decision,
      bodyLength: head.fields.first("Content-Length").flatMap { Int64($0) })
    // libcurl compares what arrives with Content-Length; Content-Range is another such promise.
    let length = exchange.sending.method == "HEAD" ? nil : head.part?.length
    var route = BodyRoute(isForReader: true, length: length)
    switch exchange.role {
    case .rest:
      if let join = answer.join {
        served.base = join.head(freshenedBy: head)
        served.outcome = answer.decision.reasons.cites(.combinedParts) ? [] : [join.reason]
        served.bodyLength = join.assembly.combined.completeLength
        (route.before, route.after) = (join.before, join.after)
      }
    case .passedOn:
      served.isFollowed = true
      route = BodyRoute(isForReader: false, length: length)
      fallthrough
    case .answer:
      if inquiry.selected != nil, head.status != 304,
        ["If-None-Match", "If-Modified-Since", "If-Range"].contains(where: exchange.sending.fields.contains)
      {
        served.outcome = [Reason(.replacedByOrigin, amount: Int64(head.status))]
      }
    case .undecided, .notModified, .standInWanted, .useless, .transient: return
    }
    if let sharing = answer.sharing { served.outcome.append(sharing.reason) }
    show(served)
    perform(.passBody(route))
    finishTransfer()
  }

  /// A response of this exchange, with what the storage has to know of it.
  func newResponse(_ response: StoredResponse) -> NewResponse {
    NewResponse(
      response, requestFields: request.head.fields, role: request.settings.role,
      askedAt: exchange?.times.askedAt ?? 0, known: exchange?.known ?? [])
  }

  /// Whether the same response is stored whole: a part must not replace it.
  func hasWhole(_ response: StoredResponse) -> Bool {
    exchange?.inquiry.stored.contains {
      $0.response.head.status != 206 && $0.response.key == response.key
        && $0.response.matches(request.head, role: request.settings.role)
    } ?? false
  }

  /// Notes why the storage no longer keeps the body, which still goes to the reader.
  mutating func keepingFailed(_ problem: StoreError) {
    guard case .asking = phase, exchange?.answer != nil else { return }
    noteNotKept(problem)
  }

  /// Says in the decision on storing why the answer is not stored after all, and warns unless the user wished so.
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
