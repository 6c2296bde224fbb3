/// A lookup in a storage: the cache key, and the values on which the decision about the stored responses
/// depends.
package struct StorageQuery: Sendable {
  package let key: CacheKey
  package let request: RequestHead
  /// The settings of the cache, with its role and policies.
  package let settings: Settings
  /// The time for which the decision holds.
  package let time: Instant
  /// Whether the storage must also find the time of the latest invalidation; false by default.
  package var needsLatestInvalidation = false
}

/// The stored responses for a request, and the decision on them before the cache asks the origin.
package final class ReusePlan: Sendable {
  /// All stored responses under the request's key.
  package let stored: [StoredCandidate]
  /// The stored responses that this cache may use.
  ///
  /// A private and a shared cache may have the same directory: responses that only a cache of the other role
  /// may store are no candidates.
  package let candidates: [StoredCandidate]
  /// Whether a candidate may answer the request.
  package let decision: ReuseDecision
  /// The request to send to the origin if the stored responses do not answer.
  package let forwarded: RequestHead

  let query: StorageQuery
  let unusable: [StoredReference]

  /// Decides on `stored`, all stored responses under the key of the query.
  ///
  /// The `unusable` responses do not answer, since the storage can't open their bodies.
  package init(_ query: StorageQuery, stored: [StoredCandidate], unusable: [StoredReference] = []) {
    self.query = query
    (self.stored, self.unusable) = (stored, unusable)
    let (candidates, bar) = Self.usable(
      unusable.isEmpty ? stored : stored.filter { !unusable.contains($0.reference) }, for: query)
    self.candidates = candidates
    let responses = candidates.map(\.response)
    let remote = candidates.indices.filter { candidates[$0].reference.tier == .remote }
    decision = ReuseDecision(
      query.request, candidates: responses, remote: Set(remote), bar: bar, now: query.time,
      settings: query.settings)
    forwarded = Self.forwarded(query, decision, candidates)
  }

  /// The stored response that the decision selected; nil if no candidate matches.
  package var selected: StoredCandidate? { decision.selected.map { candidates[$0] } }

  /// The stored responses that this cache may use, and the reason why it may not use one of the others.
  private static func usable(
    _ stored: [StoredCandidate], for query: StorageQuery
  ) -> (candidates: [StoredCandidate], bar: Reason?) {
    let (key, role) = (query.key, query.settings.role)
    guard role == .shared || key.reachesOthers || stored.contains(where: { StorageRules.mayBar($0.response) })
    else { return (stored, nil) }
    var bar: Reason?
    var candidates = stored.filter { found in
      let reason = StorageRules.bar(found.response, settings: query.settings)
      if reason != nil { bar = reason }
      return reason == nil
    }
    // For a request that accepts an unverified server, a matching unverified response takes precedence over
    // older verified ones.
    let newest = candidates.filter {
      $0.response.key == key && $0.response.matches(query.request, role: role)
    }.map(\.response.receivedAt).max()
    if let newest {
      candidates.removeAll {
        $0.response.key.server != key.server && $0.response.receivedAt <= newest
      }
    }
    return (candidates, bar)
  }

  /// Whether the same stored responses would give the same plan for another query.
  package func holds(for other: StorageQuery) -> Bool {
    query.time == other.time && query.settings == other.settings && query.request == other.request
  }

  /// Makes the request to the origin: to validate the selected response (RFC 9111 §4.3.1), for the rest of a
  /// part (§3.4), or the request as it is.
  ///
  /// If no stored response matches the fields in `Vary`, the origin may still name one of them by a 304
  /// (§4.1).
  private static func forwarded(
    _ query: StorageQuery, _ decision: ReuseDecision, _ candidates: [StoredCandidate]
  ) -> RequestHead {
    let request = query.request
    let selected = decision.selected.map { candidates[$0].response }
    // Not all entity tags may fit into one request: the most likely ones come first.
    var responses: [StoredResponse] {
      guard candidates.count > 1 else { return candidates.map(\.response) }
      let others = candidates.indices.filter { $0 != decision.selected }.map { candidates[$0] }
      let used = others.sorted { $0.lastUsedAt > $1.lastUsedAt }.map(\.response)
      return (selected.map { [$0] } ?? []) + used
    }
    switch (decision.outcome, query.settings.policy) {
    case (.validate, _): return Validation.conditional(request, selected: selected, candidates: responses)
    case (.complete, _): return selected?.completing(request) ?? request
    case (_, .reloadAll): return Validation.endToEndReload(request)
    case (_, .reload): return request
    case (_, .protocol), (_, .cacheElseLoad), (_, .cacheOnly), (_, .revalidate):
      let isVaryMiss =
        selected == nil && !candidates.isEmpty && !decision.reasons.cites(.requestIsConditional)
        && (request.method == "GET" || request.method == "HEAD")
      return isVaryMiss
        ? Validation.conditional(request, selected: nil, candidates: responses) : request
    }
  }
}
