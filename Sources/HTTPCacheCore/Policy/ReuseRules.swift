/// RFC 9111 §4 for a selected response: freshness, the response's own directives, and the request's.
enum ReuseRules {
  static func add(
    _ request: RequestHead, stored: StoredResponse, freshness: Freshness, settings: Settings,
    to reasons: inout [Reason]
  ) {
    switch settings.policy {
    case .cacheElseLoad:
      reasons.append(
        Reason(.policyCacheElseLoad, amount: freshness.lifetime.seconds, otherAmount: freshness.age))
      return
    case .cacheOnly: return  // `RequestRules.forwarding` cites the policy.
    case .protocol, .reload, .reloadAll, .revalidate: break
    }
    let control = stored.head.cacheControl(for: settings.role)
    // Where nothing vouches for the origin or for the body's end, a reload may mend what was corrupted (RFC 8246 §3).
    let isImmutable =
      control.contains("immutable") && freshness.isExplicitlyFresh && request.target.isTrustworthy
      && !stored.isDelimitedByClose
    if settings.policy == .revalidate, !isImmutable { reasons.append(Reason(.policyRevalidate)) }
    if stored.receivedAt - freshness.now > Settings.clockTolerance {
      reasons.append(Reason(.receivedInFuture, amount: stored.receivedAt - freshness.now))
    }
    if control.isUnqualified("no-cache"), settings.ttl == nil {
      reasons.append(Reason(.noCache, field: control.fieldName, value: "no-cache"))
    }
    let wishes = requestDirectives(request, freshness, isImmutable: isImmutable)
    reasons += wishes
    if isImmutable, isReload(request, settings), !wishes.has(.requiresValidation) {
      reasons.append(Reason(.immutable, field: control.fieldName, value: "immutable"))
    }
    reasons.append(staleness(request, control, freshness, settings))
  }

  /// Whether the request asks for confirmation of what is fresh, as a browser's reload does.
  private static func isReload(_ request: RequestHead, _ settings: Settings) -> Bool {
    settings.policy == .revalidate || request.cacheControl.seconds("max-age")?.value == 0
  }

  /// `no-cache`, `Pragma: no-cache`, `max-age` and `min-fresh` of the request (§5.2.1, §5.4).
  ///
  /// `immutable` exempts a fresh response from `max-age=0`, not from `no-cache` (RFC 8246 §2).
  private static func requestDirectives(
    _ request: RequestHead, _ freshness: Freshness, isImmutable: Bool
  ) -> [Reason] {
    let control = request.cacheControl
    var reasons: [Reason] = []
    if control.contains("no-cache") {
      reasons.append(Reason(.requestNoCache, field: "Cache-Control", value: "no-cache"))
    } else if !control.isPresent, request.fields.contains("Pragma"),
      CacheControl(request.fields, name: "Pragma").contains("no-cache")
    {
      reasons.append(Reason(.requestNoCache, field: "Pragma", value: "no-cache"))
    }
    // An age of 0 has not passed a limit of 0, but who sets it wants the origin's word.
    if let limit = control.seconds("max-age")?.value, freshness.age > limit || limit == 0,
      !(limit == 0 && isImmutable)
    {
      reasons.append(
        Reason(.requestMaxAge, field: "Cache-Control", amount: limit, otherAmount: freshness.age))
    }
    if let wanted = control.seconds("min-fresh")?.value, (freshness.ttl ?? 0) < wanted {
      reasons.append(
        Reason(.requestMinFresh, field: "Cache-Control", amount: wanted, otherAmount: freshness.ttl ?? 0))
    }
    return reasons
  }

  /// Fresh, or stale; and where something permits its use all the same, that alone (§4.2.4).
  private static func staleness(
    _ request: RequestHead, _ response: CacheControl, _ freshness: Freshness, _ settings: Settings
  ) -> Reason {
    let source = freshness.lifetime.source
    guard freshness.state == .stale else {
      let rule: Rule = source == .ttl ? .ttlOverride : .fresh
      return Reason(rule, amount: freshness.lifetime.seconds, otherAmount: freshness.age, source: source)
    }
    if settings.policy == .protocol,
      let permission = StaleReuse.permission(
        request.cacheControl, response, freshness, role: settings.role)
    {
      return permission
    }
    let lifetime = freshness.lifetime.seconds
    guard lifetime != nil else { return Reason(.noLifetime, otherAmount: freshness.age) }
    return Reason(.stale, amount: lifetime, otherAmount: freshness.age, source: source)
  }
}

extension Freshness {
  /// Whether it is fresh because the origin said for how long.
  fileprivate var isExplicitlyFresh: Bool {
    state == .fresh && [.maxAge, .sMaxAge, .expires, .cdnCacheControl].contains(lifetime.source)
  }
}
