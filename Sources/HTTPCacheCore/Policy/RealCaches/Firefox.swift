/// Firefox's HTTP cache, which is private.
enum Firefox {
  static func reasons(_ facts: CacheFacts, asPage: Bool) -> [Reason] {
    if asPage, [204, 205].contains(facts.status) { return [] }
    guard facts.method == "GET" else { return [Reason(.firefoxMethod, value: facts.method)] }
    for name in ["If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since"]
    where facts.request.fields.contains(name) {
      return [Reason(.firefoxCondition, field: name)]
    }
    let control = Control(facts)
    // What is not to be stored is kept in memory for other uses than a visit.
    if control.noStore { return [Reason(.firefoxNoStore, field: "Cache-Control", value: "no-store")] }
    let given = lifetime(facts, control)
    if [301, 308].contains(facts.status) {
      let isUsed = (given.amount ?? 0) > (given.otherAmount ?? 0) && !control.noCache
      return [Reason(.firefoxForgotten, amount: Int64(facts.status))]
        + (isUsed ? [Reason(.firefoxRunning)] : [])
    }
    guard stored(facts.status), !facts.exchange.head.isInterim else {
      return [Reason(.firefoxStatus, amount: Int64(facts.status))]
    }
    var reasons = [given]
    if !reusable.contains(facts.status) {
      reasons.append(Reason(.firefoxStatusAsked, amount: Int64(facts.status)))
    } else if control.noCache {
      reasons.append(Reason(.firefoxNoCache, field: "Cache-Control", value: "no-cache"))
    } else if facts.hasPragmaNoCache {
      reasons.append(Reason(.firefoxNoCache, field: "Pragma", value: "no-cache"))
    } else if given.rule == .firefoxExpires, (given.amount ?? 0) < 0 {
      reasons.append(Reason(.firefoxExpired, field: "Expires"))
    } else if facts.all(.vary).flatMap(\.listMembers).contains(where: { $0.equals("*") }) {
      reasons.append(Reason(.firefoxVaryStar, field: "Vary", value: "*"))
    } else if !control.mustRevalidate, let window = control.staleWhileRevalidate,
      window > 0
    {
      // The window begins with the receipt of what is stale then.
      reasons.append(
        Reason(
          .firefoxStaleWhileRevalidate, field: "Cache-Control", value: "stale-while-revalidate=\(window)",
          amount: window))
    }
    // A date alone can't tell one variant from another.
    let confirms =
      facts.status < 300
      && (facts.has(.etag) || facts.has(.lastModified) && !reasons.cites(.firefoxVaryStar))
    return reasons + [Reason(confirms ? .firefoxRevalidates : .firefoxRefetches)]
  }

  /// The statuses that are used unasked; all others that are stored are confirmed at each use, whatever their lifetime.
  private static let reusable: Set<Int> = [200, 203, 204, 206, 302, 303, 307, 410]

  private static func stored(_ status: Int) -> Bool {
    (200..<300).contains(status) && status != 205 || [302, 303, 307, 410].contains(status)
  }

  /// The date of a field, in the 32 bits in which Firefox keeps its seconds, so that 2106 is 1970 again.
  private static func date(_ facts: CacheFacts, _ name: KnownField, _ value: ArraySlice<UInt8>? = nil)
    -> Instant?
  {
    guard let text = value ?? facts.first(name) else { return nil }
    let date = LooseDate.plain(text) ?? NetscapeDate.instant(text, .original)
    return date.map { $0.epoch > UInt32.max ? Instant(epoch: $0.epoch & Seconds(UInt32.max)) : $0 }
  }

  /// `ComputeFreshnessLifetime` and `ComputeCurrentAge`; a negative lifetime is that of an `Expires` before `Date`.
  private static func lifetime(_ facts: CacheFacts, _ control: Control) -> Reason {
    let now = facts.receivedAt
    let date = date(facts, .date) ?? now
    // Its 32 bits have no sign.
    let told = facts.first(.age)?.leadingNumber.map { Int64(UInt32(truncatingIfNeeded: $0.value)) } ?? 0
    let age = max(0, now - date, told)
    if let maxAge = control.maxAge {
      return Reason(.firefoxMaxAge, lifetime: maxAge, age: age, by: .maxAge)
    }
    if facts.has(.expires) {
      let lines = facts.all(.expires)
      let plain = lines.first { LooseDate.plain($0) != nil }
      let expires = self.date(facts, .expires, plain) ?? Instant(epoch: 0)
      return Reason(.firefoxExpires, lifetime: expires - date, age: age, by: .expires)
    }
    if facts.status == 410 {
      return Reason(.firefoxForEver, lifetime: .deltaSecondsInfinity, by: .heuristic)
    }
    let isGuessed = ![302, 303, 307].contains(facts.status) || control.isPublic || control.isPrivate
    if facts.status < 400, isGuessed, let modified = self.date(facts, .lastModified), modified <= date {
      return Reason(
        .firefoxHeuristic, field: "Last-Modified", amount: min((date - modified) / 10, week),
        otherAmount: age, source: .heuristic)
    }
    return Reason(.firefoxNoLifetime, lifetime: 0, by: .heuristic)
  }

  private static let week: Seconds = 604_800

  /// The directives that Firefox reads; it stops at what it does not expect, such as an argument where it knows of none.
  ///
  /// Of two lifetimes the second counts, also one that it can't read: it is none then.
  struct Control {
    private(set) var noStore = false
    private(set) var noCache = false
    private(set) var isPublic = false
    private(set) var isPrivate = false
    private(set) var mustRevalidate = false
    private(set) var maxAge: Seconds?
    private(set) var staleWhileRevalidate: Seconds?

    init(_ facts: CacheFacts) {
      guard var rest = facts.joined(.cacheControl) else { return }
      // This word alone is searched for, wherever it stands.
      mustRevalidate = rest.words(separatedBy: ", \t").contains { $0.equalsIgnoringCase("must-revalidate") }
      repeat {
        rest = rest.droppingSpaces
        let name = rest.prefix { $0.isLetter || $0.isDigit || $0 == 0x2D || $0 == 0x5F }
        guard let first = name.first, !first.isDigit else { return }
        var after = rest.dropFirst(name.count)
        func takes(_ word: StaticString) -> Bool { name.equalsIgnoringCase(word) }
        if takes("max-age") {
          maxAge = Self.seconds(&after)
        } else if takes("stale-while-revalidate") {
          staleWhileRevalidate = Self.seconds(&after)
        } else if takes("no-store") {
          noStore = true
        } else if takes("public") {
          isPublic = true
        } else if takes("private") {
          isPrivate = true
        } else if !takes("immutable") {
          if takes("no-cache") { noCache = true }
          after = Self.skipped(after)
        }
        rest = after.droppingSpaces
        guard rest.first == 0x2C else { return }
        rest = rest.dropFirst()
      } while true
    }

    /// The number behind an equals sign, and the rest in place of the text, from the next comma on if it is no number.
    private static func seconds(_ text: inout ArraySlice<UInt8>) -> Seconds? {
      let rest = text.droppingSpaces
      guard rest.first == 0x3D else { return nil }
      let value = rest.dropFirst().droppingSpaces
      guard value.first?.isDigit == true, let number = value.leadingNumber,
        number.value <= UInt32.max
      else {
        text = skipped(value)
        return nil
      }
      text = number.rest
      return min(number.value, .deltaSecondsInfinity)
    }

    /// What follows a directive whose argument does not matter, from the next comma outside of quotes on.
    private static func skipped(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      var isQuoted = false
      var place = text.startIndex
      while place < text.endIndex, isQuoted || text[place] != 0x2C {
        if text[place] == 0x22 { isQuoted.toggle() }
        place += 1
      }
      return text[place...]
    }
  }
}

extension Rule {
  static let firefox: [Rule] = [
    .firefoxMethod, .firefoxCondition, .firefoxStatus, .firefoxStatusAsked, .firefoxForgotten,
    .firefoxRunning, .firefoxNoStore, .firefoxNoCache,
    .firefoxExpired, .firefoxVaryStar, .firefoxMaxAge, .firefoxExpires, .firefoxHeuristic, .firefoxForEver,
    .firefoxNoLifetime, .firefoxStaleWhileRevalidate, .firefoxRevalidates, .firefoxRefetches,
  ]

  private static let freshness = Source.measured("nsHttpResponseHead.cpp, ComputeFreshnessLifetime")
  private static let mustValidate = Source.measured("nsHttpResponseHead.cpp, MustValidate")
  private static let storeDecision = Source.measured("nsHttpChannel.cpp, ContinueProcessResponse")
  private static let asking = Source.measured("nsHttpChannel.cpp, OnCacheEntryCheck")

  static let firefoxMethod = Self("firefox-method", .forbids, .measured("nsHttpChannel.cpp, OpenCacheEntry"))
  {
    "Firefox keeps answers to GET, not to \($0.shown)"
  }
  static let firefoxCondition = Self(
    "firefox-condition", .forbids, .measured("nsHttpChannel.cpp, OpenCacheEntry")
  ) { "the page itself asked with \($0.field ?? "a condition"), which goes past the cache" }
  static let firefoxStatus = Self("firefox-status", .forbids, storeDecision) { "a \($0.number)" }
  static let firefoxStatusAsked = Self("firefox-status-asked", .requiresValidation, mustValidate) {
    "a \($0.number): every use asks the origin, whatever its lifetime"
  }
  static let firefoxForgotten = Self("firefox-permanent-redirect", .forbids, storeDecision) {
    "a \($0.number) is kept no longer than the browser runs"
  }
  static let firefoxRunning = Self(
    "firefox-running", .notes, storeDecision, "until the browser is closed, it uses it unasked")
  static let firefoxNoStore = Self(
    "firefox-no-store", .forbids, mustValidate, "no-store keeps Firefox from using it again")
  static let firefoxNoCache = Self("firefox-no-cache", .requiresValidation, mustValidate) {
    "\($0.field ?? "Cache-Control"): no-cache: every use asks the origin"
  }
  static let firefoxExpired = Self(
    "firefox-expired", .requiresValidation, mustValidate,
    "Expires lies before Date, or is no date: every use asks the origin")
  static let firefoxVaryStar = Self(
    "firefox-vary-star", .requiresValidation, .measured("nsHttpChannel.cpp, ResponseWouldVary"),
    "Vary: *: every use asks the origin")
  static let firefoxMaxAge = Self("firefox-max-age", .allows, freshness) {
    "\($0.origin), from Date; Age counts"
  }
  static let firefoxExpires = Self("firefox-expires", .allows, freshness) {
    ($0.amount ?? 0) <= 0 ? "Expires is over" : "Expires gives \($0.lifetime)"
  }
  static let firefoxHeuristic = Self(
    "firefox-heuristic", .allows, freshness, remedy: "`Cache-Control: max-age`"
  ) { "a tenth of the time since Last-Modified, a week at most: \($0.lifetime)" }
  static let firefoxForEver = Self(
    "firefox-for-ever", .allows, freshness, "a 410 without a lifetime is fresh for ever",
    remedy: "`Cache-Control: max-age`")
  static let firefoxNoLifetime = Self(
    "firefox-no-lifetime", .allows, freshness, "nothing gives a lifetime, so every use asks the origin",
    remedy: "`Cache-Control: max-age`")
  static let firefoxStaleWhileRevalidate = Self(
    "firefox-stale-while-revalidate", .notes, .measured("nsHttpResponseHead.cpp, StaleWhileRevalidate"),
    isGrace: true
  ) {
    "for \($0.lifetime) more, a stale one is used at once and refreshed behind it (stale-while-revalidate)"
  }
  static let firefoxRevalidates = Self(
    "firefox-revalidates", .notes, asking, "a stale one is confirmed by a condition", confirmsStale: true)
  static let firefoxRefetches = Self(
    "firefox-refetches", .notes, asking,
    "a stale one is fetched anew, as it has neither ETag nor Last-Modified", confirmsStale: false)
}
