/// The question that an exchange puts to the origin: the stored responses for a request, and the decision on them.
struct Inquiry: Sendable {
  /// The decision by which the origin is asked.
  let decision: ReuseDecision

  /// All responses stored under the request's key.
  let stored: [StoredCandidate]

  /// The stored responses that may be used.
  let candidates: [StoredCandidate]

  /// What the origin is asked for.
  private(set) var subject: Subject

  enum Subject: Sendable {
    /// Whether a stored response is still valid, or for its rest.
    case stored(StoredCandidate)
    /// The whole, since no stored response may be used.
    case whole
    /// The whole, since the stored response turned out to be of no use. No stored response takes the place of the answer,
    /// so that the fetch does not ask once more.
    case wholeFinally
  }

  /// Asks the origin for what a plan needs.
  init(_ plan: ReusePlan) {
    (decision, stored, candidates) = (plan.decision, plan.stored, plan.candidates)
    subject = plan.decision.outcome == .forward ? .whole : plan.selected.map { .stored($0) } ?? .whole
  }

  /// The stored response that the origin is asked about; nil where the whole is asked for.
  var selected: StoredCandidate? { if case .stored(let found) = subject { found } else { nil } }

  /// Whether the answer is final: no stored response takes its place, and the fetch does not ask again.
  var isFinal: Bool { if case .wholeFinally = subject { true } else { false } }

  /// The same inquiry without the selected response, which is of no use.
  var finalAttempt: Inquiry {
    var finalAttempt = self
    finalAttempt.subject = .wholeFinally
    return finalAttempt
  }

  /// Whether the rest of a stored part is asked for.
  var isForRest: Bool { decision.outcome == .complete && selected != nil }

  /// The stored response that would answer the request next time if the new answer were not stored; nil where none would.
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
