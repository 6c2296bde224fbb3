/// Whether a response may be stored, and why (RFC 9111 §3).
///
/// The verdict is computed from the reasons and never stored, so that the two cannot disagree.
public struct StorageDecision: Sendable, Hashable {
  /// The reasons, in the order in which the rules were read.
  public private(set) var reasons: [Reason]

  /// True when a rule allows storing and none forbids it.
  public var isStorable: Bool { reasons.has(.allows) && !reasons.has(.forbids) }

  /// Whether the response would be storable without one of the rules.
  func isStorable(butFor rule: Rule) -> Bool {
    let others = reasons.filter { $0.rule != rule }
    return others.has(.allows) && !others.has(.forbids)
  }

  /// Reads all rules of the profile; every reason is kept, not only the first.
  ///
  /// - Parameters:
  ///   - exchange: request and response.
  ///   - settings: role, profile, policies and limits.
  public init(_ exchange: borrowing Exchange, settings: Settings) {
    reasons =
      switch settings.profile {
      case .rfc9111: StorageRules.reasons(exchange, settings: settings)
      case .urlcache: URLCacheRules.reasons(exchange, settings: settings)
      }
    // First, since without a cache the other reasons, such as a limit on sizes, do not matter.
    if settings.isCacheOff { reasons.insert(Reason(.cacheOff), at: 0) }
  }

  /// Makes the decision of a cache with a role and default settings.
  init(_ request: RequestHead, _ head: ResponseHead, _ role: CacheRole) {
    self.init(Exchange(request: request, head: head), settings: Settings(role: role))
  }

  /// Adds a reason that is found only while storing: a size limit was exceeded, or the storage policy forbids
  /// storing.
  package mutating func add(_ reason: Reason) { reasons.append(reason) }
}

extension Rule {
  static let storing: [Rule] = [
    .methodNotStorable, .headNotKept, .postContentLocation, .statusNotFinal, .partialNotStorable,
    .partStorable, .statusNotUnderstood, .mustUnderstand, .noStore, .requestNoStore, .privateInSharedCache,
    .authorizationInSharedCache, .authorizationAllowed, .varyNamesCredentials, .boundToCredentials,
    .requestHasContent, .answerToRange, .publicDirective, .privateDirective, .explicitLifetime,
    .heuristicStatus, .nothingAllowsStoring, .fieldsNotStored, .responseTooLarge, .storageNotAllowed,
    .cacheOff, .headDoubtful, .endUncertain, .newerStored, .invalidatedMeanwhile, .notKept, .notWhole,
    .keptInMemory,
  ]

  static let methodNotStorable = Self("method-not-storable", .forbids, "RFC 9111 §3") {
    "an answer to \($0.shown) is not stored: this cache keeps answers to GET"
  }
  static let headNotKept = Self(
    "head-not-kept", .notes, "RFC 9110 §9.3.2",
    "a cache may keep a response to HEAD and answer later HEAD requests with it; this cache keeps only what it got "
      + "with GET")
  static let postContentLocation = Self(
    "post-content-location", .allows, "RFC 9110 §9.3.3",
    "the answer to this POST names its own URL (Content-Location) and a lifetime, so a later GET may use it")
  static let statusNotFinal = Self("status-not-final", .forbids, "RFC 9111 §3") {
    "\($0.number) is an interim status: the final response is still to come"
  }
  static let partialNotStorable = Self("partial-not-storable", .forbids, "RFC 9111 §3") {
    $0.amount == 304
      ? "a 304 has no body: it confirms what is stored"
      : "a \($0.number) is not a whole response, so it is not stored as one"
  }
  static let partStorable = Self("part-storable", .notes, "RFC 9111 §3.3") {
    "it is a part (\($0.shown)), stored as a part and never served as the whole"
  }
  static let statusNotUnderstood = Self("status-not-understood", .forbids, "RFC 9111 §5.2.2.3") {
    "must-understand forbids storing: this cache does not know status \($0.number)"
  }
  static let mustUnderstand = Self("must-understand", .notes, "RFC 9111 §5.2.2.3") {
    "must-understand: this cache knows status \($0.number), so a no-store beside it does not count"
  }
  static let noStore = Self("no-store", .forbids, "RFC 9111 §5.2.2.5") {
    guard let field = $0.field, TargetedField.isTargeted(field) else {
      return "\($0.shown) forbids every cache to store it"
    }
    let caches = field == TargetedField.name ? "CDNs" : "the caches that read it"
    return "\($0.shown) in \(field) keeps \(caches) from storing it"
  }
  static let requestNoStore = Self(
    "request-no-store", .forbids, "RFC 9111 §5.2.1.5", "the request's no-store forbids storing the answer")
  static let privateInSharedCache = Self(
    "private-in-shared-cache", .forbids, "RFC 9111 §5.2.2.7",
    "private: only the user's own cache may store it")
  static let authorizationInSharedCache = Self(
    "authorization-in-shared-cache", .forbids, "RFC 9111 §3.5",
    "the request carried Authorization and the response has none of public, s-maxage and must-revalidate, "
      + "so a shared cache must not store it")
  static let authorizationAllowed = Self("authorization-allowed", .allows, "RFC 9111 §3.5") {
    "the request carried Authorization; \($0.shown) allows a shared cache to store the answer nevertheless"
  }
  static let varyNamesCredentials = Self("vary-names-credentials", .notes, "RFC 9111 §7.3") {
    "Vary lists \($0.shown), a credential: a keyed digest of its value is stored, not the value"
  }
  static let boundToCredentials = Self("bound-to-credentials", .notes, "RFC 9111 §3.5") {
    "the request carried \($0.shown), and nothing lets a shared cache reuse the answer: it answers only requests "
      + "with the same credentials"
  }
  static let requestHasContent = Self(
    "request-has-content", .forbids, "RFC 9110 §9.3.1",
    "the request has content, which is not part of the cache key, so it always goes to the origin")
  static let answerToRange = Self("answer-to-range", .forbids, "RFC 9110 §14.2") {
    "status \($0.number) answers a range request and says nothing about the whole, so it is not stored"
  }
  static let publicDirective = Self(
    "public", .allows, "RFC 9111 §5.2.2.9", "public allows any cache to store it")
  static let privateDirective = Self(
    "private", .allows, "RFC 9111 §5.2.2.7", "private allows a private cache to store it")
  static let explicitLifetime = Self("explicit-lifetime", .allows, "RFC 9111 §4.2.1") {
    "\($0.field ?? "the response") gives an explicit lifetime (\($0.shown))"
  }
  static let heuristicStatus = Self("heuristic-status", .allows, "RFC 9111 §4.2.2") {
    "a response with status \($0.number) may be stored even without Cache-Control"
  }
  static let nothingAllowsStoring = Self("nothing-allows-storing", .forbids, "RFC 9111 §3") {
    "a response with status \($0.number) is stored only with max-age, Expires or public"
  }
  static let fieldsNotStored = Self("fields-not-stored", .notes, "RFC 9111 §3.1") {
    "stored without these fields: \($0.shown)"
  }
  static let responseTooLarge = Self("response-too-large", .forbids, "httpcache --max-entry-size") {
    "the body has \($0.otherAmount.map(\.asSize) ?? "more than \($0.size)"); the limit for one response is \($0.size)"
  }
  static let storageNotAllowed = Self("storage-not-allowed", .forbids, "httpcache --storage") {
    "the storage policy of this request is \($0.shown)"
  }
  static let cacheOff = Self(
    "cache-off", .forbids, "httpcache --capacity", "the cache is switched off (its capacity is 0)")
  static let headDoubtful = Self("head-doubtful", .forbids, "RFC 9111 §3") {
    "the response's framing is contradictory (\($0.shown)), so it can't be trusted to be whole"
  }
  static let endUncertain = Self(
    "end-uncertain", .forbids, "RFC 9112 §9.8",
    "only the close of the connection ends the body, which over TLS can't be told from a connection that was cut, so "
      + "it can't be trusted to be whole")
  static let notKept = Self("not-kept", .notes, "httpcache --cache-dir") {
    "it is not stored: \($0.value ?? "the cache can't be written")"
  }
  static let notWhole = Self("not-whole", .notes, "RFC 9111 §3.3") {
    "it is not stored: \($0.value ?? "the response did not arrive whole")"
  }
  static let keptInMemory = Self(
    "kept-in-memory", .notes, "httpcache --storage", "it is kept in memory only, until this program ends")
  static let newerStored = Self(
    "newer-stored", .forbids, "RFC 9111 §4", "an overlapping request brought a newer answer, which stays")
  static let invalidatedMeanwhile = Self(
    "invalidated-meanwhile", .forbids, "RFC 9111 §4.4",
    "its URL was invalidated while this answer was on its way; the answer may be outdated and is not stored")
}
