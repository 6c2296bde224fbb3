/// What an exchange with the origin is about: the stored responses for a request, and the decision on them.
struct Inquiry: Sendable {
  /// The decision that led to the origin.
  let decision: ReuseDecision

  /// All that is stored under the request's key.
  let stored: [StoredCandidate]

  /// The stored responses that may be used.
  let candidates: [StoredCandidate]

  /// The stored response that the origin is asked about; nil where the whole is asked for anew.
  private(set) var selected: StoredCandidate?

  /// Takes over a plan.
  init(_ plan: ReusePlan) {
    (decision, stored, candidates) = (plan.decision, plan.stored, plan.candidates)
    selected = plan.selected
  }

  /// The same inquiry without a selected response, which is of no use.
  var anew: Inquiry {
    var anew = self
    anew.selected = nil
    return anew
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
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - role: the cache's.
  /// - Returns: those of the candidates that match it.
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
