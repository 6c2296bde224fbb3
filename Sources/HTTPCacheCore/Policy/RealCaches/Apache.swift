/// Apache httpd with mod_cache and `CacheEnable disk /`.
enum Apache {
  static func reasons(_ facts: CacheFacts) -> [Reason] {
    guard facts.method == "GET" else { return [Reason(.apacheMethod, value: facts.method)] }
    if facts.isAuthorized {
      return [Reason(.apacheAuthorization, field: "Authorization")]
    }
    let request = Control(facts.requestControl)
    if request.hasNoStore {
      return [Reason(.apacheRequestNoStore, field: "Cache-Control", value: "no-store")]
    }
    let control = Control(facts.joined(.cacheControl))
    if let reason = forbidden(facts, control) { return [reason] }
    var reasons = [lifetime(facts, control)]
    if facts.has(.setCookie) { reasons.append(Reason(.apacheSetCookie, field: "Set-Cookie")) }
    let isPragma = facts.joined(.pragma)?.words(separatedBy: ", \t").contains {
      $0.equalsIgnoringCase("no-cache")
    }
    if control.hasNoCache || isPragma == true {
      let field = control.hasNoCache ? "Cache-Control" : "Pragma"
      reasons.append(Reason(.apacheNoCache, field: field, value: "no-cache"))
    }
    let confirms = facts.has(.etag) || facts.has(.lastModified)
    return reasons + [Reason(confirms ? .apacheRevalidates : .apacheRefetches)]
  }

  private static let dates: LooseDate.Oddities = [
    .wrongWeekday, .weekdayCase, .unknownWeekday, .longWeekday, .shortWeekday, .noComma, .spacesBeforeZone,
    .shortDay,
    .leapSecond, .otherZone, .zoneCase, .afterGMT,
  ]

  /// The conditions of `cache_save_filter` that forbid storing, in its order.
  private static func forbidden(_ facts: CacheFacts, _ control: Control) -> Reason? {
    let expires = facts.date(.expires, dates)
    let hasLifetime = control.maxAge != nil || control.sMaxAge != nil
    let hasExpires = facts.has(.expires)
    switch facts.status {
    case 206, 204, 304: return Reason(.apacheStatus, amount: Int64(facts.status))
    case 200, 203, 300, 301: break
    default:
      guard hasExpires || facts.has(.cacheControl) else {
        return Reason(.apacheStatus, amount: Int64(facts.status))
      }
    }
    if hasExpires, !hasLifetime, expires.map({ $0 < facts.receivedAt }) ?? true {
      return Reason(.apacheExpired, field: "Expires", value: facts.first(.expires)?.text)
    }
    if facts.hasQuery, !hasExpires, !hasLifetime { return Reason(.apacheQuery) }
    let hasValidator = facts.positiveDate(.lastModified, dates) != nil || facts.has(.etag)
    if facts.status == 200, !hasValidator, !hasExpires, !hasLifetime { return Reason(.apacheNothing) }
    if control.hasNoStore { return Reason(.apacheNoStore, field: "Cache-Control", value: "no-store") }
    if control.hasPrivate { return Reason(.apachePrivate, field: "Cache-Control", value: "private") }
    if facts.joined(.vary)?.words(separatedBy: ", \t;").contains(where: { $0.equals("*") }) == true {
      return Reason(.apacheVaryStar, field: "Vary", value: "*")
    }
    if let length = facts.bodyLength, length == 0 || length > 1_000_000 {
      return Reason(.apacheSize, amount: 1_000_000, otherAmount: length)
    }
    return nil
  }

  /// The lifetime, and how much of it has passed, as in `cache_save_filter` and `cache_check_freshness`.
  private static func lifetime(_ facts: CacheFacts, _ control: Control) -> Reason {
    let now = facts.receivedAt
    let date = facts.positiveDate(.date, dates) ?? now
    let told = facts.first(.age)?.leadingNumber.flatMap { $0.rest.isEmpty && $0.fits ? $0.value : nil } ?? 0
    let age = max(0, now - date, told)
    // -1 is mod_cache's own mark for an absent s-maxage.
    let isShared = control.sMaxAge != nil && (control.sMaxAge != -1 || control.maxAge == nil)
    if let seconds = isShared ? control.sMaxAge : control.maxAge {
      return Reason(.apacheMaxAge, lifetime: seconds, age: age, by: isShared ? .sMaxAge : .maxAge)
    }
    if let expires = facts.date(.expires, dates) {
      return Reason(.apacheExpires, lifetime: expires - date, age: age, by: .expires)
    }
    if let modified = facts.positiveDate(.lastModified, dates), modified < date {
      return Reason(
        .apacheHeuristic, field: "Last-Modified", amount: min((date - modified) / 10, 86_400),
        otherAmount: age, source: .heuristic)
    }
    return Reason(.apacheDefault, lifetime: 3600, age: age, by: .heuristic)
  }

  /// The directives as `ap_cache_control` reads them: words between commas, spaces and tabs.
  private struct Control {
    var (hasNoCache, hasNoStore, hasPrivate) = (false, false, false)
    var maxAge: Seconds?
    var sMaxAge: Seconds?

    init(_ value: ArraySlice<UInt8>?) {
      for word in Self.words(value ?? []) {
        if word.equalsIgnoringCase("no-cache") {
          hasNoCache = true
        } else if word.equalsIgnoringCase("no-store") {
          hasNoStore = true
        } else if word.equalsIgnoringCase("private") {
          hasPrivate = true
        } else if word.beginsIgnoringCase(with: "max-age=") {
          if let number = Self.number(word.dropFirst(8)) { maxAge = number }
        } else if word.beginsIgnoringCase(with: "s-maxage=") {
          if let number = Self.number(word.dropFirst(9)) { sMaxAge = number }
        }
      }
    }

    private static func number(_ text: ArraySlice<UInt8>) -> Seconds? {
      guard let (value, rest, fits) = text.leadingNumber, rest.isEmpty, fits else { return nil }
      return value
    }

    /// The words as `cache_strqtok` splits them: a quoted part belongs to its word.
    private static func words(_ value: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
      var words: [ArraySlice<UInt8>] = []
      var start: Int?
      var isQuoted = false
      for index in value.indices {
        if value[index] == 0x22 { isQuoted.toggle() }
        let isSeparator = !isQuoted && [0x2C, 0x20, 0x09].contains(value[index])
        if isSeparator, let begin = start {
          words.append(value[begin..<index])
          start = nil
        } else if !isSeparator, start == nil {
          start = index
        }
      }
      if let start { words.append(value[start...]) }
      return words
    }
  }
}

extension Rule {
  static let apache: [Rule] = [
    .apacheMethod, .apacheAuthorization, .apacheRequestNoStore, .apacheStatus, .apacheExpired, .apacheQuery,
    .apacheNothing, .apacheNoStore, .apachePrivate, .apacheVaryStar, .apacheSize, .apacheNoCache,
    .apacheMaxAge, .apacheExpires, .apacheHeuristic, .apacheDefault, .apacheSetCookie, .apacheRevalidates,
    .apacheRefetches,
  ]

  private static let saveFilter = Source.measured("mod_cache.c, cache_save_filter")
  private static let checkFreshness = Source.measured("cache_util.c, cache_check_freshness")
  private static let cacheSelect = Source.measured("cache_storage.c, cache_select")

  static let apacheMethod = Self("apache-method", .forbids, .measured("mod_cache.c, cache_quick_handler")) {
    "mod_cache stores answers to GET, not to \($0.shown)"
  }
  static let apacheAuthorization = Self(
    "apache-authorization", .forbids, saveFilter,
    "the request has Authorization, and goes past the cache whatever the response says")
  static let apacheRequestNoStore = Self(
    "apache-request-no-store", .forbids, .measured("cache_util.c, ap_cache_check_no_store"),
    "the request has Cache-Control: no-store", remedy: "`CacheIgnoreCacheControl On`")
  static let apacheStatus = Self(
    "apache-status", .forbids, saveFilter,
    remedy: "`Cache-Control` or `Expires` has mod_cache store statuses other than 204, 206 and 304"
  ) {
    [204, 206, 304].contains($0.amount)
      ? "a \($0.number)" : "a \($0.number) without Expires and Cache-Control"
  }
  static let apacheExpired = Self(
    "apache-expired", .forbids, saveFilter,
    remedy: "`Cache-Control: max-age`, or `CacheStoreExpired On`"
  ) { "Expires is over or unreadable (\($0.shown))" }
  static let apacheQuery = Self(
    "apache-query", .forbids, saveFilter, "the URL has a query, and nothing gives a lifetime",
    remedy: "`Cache-Control: max-age`, or `CacheIgnoreQueryString On`")
  static let apacheNothing = Self(
    "apache-no-lifetime", .forbids, saveFilter, "none of max-age, Expires, ETag and Last-Modified",
    remedy: "`Cache-Control: max-age`, or `CacheIgnoreNoLastMod On`")
  static let apacheNoStore = Self(
    "apache-no-store", .forbids, saveFilter, "no-store keeps mod_cache from storing it",
    remedy: "`CacheStoreNoStore On`")
  static let apachePrivate = Self(
    "apache-private", .forbids, saveFilter, "private keeps mod_cache from storing it",
    remedy: "`CacheStorePrivate On`")
  static let apacheVaryStar = Self(
    "apache-vary-star", .forbids, saveFilter, "Vary: * keeps mod_cache from storing it")
  static let apacheSize = Self(
    "apache-size", .forbids, .measured("mod_cache_disk.c, store_body"),
    remedy: "`CacheMinFileSize`, `CacheMaxFileSize`"
  ) { $0.otherAmount == 0 ? "the body is empty" : "more than 1,000,000 bytes" }
  static let apacheNoCache = Self("apache-no-cache", .requiresValidation, checkFreshness) {
    "\($0.field ?? "Cache-Control"): no-cache: every use asks the origin"
  }
  static let apacheMaxAge = Self("apache-max-age", .allows, checkFreshness) {
    "\($0.origin), from Date; Age counts"
  }
  static let apacheExpires = Self("apache-expires", .allows, checkFreshness) {
    "Expires gives \($0.lifetime)"
  }
  static let apacheHeuristic = Self(
    "apache-heuristic", .allows, saveFilter,
    remedy: "`Cache-Control: max-age`, `CacheLastModifiedFactor` or `CacheMaxExpire`"
  ) { "a tenth of the time since Last-Modified, at most a day: \($0.lifetime)" }
  static let apacheDefault = Self(
    "apache-default", .allows, saveFilter,
    "nothing gives a lifetime, so mod_cache takes its default of an hour",
    remedy: "`Cache-Control: max-age`, or `CacheDefaultExpire`")
  static let apacheSetCookie = Self(
    "apache-set-cookie", .notes, saveFilter, "its Set-Cookie is stored, and sent to everybody",
    remedy: "`CacheIgnoreHeaders Set-Cookie`")
  static let apacheRevalidates = Self(
    "apache-revalidates", .notes, cacheSelect, "a stale one is confirmed by a condition", confirmsStale: true)
  static let apacheRefetches = Self(
    "apache-refetches", .notes, cacheSelect,
    "a stale one is fetched anew, as it has neither ETag nor Last-Modified", confirmsStale: false)
}
