/// What was found for a request, and what was decided: what an exchange with the origin is about.
struct Inquiry {
  /// The decision that led to the origin.
  let decision: ReuseDecision

  /// All that is stored under the request's key.
  let candidates: [ClientCache.Found]

  /// The stored response that the question is about; nil where it is asked for anew.
  let selected: ClientCache.Found?

  /// The same candidates, asked for anew: what was found is of no use.
  var anew: Inquiry { Inquiry(decision: decision, candidates: candidates, selected: nil) }

  /// What could have been chosen for a request, the selected one first (RFC 9111 §4.3.4).
  func matching(_ request: RequestHead) -> [ClientCache.Found] {
    // Nearly always there is one, and it was chosen.
    if let selected, candidates.count == 1, candidates[0].isSame(as: selected) { return candidates }
    let matching = candidates.filter { $0.response.matches(request) }
    guard let selected else { return matching }
    return [selected] + matching.filter { !$0.isSame(as: selected) }
  }
}
