/// Every rule that this cache can cite; the raw value is the `code` of the JSON output and is never renamed.
public enum Rule: String, Sendable, CaseIterable {
  // Storing (RFC 9111 §3)
  case methodNotStorable = "method-not-storable"
  case statusNotFinal = "status-not-final"
  case partialNotStorable = "partial-not-storable"
  case statusNotUnderstood = "status-not-understood"
  case mustUnderstand = "must-understand"
  case noStore = "no-store"
  case requestNoStore = "request-no-store"
  case privateInSharedCache = "private-in-shared-cache"
  case authorizationInSharedCache = "authorization-in-shared-cache"
  case authorizationAllowed = "authorization-allowed"
  case varyNamesCredentials = "vary-names-credentials"
  case publicDirective = "public"
  case privateDirective = "private"
  case explicitLifetime = "explicit-lifetime"
  case heuristicStatus = "heuristic-status"
  case nothingAllowsStoring = "nothing-allows-storing"
  case fieldsNotStored = "fields-not-stored"
  case responseTooLarge = "response-too-large"
  case storageNotAllowed = "storage-not-allowed"
  case cacheOff = "cache-off"
  case headDoubtful = "head-doubtful"

  // The seven conditions of the URL Loading System
  case urlcacheScheme = "urlcache-scheme"
  case urlcacheStatus = "urlcache-status"
  case urlcacheFromServer = "urlcache-from-server"
  case urlcacheSessionPolicy = "urlcache-session-policy"
  case urlcacheRequestPolicy = "urlcache-request-policy"
  case urlcacheHeadersAllow = "urlcache-headers-allow"
  case urlcacheSize = "urlcache-size"
  case schemeNotCached = "scheme-not-cached"
  case statusNot2xx = "status-not-2xx"
  case notFromServer = "not-from-server"
  case sessionPolicyForbids = "session-policy-forbids"
  case requestPolicyForbids = "request-policy-forbids"
  case headersForbid = "headers-forbid"

  // Reuse (RFC 9111 §4)
  case methodNotReusable = "method-not-reusable"
  case requestIsPartial = "request-is-partial"
  case requestIsConditional = "request-is-conditional"
  case nothingStored = "nothing-stored"
  case varyMismatch = "vary-mismatch"
  case varyStar = "vary-star"
  case varyMatches = "vary-matches"
  case fresh
  case stale
  case noLifetime = "no-lifetime"
  case ttlOverride = "ttl-override"
  case stalePermitted = "stale-permitted"
  case staleForbidden = "stale-forbidden"
  case noCache = "no-cache"
  case requestNoCache = "request-no-cache"
  case requestMaxAge = "request-max-age"
  case requestMinFresh = "request-min-fresh"
  case onlyIfCached = "only-if-cached"
  case receivedInFuture = "received-in-future"
  case partialAlone = "partial-alone"

  // The policy of the request
  case policyReload = "policy-reload"
  case policyReloadAll = "policy-reload-all"
  case policyCacheElseLoad = "policy-cache-else-load"
  case policyCacheOnly = "policy-cache-only"
  case policyRevalidate = "policy-revalidate"

  // What the network brought
  case validatedByOrigin = "validated-by-origin"
  case replacedByOrigin = "replaced-by-origin"
  case validatorMismatch = "validator-mismatch"
  case servedWhileUnreachable = "served-while-unreachable"
  case unreachableStaleForbidden = "unreachable-stale-forbidden"
  case invalidatedByUnsafeMethod = "invalidated-by-unsafe-method"
}

extension Rule {
  /// What a rule does to the decision that cites it; fixed for each rule.
  public enum Effect: String, Sendable {
    /// It permits what the decision is about.
    case allows
    /// It rules it out.
    case forbids
    /// The stored response may be used once the origin has confirmed it.
    case requiresValidation = "requires-validation"
    /// It explains, and changes nothing.
    case notes
  }

  /// What the rule does.
  public var effect: Effect {
    switch self {
    case .authorizationAllowed, .publicDirective, .privateDirective, .explicitLifetime, .heuristicStatus,
      .urlcacheScheme, .urlcacheStatus, .urlcacheFromServer, .urlcacheSessionPolicy, .urlcacheRequestPolicy,
      .urlcacheHeadersAllow, .urlcacheSize, .fresh, .ttlOverride, .stalePermitted, .policyCacheElseLoad,
      .policyCacheOnly, .validatedByOrigin, .servedWhileUnreachable:
      .allows
    case .methodNotStorable, .statusNotFinal, .partialNotStorable, .statusNotUnderstood, .noStore,
      .requestNoStore, .privateInSharedCache, .authorizationInSharedCache, .varyNamesCredentials,
      .nothingAllowsStoring, .responseTooLarge, .storageNotAllowed, .cacheOff, .headDoubtful,
      .schemeNotCached,
      .statusNot2xx, .notFromServer, .sessionPolicyForbids, .requestPolicyForbids, .headersForbid,
      .methodNotReusable, .requestIsPartial, .requestIsConditional, .nothingStored, .varyMismatch, .varyStar,
      .partialAlone, .policyReload, .policyReloadAll, .validatorMismatch, .unreachableStaleForbidden:
      .forbids
    case .stale, .noLifetime, .staleForbidden, .noCache, .requestNoCache, .requestMaxAge, .requestMinFresh,
      .receivedInFuture, .policyRevalidate:
      .requiresValidation
    case .mustUnderstand, .fieldsNotStored, .varyMatches, .onlyIfCached, .replacedByOrigin,
      .invalidatedByUnsafeMethod:
      .notes
    }
  }
}
