/// The rules by which a request's method, policy and directives limit the use of a cache (RFC 9111 §4, §5.2.1).
enum RequestRules {
  /// Why no stored response may be used.
  static func prohibitions(_ request: RequestHead, settings: Settings) -> [Reason] {
    var reasons: [Reason] = []
    if settings.isCacheOff { reasons.append(Reason(.cacheOff)) }
    if request.method != "GET" && request.method != "HEAD" {
      reasons.append(Reason(.methodNotReusable, value: request.method))
    }
    if request.hasContent, reasons.isEmpty { reasons.append(Reason(.requestHasContent)) }
    if let condition = Preconditions.forOrigin.first(where: { request.fields.contains($0) }) {
      reasons.append(Reason(.requestIsConditional, field: condition))
    }
    switch settings.policy {
    case .reload: reasons.append(Reason(.policyReload))
    case .reloadAll: reasons.append(Reason(.policyReloadAll))
    case .protocol, .cacheElseLoad, .cacheOnly, .revalidate: break
    }
    return reasons
  }

  /// Why the request must not go to the origin.
  static func forwarding(_ request: RequestHead, settings: Settings) -> [Reason] {
    request.cacheControl.contains("only-if-cached")
      ? [Reason(.onlyIfCached, field: "Cache-Control", value: "only-if-cached")]
      : settings.policy == .cacheOnly ? [Reason(.policyCacheOnly)] : []
  }
}

extension Rule {
  static let requestPolicy: [Rule] = [
    .policyReload, .policyReloadAll, .policyCacheElseLoad, .policyCacheOnly, .policyRevalidate,
  ]

  static let policyReload = Self(
    "policy-reload", .forbids, "httpcache --policy", "policy reload: no stored response is used")
  static let policyReloadAll = Self(
    "policy-reload-all", .forbids, "httpcache --policy",
    "policy reload-all: no stored response is used, and caches on the way are asked to use none")
  static let policyCacheElseLoad = Self("policy-cache-else-load", .allows, "httpcache --policy") {
    "policy cache-else-load: a stored response is used at any age (\($0.age))"
  }
  static let policyCacheOnly = Self(
    "policy-cache-only", .allows, "httpcache --policy", "policy cache-only: the origin must not be asked")
  static let policyRevalidate = Self(
    "policy-revalidate", .requiresValidation, "httpcache --policy",
    "policy revalidate: the origin must confirm the stored response")
}
