/// Chromium's HTTP cache, which is private.
enum Chromium {
  static func reasons(_ facts: CacheFacts, asPage: Bool) -> [Reason] {
    if asPage, [204, 205].contains(facts.status) { return [] }
    guard facts.method == "GET" else { return [Reason(.chromiumMethod, value: facts.method)] }
    for name in ["If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since"]
    where facts.request.fields.contains(name) {
      return [Reason(.chromiumCondition, field: name)]
    }
    let members = facts.controlMembers
    func has(_ word: StaticString) -> Bool { members.contains { $0.equalsIgnoringCase(word) } }
    if [205, 206, 304, 401, 416, 421].contains(facts.status) || facts.exchange.head.isInterim {
      let given = lifetime(facts, members, mustRevalidate: false)
      let isInMemory = !asPage && facts.status == 206 && !has("no-store") && given.source != .heuristic
      return [Reason(.chromiumStatus, amount: Int64(facts.status))]
        + (isInMemory && (given.amount ?? 0) > (given.otherAmount ?? 0) ? [Reason(.chromiumRunning)] : [])
    }
    if has("no-store") { return [Reason(.chromiumNoStore, field: "Cache-Control", value: "no-store")] }
    let mustRevalidate = has("must-revalidate")
    var reasons = [lifetime(facts, members, mustRevalidate: mustRevalidate)]
    if has("no-cache") {
      reasons.append(Reason(.chromiumNoCache, field: "Cache-Control", value: "no-cache"))
    } else if facts.hasPragmaNoCache {
      reasons.append(Reason(.chromiumNoCache, field: "Pragma", value: "no-cache"))
    } else if facts.all(.vary).flatMap(\.listMembers).contains(where: { $0.equals("*") }) {
      reasons.append(Reason(.chromiumVaryStar, field: "Vary", value: "*"))
    } else if facts.status < 300 || !asPage && facts.status >= 400, !mustRevalidate,
      let window = seconds(members, "stale-while-revalidate="),
      window > reasons[0].overdue
    {
      let value = "stale-while-revalidate=\(window)"
      let rest = window - reasons[0].overdue
      let (rule, amount): (Rule, Int64?) =
        switch (facts.status >= 400, asPage) {
        case (true, _): (.chromiumStaleError, rest)
        case (false, true): (.chromiumPageAsked, nil)
        case (false, false): (.chromiumStaleWhileRevalidate, rest)
        }
      reasons.append(Reason(rule, field: "Cache-Control", value: value, amount: amount))
    }
    if !asPage, mustRevalidate, reasons.count == 1, reasons[0].rule == .chromiumNoLifetime,
      lifetime(facts, members, mustRevalidate: false).rule == .chromiumHeuristic
    {
      reasons.append(Reason(.chromiumRunning))
    }
    // HTTP/1.0 has no entity tags, and a date alone can't tell one variant from another.
    let hasTag = facts.has(.etag) && facts.exchange.head.version != "1.0"
    let confirms =
      facts.status == 200 && (hasTag || facts.has(.lastModified) && !reasons.cites(.chromiumVaryStar))
    return reasons + [Reason(confirms ? .chromiumRevalidates : .chromiumRefetches)]
  }

  private static func date(_ facts: CacheFacts, _ name: KnownField) -> Instant? {
    facts.date(name) { NetscapeDate.instant($0, .chromium) }
  }

  /// `GetFreshnessLifetimes` and `GetCurrentAge`.
  private static func lifetime(
    _ facts: CacheFacts, _ members: [ArraySlice<UInt8>], mustRevalidate: Bool
  ) -> Reason {
    let now = facts.receivedAt
    let date = date(facts, .date) ?? now
    let told = facts.first(.age).flatMap { $0.listMembers.first.flatMap(number) } ?? 0
    let age = max(0, now - date, told)
    if let maxAge = seconds(members, "max-age=") {
      return Reason(.chromiumMaxAge, lifetime: maxAge, age: age, by: .maxAge)
    }
    if let value = facts.first(.expires) {
      // Chromium reads 0 as a date long ago, and other words as no date.
      let expires = value.equals("0") ? Instant(epoch: 0) : self.date(facts, .expires)
      if let expires {
        return Reason(.chromiumExpires, lifetime: max(0, expires - date), age: age, by: .expires)
      }
    }
    if [200, 203, 206].contains(facts.status), !mustRevalidate,
      let modified = self.date(facts, .lastModified), modified <= date
    {
      return Reason(
        .chromiumHeuristic, field: "Last-Modified", amount: (date - modified) / 10, otherAmount: age,
        source: .heuristic)
    }
    if [300, 301, 308, 410].contains(facts.status) {
      return Reason(.chromiumForEver, lifetime: .deltaSecondsInfinity, by: .heuristic)
    }
    return Reason(.chromiumNoLifetime, lifetime: 0, by: .heuristic)
  }

  /// The seconds of the first directive with this name, given with its equals sign, and a number.
  private static func seconds(_ members: [ArraySlice<UInt8>], _ name: StaticString) -> Seconds? {
    members.lazy.compactMap { member in
      member.beginsIgnoringCase(with: name)
        ? number(member.dropFirst(name.utf8CodeUnitCount).droppingSpaces) : nil
    }.first
  }

  /// A number without a sign, all of it digits.
  private static func number(_ text: ArraySlice<UInt8>) -> Seconds? {
    guard let (value, rest, _) = text.leadingNumber, rest.isEmpty, text.first?.isDigit == true else {
      return nil
    }
    return value
  }
}

extension Rule {
  static let chromium: [Rule] = [
    .chromiumMethod, .chromiumCondition, .chromiumStatus, .chromiumNoStore, .chromiumNoCache,
    .chromiumVaryStar, .chromiumMaxAge, .chromiumExpires, .chromiumHeuristic, .chromiumForEver,
    .chromiumNoLifetime, .chromiumStaleWhileRevalidate, .chromiumStaleError, .chromiumPageAsked,
    .chromiumRunning,
    .chromiumRevalidates,
    .chromiumRefetches,
  ]

  private static let getFreshnessLifetimes =
    Source.measured("http_response_headers.cc, GetFreshnessLifetimes")
  private static let conditionalizeRequest =
    Source.measured("http_cache_transaction.cc, ConditionalizeRequest")

  static let chromiumMethod = Self(
    "chromium-method", .forbids, .measured("http_cache_transaction.cc, GetMode")
  ) { "Chromium keeps answers to GET, not to \($0.shown)" }
  static let chromiumCondition = Self(
    "chromium-condition", .forbids, .measured("http_cache_transaction.cc, SetRequest")
  ) { "the page itself asked with \($0.field ?? "a condition"), which goes past the cache" }
  static let chromiumStatus = Self(
    "chromium-status", .forbids, .measured("http_cache_transaction.cc, DoCacheWriteResponse")
  ) { "a \($0.number)" }
  static let chromiumNoStore = Self(
    "chromium-no-store", .forbids, .measured("http_cache_transaction.cc, WriteResponseInfoToEntry"),
    "no-store keeps Chromium from storing it")
  static let chromiumNoCache = Self("chromium-no-cache", .requiresValidation, getFreshnessLifetimes) {
    "\($0.field ?? "Cache-Control"): no-cache: every use asks the origin"
  }
  static let chromiumVaryStar = Self(
    "chromium-vary-star", .requiresValidation, .measured("http_vary_data.cc, MatchesRequest"),
    "Vary: *: every use asks the origin")
  static let chromiumMaxAge = Self("chromium-max-age", .allows, getFreshnessLifetimes) {
    "\($0.origin), from Date; Age counts"
  }
  static let chromiumExpires = Self("chromium-expires", .allows, getFreshnessLifetimes) {
    ($0.amount ?? 0) == 0 ? "Expires is over" : "Expires gives \($0.lifetime)"
  }
  static let chromiumHeuristic = Self(
    "chromium-heuristic", .allows, getFreshnessLifetimes, remedy: "`Cache-Control: max-age`"
  ) { "a tenth of the time since Last-Modified: \($0.lifetime)" }
  static let chromiumForEver = Self(
    "chromium-for-ever", .allows, .read("http_response_headers.cc, GetFreshnessLifetimes"),
    "a 300, 301, 308 or 410 without a lifetime is fresh for ever", remedy: "`Cache-Control: max-age`")
  static let chromiumNoLifetime = Self(
    "chromium-no-lifetime", .allows, getFreshnessLifetimes,
    "nothing gives a lifetime, so every use asks the origin", remedy: "`Cache-Control: max-age`")
  static let chromiumStaleWhileRevalidate = Self(
    "chromium-stale-while-revalidate", .notes, getFreshnessLifetimes, isGrace: true
  ) {
    "for \($0.lifetime) more, a stale one is used at once and refreshed behind it (stale-while-revalidate)"
  }
  static let chromiumStaleError = Self(
    "chromium-stale-error", .notes, .measured("resource_loader.cc, DidReceiveResponseInternal"), isGrace: true
  ) {
    "for \($0.lifetime) more, an error is used for what a page loads, and for a script or style nothing is refreshed behind it"
      + " (stale-while-revalidate)"
  }
  static let chromiumPageAsked = Self(
    "chromium-page-asked", .notes, .measured("resource_fetcher.cc, ScheduleStaleRevalidate"),
    "a stale page is asked for, since stale-while-revalidate counts for what a page loads")
  static let chromiumRunning = Self(
    "chromium-running", .notes, .measured("resource.cc, MustRevalidateDueToCacheHeaders"),
    "until the browser is closed, it uses a script that it has in its memory unasked")
  static let chromiumRevalidates = Self(
    "chromium-revalidates", .notes, conditionalizeRequest, "a stale one is confirmed by a condition",
    confirmsStale: true)
  static let chromiumRefetches = Self(
    "chromium-refetches", .notes, conditionalizeRequest,
    "a stale one is fetched anew, as only a 200 with ETag or Last-Modified can be confirmed",
    confirmsStale: false)
}
