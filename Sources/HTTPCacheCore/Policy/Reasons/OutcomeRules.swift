extension Rule {
  /// Rules about a response of the origin, or its absence.
  static let network: [Rule] = [
    .validatedByOrigin, .validatedWeakly, .replacedByOrigin, .validatorMismatch, .servedWhileUnreachable,
    .unreachableStaleForbidden, .invalidatedByUnsafeMethod, .groupInvalidated, .siteDataCleared,
    .staleIfError, .adoptedVariant, .combinedParts, .keptForCompletion, .freshenedByHead, .outdatedByHead,
    .forbiddenByHead, .locationNotFollowed,
  ]

  static let validatedByOrigin = Self(
    "validated-by-origin", .allows, "RFC 9111 §4.3.4",
    "the origin confirmed it (304): the stored body is used, its fields are updated")
  package static let validatedWeakly = Self("validated-weakly", .allows, "RFC 9111 §4.3.4") {
    "the origin confirmed it (304) by \($0.shown), the strong form of its weak tag: the stored body is used, and nothing "
      + "stored is updated"
  }
  static let replacedByOrigin = Self("replaced-by-origin", .notes, "RFC 9111 §4.3.3") {
    "the origin sent a full answer (\($0.number)) instead of confirming what was stored"
  }
  static let validatorMismatch = Self("validator-mismatch", .forbids, "RFC 9111 §4.3.4") {
    "the 304 names a version (\($0.shown)) other than the stored one, so the response is fetched again"
  }
  static let servedWhileUnreachable = Self("served-while-unreachable", .allows, "RFC 9111 §4.2.4") {
    "the origin can't be reached: served from the cache as of \($0.shown); the data may be outdated"
  }
  static let unreachableStaleForbidden = Self("unreachable-stale-forbidden", .forbids, "RFC 9111 §4.2.4") {
    "\($0.shown) forbids using it while the origin can't be reached"
  }
  static let invalidatedByUnsafeMethod = Self("invalidated-by-unsafe-method", .notes, "RFC 9111 §4.4") {
    "an unsafe method invalidated \($0.number) stored for \($0.shown)" + $0.othersStay
  }
  static let groupInvalidated = Self("group-invalidated", .notes, "RFC 9875 §3") {
    "the origin invalidated \($0.number) stored in the groups \($0.shown)" + $0.othersStay
  }
  static let siteDataCleared = Self("site-data-cleared", .notes, "Clear Site Data §3.1") {
    "Clear-Site-Data removed all \($0.number) stored for \($0.value ?? "the origin")" + $0.othersStay
  }
  static let staleIfError = Self("stale-if-error", .allows, "RFC 5861 §4") {
    "\($0.shown) allows it instead of the origin's error: stale for \($0.age)"
  }
  static let adoptedVariant = Self("adopted-variant", .notes, "RFC 9111 §4.1") {
    "the origin confirmed a variant that was stored for another request\($0.shownInBrackets)"
  }
  static let combinedParts = Self("combined-parts", .notes, "RFC 9111 §3.4") {
    "the new part and what is stored belong to one version; together they are \($0.shown)"
  }
  static let keptForCompletion = Self(
    "kept-for-completion", .notes, "RFC 9111 §3.4",
    "the transfer was cut; the bytes received are stored as a part, and the next request asks for the rest")
  static let locationNotFollowed = Self("location-not-followed", .notes, "RFC 9110 §15.4") {
    switch $0.amount {
    case 300: "300 offers a choice, of which \($0.shown) is the preferred one: it is not followed"
    case 305: "305 names a proxy (\($0.shown)), which RFC 9110 deprecates: it is not used"
    default: "status \($0.number) is no redirect that is defined: \($0.shown) in Location is not followed"
    }
  }
  package static let freshenedByHead = Self(
    "freshened-by-head", .notes, "RFC 9111 §4.3.5",
    "the answer to HEAD describes the stored response, whose fields are updated")
  package static let outdatedByHead = Self("outdated-by-head", .notes, "RFC 9111 §4.3.5") {
    "the answer to HEAD (\($0.number)) describes another version: the stored response is dropped"
  }
  package static let forbiddenByHead = Self(
    "forbidden-by-head", .notes, "RFC 9111 §4.3.5",
    "the answer to HEAD forbids storing: the stored response is dropped")
}

extension Rule {
  /// Notes on caches nearer to the origin.
  static let upstream: [Rule] = [
    .upstreamCacheStatus, .upstreamAge, .upstreamSilentStore, .upstreamVia, .upstreamXCache,
    .upstreamMissUnneeded,
    .upstreamHitForbidden,
  ]

  static let upstreamCacheStatus = Self("upstream-cache-status", .notes, "RFC 9211 §2") {
    "upstream, \($0.shown)"
  }
  static let upstreamAge = Self("upstream-age", .notes, "RFC 9111 §5.1") {
    "caches on the way had it for \($0.lifetime) (Age)"
  }
  static let upstreamSilentStore = Self("upstream-silent-store", .notes, "RFC 9111 §5.1") {
    "a store that does not speak had it for \($0.lifetime) (Age): no cache that does says that it answered"
  }
  static let upstreamVia = Self("upstream-via", .notes, "RFC 9110 §7.6.3") {
    "it came through \($0.shown)"
  }
  static let upstreamXCache = Self("upstream-x-cache", .notes, "not standardised") {
    let words = "a cache on the way says \($0.field ?? "X-Cache"): \($0.shown)"
    return $0.amount == nil ? words : "\(words), of HEAD; visitors send GET, which caches may treat otherwise"
  }
  static let upstreamMissUnneeded = Self("upstream-miss-unneeded", .notes, "RFC 9111 §3") {
    let start = "a cache on the way passed the request on, although it may store this for \($0.lifetime)"
    return $0.value.map { "\(start): \($0) keeps nginx, Varnish and most CDNs from it" }
      ?? "\(start); if the next answer says the same, its configuration keeps it from storing"
  }
  static let upstreamHitForbidden = Self("upstream-hit-forbidden", .notes, "RFC 9111 §3") {
    "a cache on the way answered from its store, although \($0.shown)"
  }
}
