/// Whether a stored response may answer a request, and why (RFC 9111 §4).
///
/// The outcome is computed from the reasons and never stored, so that the two cannot disagree.
public struct ReuseDecision: Sendable, Hashable {
  /// What to do with the request.
  public enum Outcome: Sendable, Hashable {
    /// Answer from the store without a request to the origin.
    case serve
    /// Ask the origin whether the stored response is still valid.
    case validate
    /// Ask the origin for the rest of a stored part.
    case complete
    /// Ask the origin as if nothing were stored.
    case forward
    /// Fail: the origin would have to be asked, and the request forbids it.
    case unavailable
  }

  /// The reasons, in the order in which the rules were read.
  public private(set) var reasons: [Reason]

  /// Which of the candidates was selected; nil if none matches.
  public let selected: Int?

  /// The freshness of the selected response; nil if none is selected.
  public let freshness: Freshness?

  /// The response that the caller gets if the selected one is used unchanged.
  public let constructed: ConstructedResponse

  /// The outcome that follows from the reasons.
  public var outcome: Outcome {
    let mayUse = selected != nil && !reasons.has(.forbids)
    if mayUse && !reasons.has(.requiresValidation) && constructed != .incomplete { return .serve }
    if reasons.cites(.onlyIfCached) || reasons.cites(.policyCacheOnly) { return .unavailable }
    guard mayUse else { return .forward }
    guard constructed == .incomplete else { return .validate }
    return reasons.cites(.partToComplete) ? .complete : .forward
  }

  /// Whether the response is served at once and revalidated in the background (RFC 5861 §3).
  public var refreshes: Bool { outcome == .serve && reasons.cites(.staleWhileRevalidate) }

  /// The reasons why the selected response does not answer as it is stored: rules that forbid it or ask for validation,
  /// and that only a part is stored, which is not enough.
  package var againstServing: [Reason] {
    reasons.filter { reason in
      switch reason.rule.effect {
      case .forbids, .requiresValidation: true
      case .allows, .notes: [.partToComplete, .partNotEnough].contains(reason.rule)
      }
    }
  }

  /// Why the request is forwarded, as a value of Cache-Status; nil for a hit (RFC 9211 §2.2).
  public var forwardReason: CacheStatus.Forward? {
    guard outcome != .serve else { return nil }
    for reason in reasons {
      switch reason.rule {
      case .policyReload, .policyReloadAll, .cacheOff, .requestIsConditional, .requestHasContent:
        return .bypass
      case .methodNotReusable: return .method
      case .nothingStored: return .uriMiss
      case .varyMismatch, .varyStar, .credentialsMismatch, .codingMismatch: return .varyMiss
      case .partToComplete, .partNotEnough: return .partial
      case .requestNoCache, .requestMaxAge, .requestMinFresh, .policyRevalidate: return .request
      case .stale, .noLifetime, .staleForbidden, .noCache, .receivedInFuture, .sharedOnceConfirmed:
        return .stale
      default: continue
      }
    }
    return .miss
  }

  /// Selects among the stored responses and reads all rules.
  ///
  /// - Parameters:
  ///   - request: the presented request.
  ///   - candidates: the stored responses under its key, in any order.
  ///   - now: the time to decide as of.
  ///   - settings: role, policy and `ttl`.
  public init(
    _ request: borrowing RequestHead, candidates: [StoredResponse], now: Instant, settings: Settings
  ) {
    self.init(request, candidates: candidates, remote: [], bar: nil, now: now, settings: settings)
  }

  /// Decides with candidates of which those at the indices `remote` come from a remote cache, which several users
  /// share; other stored responses were left out for the reason `bar`.
  package init(
    _ request: borrowing RequestHead, candidates: [StoredResponse], remote: Set<Int>, bar: Reason?,
    now: Instant, settings: Settings
  ) {
    var reasons = RequestRules.prohibitions(request, settings: settings)
    let isReusable = !reasons.cites(.methodNotReusable)
    selected = isReusable ? Self.select(request, candidates, settings.role) : nil
    if let selected {
      let stored = candidates[selected]
      let freshness = Freshness(stored, now: now, settings: settings)
      let constructed = ConstructedResponse(request, stored: stored)
      Self.addMatch(request, stored, settings.role, to: &reasons)
      if stored.key.server == CacheKey.unknownServer { reasons.append(Reason(.storedByOlderVersion)) }
      if stored.head.status == 304 { reasons.append(Reason(.partialAlone, amount: 304)) }
      if stored.head.status == 206 { reasons += Self.partRules(request, stored, constructed) }
      ReuseRules.add(request, stored: stored, freshness: freshness, settings: settings, to: &reasons)
      let isRemote = remote.contains(selected)
      if !reasons.has(.requiresValidation),
        let bar = SharedReuse.bar(stored, for: request, isRemote: isRemote, role: settings.role, now: now)
      {
        reasons.append(bar)
      }
      if settings.matchesNoVarySearch, stored.key.uri != request.target.normalized {
        reasons.append(Reason(.noVarySearchMatches, field: "No-Vary-Search", value: stored.key.uri))
      }
      (self.freshness, self.constructed) = (freshness, constructed)
    } else {
      if isReusable { reasons.append(bar ?? Self.mismatch(request, candidates, settings.role)) }
      (freshness, constructed) = (nil, .incomplete)
    }
    reasons += RequestRules.forwarding(request, settings: settings)
    self.reasons = reasons
    if reasons.cites(.staleWhileRevalidate), outcome != .serve, let freshness {
      // Only an answer that does not wait for the origin is revalidated in the background.
      let lifetime = freshness.lifetime
      let stale = Reason(
        .stale, amount: lifetime.seconds, otherAmount: freshness.age, source: lifetime.source)
      self.reasons = reasons.map { $0.rule == .staleWhileRevalidate ? stale : $0 }
    }
  }

  /// Chooses among the responses that match the fields in `Vary` (§4, §4.1).
  ///
  /// Prefers responses that cover the request; then responses with `Vary`, since an origin may have omitted it from
  /// others by mistake; then the newest by `Date`.
  private static func select(
    _ request: RequestHead, _ candidates: [StoredResponse], _ role: CacheRole
  ) -> Int? {
    // Nearly always there is only one candidate.
    if candidates.count == 1 {
      return candidates.withUnsafeBufferPointer { $0[0].matches(request, role: role) } ? 0 : nil
    }
    return candidates.indices.filter { candidates[$0].matches(request, role: role) }
      .max { rank(request, candidates[$0]) < rank(request, candidates[$1]) }
  }

  private static func rank(_ request: RequestHead, _ stored: StoredResponse) -> (Int, Int, Seconds) {
    let isEnough = stored.head.status != 206 || ConstructedResponse(request, stored: stored) != .incomplete
    return (isEnough ? 1 : 0, stored.nominatedNames.isEmpty ? 0 : 1, stored.generatedAt.epoch)
  }

  /// Adds the reasons why the selected response matches: the fields in `Vary` (§4.1), and the credentials.
  private static func addMatch(
    _ request: borrowing RequestHead, _ stored: StoredResponse, _ role: CacheRole, to reasons: inout [Reason]
  ) {
    if !stored.nominatedNames.isEmpty {
      reasons.append(
        Reason(.varyMatches, field: "Vary", value: stored.nominatedNames.joined(separator: ", ")))
    }
    guard request.identifiesUser, stored.selectingFields.identifiesUser,
      stored.head.isBoundToCredentials(role: role)
    else { return }
    reasons.append(Reason(.credentialsMatch, value: stored.selectingFields.identifyingWords))
  }

  /// Whether a stored part answers the request, or can be completed (§3.3, §3.4).
  private static func partRules(
    _ request: RequestHead, _ stored: StoredResponse, _ constructed: ConstructedResponse
  ) -> [Reason] {
    let range = stored.head.fields.first("Content-Range")
    guard constructed == .incomplete else {
      return [Reason(.partIsEnough, field: "Content-Range", value: range)]
    }
    let isPlain =
      request.method == "GET" && !request.fields.contains("Range")
      && !Preconditions.evaluated.contains { request.fields.contains($0) }
    guard isPlain, stored.missingRange != nil else {
      return [Reason(.partNotEnough, field: "Content-Range", value: range)]
    }
    return [Reason(.partToComplete, field: "Content-Range", value: range)]
  }

  /// The reasons why no response was selected.
  private static func mismatch(
    _ request: RequestHead, _ candidates: [StoredResponse], _ role: CacheRole
  ) -> Reason {
    guard let newest = candidates.max(by: { $0.generatedAt < $1.generatedAt }) else {
      return Reason(.nothingStored)
    }
    if !candidates.contains(where: { $0.matchesCredentials(of: request.fields, role: role) }) {
      return Reason(.credentialsMismatch, amount: Int64(candidates.count))
    }
    if !candidates.contains(where: { $0.hasAcceptedCoding(for: request.fields) }) {
      return Reason(
        .codingMismatch, field: "Content-Encoding",
        value: newest.head.fields.contentCodings.joined(separator: ", "), amount: Int64(candidates.count))
    }
    let names = newest.nominatedNames
    if names.contains("*") { return Reason(.varyStar, field: "Vary", value: "*") }
    return Reason(
      .varyMismatch, field: "Vary", value: names.joined(separator: ", "), amount: Int64(candidates.count))
  }
}

extension StoredResponse {
  /// When the origin generated the response: `Date`, else the time of receipt.
  var generatedAt: Instant { head.date(receivedAt: receivedAt) ?? receivedAt }
}
