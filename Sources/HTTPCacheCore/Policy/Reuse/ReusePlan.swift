/// A request as it is put to a storage: what it looks for, and what decisions on what it finds depend on.
package struct StorageQuery: Sendable {
  /// What stored responses are found by.
  package let key: CacheKey
  /// The request.
  package let request: RequestHead
  /// Role and policies.
  package let settings: Settings
  /// The time to decide as of.
  package let time: Instant
  /// Whether the answer has to say when something was invalidated last; false unless told.
  package var needsLatestInvalidation = false

  package init(key: CacheKey, request: RequestHead, settings: Settings, time: Instant) {
    self.key = key
    self.request = request
    self.settings = settings
    self.time = time
  }
}

/// What is stored for a request, and what is to be done with it before the origin is asked.
package final class ReusePlan: Sendable {
  /// All that is stored under the request's key.
  package let stored: [StoredCandidate]
  /// What of it may be used: nothing that a cache of this kind may not store, even if one of the other kind did.
  package let candidates: [StoredCandidate]
  /// Whether any of it may answer.
  package let decision: ReuseDecision
  /// The request that asks the origin whether it still holds; nil where that is not the question.
  package let question: RequestHead?

  private let query: StorageQuery

  /// Decides.
  ///
  /// - Parameters:
  ///   - query: what is asked for, and when.
  ///   - stored: all that is stored under its key.
  package init(_ query: StorageQuery, stored: [StoredCandidate]) {
    self.query = query
    self.stored = stored
    let (candidates, bar) = Self.usable(stored, for: query)
    self.candidates = candidates
    let responses = candidates.map(\.response)
    let remote = candidates.indices.filter { candidates[$0].reference.tier == .remote }
    decision = ReuseDecision(
      query.request, candidates: responses, remote: Set(remote), bar: bar, now: query.time,
      settings: query.settings)
    let selected = decision.selected.map { responses[$0] }
    question = decision.outcome == .validate ? Self.question(query.request, selected, of: responses) : nil
  }

  /// The response that was selected; nil where none matches.
  package var selected: StoredCandidate? { decision.selected.map { candidates[$0] } }

  /// What may be used of what is stored, and why something may not.
  private static func usable(
    _ stored: [StoredCandidate], for query: StorageQuery
  ) -> (candidates: [StoredCandidate], bar: Reason?) {
    let (key, role) = (query.key, query.settings.role)
    guard stored.contains(where: { $0.response.head.isForOneRole }) || role == .shared || key.verified != nil
    else { return (stored, nil) }
    var bar: Reason?
    var candidates = stored.filter { found in
      let reason = StorageRules.bar(found.response, settings: query.settings)
      if reason != nil { bar = reason }
      return reason == nil
    }
    // An answer that came unverified takes the place of older verified ones for requests like the one that got it.
    let newest = candidates.filter {
      $0.response.key == key && $0.response.matches(query.request, role: role)
    }.map(\.response.receivedAt).max()
    if let newest {
      candidates.removeAll { $0.response.key == key.verified && $0.response.receivedAt <= newest }
    }
    return (candidates, bar)
  }

  /// Whether it would be the same if it were made of another query now.
  package func holds(for other: StorageQuery) -> Bool {
    query.time == other.time && query.settings == other.settings && query.request == other.request
  }

  /// A request with the validators of all that is stored for it.
  ///
  /// - Parameters:
  ///   - request: the request.
  ///   - selected: the response that it is about; nil where it is about none.
  ///   - candidates: all that is stored under its key.
  /// - Returns: the request itself where there is nothing to ask after.
  package static func question(
    _ request: RequestHead, _ selected: StoredResponse?, of candidates: [StoredResponse]
  ) -> RequestHead {
    guard !candidates.isEmpty, request.method == "GET" || request.method == "HEAD" else { return request }
    return Validation.conditional(request, selected: selected, candidates: candidates)
  }
}
