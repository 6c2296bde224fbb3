/// One request of a fetch to the origin, and the state of its response.
struct OriginExchange: Sendable {
  private let asked: Asked
  /// The request as it is sent.
  var sending: RequestHead { asked.sending }
  /// The stored responses for the request, and the decision that led to asking the origin.
  var plan: ReusePlan { asked.plan }
  /// The stored response that the origin is asked about: whether it is still valid, or for its missing rest; nil if the
  /// whole response is asked for.
  var selected: StoredCandidate? { asked.selected }
  /// Whether the stored response turned out to be unusable: no stored response replaces the new one, so that the fetch
  /// does not ask a third time.
  var isFinal: Bool { asked.isFinal }
  /// The stored response that may replace the new one if the origin fails: the one that the origin was asked about.
  var standIn: StoredCandidate? { asked.standIn }
  /// The responses that were stored under the key when the request was sent.
  var known: [StoredCandidate]
  var retries: Retries

  var isUnderWay = false
  var times = ExchangeTimes.unknown
  /// The final head, once it has come.
  var head: ResponseHead?
  var role = Role.undecided
  /// The response as it would be stored; nil for a response that is not shown.
  var storing: StoragePlan?
  /// Why the reader can get no more of the body.
  var interruption: BodyInterruption?
  /// How the transfer ended, kept while the fetch still waits for the storage.
  var end: (error: TransportError?, body: ReceivedBody)?
  /// The remedy to name if the fetch fails, once the beginning of the response is stored.
  var remedy: FetchRemedy?
  /// The changes that the response's head alone decides, until their outcome is known.
  var changesByHead: [Write]?
  /// The step of the storage that the body waits for; nil if it waits for none.
  var waitsFor: StorageStep?
  /// Whether a newer exchange has changed the stored responses, so that this one changes nothing more.
  var isOvertaken = false

  /// A step of the storage while the body arrives.
  enum StorageStep: Sendable {
    /// Opens the parts that the response is joined with.
    case opening(PartJoin)
    /// Begins to keep the body.
    case keeping
  }

  /// The use of the response, which its head decides.
  enum Role: Sendable {
    case undecided
    /// The response goes to the reader.
    case shown
    /// A redirect that the fetch follows, or fails to follow: perhaps stored, but its body is not shown.
    case followed
    /// The rest of a stored part: the reader gets both as one response.
    case rest
    /// A 304 that validates stored responses.
    case notModified
    /// An error, in whose place a stale response is served.
    case standInWanted(StandIn)
    /// A response that can't be used: the fetch asks for the whole response.
    case useless
    /// A transient failure: the request is made again.
    case transient(afterSeconds: Double)
  }

  /// The constant values of an exchange, in one object, so that copying the exchange is cheap.
  private final class Asked: Sendable {
    let sending: RequestHead
    let plan: ReusePlan
    let selected: StoredCandidate?
    let isFinal: Bool
    let standIn: StoredCandidate?

    init(_ sending: RequestHead, _ plan: ReusePlan, isFinal: Bool, standIn: StoredCandidate?) {
      self.sending = sending
      self.plan = plan
      self.isFinal = isFinal
      selected = isFinal || plan.decision.outcome == .forward ? nil : plan.selected
      self.standIn = standIn ?? selected
    }
  }

  /// Begins to send the request that a plan demands, or with `isFinal` the plain one.
  init(_ plan: ReusePlan, isFinal: Bool, standIn: StoredCandidate? = nil, retries: Retries) {
    asked = Asked(isFinal ? plan.query.request : plan.forwarded, plan, isFinal: isFinal, standIn: standIn)
    self.retries = retries
    known = plan.stored
  }

  /// Prepares another attempt.
  var again: OriginExchange {
    var again = self
    (again.head, again.role, again.storing) = (nil, .undecided, nil)
    (again.interruption, again.end, again.waitsFor) = (nil, nil, nil)
    return again
  }

  /// Whether the origin is asked for the rest of a stored part.
  var isForRest: Bool { plan.decision.outcome == .complete && selected != nil }

  /// The stored response that would answer the next equal request if the new response were not stored; nil if none
  /// would.
  ///
  /// However often the origin was asked, that is the response that was selected first.
  var outdated: StoredCandidate? {
    let isPassedOver = plan.decision.reasons.contains {
      [.policyReload, .policyReloadAll, .partNotEnough].contains($0.rule)
    }
    return selected ?? (isFinal || isPassedOver ? plan.selected : nil)
  }

  /// The candidates that match the request, the selected one first (RFC 9111 §4.3.4).
  var matching: [StoredCandidate] {
    // Usually the selected response is the only candidate.
    if let selected, plan.candidates.count == 1, plan.candidates[0].reference == selected.reference {
      return plan.candidates
    }
    let matching = plan.candidates.filter {
      $0.response.matches(plan.query.request, role: plan.query.settings.role)
    }
    guard let selected else { return matching }
    return [selected] + matching.filter { $0.reference != selected.reference }
  }

  /// Whether the fetch waits for the storage before it can go on.
  var isWaitingForStorage: Bool { waitsFor != nil || changesByHead != nil }

  /// Whether the response is of no use without its body: it goes to the reader.
  ///
  /// A redirect that is followed, a 304, and a response in whose place another one is used say all that they have to say
  /// with their heads.
  var needsBody: Bool {
    switch role {
    case .shown, .rest: sending.method != "HEAD"
    case .undecided: true
    case .followed, .notModified, .transient, .standInWanted, .useless: false
    }
  }

  /// Whether the reader has got nothing of the response yet.
  var isUndelivered: Bool {
    switch role {
    case .shown, .followed, .rest: false
    case .undecided, .notModified, .transient, .standInWanted, .useless: true
    }
  }
}

/// A stored response that could be served in place of a failing origin, and the decision whether it may be.
struct StandIn: Sendable {
  let found: StoredCandidate
  let decision: FailureDecision
}
