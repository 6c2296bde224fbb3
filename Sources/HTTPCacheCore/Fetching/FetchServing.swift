extension Fetch {
  /// A stored response on its way to the reader.
  struct Serving: Sendable {
    let found: StoredCandidate
    let source: BodySource
    /// The response as made from the stored one; nil once the reader has its head.
    var served: Served?
    /// The bytes that the reader gets; nil if the response has no body, or its redirect is to be followed.
    let range: ClosedRange<Int64>?
    let next: Redirects.Next
    /// The next step if the body can't be opened.
    let otherwise: AfterChange
    /// Changes that follow from the origin's response, made after serving.
    let changes: [Write]
    /// The write that stores a response of a remote cache here, or drops its body; nil for a response of this cache.
    var keeping: Write?
    /// What the user is told once the response is served; nil for nothing.
    let warning: FetchWarning?

    /// All changes after serving, also if the reader got only the beginning.
    var allChanges: [Write] { (keeping.map { [$0] } ?? []) + changes }
  }

  /// Answers from the storage: with the whole response, with a part of it, or with 304 if the caller has it already.
  mutating func serve(
    _ found: StoredCandidate, _ decision: ReuseDecision, source: BodySource,
    storage: StorageDecision? = nil, outcome: [Reason] = [], status: CacheStatus? = nil,
    warning: FetchWarning? = nil, otherwise: AfterChange, changes: [Write] = []
  ) {
    let response = found.response
    let constructed = ConstructedResponse(request.head, stored: response)
    guard constructed != .incomplete else { return change(changes, then: otherwise) }
    let range = constructed.bodyRange(of: response)
    let status = status ?? CacheStatus(ttl: Freshness(response, now: now, settings: request.settings).ttl)
    var served = Served(
      request: request.head, base: constructed.head(of: response), servedAt: now, cacheStatus: status,
      source: source, stored: response, reuse: decision, storage: storage, outcome: outcome,
      bodyLength: range.map { $0.upperBound - $0.lowerBound + 1 } ?? 0)
    if let reason = constructed.reason(request.head, stored: response) { served.outcome.append(reason) }
    served.tier = found.reference.tier
    var keeping: Write?
    if found.reference.tier == .remote {
      let kept = kept(found, storage)
      served.outcome.append(Reason(kept == nil ? .remoteAnsweredOnce : .remoteAnswered))
      keeping = Write(.keep(found.reference, kept))
    }
    result.isCoalesced = awaited != nil && source == .cache
    let next = nextAfter(response.head)
    if case .follow = next { served.isFollowed = true }
    serving = Serving(
      found: found, source: source, served: served, range: next.isFinal ? range : nil, next: next,
      otherwise: otherwise, changes: changes, keeping: keeping, warning: warning)
    phase = .openingStored
    perform(.open(found.reference))
  }

  /// A response of a remote cache as this cache stores it; nil if it may not be stored here.
  private func kept(_ found: StoredCandidate, _ storage: StorageDecision?) -> NewResponse? {
    let response = found.response
    var asked = request.head
    asked.method = "GET"
    let exchange = Exchange(request: asked, head: response.head, bodyLength: response.bodyLength)
    let decision = storage ?? StorageDecision(exchange, settings: request.settings)
    let (reviewed, place) = response.reviewed(by: request.willCacheResponse)
    guard decision.isStorable, place != .never else { return nil }
    var new = NewResponse(
      reviewed, requestFields: request.head.fields, role: request.settings.role,
      askedAt: response.requestedAt.microseconds, known: self.exchange?.known ?? plan?.stored ?? [])
    new.place = place
    return new
  }

  /// Continues once bodies are open: the body of a stored response, or the parts to join with the origin's response.
  mutating func opened() {
    if case .asking = phase { return partsOpened(true) }
    guard case .openingStored = phase, let served = serving?.served.take() else { return }
    if let warning = serving?.warning { warn(warning) }
    show(served)
    if let serving, let range = serving.range, request.head.method != "HEAD" {
      phase = .passingStored
      perform(.passStored(StoredPiece(reference: serving.found.reference, range: range)))
    } else {
      finishServing()
    }
  }

  /// Continues without the stored response.
  ///
  /// If another process removed it meanwhile, that is a miss and needs no warning. A response that can't be opened now stays for later requests.
  mutating func notOpened(_ problem: StoreError) {
    if case .asking = phase { return partsOpened(false) }
    guard case .openingStored = phase, let serving else { return }
    if serving.found.reference.tier == .remote {
      note(Reason(.remoteBodyUnusable))
    } else if !problem.isGone {
      warn(problem)
    }
    let isUseless = problem.isLoss || serving.found.reference.tier == .remote
    var otherwise = serving.otherwise
    if !isUseless, case .decideAgain(let unusable, _) = otherwise {
      otherwise = .decideAgain(without: unusable, since: problem)
    }
    change((isUseless ? [Write(.remove(serving.found))] : []) + serving.changes, then: otherwise)
  }

  mutating func finishServing() {
    guard let serving = serving.take() else { return }
    count(serving.source == .revalidated ? .revalidation : .hit, serving.found.reference)
    change(serving.allChanges, then: .follow(serving.next))
  }

  /// Ends, since the reader got only the beginning of a body, which no other response could continue.
  mutating func interrupted(_ interruption: BodyInterruption) {
    switch phase {
    case .passingStored: stopServing(FetchError(interruption), isUseless: interruption.isLoss)
    case .asking: if exchange?.interruption == nil { exchange?.interruption = interruption }
    case .unbegun, .awaitingCookies, .lookingUp, .openingStored, .changing, .waiting, .ended: break
    }
  }

  /// Ends without the whole of a stored body for the reader, and removes the stored response if it is useless; the
  /// changes that follow from the origin's response are made all the same.
  mutating func stopServing(_ error: FetchError, isUseless: Bool = false) {
    guard var serving = serving.take() else { return }
    if isUseless, serving.keeping != nil {
      serving.keeping = Write(.keep(serving.found.reference, nil))
    }
    let removal = isUseless ? [Write(.remove(serving.found))] : []
    change(removal + serving.allChanges, then: .follow(.fail(error)))
  }
}

extension BodyInterruption {
  /// Whether no reader will ever get the whole of the stored body.
  fileprivate var isLoss: Bool {
    switch self {
    case .closed: false
    case .damaged: true
    case .store(let problem): problem.isLoss
    }
  }
}

extension FetchError {
  /// The error of a fetch whose body did not reach the reader whole.
  init(_ interruption: BodyInterruption) {
    switch interruption {
    case .closed, .damaged: self = .readerClosed
    case .store(let problem): self = .store(problem)
    }
  }
}
