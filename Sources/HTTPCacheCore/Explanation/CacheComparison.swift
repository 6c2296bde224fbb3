/// The decision of another cache about a response, in words, compared with RFC 9111 for a cache of its kind.
package struct CacheComparison: Sendable {
  /// The decision that RFC 9111 prescribes for a cache in one role.
  struct Reference {
    let isStored: Bool

    /// For how many seconds after receipt the cache answers without asking the origin; nil if no rule gives a
    /// lifetime.
    let lifetime: Seconds?

    /// Whether the lifetime is heuristic, which the RFC leaves to each cache (§4.2.2).
    let isGuess: Bool

    init(_ exchange: Exchange, _ stored: StoredResponse, _ role: CacheRole) {
      let settings = Settings(role: role)
      let freshness = Freshness(stored, now: stored.receivedAt, settings: settings)
      let asksFirst =
        exchange.head.cacheControl(for: role).isUnqualified("no-cache")
        || exchange.head.nominatedNames.contains("*")
      isStored = StorageDecision(exchange, settings: settings).isStorable
      lifetime = asksFirst ? 0 : freshness.ttl.map { max(0, $0) }
      isGuess = !asksFirst && freshness.lifetime.source == .heuristic
    }
  }

  package let decision: CacheDecision
  private let reference: Reference?

  /// The same browser's decision on the response as what a page loads, where `decision` is about the page itself.
  private let ofFile: CacheDecision?

  init(_ decision: CacheDecision, _ reference: Reference?, ofFile: CacheDecision? = nil) {
    (self.decision, self.reference, self.ofFile) = (decision, reference, ofFile)
  }

  /// A decision alone, without the one that RFC 9111 prescribes.
  package init(_ decision: CacheDecision) { self.init(decision, nil) }

  /// The outcome in a few words: `not stored`, `stored for 2 minutes`.
  package var outcome: String {
    switch decision.isStored {
    case nil: "unknown"
    case false?: "not stored"
    case true?:
      switch decision.lifetime {
      case nil: "stored"
      case 0? where (decision.staleSpan ?? 0) > 0: "stored, and stale at once"
      case 0?: "stored, and every use asks the origin"
      case let seconds?:
        seconds >= .deltaSecondsInfinity ? "stored for ever" : "stored for \(formatDuration(seconds))"
      }
    }
  }

  /// The outcome and the reason that decides, then the fate of the stored response, without a full stop.
  package var sentence: String {
    let reason = decision.deciding.map { "\(outcome): \($0.sentence)" } ?? outcome
    let notes = decision.reasons.filter {
      $0.rule.effect == .notes && $0.rule.confirmsStale == nil && $0 != decision.deciding
    }
    return ([reason] + notes.map(\.sentence) + [fileClause].compactMap(\.self)).joined(separator: "; ")
  }

  /// What the browser does with the response as what a page loads, if that is different; nil if it is not.
  private var fileClause: String? {
    guard let ofFile, !ofFile.isUsed(like: decision) else { return nil }
    let span = ofFile.staleSpan.flatMap { $0 > 0 ? ", and \(formatDuration($0)) more as a stale one" : nil }
    return "as what a page loads it is \(CacheComparison(ofFile).outcome)\(span ?? "")"
  }

  /// The decision by RFC 9111, if it differs, and how to change the cache's decision; nil if there is no difference.
  package var difference: String? {
    guard let words = differentWords else { return nil }
    let remedy = decision.deciding?.rule.remedy.map { " To change it: \($0)." } ?? ""
    return words + remedy
  }

  private var differentWords: String? {
    guard let reference, let isStored = decision.isStored else { return nil }
    guard isStored == reference.isStored else {
      return reference.isStored ? "RFC 9111 would store it." : "RFC 9111 forbids storing it."
    }
    guard isStored, let lifetime = decision.lifetime else { return nil }
    let (own, others) = (
      min(lifetime, .deltaSecondsInfinity), min(reference.lifetime ?? 0, .deltaSecondsInfinity)
    )
    // A cache that counts whole seconds may be one second off.
    guard abs(own - others) > 1 else { return nil }
    guard reference.lifetime != nil else { return "RFC 9111 gives it no lifetime." }
    let span = others == 0 ? "it asks the origin at each use" : "it is fresh for \(formatDuration(others))"
    return "By RFC 9111 \(span)\(reference.isGuess ? ", by a guess that it leaves to caches" : "")."
  }

  /// How the decision is known: `measured with 1.22.1`.
  package var ground: String {
    let words = decision.basis == .read ? "read in the source" : decision.basis.rawValue
    return decision.cache.release.map { "\(words)\(decision.basis == .documented ? "" : " with \($0)")" }
      ?? words
  }
}
