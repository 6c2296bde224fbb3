/// RFC 9111 §4 for a selected response: freshness, the response's own directives, and the request's.
enum ReuseRules {
  static func reasons(
    _ request: RequestHead, stored: StoredResponse, freshness: Freshness, settings: Settings
  ) -> [Reason] {
    switch settings.policy {
    case .cacheElseLoad:
      return [Reason(.policyCacheElseLoad, amount: freshness.lifetime.seconds, otherAmount: freshness.age)]
    case .cacheOnly:
      return []  // `RequestRules.forwarding` cites the policy.
    case .protocol, .reload, .reloadAll, .revalidate: break
    }
    var reasons: [Reason] = []
    if settings.policy == .revalidate { reasons.append(Reason(.policyRevalidate)) }
    if stored.receivedAt - freshness.now > Settings.clockTolerance {
      reasons.append(Reason(.receivedInFuture, amount: stored.receivedAt - freshness.now))
    }
    let control = CacheControl(stored.head.fields)
    if control.isUnqualified("no-cache"), settings.ttl == nil {
      reasons.append(Reason(.noCache, field: "Cache-Control", value: "no-cache"))
    }
    reasons += requestDirectives(request, freshness)
    reasons.append(staleness(request, control, freshness, settings))
    return reasons
  }

  /// `no-cache`, `Pragma: no-cache`, `max-age` and `min-fresh` of the request (§5.2.1, §5.4).
  private static func requestDirectives(_ request: RequestHead, _ freshness: Freshness) -> [Reason] {
    let control = CacheControl(request.fields)
    var reasons: [Reason] = []
    if control.contains("no-cache") {
      reasons.append(Reason(.requestNoCache, field: "Cache-Control", value: "no-cache"))
    } else if !control.isPresent, CacheControl(request.fields, name: "Pragma").contains("no-cache") {
      reasons.append(Reason(.requestNoCache, field: "Pragma", value: "no-cache"))
    }
    if let limit = control.seconds("max-age")?.value, freshness.age > limit {
      reasons.append(
        Reason(.requestMaxAge, field: "Cache-Control", amount: limit, otherAmount: freshness.age))
    }
    if let wanted = control.seconds("min-fresh")?.value, (freshness.ttl ?? 0) < wanted {
      reasons.append(
        Reason(.requestMinFresh, field: "Cache-Control", amount: wanted, otherAmount: freshness.ttl ?? 0))
    }
    return reasons
  }

  /// Fresh, or stale; and where the request's `max-stale` lifts staleness, that alone (§4.2.4).
  private static func staleness(
    _ request: RequestHead, _ response: CacheControl, _ freshness: Freshness, _ settings: Settings
  ) -> Reason {
    let source = freshness.lifetime.source
    guard freshness.state == .stale else {
      let rule: Rule = source == .ttl ? .ttlOverride : .fresh
      return Reason(rule, amount: freshness.lifetime.seconds, otherAmount: freshness.age, source: source)
    }
    let lifetime = freshness.lifetime.seconds
    if let wish = CacheControl(request.fields).first("max-stale") {
      if let bar = staleBar(response, role: settings.role) {
        return Reason(
          .staleForbidden, field: "Cache-Control", value: bar, amount: lifetime, otherAmount: freshness.age)
      }
      let staleFor = -(freshness.ttl ?? -freshness.age)
      let limit = wish.argument == nil ? Seconds.max : DeltaSeconds(wish.argument).value ?? 0
      if staleFor <= limit {
        return Reason(
          .stalePermitted, field: "Cache-Control", value: wish.text, amount: lifetime,
          otherAmount: freshness.age)
      }
    }
    guard lifetime != nil else { return Reason(.noLifetime, otherAmount: freshness.age) }
    return Reason(.stale, amount: lifetime, otherAmount: freshness.age, source: source)
  }

  /// The directive that forbids stale reuse in every circumstance, or nil (§4.2.4).
  static func staleBar(_ response: CacheControl, role: CacheRole) -> String? {
    if response.isUnqualified("no-cache") { return "no-cache" }
    let always = ["must-revalidate"]
    let whenShared = role == .shared ? ["proxy-revalidate", "s-maxage"] : []
    return (always + whenShared).first { response.contains($0) }
  }
}
