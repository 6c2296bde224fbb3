/// WebKit's cache on disk, as WebKitGTK has it; it is private.
enum WebKit {
  static func reasons(_ facts: CacheFacts, asPage: Bool) -> [Reason] {
    if asPage, [204, 205].contains(facts.status) { return [] }
    guard facts.method == "GET" else { return [Reason(.webkitMethod, value: facts.method)] }
    for name in ["If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since"]
    where facts.request.fields.contains(name) {
      return [Reason(.webkitCondition, field: name)]
    }
    let control = Control(facts)
    if control.noStore { return [Reason(.webkitNoStore, field: "Cache-Control", value: "no-store")] }
    let hasLifetime = control.maxAge != nil || date(facts, .expires) != nil
    let given = lifetime(facts, control)
    let isFresh = (given.amount ?? 0) > (given.otherAmount ?? 0)
    guard byDefault.contains(facts.status) || hasLifetime && withLifetime.contains(facts.status) else {
      return [Reason(.webkitStatus, amount: Int64(facts.status))]
        + (asPage && facts.status >= 400 && hasLifetime && isFresh ? [Reason(.webkitRunning)] : [])
    }
    if let type = facts.first(.contentType), type.beginsIgnoringCase(with: "multipart/x-mixed-replace") {
      return [Reason(.webkitMultipart, field: "Content-Type", value: "multipart/x-mixed-replace")]
    }
    var reasons = [given]
    // What matches no request is asked for before anything else is looked at.
    if facts.all(.vary).flatMap(\.listMembers).contains(where: { $0.equals("*") }) {
      reasons.append(Reason(.webkitVaryStar, field: "Vary", value: "*"))
    } else if control.noCache {
      reasons.append(Reason(.webkitNoCache, field: "Cache-Control", value: "no-cache"))
    } else if facts.all(.pragma).contains(where: { $0.holdsIgnoringCase("no-cache") }) {
      reasons.append(Reason(.webkitNoCache, field: "Pragma", value: "no-cache"))
    } else if let window = control.staleWhileRevalidate, window > reasons[0].overdue {
      reasons.append(
        Reason(
          .webkitStaleWhileRevalidate, field: "Cache-Control", value: "stale-while-revalidate=\(window)",
          amount: window - reasons[0].overdue))
    }
    // A redirect that is over, and what never matches, are fetched anew.
    let isFollowed = [301, 302, 303, 307].contains(facts.status)
    let confirms =
      !isFollowed && !reasons.cites(.webkitVaryStar) && (facts.has(.etag) || facts.has(.lastModified))
    return reasons + [Reason(confirms ? .webkitRevalidates : .webkitRefetches)]
  }

  /// The statuses that are stored in any case, and those that are with a lifetime.
  private static let byDefault: Set<Int> = [200, 203, 204, 206, 300, 301, 404, 405, 410, 414, 501]
  private static let withLifetime: Set<Int> = [201, 202, 205, 302, 303, 307, 403, 406, 415]

  /// The date of a field; nil if there are several, which WebKit reads as one text.
  private static func date(_ facts: CacheFacts, _ name: KnownField) -> Instant? {
    facts.all(name).count == 1 ? facts.date(name, WebKitDate.instant) : nil
  }

  /// `computeFreshnessLifetimeForHTTPFamily` and `computeCurrentAge`.
  private static func lifetime(_ facts: CacheFacts, _ control: Control) -> Reason {
    let now = facts.receivedAt
    let date = date(facts, .date) ?? now
    let told = facts.joined(.age).flatMap(number) ?? 0
    let age = max(0, now - date, told)
    if let maxAge = control.maxAge {
      return Reason(.webkitMaxAge, lifetime: maxAge, age: age, by: .maxAge)
    }
    if let expires = self.date(facts, .expires) {
      return Reason(.webkitExpires, lifetime: max(0, expires - date), age: age, by: .expires)
    }
    if [301, 410].contains(facts.status) {
      return Reason(.webkitYear, lifetime: 31_536_000, age: age, by: .heuristic)
    }
    if let modified = self.date(facts, .lastModified) {
      return Reason(
        .webkitHeuristic, field: "Last-Modified", amount: (date - modified) / 10, otherAmount: age,
        source: .heuristic)
    }
    return Reason(.webkitNoLifetime, lifetime: 0, by: .heuristic)
  }

  /// A number as WebKit reads one: with spaces, a sign, a fraction and an exponent, and none of base 16.
  static func number(_ text: ArraySlice<UInt8>) -> Seconds? {
    guard !text.contains(where: { $0 | 0x20 == 0x78 }),
      let value = Double(text.trimmingOptionalWhitespace.text), value.isFinite
    else { return nil }
    return value >= Double(Seconds.deltaSecondsInfinity) ? .deltaSecondsInfinity : Seconds(value)
  }

  /// The directives that WebKit reads, the first with a value that it can read.
  struct Control {
    private(set) var noStore = false
    private(set) var noCache = false
    private(set) var maxAge: Seconds?
    private(set) var staleWhileRevalidate: Seconds?

    /// `parseCacheHeader`: spaces count nowhere, and a name or value ends before a separator.
    init(_ facts: CacheFacts) {
      guard let joined = facts.joined(.cacheControl) else { return }
      var rest = joined.filter { $0 > 0x20 && $0 != 0x7F }[...]
      while !rest.isEmpty {
        let comma = rest.firstIndex(of: 0x2C) ?? rest.endIndex
        guard let equals = rest.firstIndex(of: 0x3D), equals < comma else {
          take(Self.trimmed(rest[..<comma]), [])
          rest = rest[comma...].dropFirst()
          continue
        }
        let name = Self.trimmed(rest[..<equals])
        rest = rest[(equals + 1)...]
        if rest.first == 0x22 {
          rest = rest.dropFirst()
          guard let end = rest.firstIndex(of: 0x22) else {
            take(name, Self.trimmed(rest))
            return
          }
          take(name, rest[..<end])
          let next = rest[end...].firstIndex(of: 0x2C) ?? rest.endIndex
          rest = rest[next...].dropFirst()
        } else {
          let end = rest.firstIndex(of: 0x2C) ?? rest.endIndex
          take(name, Self.trimmed(rest[..<end]))
          rest = rest[end...].dropFirst()
        }
      }
    }

    private mutating func take(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) {
      if name.equalsIgnoringCase("no-store") { noStore = true }
      // With the names of fields it is meant for proxies.
      if name.equalsIgnoringCase("no-cache"), value.isEmpty { noCache = true }
      if name.equalsIgnoringCase("max-age") { maxAge = maxAge ?? WebKit.number(value) }
      if name.equalsIgnoringCase("stale-while-revalidate") {
        staleWhileRevalidate = staleWhileRevalidate ?? WebKit.number(value)
      }
    }

    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      text.prefix { byte in !"()<>@,;:\\\"/[]?={}".utf8.contains(byte) }
    }
  }
}

extension Rule {
  static let webkit: [Rule] = [
    .webkitMethod, .webkitCondition, .webkitStatus, .webkitMultipart, .webkitRunning, .webkitNoStore,
    .webkitNoCache,
    .webkitVaryStar,
    .webkitMaxAge, .webkitExpires, .webkitHeuristic, .webkitYear, .webkitNoLifetime,
    .webkitStaleWhileRevalidate, .webkitRevalidates, .webkitRefetches,
  ]

  private static let storeDecision = Source.measured("NetworkCache.cpp, makeStoreDecision")
  private static let using = Source.measured("NetworkCache.cpp, makeUseDecision")
  private static let freshness = Source.measured(
    "CacheValidation.cpp, computeFreshnessLifetimeForHTTPFamily")

  static let webkitMethod = Self("webkit-method", .forbids, storeDecision) {
    "WebKit keeps answers to GET, not to \($0.shown)"
  }
  static let webkitCondition = Self("webkit-condition", .forbids, using) {
    "the page itself asked with \($0.field ?? "a condition"), which goes past the cache"
  }
  static let webkitStatus = Self("webkit-status", .forbids, storeDecision) { "a \($0.number)" }
  static let webkitMultipart = Self(
    "webkit-multipart", .forbids, storeDecision,
    "multipart/x-mixed-replace, of which each part replaces the last")
  static let webkitRunning = Self(
    "webkit-running", .notes, storeDecision, "until the browser is closed, it uses the page unasked")
  static let webkitNoStore = Self(
    "webkit-no-store", .forbids, storeDecision, "no-store keeps WebKit from storing it")
  static let webkitNoCache = Self("webkit-no-cache", .requiresValidation, using) {
    "\($0.field ?? "Cache-Control"): no-cache: every use asks the origin"
  }
  static let webkitVaryStar = Self(
    "webkit-vary-star", .requiresValidation, .measured("CacheValidation.cpp, verifyVaryingRequestHeaders"),
    "Vary: *: every use asks the origin")
  static let webkitMaxAge = Self("webkit-max-age", .allows, freshness) {
    "\($0.origin), from Date; Age counts"
  }
  static let webkitExpires = Self("webkit-expires", .allows, freshness) {
    ($0.amount ?? 0) == 0 ? "Expires is over" : "Expires gives \($0.lifetime)"
  }
  static let webkitHeuristic = Self(
    "webkit-heuristic", .allows, freshness, remedy: "`Cache-Control: max-age`"
  ) { "a tenth of the time since Last-Modified: \($0.lifetime)" }
  static let webkitYear = Self(
    "webkit-year", .allows, freshness, "a 301 or 410 without a lifetime is fresh for a year",
    remedy: "`Cache-Control: max-age`")
  static let webkitNoLifetime = Self(
    "webkit-no-lifetime", .allows, freshness, "nothing gives a lifetime, so every use asks the origin",
    remedy: "`Cache-Control: max-age`")
  static let webkitStaleWhileRevalidate = Self(
    "webkit-stale-while-revalidate", .notes, using, isGrace: true
  ) {
    "for \($0.lifetime) more, a stale one is used at once and refreshed behind it (stale-while-revalidate)"
  }
  static let webkitRevalidates = Self(
    "webkit-revalidates", .notes, using, "a stale one is confirmed by a condition", confirmsStale: true)
  static let webkitRefetches = Self(
    "webkit-refetches", .notes, using,
    "a stale one is fetched anew, as it has neither ETag nor Last-Modified", confirmsStale: false)
}
