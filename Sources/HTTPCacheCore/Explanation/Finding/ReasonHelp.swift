// What `help CODE` says of a reason beside its sentence: what follows from it, and what changes it.

extension Rule {
  /// What follows from a decision that cites the rule, as a sentence.
  var consequence: String {
    if Rule.realCaches.contains(self) { return consequenceElsewhere }
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

  /// What follows in the cache whose rule it is.
  private var consequenceElsewhere: String {
    switch effect {
    case .notes: "Nothing by itself: it explains what that cache does, and decides nothing."
    case .allows: "That cache may store it, or use it without asking."
    case .forbids: "That cache does not store it, or does not use what it has."
    case .requiresValidation: "That cache asks the origin before it uses what it has stored."
    }
  }

  /// What to write so that the cache decides otherwise, as a sentence; nil if nothing is to be written.
  var change: String? {
    remedy.map { "\($0.prefix(1).uppercased())\($0.dropFirst())." } ?? Self.changes[self]
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
