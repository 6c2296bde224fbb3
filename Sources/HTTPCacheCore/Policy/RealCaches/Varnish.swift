/// Varnish with its built-in VCL and default parameters.
enum Varnish {
  static func reasons(_ facts: CacheFacts) -> [Reason] {
    guard facts.method == "GET" || facts.method == "HEAD" else {
      return [Reason(.varnishMethod, value: facts.method)]
    }
    for name in ["Authorization", "Cookie"] where facts.request.fields.contains(name) {
      return [Reason(.varnishCredentials, field: name)]
    }
    let control = facts.joined(.cacheControl)
    let status = facts.status
    guard var given = lifetime(facts, control) else { return [Reason(.varnishStatus, amount: Int64(status))] }
    if [206, 304, 416].contains(status) || facts.has(.contentRange) {
      return [Reason(.varnishFetchFails, amount: Int64(status))]
    }
    if let bad = malformedVary(facts) { return [Reason(.varnishBadVary, field: "Vary", value: bad)] }
    if facts.has(.setCookie) { return [Reason(.varnishSetCookie, field: "Set-Cookie")] }
    if let reason = forbidden(facts, control) { return [reason] }
    if facts.joined(.vary)?.equals("*") == true {
      return [Reason(.varnishVaryStar, field: "Vary", value: "*")]
    }
    let age = facts.first(.age).map(seconds) ?? 0
    guard (given.amount ?? 0) > age else {
      return [
        Reason(
          .varnishExpired, field: given.field, value: given.value, amount: given.amount, otherAmount: age)
      ]
    }
    given.otherAmount = age
    // Varnish validates a stale response only while it keeps the response: for stale-while-revalidate, else for 10
    // seconds of grace.
    let grace = control.flatMap { directive("stale-while-revalidate", in: $0) }?.map(seconds) ?? 10
    let hasContent = status == 200 && facts.bodyLength != 0
    let confirms = grace > 0 && hasContent && (facts.has(.etag) || facts.has(.lastModified))
    return [given, Reason(confirms ? .varnishRevalidates : .varnishRefetches, amount: grace)]
  }

  /// The directive that keeps the built-in VCL from storing: of Surrogate-Control, or if that is absent, of
  /// Cache-Control.
  private static func forbidden(_ facts: CacheFacts, _ control: ArraySlice<UInt8>?) -> Reason? {
    if let surrogate = facts.first(.surrogateControl) {
      guard surrogate.holdsIgnoringCase("no-store") else { return nil }
      return Reason(.varnishSurrogateNoStore, field: "Surrogate-Control", value: surrogate.text)
    }
    return control?.forbiddingLetters.map {
      Reason(.varnishForbidding, field: "Cache-Control", value: $0)
    }
  }

  /// The lifetime as in `RFC2616_Ttl`; nil for a status that Varnish does not store.
  private static func lifetime(_ facts: CacheFacts, _ control: ArraySlice<UInt8>?) -> Reason? {
    let isRedirect = facts.status == 302 || facts.status == 307
    guard isRedirect || [200, 203, 204, 206, 300, 301, 304, 404, 410, 414, 416].contains(facts.status) else {
      return nil
    }
    // A directive without a value stops the search.
    for (name, source) in [
      ("s-maxage" as StaticString, FreshnessLifetime.Source.sMaxAge), ("max-age", .maxAge),
    ] {
      guard let control, let found = directive(name, in: control) else { continue }
      guard let argument = found else { break }
      return Reason(.varnishMaxAge, lifetime: seconds(argument), by: source)
    }
    if let reason = expires(facts) { return reason }
    return isRedirect ? nil : Reason(.varnishDefault, lifetime: 120, by: .heuristic)
  }

  /// Varnish reads no year before 1899, and puts 69 into the last century.
  private static func read(_ name: KnownField, _ facts: CacheFacts) -> Instant? {
    facts.date(name, [], pivot: 69).flatMap { $0 >= first ? $0 : nil }
  }

  /// The beginning of 1899.
  private static let first = Instant(epoch: -2_240_524_800)

  private static func expires(_ facts: CacheFacts) -> Reason? {
    // Varnish treats an Expires that is unreadable, or 1970-01-01 00:00:00, as absent.
    guard let expires = read(.expires, facts), expires.epoch != 0 else { return nil }
    let date = read(.date, facts)
    let now = facts.receivedAt
    func reason(_ seconds: Seconds) -> Reason {
      Reason(.varnishExpires, lifetime: max(0, seconds), by: .expires)
    }
    guard let date else { return reason(expires - now) }
    if expires < date { return reason(0) }
    // Varnish keeps the difference in 32 bits: an overflow becomes negative.
    return reason(abs(date - now) < 10 ? expires - now : Int64(Int32(exactly: expires - date) ?? -1))
  }

  /// The field from the argument of a directive on; `.some(nil)` for a directive without an argument, and nil for an
  /// absent directive.
  private static func directive(_ name: StaticString, in control: ArraySlice<UInt8>) -> ArraySlice<UInt8>?? {
    var rest = control
    while !rest.isEmpty {
      rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x2C }
      if rest.beginsIgnoringCase(with: name) {
        let behind = rest.dropFirst(name.utf8CodeUnitCount)
        if behind.first?.isTokenCharacter != true {
          let value = behind.droppingSpaces
          return value.first == 0x3D ? .some(value.dropFirst().droppingSpaces) : .some(nil)
        }
      }
      // Varnish also splits at commas within quotes.
      rest = rest.drop { $0 != 0x2C }
    }
    return nil
  }

  /// Seconds as `rfc2616_time` reads them: a number up to a comma, a full stop or the end; anything else is 0.
  private static func seconds(_ text: ArraySlice<UInt8>) -> Seconds {
    guard text.first != 0x2D, let (value, rest, _) = text.leadingNumber else { return 0 }
    guard value >= 0, value <= Int64(UInt32.max) else { return Int64(UInt32.max) }
    let end = rest.droppingSpaces.first
    return end == nil || end == 0x2C || end == 0x2E ? value : 0
  }

  /// A Vary with two words between commas, or a word of more than 127 bytes; nil if it has neither.
  private static func malformedVary(_ facts: CacheFacts) -> String? {
    guard let vary = facts.joined(.vary), !vary.equals("*") else { return nil }
    let members = vary.split(separator: 0x2C)
    let isRead = members.allSatisfy {
      let words = $0.words(separatedBy: " \t")
      return words.count < 2 && (words.first?.count ?? 0) <= 127
    }
    return isRead ? nil : vary.text
  }
}

extension Rule {
  static let varnish: [Rule] = [
    .varnishMethod, .varnishCredentials, .varnishStatus, .varnishFetchFails, .varnishBadVary,
    .varnishSetCookie, .varnishSurrogateNoStore, .varnishForbidding, .varnishVaryStar, .varnishExpired,
    .varnishMaxAge, .varnishExpires, .varnishDefault, .varnishRevalidates, .varnishRefetches,
  ]

  private static let rfc2616TTL = Source.measured("cache_rfc2616.c, RFC2616_Ttl")
  private static let defaultGrace = Source.measured("varnishd, default_grace")

  static let varnishMethod = Self("varnish-method", .forbids, .measured("builtin.vcl, vcl_req_method")) {
    "Varnish looks up GET and HEAD, not \($0.shown)"
  }
  static let varnishCredentials = Self(
    "varnish-credentials", .forbids, .measured("builtin.vcl, vcl_req_authorization, vcl_req_cookie"),
    remedy: "VCL: `unset req.http.Cookie;` in vcl_recv for what needs no cookie"
  ) { "the request has \($0.field ?? "credentials")" }
  static let varnishStatus = Self(
    "varnish-status", .forbids, rfc2616TTL,
    remedy: "VCL: `set beresp.ttl = 60s;` in vcl_backend_response"
  ) {
    $0.amount == 302 || $0.amount == 307
      ? "a \($0.number) without a lifetime" : "a \($0.number) has no lifetime in Varnish"
  }
  static let varnishFetchFails = Self(
    "varnish-fetch-fails", .forbids, .measured("cache_fetch.c, vbf_stp_startfetch"),
    "Varnish asks neither for parts nor with conditions, and answers 503 to what it did not ask for")
  static let varnishBadVary = Self(
    "varnish-bad-vary", .forbids, .measured("cache_vary.c, VRY_Create"),
    "Vary has words without a comma between them, or one of more than 127 bytes")
  static let varnishSetCookie = Self(
    "varnish-set-cookie", .forbids, .measured("builtin.vcl, vcl_beresp_cookie"),
    "Set-Cookie keeps Varnish from storing it",
    remedy: "VCL: `unset beresp.http.Set-Cookie;` in vcl_backend_response")
  static let varnishSurrogateNoStore = Self(
    "varnish-surrogate-no-store", .forbids, .measured("builtin.vcl, vcl_beresp_control"),
    "Surrogate-Control has no-store")
  static let varnishForbidding = Self(
    "varnish-cache-control", .forbids, .measured("builtin.vcl, vcl_beresp_control"),
    remedy: "any `Surrogate-Control` without no-store lifts it, as does VCL"
  ) { "the letters \($0.shown) in Cache-Control" }
  static let varnishVaryStar = Self(
    "varnish-vary-star", .forbids, .measured("builtin.vcl, vcl_beresp_vary"),
    "Vary: * keeps Varnish from storing it", remedy: "VCL: `unset beresp.http.Vary;`")
  static let varnishExpired = Self(
    "varnish-expired", .forbids, .measured("builtin.vcl, vcl_beresp_stale"),
    remedy: "VCL: `set beresp.ttl = 60s;` in vcl_backend_response"
  ) { "its lifetime of \($0.lifetime) is over at once (Age \($0.otherNumber))" }
  static let varnishMaxAge = Self("varnish-max-age", .allows, rfc2616TTL, remedy: "VCL: `set beresp.ttl`") {
    "\($0.origin); Age counts, Date does not"
  }
  static let varnishExpires = Self("varnish-expires", .allows, rfc2616TTL) { "Expires gives \($0.lifetime)" }
  static let varnishDefault = Self(
    "varnish-default-ttl", .allows, rfc2616TTL,
    "nothing gives a lifetime that Varnish can read, so it takes its default_ttl of 2 minutes",
    remedy: "`Cache-Control: max-age`, or `-p default_ttl=0`")
  static let varnishRevalidates = Self(
    "varnish-revalidates", .notes, defaultGrace,
    "for 10 seconds more, or what stale-while-revalidate says, a stale one is sent at once and confirmed behind it",
    confirmsStale: true, isGrace: true)
  static let varnishRefetches = Self(
    "varnish-refetches", .notes, defaultGrace,
    "a stale one is fetched anew: Varnish confirms a 200 with content and ETag or Last-Modified, in its time of grace",
    confirmsStale: false, isGrace: true)
}
