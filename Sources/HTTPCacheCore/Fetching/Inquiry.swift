/// What was found for a request, and what was decided: what an exchange with the origin is about.
struct Inquiry: Sendable {
  /// The decision that led to the origin.
  let decision: ReuseDecision

  /// All that is stored under the request's key.
  let stored: [StoredCandidate]

  /// What of it may be used.
  let candidates: [StoredCandidate]

  /// The stored response that the question is about; nil where it is asked for anew.
  private(set) var selected: StoredCandidate?

  /// The inquiry that a plan leads to.
  init(_ plan: ReusePlan) {
    (decision, stored, candidates) = (plan.decision, plan.stored, plan.candidates)
    selected = plan.selected
  }

  /// The same candidates, asked for anew: what was found is of no use.
  var anew: Inquiry {
    var anew = self
    anew.selected = nil
    return anew
  }

  /// Whether the rest of a stored part is asked for.
  var isForRest: Bool { decision.outcome == .complete && selected != nil }

  /// The stored response that the request would be given again if the new answer were not kept; nil where none would.
  var outdated: StoredCandidate? {
    if let selected { return selected }
    let isReload = decision.reasons.contains { [.policyReload, .policyReloadAll].contains($0.rule) }
    return isReload ? decision.selected.map { candidates[$0] } : nil
  }

  /// What could have been chosen for a request, the selected one first (RFC 9111 §4.3.4).
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - role: the cache's.
  /// - Returns: those of the candidates that match it.
  func matching(_ request: RequestHead, role: CacheRole) -> [StoredCandidate] {
    // Nearly always there is one, and it was chosen.
    if let selected, candidates.count == 1, candidates[0].reference == selected.reference {
      return candidates
    }
    let matching = candidates.filter { $0.response.matches(request, role: role) }
    guard let selected else { return matching }
    return [selected] + matching.filter { $0.reference != selected.reference }
  }
}
