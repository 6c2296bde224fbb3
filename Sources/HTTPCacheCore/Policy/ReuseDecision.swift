/// Whether a stored response may answer a request, and why (RFC 9111 §4).
///
/// There is no stored verdict: the outcome follows from the reasons.
public struct ReuseDecision: Sendable, Hashable {
  /// What is to be done.
  public enum Outcome: Sendable, Hashable {
    /// Answer from the store without asking anybody.
    case serve
    /// Ask the origin whether the stored response still holds.
    case validate
    /// Ask the origin as if nothing were stored.
    case forward
    /// The origin would have to be asked, and may not be.
    case unavailable
  }

  /// In the order in which the rules were read.
  public let reasons: [Reason]

  /// Which of the candidates was selected; nil where none matches.
  public let selected: Int?

  /// Lifetime and age of the selected response; nil where there is none.
  public let freshness: Freshness?

  /// What the reasons lead to.
  public var outcome: Outcome {
    let mayUse = selected != nil && !reasons.has(.forbids)
    if mayUse && !reasons.has(.requiresValidation) { return .serve }
    if reasons.cites(.onlyIfCached) || reasons.cites(.policyCacheOnly) { return .unavailable }
    return mayUse ? .validate : .forward
  }

  /// Why the request goes forward, in the words of Cache-Status; nil for a hit (RFC 9211 §2.2).
  public var forwardReason: CacheStatus.Forward? {
    guard outcome != .serve else { return nil }
    for reason in reasons {
      switch reason.rule {
      case .policyReload, .policyReloadAll, .cacheOff, .requestIsConditional, .requestIsPartial:
        return .bypass
      case .methodNotReusable: return .method
      case .nothingStored: return .uriMiss
      case .varyMismatch, .varyStar: return .varyMiss
      case .requestNoCache, .requestMaxAge, .requestMinFresh, .policyRevalidate: return .request
      case .stale, .noLifetime, .staleForbidden, .noCache, .receivedInFuture: return .stale
      default: continue
      }
    }
    return .miss
  }

  /// Selects among the stored responses and reads all rules.
  ///
  /// - Parameters:
  ///   - request: the presented request.
  ///   - candidates: what is stored under its key, in any order.
  ///   - now: the time to decide as of.
  ///   - settings: role, policy and `ttl`.
  public init(_ request: RequestHead, candidates: [StoredResponse], now: Instant, settings: Settings) {
    var reasons = RequestRules.prohibitions(request, settings: settings)
    let matching = candidates.indices.filter { candidates[$0].matches(request) }
    // "When more than one suitable response is stored, a cache MUST use the most recent one (as determined by
    // the Date header field)": §4.
    selected = matching.max { candidates[$0].generatedAt < candidates[$1].generatedAt }
    guard let selected else {
      reasons += Self.mismatch(candidates)
      freshness = nil
      self.reasons = reasons + RequestRules.forwarding(request, settings: settings)
      return
    }
    let stored = candidates[selected]
    let freshness = Freshness(stored, now: now, settings: settings)
    if !stored.nominatedNames.isEmpty {
      reasons.append(
        Reason(.varyMatches, field: "Vary", value: stored.nominatedNames.joined(separator: ", ")))
    }
    if stored.head.status == 206 || stored.head.status == 304 {
      reasons.append(Reason(.partialAlone, amount: Int64(stored.head.status)))
    }
    reasons += ReuseRules.reasons(request, stored: stored, freshness: freshness, settings: settings)
    self.freshness = freshness
    self.reasons = reasons + RequestRules.forwarding(request, settings: settings)
  }

  /// Why nothing was selected.
  private static func mismatch(_ candidates: [StoredResponse]) -> [Reason] {
    guard let newest = candidates.max(by: { $0.generatedAt < $1.generatedAt }) else {
      return [Reason(.nothingStored)]
    }
    let names = newest.nominatedNames
    if names.contains("*") { return [Reason(.varyStar, field: "Vary", value: "*")] }
    return [
      Reason(
        .varyMismatch, field: "Vary", value: names.joined(separator: ", "), amount: Int64(candidates.count))
    ]
  }
}

extension StoredResponse {
  /// When the origin generated it: `Date`, else when it was received.
  fileprivate var generatedAt: Instant { head.date(receivedAt: receivedAt) ?? receivedAt }
}
