/// The rules of RFC 9111 §4 for a selected response: freshness, the response's directives, and the request's.
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
    // Without TLS or a known body length, the stored response may be corrupted: a reload must validate it (RFC 8246
    // §3).
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
    reasons.append(staleness(request, stored.head, control, freshness, settings))
  }

  /// Whether the request asks to validate even a fresh response, as a browser's reload does.
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
    // An age of 0 does not exceed a limit of 0, but clients send `max-age=0` to ask for validation.
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

  /// The reason that the response is fresh or stale; if a rule permits using a stale response, only that rule
  /// (§4.2.4).
  private static func staleness(
    _ request: RequestHead, _ head: borrowing ResponseHead, _ response: CacheControl, _ freshness: Freshness,
    _ settings: Settings
  ) -> Reason {
    let source = freshness.lifetime.source
    guard freshness.state == .stale else {
      let rule: Rule = source == .ttl ? .ttlOverride : .fresh
      return Reason(rule, amount: freshness.lifetime.seconds, otherAmount: freshness.age, source: source)
    }
    if settings.policy == .protocol,
      let permission = StaleReuse.permission(
        request.cacheControl, head, response, freshness, role: settings.role)
    {
      return permission
    }
    let lifetime = freshness.lifetime.seconds
    guard lifetime != nil else { return Reason(.noLifetime, otherAmount: freshness.age) }
    return Reason(.stale, amount: lifetime, otherAmount: freshness.age, source: source)
  }
}

extension Freshness {
  /// Whether the response is fresh by an explicit lifetime (RFC 9111 §4.2.1).
  fileprivate var isExplicitlyFresh: Bool {
    state == .fresh && lifetime.source.isExplicit
  }
}

extension Rule {
  static let reuse: [Rule] = [
    .methodNotReusable, .requestIsConditional, .nothingStored, .varyMismatch, .varyStar, .varyMatches,
    .credentialsMismatch, .credentialsMatch, .storedByOlderVersion, .fresh, .stale, .noLifetime,
    .ttlOverride, .stalePermitted, .staleForbidden, .noCache, .requestNoCache, .requestMaxAge,
    .requestMinFresh, .onlyIfCached, .receivedInFuture, .partialAlone, .partIsEnough, .partNotEnough,
    .partToComplete, .immutable, .staleWhileRevalidate, .callerHasIt, .rangeServed, .rangeNotSatisfiable,
    .codedContentIsWhole,
    .sharedOnceConfirmed, .codingMismatch, .noVarySearchMatches,
  ]

  static let methodNotReusable = Self("method-not-reusable", .forbids, "RFC 9111 §4") {
    "\($0.shown) always goes to the origin"
  }
  static let requestIsConditional = Self("request-is-conditional", .forbids, "RFC 9111 §4.3.2") {
    "the request has a condition (\($0.named)) that only the origin may evaluate"
  }
  static let nothingStored = Self("nothing-stored", .forbids, "RFC 9111 §4", "nothing is stored for this URL")
  static let varyMismatch = Self("vary-mismatch", .forbids, "RFC 9111 §4.1") {
    "\($0.number) stored, but none matches: the request differs in a field that Vary lists (\($0.shown))"
  }
  static let varyStar = Self(
    "vary-star", .forbids, "RFC 9111 §4.1", "Vary: * means that this response matches no other request")
  static let varyMatches = Self("vary-matches", .notes, "RFC 9111 §4.1") {
    "the request matches the stored one in the fields that Vary lists (\($0.shown))"
  }
  static let noVarySearchMatches = Self(
    "no-vary-search-matches", .allows, "draft-ietf-httpbis-no-vary-search §7"
  ) { "the response to \($0.shown) answers this URL, too: its No-Vary-Search makes the two queries equal" }
  static let credentialsMismatch = Self("credentials-mismatch", .forbids, "RFC 9111 §3.5") {
    "\($0.number) stored, but for other credentials: only public, s-maxage or must-revalidate would allow "
      + "reuse for another user"
  }
  static let credentialsMatch = Self("credentials-match", .notes, "RFC 9111 §3.5") {
    "the request has the same credentials as the stored one (\($0.shown))"
  }
  static let sharedOnceConfirmed = Self("shared-once-confirmed", .requiresValidation, "RFC 9111 §3.5") {
    "another user's request got it, and \($0.shown) lets it answer this one only once the origin confirms it"
  }
  static let codingMismatch = Self("coding-mismatch", .forbids, "RFC 9110 §12.5.3") {
    "\($0.number) stored, but coded (\($0.shown)) for a request that asked for it; this one does not accept it"
  }
  static let storedByOlderVersion = Self(
    "stored-by-older-version", .forbids, "docs/storage.md",
    "an older version stored it without noting the credentials and the server, so it is fetched again")
  package static let fresh = Self("fresh", .allows, "RFC 9111 §4.2") {
    $0.lifetimeSentence("fresh for ", $0.left, isLeft: true)
  }
  package static let stale = Self("stale", .requiresValidation, "RFC 9111 §4.2") {
    $0.amount == 0
      ? "stale: \($0.origin) gives it no lifetime, so every use asks the origin"
      : $0.lifetimeSentence("stale for ", $0.overdue)
  }
  package static let noLifetime = Self(
    "no-lifetime", .requiresValidation, "RFC 9111 §4.2.2",
    "nothing gives it a lifetime, so every use asks the origin")
  package static let ttlOverride = Self("ttl-override", .allows, "httpcache --ttl") {
    "fresh for \($0.remaining): the ttl override gives it \($0.lifetime) from its cache date, \($0.age) ago"
  }
  static let stalePermitted = Self("stale-permitted", .allows, "RFC 9111 §5.2.1.2") {
    "stale for \($0.overdueSpan), which \($0.shown) in the request accepts"
  }
  static let staleForbidden = Self("stale-forbidden", .requiresValidation, "RFC 9111 §4.2.4") {
    "stale for \($0.overdueSpan), and \($0.shown) forbids using it before the origin confirms it"
  }
  package static let noCache = Self(
    "no-cache", .requiresValidation, "RFC 9111 §5.2.2.4",
    "no-cache: it is kept, but every use asks the origin first")
  static let requestNoCache = Self("request-no-cache", .requiresValidation, "RFC 9111 §5.2.1.4") {
    "the request's \($0.named) says no-cache: the origin must confirm the response"
  }
  static let requestMaxAge = Self("request-max-age", .requiresValidation, "RFC 9111 §5.2.1.1") {
    $0.amount == 0
      ? "the request's max-age=0 asks the origin to confirm the response, which is \($0.age) old"
      : "the request accepts an age of \($0.lifetime); the response is \($0.age) old"
  }
  static let requestMinFresh = Self("request-min-fresh", .requiresValidation, "RFC 9111 §5.2.1.3") {
    "the request wants \($0.lifetime) of freshness left; the response has \($0.age)"
  }
  static let onlyIfCached = Self(
    "only-if-cached", .notes, "RFC 9111 §5.2.1.7", "only-if-cached: the origin must not be asked")
  static let receivedInFuture = Self("received-in-future", .requiresValidation, "RFC 9111 §4.2.3") {
    "its cache date is \($0.lifetime) ahead of the clock, so its age is unknown"
  }
  static let partialAlone = Self("partial-alone", .forbids, "RFC 9111 §3.3") {
    "a stored \($0.number) alone answers no request"
  }
  static let partIsEnough = Self("part-is-enough", .notes, "RFC 9111 §3.3") {
    "only a part is stored (\($0.shown)), and it covers the request"
  }
  static let partNotEnough = Self("part-not-enough", .notes, "RFC 9111 §3.3") {
    "only a part is stored (\($0.shown)), and it does not cover the request"
  }
  static let partToComplete = Self("part-to-complete", .notes, "RFC 9111 §3.4") {
    "only a part is stored (\($0.shown)): the origin is asked for the rest"
  }
  static let immutable = Self(
    "immutable", .allows, "RFC 8246 §2",
    "immutable: it does not change while it is fresh, so a reload does not ask the origin")
  static let staleWhileRevalidate = Self("stale-while-revalidate", .allows, "RFC 5861 §3") {
    "stale for \($0.age), within \($0.shown): it is served at once and revalidated in the background"
  }
  static let callerHasIt = Self("caller-has-it", .notes, "RFC 9111 §4.3.2") {
    "the request's \($0.field ?? "condition") shows that the caller has this version: 304"
  }
  static let rangeServed = Self("range-served", .notes, "RFC 9110 §15.3.7") {
    "the request's Range is answered from what is stored: \($0.shown)/\($0.total)"
  }
  static let codedContentIsWhole = Self("coded-content-is-whole", .notes, "RFC 9110 §14.2") {
    "the whole answers the requested range (\($0.value ?? "Range")): a part cut out of coded content can't be decoded"
  }
  static let rangeNotSatisfiable = Self("range-not-satisfiable", .notes, "RFC 9110 §15.5.17") {
    "the requested range (\($0.value ?? "Range")) lies outside the \($0.total) bytes"
  }
}
