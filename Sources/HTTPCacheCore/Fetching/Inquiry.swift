/// What an exchange asks the origin for, with the stored responses for the request and the decision on them.
struct Inquiry: Sendable {
  /// The decision that led to asking the origin.
  let decision: ReuseDecision

  /// All responses stored under the request's key.
  let stored: [StoredCandidate]

  /// The stored responses that may be used.
  let candidates: [StoredCandidate]

  /// The subject of the request to the origin.
  private(set) var subject: Subject

  enum Subject: Sendable {
    /// A stored response: whether it is still valid, or its missing rest.
    case stored(StoredCandidate)
    /// The whole response, since no stored response may be used.
    case whole
    /// The whole response, since the stored one turned out to be unusable. No stored response replaces the new one,
    /// so that the fetch does not ask a third time.
    case wholeFinally
  }

  /// Makes the inquiry that a plan needs.
  init(_ plan: ReusePlan) {
    (decision, stored, candidates) = (plan.decision, plan.stored, plan.candidates)
    subject = plan.decision.outcome == .forward ? .whole : plan.selected.map { .stored($0) } ?? .whole
  }

  /// The stored response that the origin is asked about; nil if the whole response is asked for.
  var selected: StoredCandidate? { if case .stored(let found) = subject { found } else { nil } }

  /// Whether the response is final: no stored response replaces it, and the fetch does not ask again.
  var isFinal: Bool { if case .wholeFinally = subject { true } else { false } }

  /// The same inquiry without the selected response, which turned out to be unusable.
  var finalAttempt: Inquiry {
    var finalAttempt = self
    finalAttempt.subject = .wholeFinally
    return finalAttempt
  }

  /// Whether the origin is asked for the rest of a stored part.
  var isForRest: Bool { decision.outcome == .complete && selected != nil }

  /// The stored response that would answer the next equal request if the new response were not stored; nil if none
  /// would.
  var outdated: StoredCandidate? {
    if let selected { return selected }
    let isReload = decision.reasons.contains { [.policyReload, .policyReloadAll].contains($0.rule) }
    return isReload ? decision.selected.map { candidates[$0] } : nil
  }

  /// The candidates that match a request, the selected one first (RFC 9111 §4.3.4).
  func matching(_ request: RequestHead, role: CacheRole) -> [StoredCandidate] {
    // Usually the selected response is the only candidate.
    if let selected, candidates.count == 1, candidates[0].reference == selected.reference {
      return candidates
    }
    let matching = candidates.filter { $0.response.matches(request, role: role) }
    guard let selected else { return matching }
    return [selected] + matching.filter { $0.reference != selected.reference }
  }
}
