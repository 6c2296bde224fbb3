/// One fetch as a state machine: it takes events and returns actions (RFC 9111 §4).
///
/// A fetch looks up stored responses, decides, asks the origin, stores, serves and follows redirects. It reads no
/// clock, file or socket. An event that does not fit the phase, such as a response after the end, changes nothing.
package struct Fetch: Sendable {
  /// The current request; following a redirect replaces it.
  package internal(set) var request: FetchRequest

  /// The result so far.
  package internal(set) var result = FetchResult()

  /// Why the request went forward to the origin; nil for a hit.
  package internal(set) var forwarded: CacheStatus.Forward?

  /// The event that the fetch waits for.
  enum Phase: Sendable {
    case unbegun
    /// The cookies that the session has for the request.
    case awaitingCookies
    /// The result of a lookup; with `again`, a retry of the request follows instead of a decision.
    case lookingUp(again: Bool)
    /// The body of the stored response that is to be served.
    case openingStored
    /// The end of a stored body that is going to the reader.
    case passingStored
    /// The origin's response.
    case asking
    /// The outcome of changes to the storage.
    case changing([Write], then: AfterChange)
    /// The time of the next attempt.
    case waiting
    case ended
  }

  var phase = Phase.unbegun
  /// The plan for the stored responses.
  var plan: ReusePlan?
  /// The exchange with the origin; nil before it is asked.
  var exchange: OriginExchange?
  /// The stored response that is being served.
  var serving: Serving?
  /// The equal transfer that this fetch waited for; nil if it did not wait.
  private(set) var awaited: Awaited?

  /// Whether the remote cache may have responses under the key.
  var mayBeRemote = false

  /// Whether the storage could not be read, so that what it has under the key is not known.
  var isBlind = false

  private var redirectCount = 0
  /// The requests so far of a chain of redirects that ends where it goes in a circle.
  private var trail = RedirectTrail()
  /// The figures of the transfers before the last redirect; nil if none were measured.
  private var measuredBefore: ConnectionFigures?
  private var isHeadShown = false
  private var pendingNotes: [Reason] = []
  /// The notes that went with the head that was shown last.
  private var shownNotes: [Reason] = []

  /// The time of the current event, and the actions that follow from it.
  private(set) var now = Instant(epoch: 0)
  private var actions: [FetchAction] = []

  /// The end of an equal transfer.
  struct Awaited: Sendable {
    /// Why that request was forwarded to the origin; nil if the storage answered it.
    let forward: CacheStatus.Forward?
  }

  package init(_ request: FetchRequest) {
    self.request = request
    prepareRequest()
  }

  /// Whether the fetch has ended.
  package var isEnded: Bool { if case .ended = phase { true } else { false } }

  /// Whether the fetch makes its last changes, and asks for nothing more when they are made.
  package var isConcluding: Bool {
    guard case .changing(_, let then) = phase else { return false }
    return switch then {
    case .follow(let next): !next.isFollowing
    case .stored: exchange?.head.map { !nextAfter($0).isFollowing } ?? true
    case .confirmed(let confirmations):
      confirmations.allSatisfy { !nextAfter($0.found.response.head).isFollowing }
    case .freshened(let results): results.allSatisfy { !nextAfter($0.freshened.response.head).isFollowing }
    case .adopted(let result): !nextAfter(result.freshened.response.head).isFollowing
    case .decideAgain, .askAnew, .fail, .concludeFailure, .keptPart: false
    }
  }

  /// Takes an event.
  package mutating func handle(_ event: consuming FetchEvent, at now: Instant, actions: inout [FetchAction]) {
    guard !isEnded else { return }
    self.now = now
    swap(&self.actions, &actions)
    react(to: consume event)
    swap(&self.actions, &actions)
  }

  private mutating func react(to event: consuming FetchEvent) {
    switch consume event {
    case .begin:
      guard case .unbegun = phase else { return }
      beginRequest()
    case .cookies(let value, let replaced):
      guard case .awaitingCookies = phase else { return }
      request.addCookies(value, replacing: replaced)
      beginLookup()
    case .awaited(let forward):
      guard case .lookingUp = phase else { return }
      awaited = Awaited(forward: forward)
      lookUp(mayFollow: false)
    case .found(.success(let answer)): found(answer)
    case .found(.failure(let problem)):
      guard case .lookingUp = phase else { return }
      warn(problem)
      isBlind = true
      found(nil)
    case .opened: opened()
    case .notOpened(let problem): notOpened(problem)
    case .passed:
      if case .passingStored = phase { finishServing() }
    case .interrupted(let interruption): interrupted(interruption)
    case .head(let head, let times): receive(head, times)
    case .keeping: keepingBegan(nil, isKeeping: true)
    case .notKeeping(let problem): keepingBegan(problem, isKeeping: false)
    case .keepingFailed(let problem): keepingFailed(problem)
    case .ended(let error, let body): transferEnded(error, body)
    case .changed(let outcomes): changed(outcomes)
    case .waited: askAgain()
    case .cancelled: cancel()
    }
  }

  /// Prepares the first request, or the one that a redirect leads to.
  private mutating func prepareRequest() {
    request.head.target = request.head.target.withCanonicalHost
    request.noteCredentials()
  }

  /// Begins the first request, or the one that a redirect leads to.
  private mutating func beginRequest() {
    guard request.cookies != .none else { return beginLookup() }
    phase = .awaitingCookies
    perform(.getCookies(request.head.target))
  }

  /// Looks up the request, whose cookies are known, unless the redirects before have led to it in a circle.
  private mutating func beginLookup() {
    if request.endsAtCircle, let circle = trail.add(request.head) { return end(.redirectCircle(circle)) }
    lookUp(mayFollow: true)
  }

  /// Adds an action.
  mutating func perform(_ action: FetchAction) { actions.append(action) }
}

// MARK: - Ending

extension Fetch {
  /// Follows a redirect, or ends.
  mutating func follow(_ next: Redirects.Next) {
    switch next {
    case .stay: end(nil)
    case .fail(.tooManyRedirects(let limit)) where lacksCookie: end(.cookieNotSent(limit: limit))
    case .fail(let error): end(error)
    case .follow(let following):
      perform(.leave(forwarded))
      redirectCount += 1
      measuredBefore = result.connection
      request = following
      prepareRequest()
      (result.isStored, isBlind) = (false, false)
      (awaited, forwarded, plan, exchange, serving) = (nil, nil, nil, nil, nil)
      isHeadShown = false
      beginRequest()
    }
  }

  /// Whether the redirects have led to one URL twice, and a cookie that one of them sets was not sent with it, since the request
  /// keeps none.
  private var lacksCookie: Bool {
    guard request.cookies == .none else { return false }
    var (jar, seen) = (CookieJar(), Set<String>())
    return result.responses.contains { served in
      let target = served.request.target
      if !seen.insert(target.normalized).inserted, jar.field(for: target, at: now) != nil { return true }
      // The list of domains that a host may not own is at hand where cookies are kept; this is a hint alone.
      jar.take(served.base, from: target, now: now) { _, domain in domain.holds(".") }
      return false
    }
  }

  func nextAfter(_ head: ResponseHead) -> Redirects.Next {
    Redirects.next(after: head, of: request, count: redirectCount)
  }

  /// Ends, once.
  mutating func end(_ error: FetchError?) {
    // The head was shown, with the decision to store the response, before the transfer failed.
    if let error, !result.isStored, exchange?.storing?.decision.isStorable == true {
      noteStorage(Reason(.notWhole, value: error.message))
    }
    phase = .ended
    result.error = error
    // These may hold bodies of stored responses: free their memory now.
    (plan, exchange, serving) = (nil, nil, nil)
    perform(.finish)
  }

  /// Ends without a whole response.
  mutating func fail(
    _ error: TransportError, _ decision: ReuseDecision, _ reasons: [Reason] = [], remedy: FetchRemedy? = nil
  ) {
    result.remedy = remedy
    result.unanswered = decision
    result.unansweredReasons = reasons + pendingNotes
    end(.transport(error))
  }

  private mutating func cancel() {
    if case .passingStored = phase {
      perform(.stopTransfer)
      stopServing(.transport(.cancelled))
    } else if exchange?.isUnderWay == true {
      perform(.stopTransfer)
    } else {
      end(.transport(.cancelled))
    }
  }

  /// Adds the figures of a transfer to those of the redirects before it.
  package mutating func addMeasured(_ figures: ConnectionFigures) {
    result.connection = measuredBefore.map(figures.following) ?? figures
  }

  /// Counts the response in the statistics, unless the request refreshes a stale response: no caller waits for that.
  mutating func count(_ source: UseKind, _ reference: StoredReference?) {
    if !request.isRefresh { perform(.note(source, reference)) }
  }
}

// MARK: - What the user is told

extension Fetch {
  /// Shows the reader the head of a response.
  mutating func show(_ served: consuming Served) {
    if !pendingNotes.isEmpty { served.outcome = pendingNotes + served.outcome }
    (shownNotes, pendingNotes) = (pendingNotes, [])
    if request.maxRedirects != nil, let location = served.base.unfollowedLocation {
      served.outcome.append(
        Reason(
          .locationNotFollowed, field: "Location", value: location, amount: Int64(served.base.status)))
    }
    isHeadShown = true
    result.responses.append(served)
    perform(.showHead)
  }

  /// Has the reader give back the response that was shown, if one was: another one takes its place.
  mutating func revoke() {
    guard isHeadShown else { return }
    isHeadShown = false
    pendingNotes = shownNotes
    result.responses.removeLast()
    (result.bytes, result.isStored) = (0, false)
    perform(.revoke)
  }

  /// Notes a further reason, on the response that was shown or on the next one.
  mutating func note(_ reason: Reason) {
    if isHeadShown, let last = result.responses.indices.last {
      result.responses[last].outcome.append(reason)
    } else {
      pendingNotes.append(reason)
    }
  }

  mutating func warn(_ error: StoreError) {
    if case .tooLarge = error { return warn(.bodyTooLarge(limit: request.maxEntrySize)) }
    warn(.message(error.message))
  }

  mutating func warn(_ warning: FetchWarning) {
    if !result.warnings.contains(warning) { result.warnings.append(warning) }
  }

  /// Adds a reason to the decision on storing the response, if it was not stored as decided.
  mutating func noteStorage(_ reason: Reason) {
    exchange?.storing?.decision.add(reason)
    guard isHeadShown, let last = result.responses.indices.last, let decision = exchange?.storing?.decision
    else { return }
    result.responses[last].storage = decision
  }
}
