/// Checks the seven conditions under which Foundation's URL Loading System stores a response.
///
/// The result has a reason for each condition, whether it holds or fails.
enum URLCacheRules {
  static func reasons(_ exchange: Exchange, settings: Settings) -> [Reason] {
    let (request, head) = (exchange.request, exchange.head)
    // These rules read no caching field, so they don't count for condition 6; they forbid storing in this
    // profile, too.
    let beside: [Rule] = [
      .methodNotStorable, .headNotKept, .statusNotFinal, .partialNotStorable, .headDoubtful, .endUncertain,
      .statusNeverStored, .proxyStatus,
    ]
    let prohibitions = StorageRules.prohibitions(exchange, settings: settings).filter {
      $0.rule.effect == .forbids || $0.rule == .headNotKept
    }
    let headerProhibitions = prohibitions.filter { !beside.contains($0.rule) }
    let is2xx = (200...299).contains(head.status)
    let conditions = [
      Reason(request.target.isHTTP ? .urlcacheScheme : .schemeNotCached, value: request.target.scheme),
      Reason(is2xx ? .urlcacheStatus : .statusNot2xx, amount: Int64(head.status)),
      Reason(exchange.isFromServer ? .urlcacheFromServer : .notFromServer),
      Reason(
        settings.sessionPolicy == .cacheOnly ? .sessionPolicyForbids : .urlcacheSessionPolicy,
        value: settings.sessionPolicy.rawValue),
      Reason(
        settings.policy == .cacheOnly ? .requestPolicyForbids : .urlcacheRequestPolicy,
        value: settings.policy.rawValue),
      Reason(
        headerProhibitions.isEmpty ? .urlcacheHeadersAllow : .headersForbid,
        field: headerProhibitions.first?.field, value: headerProhibitions.first?.value),
      StorageRules.size(exchange, settings)
        ?? Reason(.urlcacheSize, amount: settings.maxEntrySize, otherAmount: exchange.bodyLength),
    ]
    return conditions + prohibitions.filter { beside.contains($0.rule) }
  }
}

extension Rule {
  /// Rules for the seven conditions of the URL Loading System, each met or failed.
  static let urlcache: [Rule] = [
    .urlcacheScheme, .urlcacheStatus, .urlcacheFromServer, .urlcacheSessionPolicy, .urlcacheRequestPolicy,
    .urlcacheHeadersAllow, .urlcacheSize, .schemeNotCached, .statusNot2xx, .notFromServer,
    .sessionPolicyForbids, .requestPolicyForbids, .headersForbid,
  ]

  static let urlcacheScheme = Self("urlcache-scheme", .allows, "URL Loading System, condition 1") {
    "condition 1 holds: the request is for an \($0.shown) URL"
  }
  static let urlcacheStatus = Self("urlcache-status", .allows, "URL Loading System, condition 2") {
    "condition 2 holds: status \($0.number) is in the 200-299 range"
  }
  static let urlcacheFromServer = Self(
    "urlcache-from-server", .allows, "URL Loading System, condition 3",
    "condition 3 holds: the response came from the server")
  static let urlcacheSessionPolicy = Self(
    "urlcache-session-policy", .allows, "URL Loading System, condition 4"
  ) { "condition 4 holds: the session's policy (\($0.shown)) allows caching" }
  static let urlcacheRequestPolicy = Self(
    "urlcache-request-policy", .allows, "URL Loading System, condition 5"
  ) { "condition 5 holds: the request's policy (\($0.shown)) allows caching" }
  static let urlcacheHeadersAllow = Self(
    "urlcache-headers-allow", .allows, "URL Loading System, condition 6",
    "condition 6 holds: the response's cache headers allow caching")
  static let urlcacheSize = Self("urlcache-size", .allows, "URL Loading System, condition 7") {
    if let size = $0.otherAmount, let limit = $0.amount {
      "condition 7 holds: \(size) bytes fit within \(limit), about 5% of the disk cache"
    } else {
      "condition 7 holds: nothing says that the response is too large"
    }
  }
  static let schemeNotCached = Self("scheme-not-cached", .forbids, "URL Loading System, condition 1") {
    "condition 1 fails: \($0.shown) URLs are not cached"
  }
  static let statusNot2xx = Self("status-not-2xx", .forbids, "URL Loading System, condition 2") {
    "condition 2 fails: status \($0.number) is not in the 200-299 range"
  }
  static let notFromServer = Self(
    "not-from-server", .forbids, "URL Loading System, condition 3",
    "condition 3 fails: the response came out of a cache")
  static let sessionPolicyForbids = Self(
    "session-policy-forbids", .forbids, "URL Loading System, condition 4"
  ) { "condition 4 fails: the session's policy (\($0.shown)) does not load anything" }
  static let requestPolicyForbids = Self(
    "request-policy-forbids", .forbids, "URL Loading System, condition 5"
  ) { "condition 5 fails: the request's policy (\($0.shown)) does not load anything" }
  static let headersForbid = Self("headers-forbid", .forbids, "URL Loading System, condition 6") {
    "condition 6 fails: \($0.field ?? "a header") says \($0.shown)"
  }
}
