extension Finding.Code {
  static let setCookieFromCache = Self(
    "set-cookie-from-cache", .error, "RFC 9111 §5.1",
    "a cache on the way gave a cookie from its store, which was made for another request",
    example: "> GET /", "Content-Type: text/html", "Cache-Control: public, max-age=600",
    "Set-Cookie: session=…",
    "Age: 101", "ETag: \"1\"")
  static let setCookieSharedCacheable = Self(
    "set-cookie-shared-cacheable", .warning, "RFC 9111 §7.3",
    "shared caches may give one user's cookie to another",
    example: "Cache-Control: public, max-age=600", "Set-Cookie: session=…", "ETag: \"1\"")
}

/// Finds cookies that a shared cache could pass from one user to another, or has passed (RFC 9111 §5.1, §7.3).
enum SetCookieFindings: FindingFamily {
  static let codes: [Finding.Code] = [.setCookieFromCache, .setCookieSharedCacheable]

  static func find(in facts: Facts) -> [Finding] {
    given(facts).listed + shareable(facts.head.setCookieNames, facts).listed
  }

  /// The finding for a cookie from a store, in the judged answer or in a later one.
  private static func given(_ facts: Facts) -> Finding? {
    let own = facts.subject.isFromServer ? given(facts.request, facts.head, facts.edge) : nil
    return own ?? facts.laterAnswers.lazy.compactMap { given($0.request, $0.head, $0.edge) }.first
  }

  /// The finding for a cookie that came from the store of a cache on the way; nil if the response shows none, or only
  /// cookies that edges add.
  private static func given(_ request: RequestHead, _ head: ResponseHead, _ edge: EdgeReport) -> Finding? {
    guard request.method == "GET", head.has(.setCookie), head.status != 304,
      edge.isFromStore || head.ageValue > 0
    else { return nil }
    let names = head.setCookieNames.filter { !CacheProduct.addsCookie(named: $0) }
    guard !names.isEmpty else { return nil }
    let place = edge.isFromStore ? edge.inBrackets : " (Age: \(head.ageValue))"
    return Finding(
      .setCookieFromCache, field: "Set-Cookie",
      "A cache on the way gave this from its store\(place), with a cookie (\(names.map(\.asCode).asList)): it was made for"
        + " another request, and everyone who is answered from there gets it.",
      advice: "Keep such answers, or their Set-Cookie, out of that store, and purge what it has.")
  }

  private static func shareable(_ names: [String], _ facts: Facts) -> Finding? {
    guard facts.head.has(.setCookie) else { return nil }
    let readings = facts.sharedReadings.filter { reading in
      let withheld = reading.control.fieldNames("private") + reading.control.fieldNames("no-cache")
      return reading.isGivenUnasked && !withheld.contains { $0.equalsIgnoringASCIICase("set-cookie") }
    }
    guard let longest = readings.max(by: { $0.unaskedSpan < $1.unaskedSpan }) else { return nil }
    let cache = facts.cacheName(longest)
    let lifetime = longest.lifetime.seconds ?? 0
    let use =
      lifetime > 0
      ? "fresh for \(formatDuration(lifetime))"
      : "and use it for \(formatDuration(longest.unaskedSpan)) by `stale-while-revalidate`"
    if names.allSatisfy(CacheProduct.addsCookie(named:)) {
      return Finding(
        .setCookieSharedCacheable, severity: .info, field: "Set-Cookie",
        "The response sets a cookie (\(names.map(\.asCode).asList)), and \(cache) may store it, \(use). An edge adds such a"
          + " cookie on the way out, after its own cache: another cache behind it would give it to others.")
    }
    // Most caches store no response with Set-Cookie, unless a directive tells them to.
    let isTold =
      facts.edge.isFromStore
      || readings.contains { reading in
        reading.control.isTargeted || reading.control.contains("public")
          || reading.control.contains("s-maxage")
      }
    return Finding(
      .setCookieSharedCacheable, severity: isTold ? .error : nil, field: "Set-Cookie",
      "The response sets a cookie, and \(cache) may store it, \(use): one user's cookie can reach another.",
      advice: "Send no Set-Cookie with a response for all users.",
      line: AdvisedLine(
        ControlEdit(isForOneUser: true), in: readings.fieldNames,
        after: ", or send no Set-Cookie with a response for all users."))
  }
}

extension ResponseHead {
  /// The names of the cookies that the response sets.
  fileprivate var setCookieNames: [String] {
    guard has(.setCookie) else { return [] }
    // A line without a name, or without an equals sign, sets nothing.
    return fields.lines(named: "Set-Cookie").map { String($0.value.prefix { $0 != "=" && $0 != ";" }) }
      .filter { !$0.isEmpty }
  }

  /// Whether the response sets a cookie that no edge is known to add.
  var setsCookieOfOrigin: Bool { !setCookieNames.allSatisfy(CacheProduct.addsCookie(named:)) }
}
