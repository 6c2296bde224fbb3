extension Reason {
  /// The reason as one sentence for a person, with its numbers, without the reference and the full stop.
  public var sentence: String {
    storingSentence ?? profileSentence ?? selectionSentence ?? freshnessSentence ?? requestSentence
      ?? partSentence ?? upstreamSentence ?? outcomeSentence
  }

  /// The value as it was read, or a word for none.
  private var shown: String { value ?? "(none)" }

  /// The status or count that the rule read.
  private var number: String { amount.map(String.init) ?? "unknown" }

  private var storingSentence: String? {
    switch rule {
    case .methodNotStorable: "an answer to \(shown) is not stored: this cache keeps answers to GET"
    case .postContentLocation:
      "the answer to this POST names its own URL (Content-Location) and a lifetime, so a later GET may have it"
    case .statusNotFinal: "\(number) is an interim status: the final response is still to come"
    case .partialNotStorable: "a \(number) on its own is not a whole response, so it is not stored as one"
    case .partStorable: "it is a part (\(shown)), kept as a part and never served as the whole"
    case .statusNotUnderstood:
      "must-understand forbids storing: this cache does not know what status \(number) asks of it"
    case .mustUnderstand:
      "must-understand: this cache knows status \(number), so a no-store beside it does not count"
    case .noStore: "\(shown) forbids any cache to keep the response; leave it out if it may be kept"
    case .requestNoStore: "the request's own no-store forbids keeping the answer"
    case .privateInSharedCache:
      "private: only the user's own cache may keep it; send public or s-maxage if it is the same for everybody"
    case .authorizationInSharedCache:
      "the request carried Authorization and the response has none of public, s-maxage and must-revalidate, "
        + "so a shared cache may not keep it"
    case .authorizationAllowed:
      "the request carried Authorization; \(shown) lets a shared cache keep the answer all the same"
    case .varyNamesCredentials:
      "Vary nominates \(shown), a credential: not its value is kept to select by, but a keyed digest of it"
    case .boundToCredentials:
      "the request carried \(shown), and nothing lets a shared cache reuse the answer: it is found only by requests "
        + "with the same credentials"
    case .requestHasContent:
      "the request has content, which is no part of what responses are found by: it always goes to the origin"
    case .answerToRange:
      "status \(number) answers a request for a range: it says nothing of the whole, so it is not kept"
    case .newerStored:
      "another request, which overlapped with this one, brought a newer answer: that one stays"
    case .invalidatedMeanwhile:
      "its URL was made invalid while this answer was on its way: it may be outdated, so it is not kept"
    case .publicDirective: "public lets any cache keep it"
    case .privateDirective: "private lets a private cache keep it"
    case .explicitLifetime:
      "\(field ?? "the response") gives an explicit lifetime (\(shown)), so it may be kept"
    case .heuristicStatus:
      "status \(number) is heuristically cacheable, so it may be kept without further word"
    case .nothingAllowsStoring:
      "status \(number) needs an explicit lifetime to be kept: send Cache-Control: max-age=N, Expires or public"
    case .fieldsNotStored: "kept without these fields: \(shown)"
    case .responseTooLarge:
      "the body has \(otherAmount.map(String.init) ?? "more than \(number)") bytes; at most \(number) are kept "
        + "(--max-entry-size)"
    case .storageNotAllowed: "the storage policy of this request is \(shown)"
    case .cacheOff: "the cache is switched off (--capacity 0)"
    case .headDoubtful:
      "the response's framing is contradictory (\(shown)), so it can't be trusted to be whole"
    default: nil
    }
  }

  private var profileSentence: String? {
    switch rule {
    case .urlcacheScheme: "condition 1 holds: the request is for an \(shown) URL"
    case .urlcacheStatus: "condition 2 holds: status \(number) is in the 200-299 range"
    case .urlcacheFromServer: "condition 3 holds: the response came from the server"
    case .urlcacheSessionPolicy: "condition 4 holds: the session's policy (\(shown)) allows caching"
    case .urlcacheRequestPolicy: "condition 5 holds: the request's policy (\(shown)) allows caching"
    case .urlcacheHeadersAllow: "condition 6 holds: the response's cache headers allow caching"
    case .urlcacheSize:
      if let size = otherAmount, let limit = amount {
        "condition 7 holds: \(size) bytes fit within \(limit), about 5% of the disk cache"
      } else {
        "condition 7 holds: nothing says that the response is too large"
      }
    case .schemeNotCached: "condition 1 fails: \(shown) URLs are not cached"
    case .statusNot2xx: "condition 2 fails: status \(number) is not in the 200-299 range"
    case .notFromServer: "condition 3 fails: the response came out of a cache"
    case .sessionPolicyForbids: "condition 4 fails: the session's policy (\(shown)) does not load anything"
    case .requestPolicyForbids: "condition 5 fails: the request's policy (\(shown)) does not load anything"
    case .headersForbid: "condition 6 fails: \(field ?? "a header") says \(shown)"
    default: nil
    }
  }

  private var selectionSentence: String? {
    switch rule {
    case .methodNotReusable: "\(shown) always goes to the origin"
    case .requestIsConditional:
      "the request brings a condition (\(field ?? "")) that only the origin may evaluate"
    case .nothingStored: "nothing is stored for this URL"
    case .varyMismatch:
      "\(number) stored, but none for a request like this: they differ in what Vary nominates (\(shown))"
    case .varyStar: "Vary: * says that no other request may be given this response"
    case .credentialsMismatch:
      "\(number) stored, but none for a request with these credentials: it takes public, s-maxage or "
        + "must-revalidate to be given to another user"
    case .storedByOlderVersion:
      "it was stored by a version that noted neither who asked nor which server answered: it is asked for anew"
    case .credentialsMatch: "the request has the credentials that the stored one was got with (\(shown))"
    case .varyMatches: "the request agrees with the stored one in what Vary nominates (\(shown))"
    case .partialAlone: "a \(number) on its own answers nothing"
    default: nil
    }
  }

  private var freshnessSentence: String? {
    switch rule {
    case .fresh: lifetimeSentence("fresh for ", left, qualifier: "more ")
    case .stale where amount == 0:
      "stale: \(origin) gives it no time at all, so every use asks the origin"
    case .stale: lifetimeSentence("stale for ", overdue)
    case .noLifetime:
      "stale: nothing gives it a lifetime, so every use asks the origin; send Cache-Control: max-age=N"
    case .ttlOverride:
      "fresh for \(remaining): --ttl gives it \(lifetime) from its cache date, \(age) ago"
    case .immutable: "immutable: while it is fresh it does not change, so a reload need not ask"
    case .staleWhileRevalidate:
      "stale for \(age), within \(shown): it is served at once and refreshed behind the caller's back"
    case .stalePermitted: "stale for \(formatDuration(overdue)), which \(shown) in the request accepts"
    case .staleForbidden: "stale for \(formatDuration(overdue)), and \(shown) forbids using it without asking"
    case .noCache: "no-cache: it is kept, but every use asks the origin first"
    case .receivedInFuture:
      "its cache date lies \(lifetime) ahead of the clock, so its age can't be known"
    default: nil
    }
  }

  /// The first number as a span of time.
  private var lifetime: String { amount.map(formatDuration) ?? "no time" }

  /// The second number as a span of time.
  private var age: String { formatDuration(otherAmount ?? 0) }

  /// The sentence that nearly every response gets: how long, by what, and of what age.
  private func lifetimeSentence(
    _ start: StaticString, _ span: Seconds, qualifier: StaticString = ""
  ) -> String {
    ShortText.text(capacity: 256) { text in
      text.append(start)
      text.append(duration: span, qualifier: qualifier)
      text.append(": ")
      switch source {
      case .maxAge:
        text.append("max-age=")
        text.append(decimal: amount ?? 0)
      case .sMaxAge:
        text.append("s-maxage=")
        text.append(decimal: amount ?? 0)
      case .expires, .heuristic, .cdnCacheControl, .ttl, .some(.none), nil: text.append(otherOrigin)
      }
      text.append(" gives it ")
      if let amount { text.append(duration: amount) } else { text.append("no time") }
      text.append(" and it is ")
      text.append(duration: otherAmount ?? 0)
      text.append(" old")
    }
  }

  private var requestSentence: String? {
    switch rule {
    case .requestNoCache: "the request's \(field ?? "") says no-cache: the origin is to be asked"
    case .requestMaxAge where (amount ?? 0) == 0:
      "the request's max-age=0 wants the origin's word; it is \(age) old"
    case .requestMaxAge: "the request accepts an age of \(formatDuration(amount ?? 0)); it is \(age) old"
    case .requestMinFresh:
      "the request wants \(formatDuration(amount ?? 0)) of freshness left; there are \(age)"
    case .onlyIfCached: "only-if-cached: the origin may not be asked"
    case .policyReload: "policy reload: what is stored is not read"
    case .policyReloadAll: "policy reload-all: what is stored is not read, and no cache on the way either"
    case .policyCacheElseLoad: "policy cache-else-load: what is stored is used whatever its age (\(age))"
    case .policyCacheOnly: "policy cache-only: the origin may not be asked"
    case .policyRevalidate: "policy revalidate: the origin has to confirm what is stored"
    default: nil
    }
  }

  private var outcomeSentence: String {
    switch rule {
    case .validatedByOrigin: "the origin confirmed it (304): the stored body is used, its fields are updated"
    case .replacedByOrigin: "the origin sent a full answer (\(number)) instead of confirming what was stored"
    case .validatorMismatch:
      "the 304 names another version (\(shown)) than the stored one, so it is asked for anew"
    case .servedWhileUnreachable:
      "the origin can't be reached: served from the cache as of \(shown); the data may be outdated"
    case .unreachableStaleForbidden: "\(shown) forbids using it while the origin can't be reached"
    case .staleIfError:
      "\(shown) lets it stand in for the origin's error: stale for \(formatDuration(otherAmount ?? 0))"
    case .invalidatedByUnsafeMethod:
      "\(number) stored for \(shown) made invalid by a method that changes things" + othersStay
    default: rule.rawValue
    }
  }

  /// What an invalidation passed over: it reaches no response of another server.
  var othersStay: String {
    guard let count = otherAmount, count > 0 else { return "" }
    return "; \(count) got from another server (Host, --resolve, --connect-to, --unix-socket) stay"
  }

  /// What is left of a lifetime, in seconds.
  private var left: Seconds { max(0, (amount ?? 0).subtractingSaturated(otherAmount ?? 0)) }

  /// What is left of a lifetime, in words.
  private var remaining: String {
    ShortText.text(capacity: 48) { $0.append(duration: left, qualifier: "more ") }
  }

  /// How long the lifetime has been over, in seconds.
  private var overdue: Seconds { max(0, (otherAmount ?? 0).subtractingSaturated(amount ?? 0)) }

  /// What gave the lifetime, as it was written where that is short.
  private var origin: String {
    switch source {
    case .sMaxAge, .maxAge: "\(source?.rawValue ?? "")=\(amount ?? 0)"
    case .expires, .heuristic, .cdnCacheControl, .ttl, .some(.none), nil: "\(otherOrigin)"
    }
  }

  /// What gave it, where that is no directive.
  private var otherOrigin: StaticString {
    switch source {
    case .expires: "Expires"
    case .heuristic: "a tenth of the time since Last-Modified"
    case .cdnCacheControl: "CDN-Cache-Control"
    case .ttl: "--ttl"
    case .sMaxAge, .maxAge, .some(.none), nil: "nothing"
    }
  }
}
