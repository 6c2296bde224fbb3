/// HAProxy with `cache-use`, `cache-store` and `total-max-size 4`.
enum HAProxy {
  static func reasons(_ facts: CacheFacts) -> [Reason] {
    guard facts.method == "GET" else { return [Reason(.haproxyMethod, value: facts.method)] }
    guard facts.status == 200 else { return [Reason(.haproxyStatus, amount: Int64(facts.status))] }
    if let length = facts.bodyLength, length > largest {
      return [Reason(.haproxyTooLarge, amount: largest, otherAmount: length)]
    }
    if facts.has(.vary) { return [Reason(.haproxyVary, field: "Vary", value: facts.first(.vary)?.text)] }
    if let reason = forbidden(facts) { return [reason] }
    let lifetime = lifetime(facts)
    if lifetime.given < 0 {
      return [Reason(.haproxyBadNumber, field: "Cache-Control", value: lifetime.reason.value)]
    }
    if let age = facts.first(.age) {
      let told = age.leadingNumber.flatMap { $0.rest.isEmpty && age.first?.isDigit == true ? $0.value : nil }
      guard let told, told > 0, told <= lifetime.given else {
        return [Reason(.haproxyAge, field: "Age", value: age.text)]
      }
    }
    let cookie = facts.has(.setCookie) ? [Reason(.haproxySetCookie, field: "Set-Cookie")] : []
    return [lifetime.reason] + cookie + [Reason(.haproxyRefetches)]
  }

  /// A 256th of total-max-size, in bytes; HAProxy also counts the head, which is left out here.
  private static let largest: Int64 = 16_384

  /// Why HAProxy does not store, as in `http_check_request_for_cacheability` and
  /// `http_check_response_for_cacheability`.
  private static func forbidden(_ facts: CacheFacts) -> Reason? {
    var isForbidden: Reason?
    if facts.requestControl?.listMembers.contains(where: { $0.equalsIgnoringCase("no-store") }) == true {
      isForbidden = Reason(.haproxyRequestNoStore, field: "Cache-Control", value: "no-store")
    }
    if facts.isAuthorized {
      isForbidden = Reason(.haproxyAuthorization, field: "Authorization")
    }
    if facts.all(.pragma).contains(where: { $0.equalsIgnoringCase("no-cache") }) {
      return Reason(.haproxyPragma, field: "Pragma", value: "no-cache")
    }
    var hasLifetime = false
    for member in facts.controlMembers {
      let words: [StaticString] = ["private", "no-cache", "no-store", "max-age=0", "s-maxage=0"]
      if words.contains(where: member.equalsIgnoringCase) {
        isForbidden = Reason(.haproxyForbidding, field: "Cache-Control", value: member.text)
      } else if member.beginsIgnoringCase(with: "no-cache=\"set-cookie") {
        isForbidden = Reason(.haproxyForbidding, field: "Cache-Control", value: member.text)
      } else if member.beginsIgnoringCase(with: "max-age") || member.beginsIgnoringCase(with: "s-maxage") {
        hasLifetime = true
      } else if member.equalsIgnoringCase("public") {
        // A `public` lifts the prohibitions before it, and a later member may forbid again.
        isForbidden = nil
      }
      if words.suffix(2).contains(where: member.equalsIgnoringCase) { hasLifetime = true }
    }
    if let isForbidden { return isForbidden }
    let hasMore = facts.has(.expires) || facts.has(.etag) || facts.has(.lastModified)
    return hasLifetime || hasMore ? nil : Reason(.haproxyNothing)
  }

  private static let dates: LooseDate.Oddities = [
    .wrongWeekday, .dayZero, .longMonth, .day32, .dashes, .hour24, .leapSecond, .afterGMT,
  ]

  /// The lifetime that the response gives and the one that HAProxy takes, as in `http_calc_maxage`.
  private static func lifetime(_ facts: CacheFacts) -> (given: Seconds, reason: Reason) {
    var maxAge: Seconds?
    var sMaxAge: Seconds?
    for member in facts.controlMembers {
      if let number = number(member, "s-maxage") { sMaxAge = number }
      if let number = number(member, "max-age") { maxAge = number }
    }
    for case let number? in [sMaxAge, maxAge] where number < 0 {
      return (-1, Reason(.haproxyBadNumber, field: "Cache-Control", value: facts.joined(.cacheControl)?.text))
    }
    var given: (Seconds, Reason)?
    if let seconds = sMaxAge.flatMap({ $0 > 0 ? $0 : nil }) {
      given = (seconds, Reason(.haproxyMaxAge, lifetime: min(seconds, 60), by: .sMaxAge))
    } else if let seconds = maxAge.flatMap({ $0 > 0 ? $0 : nil }) {
      given = (seconds, Reason(.haproxyMaxAge, lifetime: min(seconds, 60), by: .maxAge))
    } else if maxAge == nil, sMaxAge == nil, facts.has(.expires) {
      let expires = facts.date(.expires, dates) ?? facts.receivedAt
      // HAProxy compares times without a sign: one before 1970 is far ahead.
      let left = expires.epoch < 0 ? .deltaSecondsInfinity : max(0, expires - facts.receivedAt)
      given = (left, Reason(.haproxyExpires, lifetime: min(left, 60), by: .expires))
    }
    // Without a lifetime in the response, the given lifetime is 0, which any Age exceeds.
    return given ?? (0, Reason(.haproxyDefault, lifetime: 60, by: .heuristic))
  }

  /// The number of a directive, which may begin with a quote, as `directive_value` reads it.
  private static func number(_ member: ArraySlice<UInt8>, _ name: StaticString) -> Seconds? {
    guard member.beginsIgnoringCase(with: name) else { return nil }
    var value = member.dropFirst(name.utf8CodeUnitCount)
    guard value.first == 0x3D, value.count > 1 else { return nil }
    value = value.dropFirst()
    if value.first == 0x22 { value = value.dropFirst() }
    return value.leadingNumber?.value ?? -1
  }
}

extension Rule {
  static let haproxy: [Rule] = [
    .haproxyMethod, .haproxyStatus, .haproxyTooLarge, .haproxyVary, .haproxyRequestNoStore,
    .haproxyAuthorization, .haproxyPragma, .haproxyForbidding, .haproxyNothing, .haproxyBadNumber,
    .haproxyAge, .haproxyMaxAge, .haproxyExpires, .haproxyDefault, .haproxySetCookie, .haproxyRefetches,
  ]

  private static let actionStoreCache = Source.measured("cache.c, http_action_store_cache")
  private static let checkRequest = Source.measured("http_ana.c, http_check_request_for_cacheability")
  private static let checkResponse = Source.measured("http_ana.c, http_check_response_for_cacheability")
  private static let calcMaxAge = Source.measured("cache.c, http_calc_maxage")

  static let haproxyMethod = Self("haproxy-method", .forbids, actionStoreCache) {
    "HAProxy stores answers to GET, not to \($0.shown)"
  }
  static let haproxyStatus = Self("haproxy-status", .forbids, actionStoreCache) {
    "HAProxy stores a 200 and no other status; this is a \($0.number)"
  }
  static let haproxyTooLarge = Self(
    "haproxy-too-large", .forbids, actionStoreCache,
    remedy: "a larger `total-max-size` or `max-object-size`"
  ) { "\($0.otherNumber) bytes are more than a 256th of the cache" }
  static let haproxyVary = Self(
    "haproxy-vary", .forbids, actionStoreCache, "any Vary keeps HAProxy from storing it",
    remedy: "`process-vary on`, which knows Accept-Encoding, Origin and Referer")
  static let haproxyRequestNoStore = Self(
    "haproxy-request-no-store", .forbids, checkRequest, "the request has Cache-Control: no-store")
  static let haproxyAuthorization = Self(
    "haproxy-authorization", .forbids, checkRequest,
    "the request has Authorization, and the response no public",
    remedy: "`public`, for what is the same for everybody")
  static let haproxyPragma = Self(
    "haproxy-pragma", .forbids, checkResponse, "Pragma: no-cache keeps HAProxy from storing it",
    remedy: "`http-response del-header Pragma`")
  static let haproxyForbidding = Self(
    "haproxy-cache-control", .forbids, checkResponse,
    remedy: "`http-response set-header Cache-Control …` before `cache-store`"
  ) { "\($0.shown), with no public behind it" }
  static let haproxyNothing = Self(
    "haproxy-no-lifetime", .forbids, checkResponse,
    "none of max-age, s-maxage, Expires, ETag and Last-Modified", remedy: "`Cache-Control: max-age`")
  static let haproxyAge = Self(
    "haproxy-age", .forbids, actionStoreCache, remedy: "`http-response del-header Age`"
  ) { "Age (\($0.shown)) is not a number above 0, or is above the lifetime" }
  static let haproxyBadNumber = Self(
    "haproxy-bad-number", .forbids, calcMaxAge, remedy: "a plain number of seconds"
  ) { "a lifetime in \"\($0.shown)\" is not a number, or is below 0" }
  static let haproxyMaxAge = Self(
    "haproxy-max-age", .allows, calcMaxAge, remedy: "a larger `max-age` in the cache section"
  ) {
    "\($0.source?.rawValue ?? "a lifetime"), of which HAProxy takes at most its own max-age of a minute, from receipt"
  }
  static let haproxyExpires = Self(
    "haproxy-expires", .allows, calcMaxAge, remedy: "a larger `max-age` in the cache section"
  ) { "Expires, of which HAProxy takes at most its own max-age of a minute: \($0.lifetime)" }
  static let haproxyDefault = Self(
    "haproxy-default", .allows, calcMaxAge,
    "nothing gives a lifetime that HAProxy can read, so it takes its own max-age of a minute",
    remedy: "`Cache-Control: max-age`")
  static let haproxySetCookie = Self(
    "haproxy-set-cookie", .notes, actionStoreCache, "its Set-Cookie is stored, and sent to everybody",
    remedy: "`http-response del-header Set-Cookie`")
  static let haproxyRefetches = Self(
    "haproxy-refetches", .notes, .measured("cache.c, http_action_req_cache_use"),
    "once stale it is fetched anew, without a condition", confirmsStale: false)
}
