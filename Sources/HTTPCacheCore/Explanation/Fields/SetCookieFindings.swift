extension Finding.Code {
  static let setCookieFromCache = Self(
    "set-cookie-from-cache", .error, "RFC 9111 §5.1",
    "a cache on the way gave a cookie from its store, which was made for another request",
    shown: .example(
      "> GET /", "Content-Type: text/html", "Cache-Control: public, max-age=600", "Set-Cookie: session=…",
      "Age: 101", "ETag: \"1\""),
    harm: .incident)
  static let setCookieSharedCacheable = Self(
    "set-cookie-shared-cacheable", .warning, "RFC 9111 §7.3",
    "shared caches may give one user's cookie to another",
    shown: .example("Cache-Control: public, max-age=600", "Set-Cookie: session=…", "ETag: \"1\""))
}

/// Finds cookies that a shared cache could pass from one user to another, or has passed (RFC 9111 §5.1, §7.3).
enum SetCookieFindings: FindingFamily {
  static let codes: [Finding.Code] = [.setCookieFromCache, .setCookieSharedCacheable]

  static func find(in facts: Facts) -> [Finding] {
    (GivenCookies(facts)?.held.map { finding($0.answer, $0.names) }).listed
      + shareable(facts.head.setCookieNames, facts).listed
  }

  static func remarks(in facts: Facts) -> [Reason] {
    guard let given = GivenCookies(facts), given.held == nil else { return [] }
    return [
      Reason(
        .cookieOfDelivery, field: "Set-Cookie", value: given.names.map(\.asCode).asList,
        amount: given.valueCount)
    ]
  }

  private static func finding(_ answer: SubjectContext.LaterAnswer, _ names: [String]) -> Finding {
    let (head, edge) = (answer.head, answer.edge)
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
      reading.isGivenUnasked && !reading.control.withholdsCookies("private")
        && !reading.control.withholdsCookies("no-cache")
    }
    guard let longest = readings.max(by: { $0.unaskedSpan < $1.unaskedSpan }) else { return nil }
    let cache = facts.cacheName(longest)
    let lifetime = longest.lifetime.seconds ?? 0
    let use =
      lifetime > 0
      ? "fresh for \(formatDuration(lifetime))"
      : "and use it for \(formatDuration(longest.unaskedSpan)) by `stale-while-revalidate`"
    if !names.isEmpty, facts.head.setCookies(by: facts.receivedAt).isEmpty {
      return Finding(
        .setCookieSharedCacheable, severity: .info, field: "Set-Cookie",
        "The response deletes a cookie (\(names.map(\.asCode).asList)), and \(cache) may store it, \(use): everyone who is"
          + " answered from there loses the cookie.")
    }
    if names.allSatisfy(CacheProduct.addsCookie(named:)) {
      return Finding(
        .setCookieSharedCacheable, severity: .info, field: "Set-Cookie",
        "The response sets a cookie (\(names.map(\.asCode).asList)), and \(cache) may store it, \(use). An edge adds such a"
          + " cookie on the way out, after its own cache: another cache behind it would give it to others.")
    }
    // Most caches store no response with Set-Cookie, unless a directive tells them to.
    let isTold =
      facts.edge.provesStore
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

/// The cookies of users in answers that a cache on the way gave from its store.
///
/// A cache may hold a cookie with an answer, or write it each time that it delivers the answer, as edges do that know visitors
/// by a cookie.
private struct GivenCookies {
  /// Their names.
  let names: [String]

  /// How many values they had in as many answers; nil if there was one answer.
  let valueCount: Int64?

  /// The answer that shows that the store holds a cookie, and the names of such cookies in it; nil if none does.
  let held: (answer: SubjectContext.LaterAnswer, names: [String])?

  /// Nil if no such answer has a cookie, apart from those that edges add.
  init?(_ facts: Facts) {
    var answers = facts.laterAnswers
    guard !answers.isEmpty || facts.head.has(.setCookie) else { return nil }
    // A repetition begins with the judged answer.
    if facts.context.repetition == nil, facts.subject.isFromServer {
      answers.insert(
        SubjectContext.LaterAnswer(
          request: facts.request, head: facts.head, edge: facts.edge, showsPrivate: false), at: 0)
    }
    var values: [String: [String]] = [:]
    var (names, given) = ([String](), [(answer: SubjectContext.LaterAnswer, cookies: [SetCookie])]())
    for answer in answers where answer.isFromStore && answer.head.has(.setCookie) {
      let cookies = answer.head.setCookies(by: facts.receivedAt)
        .filter { !CacheProduct.addsCookie(named: $0.name) }
      given.append((answer, cookies))
      for cookie in cookies {
        if values[cookie.name] == nil { names.append(cookie.name) }
        values[cookie.name, default: []].append(cookie.value)
      }
    }
    guard !names.isEmpty else { return nil }
    self.names = names
    let most = values.values.map(\.count).max() ?? 0
    valueCount = most > 1 ? Int64(most) : nil
    held =
      given.lazy.compactMap { answer, cookies in
        let held = cookies.filter { cookie in
          let seen = values[cookie.name] ?? []
          return seen.count > 1
            ? seen.count { $0 == cookie.value } > 1 : answer.mayBeStoredWithCookie
        }
        return held.isEmpty ? nil : (answer, held.map(\.name))
      }.first
  }
}

extension SubjectContext.LaterAnswer {
  /// Whether a cache on the way gave it from its store.
  fileprivate var isFromStore: Bool {
    request.method == "GET" && head.status != 304 && (edge.provesStore || head.ageValue > 0)
  }

  /// Whether the store can have held it as it stands; else it was written anew on delivery.
  fileprivate var mayBeStoredWithCookie: Bool {
    showsPrivate
      || edge.readings(of: head).contains { head in
        let control = head.cacheControl(for: .shared)
        return !control.contains("no-store")
          && !(control.contains("private")
            && (control.isUnqualified("private") || control.withholdsCookies("private")))
          && !control.withholdsCookies("no-cache")
      }
  }
}

extension CacheControl {
  /// Whether a directive keeps Set-Cookie out of a shared cache's answers (RFC 9111 §5.2.2.4, §5.2.2.7).
  fileprivate func withholdsCookies(_ directive: String) -> Bool {
    fieldNames(directive).contains { $0.equalsIgnoringASCIICase("Set-Cookie") }
  }
}

/// A cookie that a response sets.
private struct SetCookie {
  let name, value: String
}

extension ResponseHead {
  /// The cookies that the response sets and does not delete; one whose time is over at `now`, or at Date, is deleted.
  fileprivate func setCookies(by now: Instant) -> [SetCookie] {
    let made = date(receivedAt: now) ?? now
    return fields.lines(named: "Set-Cookie").compactMap { line in
      let pair = line.value.prefix { $0 != ";" }
      let name = pair.prefix { $0 != "=" }
      guard !name.isEmpty else { return nil }
      let value = pair.dropFirst(name.count + 1)
      return Cookie.isDeleted(by: line.value, at: made)
        ? nil : SetCookie(name: String(name), value: String(value))
    }
  }

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
