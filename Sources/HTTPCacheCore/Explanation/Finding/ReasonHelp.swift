// What `help CODE` says of a reason beside its sentence: what follows from it, and what changes it.

extension Rule {
  /// What follows from a decision that cites the rule, as a sentence.
  var consequence: String {
    if let cache { return consequence(in: cache.title) }
    if let own = Self.consequences[self] { return own }
    let decidesOnStoring = (Rule.storing + Rule.statuses + Rule.urlcache).contains(self)
    switch effect {
    case .notes: return "Nothing by itself: it explains, and decides nothing."
    case .allows where decidesOnStoring: return "It may be stored, unless another reason forbids it."
    case .forbids where decidesOnStoring:
      return "It is not stored: each use asks the origin, and gets the whole again."
    case .allows: return "What is stored answers."
    case .forbids: return "What is stored does not answer: the origin is asked, where that is allowed."
    case .requiresValidation:
      return "The origin is asked before what is stored is used; a 304 sends no content again."
    }
  }

  /// The cache whose rule it is; nil for a rule of this cache.
  private var cache: CacheModel? {
    CacheModel.all.first { rawValue == $0.name || rawValue.hasPrefix("\($0.name)-") }
  }

  /// Where the rule stands: the document, or the program with its version and the place in it.
  var place: String {
    guard let cache, cache.version != nil, basis != .documented else { return reference }
    return "\(cache.titleWithVersion): \(reference)"
  }

  /// What follows in another cache.
  private func consequence(in cache: String) -> String {
    switch effect {
    case .notes: "Nothing by itself: it explains what \(cache) does, and decides nothing."
    case .allows: "\(cache) may store it, and use it without asking while it is fresh."
    case .forbids: "\(cache) does not store it: each request goes to the origin."
    case .requiresValidation: "\(cache) asks the origin before each use of what it has stored."
    }
  }

  /// What follows from what the sentence of a rule tells, where that is more than its effect says.
  private static let consequences: [Rule: String] = {
    let removed = "What was stored is gone: the next request for it goes to the origin."
    let withoutRemote = "The request goes on as without a remote cache."
    return [
      .invalidatedByUnsafeMethod: removed,
      .groupInvalidated: removed,
      .siteDataCleared: removed,
      .outdatedByHead: removed,
      .forbiddenByHead: removed,
      .freshenedByHead: "The stored response is judged by the new fields from now on.",
      .locationNotFollowed: "The answer is this one; fetch the URL that it names to get that.",
      .replacedByOrigin: "The new answer is used; what was stored is not.",
      .adoptedVariant: "The stored body answers this request, too, and is not sent again.",
      .combinedParts: "The parts answer together, and what is there is not asked for again.",
      .keptForCompletion: "The next request for it transfers only what is missing.",
      .partToComplete: "Only what is missing is transferred.",
      .partNotEnough: "The stored part does not answer: the origin is asked, where that is allowed.",
      .onlyIfCached: "Where nothing stored may answer, there is no answer: exit code 4.",
      .callerHasIt: "The answer is a 304 without a body: the caller uses what it has.",
      .rangeNotSatisfiable: "The answer is a 416 without that part.",
      .notKept: "The next request for it goes to the origin.",
      .notWhole: "The next request for it goes to the origin.",
      .keptInMemory: "Another run of this program does not find it.",
      .fieldsNotStored: "An answer from the cache comes without these fields.",
      .boundToCredentials: "A request with other credentials, or with none, goes to the origin.",
      .remoteMissed: withoutRemote,
      .remoteFailed: withoutRemote,
      .remoteRefused: withoutRemote,
      .remoteNotAsked: withoutRemote,
      .remoteBodyUnusable: withoutRemote,
      .remoteNotWritten: "Other machines do not get it from the remote cache.",
    ]
  }()

  /// What to write so that the cache decides otherwise, as a sentence; nil if nothing is to be written.
  var change: String? {
    remedy.map { "To change it: \($0)." } ?? Self.changes[self]
  }

  private static let changes: [Rule: String] = [
    .noStore:
      "Leave `no-store` out where caches may keep it: with `Cache-Control: no-cache` they ask at each use.",
    .requestNoStore: "Leave `no-store` out of the request, and nothing in the response.",
    .privateInSharedCache:
      "`Cache-Control: public, max-age=600` where it is the same for everyone, else nothing.",
    .authorizationInSharedCache:
      "`Cache-Control: s-maxage=600` where it is the same for every user, else nothing.",
    .nothingAllowsStoring: "`Cache-Control: max-age=60` where caches may keep it, else nothing.",
    .responseTooLarge: "Nothing in the response: `--max-entry-size` raises the limit.",
    .storageNotAllowed: "Nothing in the response: `--storage disk` lets it be kept.",
    .cacheOff: "Nothing in the response: `--capacity 1G` turns the cache on.",
    .headDoubtful: "One Content-Length, or a chunked body without one.",
    .endUncertain: "Content-Length, or a chunked body, which says where it ends.",
    .headersForbid: "Leave that directive out where URLCache may store it, else nothing.",
    .sessionPolicyForbids: "Nothing in the response: `$HTTPCACHE_POLICY` names another policy.",
    .requestPolicyForbids: "Nothing in the response: `--policy` names another policy.",
    .varyMismatch: "Fewer names in Vary where the content does not depend on them, else nothing.",
    .varyStar: "The names of the request fields on which it depends, such as `Vary: Accept-Encoding`.",
    .credentialsMismatch:
      "`Cache-Control: public, max-age=600` where it is the same for every user, else nothing.",
    .sharedOnceConfirmed:
      "`Cache-Control: public, max-age=600` where it is the same for every user, else nothing.",
    .stale: "A longer `max-age` where it changes less often, else nothing.",
    .noLifetime: "`Cache-Control: max-age=600`, or for as long as it may be used without asking.",
    .staleForbidden: "Leave that directive out where a stale answer is better than a late one, else nothing.",
    .boundToCredentials:
      "`Cache-Control: public, max-age=600` where it is the same for every user, else nothing.",
    .unreachableStaleForbidden:
      "Leave that directive out where a stale answer is better than none, else nothing.",
    .noCache: "`Cache-Control: max-age=600` in its place where it may be used without asking, else nothing.",
    .requestNoCache: "Leave the directive out of the request, and nothing in the response.",
    .requestMaxAge: "A larger value in the request, and nothing in the response.",
    .requestMinFresh: "A smaller value in the request, or a longer lifetime in the response.",
    .receivedInFuture: "Nothing in the response: set the clock of this host.",
    .validatorMismatch: "In a 304 the ETag of the response that it confirms.",
    .policyReload: "Nothing in the response: another `--policy` uses what is stored.",
    .policyReloadAll: "Nothing in the response: another `--policy` uses what is stored.",
    .policyRevalidate: "Nothing in the response: another `--policy` uses what is stored without asking.",
    .upstreamMissUnneeded: "Nothing in the response: see what the configuration of that cache passes on.",
    .upstreamHitForbidden: "Nothing in the response: have that cache obey Cache-Control.",
    .remoteFailed: "Nothing in the response: see the server of `--remote`, and its credentials.",
  ]
}
