/// Apache Traffic Server with `map /` and the packaged settings.
enum TrafficServer {
  static func reasons(_ facts: CacheFacts) -> [Reason] {
    guard facts.method == "GET" else { return [Reason(.trafficServerMethod, value: facts.method)] }
    let control = Control(facts.controlMembers)
    if let reason = forbidden(facts, control) { return [reason] }
    var reasons = [lifetime(facts, control)]
    if control.hasNoCache {
      reasons.append(Reason(.trafficServerNoCache, field: "Cache-Control", value: "no-cache"))
    }
    if facts.first(.vary)?.listMembers.contains(where: { $0.equals("*") }) == true {
      return [Reason(.trafficServerVaryStar, field: "Vary", value: "*")]
    }
    if facts.has(.setCookie) { reasons.append(Reason(.trafficServerSetCookie, field: "Set-Cookie")) }
    if facts.isAuthorized {
      reasons.append(Reason(.trafficServerAuthorization, field: "Authorization"))
    }
    let confirms =
      facts.status == 200 && (facts.has(.etag) || facts.positiveDate(.lastModified, dates) != nil)
    return reasons + [Reason(confirms ? .trafficServerRevalidates : .trafficServerRefetches)]
  }

  private static let dates: LooseDate.Oddities = [
    .wrongWeekday, .noWeekday, .weekdayCase, .longWeekday, .shortWeekday, .noComma, .noSpace,
    .spacesBeforeZone,
    .shortDay, .shortDashedDay, .shortAsctimeDay, .dayZero, .longMonth, .day32, .otherUpperMonth,
    .otherLowerMonth,
    .otherFullMonth, .dashes, .shortYear, .shortClock, .hour24, .leapSecond, .noZone, .otherZone, .zoneCase,
    .afterGMT,
  ]

  /// Why Traffic Server does not store, as in `is_response_cacheable`.
  private static func forbidden(_ facts: CacheFacts, _ control: Control) -> Reason? {
    if [206, 304, 416, 505].contains(facts.status) {
      return Reason(.trafficServerStatus, amount: Int64(facts.status))
    }
    if facts.bodyLength == 0, !facts.has(.contentLength), facts.status != 204 {
      return Reason(.trafficServerEmptyBody)
    }
    if facts.has(.wwwAuthenticate) {
      return Reason(.trafficServerAuthenticate, field: "WWW-Authenticate")
    }
    if control.hasNoStore { return Reason(.trafficServerNoStore, field: "Cache-Control", value: "no-store") }
    if control.hasPrivate { return Reason(.trafficServerPrivate, field: "Cache-Control", value: "private") }
    if facts.hasPragmaNoCache {
      return Reason(.trafficServerPragma, field: "Pragma", value: "no-cache")
    }
    let hasLifetime = control.maxAge != nil || control.sMaxAge != nil || facts.has(.expires)
    if facts.status == 200, !hasLifetime { return Reason(.trafficServerNoLifetime) }
    let isAllowed = hasLifetime || control.hasPublic || control.hasRevalidate
    return isAllowed || !control.hasNoCache && [203, 300, 301, 410].contains(facts.status)
      ? nil : Reason(.trafficServerStatus, amount: Int64(facts.status))
  }

  /// The lifetime, and how much of it has passed, as in `calculate_document_freshness_limit`.
  private static func lifetime(_ facts: CacheFacts, _ control: Control) -> Reason {
    let now = facts.receivedAt
    let date = facts.positiveDate(.date, dates) ?? now
    let told = facts.first(.age).flatMap { $0.first?.isDigit == true ? $0.leadingNumber?.value : nil } ?? 0
    let age = max(0, now - date, min(told, Int64(Int32.max)))
    let longest: Seconds = 31_536_000
    // Traffic Server still uses a response whose age equals the lifetime.
    func passed(of lifetime: Seconds) -> Seconds { age > 0 && age == lifetime ? age - 1 : age }
    if let seconds = control.sMaxAge ?? control.maxAge {
      let source: FreshnessLifetime.Source = control.sMaxAge != nil ? .sMaxAge : .maxAge
      return Reason(
        .trafficServerMaxAge, lifetime: min(max(0, seconds), longest), age: passed(of: seconds), by: source)
    }
    if facts.has(.expires) {
      let expires = facts.date(.expires, dates) ?? date
      let seconds = expires - date
      return Reason(
        .trafficServerExpires, lifetime: min(max(0, seconds), longest), age: passed(of: seconds), by: .expires
      )
    }
    guard let modified = facts.positiveDate(.lastModified, dates), facts.has(.date) else {
      return Reason(.trafficServerDefault, lifetime: 3600, age: passed(of: 3600), by: .heuristic)
    }
    let share = min(max((date - modified) / 10, 3600), 86_400)
    return Reason(
      .trafficServerHeuristic, field: "Last-Modified", amount: share, otherAmount: age, source: .heuristic)
  }

  /// Cache-Control as the MIME parser of Traffic Server reads it; of repeated directives the last counts.
  private struct Control {
    var (hasNoCache, hasNoStore, hasPrivate, hasPublic, hasRevalidate) = (false, false, false, false, false)
    var maxAge: Seconds?
    var sMaxAge: Seconds?

    init(_ members: [ArraySlice<UInt8>]) {
      for member in members {
        let member = member.drop { $0 == 0x22 }
        let end = member.firstIndex { !$0.isTokenCharacter } ?? member.endIndex
        let name = member[..<end]
        // The first number after the name counts, whatever text is between them.
        let argument = member[end...].drop { !$0.isDigit && $0 != 0x2D }
        let number = argument.leadingNumber.map { Int64(Int32(clamping: $0.value)) }
        switch name.text.asciiLowercased {
        case "no-cache": hasNoCache = true
        case "no-store": hasNoStore = true
        case "private": hasPrivate = true
        case "public": hasPublic = true
        case "must-revalidate", "proxy-revalidate": hasRevalidate = true
        case "max-age": maxAge = number ?? maxAge ?? 0
        case "s-maxage": sMaxAge = number ?? sMaxAge ?? 0
        default: break
        }
      }
    }
  }
}

extension Rule {
  static let trafficServer: [Rule] = [
    .trafficServerMethod, .trafficServerStatus, .trafficServerEmptyBody, .trafficServerAuthenticate,
    .trafficServerNoStore, .trafficServerPrivate, .trafficServerPragma, .trafficServerNoLifetime,
    .trafficServerVaryStar, .trafficServerNoCache, .trafficServerSetCookie, .trafficServerAuthorization,
    .trafficServerMaxAge, .trafficServerExpires, .trafficServerHeuristic, .trafficServerDefault,
    .trafficServerRevalidates, .trafficServerRefetches,
  ]

  private static let isResponseCacheable = Source.measured("HttpTransact.cc, is_response_cacheable")
  private static let indicatedByCacheControl =
    Source.measured("HttpTransact.cc, response_cacheable_indicated_by_cc")
  private static let freshnessLimit = Source.measured("HttpTransact.cc, calculate_document_freshness_limit")
  private static let issueRevalidate = Source.measured("HttpTransact.cc, issue_revalidate")

  static let trafficServerMethod = Self("trafficserver-method", .forbids, isResponseCacheable) {
    "Traffic Server stores answers to GET, not to \($0.shown)"
  }
  static let trafficServerStatus = Self(
    "trafficserver-status", .forbids, isResponseCacheable,
    remedy: "`Cache-Control: max-age`, but for a 206 or 416"
  ) { "a \($0.number) without public, a lifetime or must-revalidate" }
  static let trafficServerEmptyBody = Self(
    "trafficserver-empty-body", .forbids, .measured("HttpSM.cc, tunnel_handler_server"),
    "the body is empty, and no Content-Length says so", remedy: "`Content-Length: 0`")
  static let trafficServerAuthenticate = Self(
    "trafficserver-www-authenticate", .forbids, isResponseCacheable,
    "WWW-Authenticate keeps Traffic Server from storing it")
  static let trafficServerNoStore = Self(
    "trafficserver-no-store", .forbids, indicatedByCacheControl,
    "no-store keeps Traffic Server from storing it", remedy: "`ttl-in-cache` in cache.config")
  static let trafficServerPrivate = Self(
    "trafficserver-private", .forbids, indicatedByCacheControl, "private, with field names or without",
    remedy: "`ttl-in-cache` in cache.config")
  static let trafficServerPragma = Self(
    "trafficserver-pragma", .forbids, indicatedByCacheControl,
    "Pragma: no-cache keeps Traffic Server from storing it", remedy: "`ttl-in-cache` in cache.config")
  static let trafficServerNoLifetime = Self(
    "trafficserver-no-lifetime", .forbids, isResponseCacheable,
    "a 200 without max-age, s-maxage and Expires; Last-Modified does not help",
    remedy: "`Cache-Control: max-age`, or `proxy.config.http.cache.required_headers 0`")
  static let trafficServerVaryStar = Self(
    "trafficserver-vary-star", .forbids, .measured("HttpTransactCache.cc, CalcVariability"),
    "Vary: * is never answered from the store")
  static let trafficServerNoCache = Self(
    "trafficserver-no-cache", .requiresValidation, .measured("HttpTransact.cc, what_is_document_freshness"),
    "no-cache, with field names or without: every use asks the origin")
  static let trafficServerAuthorization = Self(
    "trafficserver-authorization", .notes, .measured("HttpTransact.cc, AuthenticationNeeded"),
    "the request has Authorization, and yet the answer is stored for everybody",
    remedy: "`private`, for what is one user's")
  static let trafficServerMaxAge = Self("trafficserver-max-age", .allows, freshnessLimit) {
    "\($0.origin), at most a year, from Date; Age counts"
  }
  static let trafficServerExpires = Self("trafficserver-expires", .allows, freshnessLimit) {
    ($0.amount ?? 0) == 0 ? "Expires is over or unreadable" : "Expires gives \($0.lifetime)"
  }
  static let trafficServerHeuristic = Self(
    "trafficserver-heuristic", .allows, freshnessLimit, remedy: "`Cache-Control: max-age`"
  ) { "a tenth of the time since Last-Modified, from an hour to a day: \($0.lifetime)" }
  static let trafficServerDefault = Self(
    "trafficserver-default", .allows, freshnessLimit,
    "nothing gives a lifetime, so Traffic Server takes an hour", remedy: "`Cache-Control: max-age`")
  static let trafficServerSetCookie = Self(
    "trafficserver-set-cookie", .notes, .measured("HttpTransact.cc, handle_cache_write"),
    "Traffic Server stores it without its Set-Cookie")
  static let trafficServerRevalidates = Self(
    "trafficserver-revalidates", .notes, issueRevalidate, "a stale one is confirmed by a condition",
    confirmsStale: true)
  static let trafficServerRefetches = Self(
    "trafficserver-refetches", .notes, issueRevalidate,
    "a stale one is fetched anew, as only a 200 with ETag or Last-Modified can be confirmed",
    confirmsStale: false)
}
