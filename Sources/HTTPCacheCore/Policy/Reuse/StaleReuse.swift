/// Which directives permit or forbid using a stale response (RFC 9111 §4.2.4, RFC 5861).
enum StaleReuse {
  /// The directive that forbids stale reuse in every circumstance (§4.2.4); nil if no directive does.
  static func bar(_ response: CacheControl, role: CacheRole) -> String? {
    if response.isUnqualified("no-cache") { return "no-cache" }
    let whenShared = role == .shared ? ["proxy-revalidate", "s-maxage"] : []
    return (["must-revalidate"] + whenShared).first { response.contains($0) }
  }

  /// The reason why a cache may, or may not, serve a stale response without validation; nil if no directive
  /// asks for a stale response.
  ///
  /// `max-stale` of the request and `stale-while-revalidate` of the response ask for a stale response, whatever gave the
  /// lifetime: what nothing makes fresh is stale from the beginning. `max-age` and `min-fresh` of the request cancel
  /// `stale-while-revalidate`, and so do a window of 0 and, as in browsers, `Pragma: no-cache` of the response.
  static func permission(
    _ request: CacheControl, _ head: borrowing ResponseHead, _ response: CacheControl, _ freshness: Freshness,
    role: CacheRole
  ) -> Reason? {
    let wish = request.first("max-stale")
    let window = response.seconds("stale-while-revalidate")?.value ?? 0
    let isWindowWanted =
      window > 0 && !request.contains("max-age") && !request.contains("min-fresh") && !head.hasPragmaNoCache
    guard wish != nil || isWindowWanted else { return nil }
    let lifetime = freshness.lifetime.seconds
    // A bar says why a stale response waits; what has no lifetime waits without one.
    if wish == nil, lifetime == nil, bar(response, role: role) != nil { return nil }
    if let bar = bar(response, role: role) {
      return Reason(
        .staleForbidden, field: response.fieldName, value: bar, amount: lifetime, otherAmount: freshness.age)
    }
    if let wish, freshness.staleFor <= (wish.argument == nil ? .max : DeltaSeconds(wish.argument).value ?? 0)
    {
      return Reason(
        .stalePermitted, field: "Cache-Control", value: wish.text, amount: lifetime,
        otherAmount: freshness.age)
    }
    if isWindowWanted, freshness.staleFor <= window {
      return Reason(
        .staleWhileRevalidate, field: response.fieldName, value: "stale-while-revalidate=\(window)",
        amount: window, otherAmount: freshness.staleFor)
    }
    return nil
  }
}

extension ResponseHead {
  /// Whether `no-cache` is a member of Pragma, which the specification leaves without meaning in a response (§5.4).
  fileprivate var hasPragmaNoCache: Bool {
    has(.pragma) && CacheControl(fields, name: "Pragma").contains("no-cache")
  }
}

/// Decides whether a response to one user may answer the request of another user without validation.
///
/// For another user, a private cache follows the rules for shared caches. `s-maxage` and `must-revalidate`
/// permit the reuse of a fresh response; the origin must validate a stale one first (RFC 9111 §3.5).
enum SharedReuse {
  /// The directive because of which the origin must validate a response before the cache reuses it; nil if no
  /// directive requires that.
  ///
  /// The policy of the request does not matter. A private cache gets nil if the same user's request got the
  /// response. `isRemote` says that the response comes from a remote cache, which several users share.
  static func bar(
    _ stored: StoredResponse, for request: RequestHead, isRemote: Bool, role: CacheRole, now: Instant
  ) -> Reason? {
    guard isRemote || stored.isShared(for: request.fields, role: role) else { return nil }
    let control = stored.head.cacheControl(for: isRemote ? .shared : role)
    guard let directive = StaleReuse.bar(control, role: .shared) else { return nil }
    let lifetime = FreshnessLifetime(
      stored.head, under: control, receivedAt: stored.receivedAt, role: .shared)
    let age = currentAge(
      stored.head, requestedAt: stored.requestedAt, receivedAt: stored.receivedAt, now: now)
    guard directive == "no-cache" || (lifetime.seconds ?? 0) <= age else { return nil }
    return Reason(.sharedOnceConfirmed, field: control.fieldName, value: directive)
  }
}

extension Freshness {
  /// Seconds since the lifetime ended, negative while fresh; the age if there is no lifetime.
  var staleFor: Seconds { ttl.map { 0 - $0 } ?? age }
}

/// Decides whether a cache may serve a stored response when the origin fails (RFC 9111 §4.2.4, RFC 5861 §4).
struct FailureDecision: Sendable, Hashable {
  /// How the origin failed.
  enum Failure: Sendable, Hashable {
    /// No whole response arrived: no connection, TLS failure, time-out, transfer cut short.
    case unreachable
    /// The origin answered with this status.
    case status(Int)
  }

  /// The reasons for the decision; empty if no rule permits the response.
  let reasons: [Reason]

  /// Whether a rule permits the response, and no rule forbids it or requires validation.
  var isServable: Bool {
    reasons.has(.allows) && !reasons.has(.forbids) && !reasons.has(.requiresValidation)
  }

  /// Decides by `stale-if-error` of response and request, the user's setting, and the directives that forbid
  /// stale use.
  ///
  /// `settings` also say whether the user allows a stale response if the origin can't be reached.
  init(
    _ stored: StoredResponse, isRemote: Bool = false, for request: RequestHead, failure: Failure,
    now: Instant, settings: Settings
  ) {
    let control = stored.head.cacheControl(for: settings.role)
    let staleFor = Freshness(stored, now: now, settings: settings).staleFor
    var permissions: [Reason] = []
    // `stale-if-error` covers these statuses (RFC 5861 §4).
    let isError = [.unreachable, .status(500), .status(502), .status(503), .status(504)].contains(failure)
    for directives in [control, request.cacheControl] where isError {
      guard let window = directives.seconds("stale-if-error")?.value, staleFor <= window else { continue }
      permissions.append(
        Reason(
          .staleIfError, field: directives.fieldName, value: "stale-if-error=\(window)", amount: window,
          otherAmount: max(0, staleFor)))
    }
    if settings.servesStaleIfUnreachable, failure == .unreachable {
      permissions.append(
        Reason(.servedWhileUnreachable, value: stored.userInfo[StoredResponse.cacheDateName]))
    }
    // no-cache forbids the reuse of a fresh response, too; the other directives forbid only stale reuse.
    if permissions.isEmpty {
      reasons = []
    } else if settings.policy == .revalidate {
      // The policy requires validation, which has failed.
      reasons = [Reason(.policyRevalidate)]
    } else if let bar = StaleReuse.bar(control, role: settings.role), staleFor >= 0 || bar == "no-cache" {
      reasons = [Reason(.unreachableStaleForbidden, field: control.fieldName, value: bar)]
    } else if let bar = SharedReuse.bar(
      stored, for: request, isRemote: isRemote, role: settings.role, now: now)
    {
      reasons = [bar]
    } else {
      reasons = permissions
    }
  }
}
