/// Every rule that this cache can cite; the raw value is the `code` of the JSON output and is never renamed.
public enum Rule: String, Sendable, CaseIterable {
  // Storing (RFC 9111 §3)
  case methodNotStorable = "method-not-storable"
  case postContentLocation = "post-content-location"
  case statusNotFinal = "status-not-final"
  case partialNotStorable = "partial-not-storable"
  case partStorable = "part-storable"
  case statusNotUnderstood = "status-not-understood"
  case mustUnderstand = "must-understand"
  case noStore = "no-store"
  case requestNoStore = "request-no-store"
  case privateInSharedCache = "private-in-shared-cache"
  case authorizationInSharedCache = "authorization-in-shared-cache"
  case authorizationAllowed = "authorization-allowed"
  case varyNamesCredentials = "vary-names-credentials"
  case boundToCredentials = "bound-to-credentials"
  case requestHasContent = "request-has-content"
  case answerToRange = "answer-to-range"
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
  case newerStored = "newer-stored"
  case invalidatedMeanwhile = "invalidated-meanwhile"

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
  case requestIsConditional = "request-is-conditional"
  case nothingStored = "nothing-stored"
  case varyMismatch = "vary-mismatch"
  case varyStar = "vary-star"
  case varyMatches = "vary-matches"
  case credentialsMismatch = "credentials-mismatch"
  case credentialsMatch = "credentials-match"
  case storedByOlderVersion = "stored-by-older-version"
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
  case partIsEnough = "part-is-enough"
  case partNotEnough = "part-not-enough"
  case partToComplete = "part-to-complete"
  case immutable
  case staleWhileRevalidate = "stale-while-revalidate"
  case callerHasIt = "caller-has-it"
  case rangeServed = "range-served"
  case rangeNotSatisfiable = "range-not-satisfiable"

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
  case groupInvalidated = "group-invalidated"
  case siteDataCleared = "site-data-cleared"
  case staleIfError = "stale-if-error"
  case adoptedVariant = "adopted-variant"
  case combinedParts = "combined-parts"
  case keptForCompletion = "kept-for-completion"
  case freshenedByHead = "freshened-by-head"
  case outdatedByHead = "outdated-by-head"
  case forbiddenByHead = "forbidden-by-head"

  // What caches nearer to the origin said
  case upstreamCacheStatus = "upstream-cache-status"
  case upstreamAge = "upstream-age"
  case upstreamVia = "upstream-via"
  case upstreamXCache = "upstream-x-cache"
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
      .policyCacheOnly, .validatedByOrigin, .servedWhileUnreachable, .postContentLocation,
      .staleWhileRevalidate, .staleIfError, .immutable:
      .allows
    case .methodNotStorable, .statusNotFinal, .partialNotStorable, .statusNotUnderstood, .noStore,
      .requestNoStore, .privateInSharedCache, .authorizationInSharedCache,
      .nothingAllowsStoring, .responseTooLarge, .storageNotAllowed, .cacheOff, .headDoubtful,
      .schemeNotCached,
      .statusNot2xx, .notFromServer, .sessionPolicyForbids, .requestPolicyForbids, .headersForbid,
      .methodNotReusable, .requestIsConditional, .nothingStored, .varyMismatch, .varyStar,
      .requestHasContent, .answerToRange, .newerStored, .invalidatedMeanwhile, .credentialsMismatch,
      .storedByOlderVersion,
      .partialAlone, .policyReload, .policyReloadAll, .validatorMismatch, .unreachableStaleForbidden:
      .forbids
    case .stale, .noLifetime, .staleForbidden, .noCache, .requestNoCache, .requestMaxAge, .requestMinFresh,
      .receivedInFuture, .policyRevalidate:
      .requiresValidation
    case .mustUnderstand, .varyNamesCredentials, .boundToCredentials, .credentialsMatch, .fieldsNotStored,
      .varyMatches, .onlyIfCached,
      .replacedByOrigin,
      .invalidatedByUnsafeMethod, .partStorable, .partIsEnough, .partNotEnough, .partToComplete, .callerHasIt,
      .rangeServed, .rangeNotSatisfiable, .groupInvalidated, .siteDataCleared, .adoptedVariant,
      .combinedParts, .keptForCompletion, .freshenedByHead, .outdatedByHead, .forbiddenByHead,
      .upstreamCacheStatus,
      .upstreamAge, .upstreamVia, .upstreamXCache:
      .notes
    }
  }
}
