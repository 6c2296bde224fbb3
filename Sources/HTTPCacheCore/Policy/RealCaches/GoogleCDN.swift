/// Google Cloud CDN in the mode CACHE_ALL_STATIC, by its documentation.
enum GoogleCDN {
  static func reasons(_ facts: CacheFacts) -> [Reason] {
    guard facts.method == "GET" else { return [Reason(.googleCDNMethod, value: facts.method)] }
    let control = facts.documentedControl()
    if facts.has(.setCookie) { return [Reason(.googleCDNSetCookie, field: "Set-Cookie")] }
    for name in ["no-store", "private"] where control.contains(name) {
      return [Reason(.googleCDNForbidding, field: "Cache-Control", value: name)]
    }
    let known: Set<String> = ["accept", "accept-encoding", "origin"]
    if let name = facts.exchange.head.nominatedNames.first(where: { !known.contains($0) }) {
      return [Reason(.googleCDNVary, field: "Vary", value: name)]
    }
    if var given = control.documentedLifetime ?? facts.documentedExpires(beside: control) {
      // The documentation lists the statuses of negative caching, but does not say whether others are stored with a
      // lifetime.
      let isListed = [200, 203, 206, 300, 301, 302, 307, 308, 404, 405, 410, 421, 451, 501].contains(
        facts.status)
      guard isListed else { return [Reason(.googleCDNUnknown, amount: Int64(facts.status))] }
      given.seconds = min(given.seconds, 86_400)
      return [Reason(.googleCDNLifetime, given)]
    }
    guard facts.status == 200, isStatic(facts.first(.contentType)) else {
      return [Reason(.googleCDNNoLifetime)]
    }
    return [Reason(.googleCDNStatic, field: "Content-Type", amount: 3600, source: .heuristic)]
  }

  /// Whether CACHE_ALL_STATIC treats a media type as static.
  private static func isStatic(_ type: ArraySlice<UInt8>?) -> Bool {
    guard let type else { return false }
    let name = type.prefix { $0 != 0x3B }.trimmingOptionalWhitespace.text.asciiLowercased
    let kinds = ["font/", "image/", "video/", "audio/"]
    let types: Set<String> = [
      "text/css", "text/javascript", "application/javascript", "application/x-javascript", "text/ecmascript",
      "application/ecmascript", "application/pdf", "application/postscript", "application/vnd.ms-fontobject",
    ]
    return kinds.contains(where: name.hasPrefix) || types.contains(name)
  }
}

extension Rule {
  static let googleCDN: [Rule] = [
    .googleCDNMethod, .googleCDNSetCookie, .googleCDNForbidding, .googleCDNVary, .googleCDNNoLifetime,
    .googleCDNUnknown, .googleCDNLifetime, .googleCDNStatic,
  ]

  private static let caching: Source = "cloud.google.com/cdn/docs/caching"
  private static let ttlOverrides: Source = "cloud.google.com/cdn/docs/using-ttl-overrides"

  static let googleCDNMethod = Self("google-cdn-method", .forbids, caching) {
    "Cloud CDN caches answers to GET, not to \($0.shown)"
  }
  static let googleCDNSetCookie = Self(
    "google-cdn-set-cookie", .forbids, caching, "Set-Cookie keeps Cloud CDN from storing it",
    remedy: "the mode FORCE_CACHE_ALL")
  static let googleCDNForbidding = Self(
    "google-cdn-cache-control", .forbids, caching, remedy: "the mode FORCE_CACHE_ALL"
  ) { "\($0.shown) in Cache-Control" }
  static let googleCDNVary = Self("google-cdn-vary", .forbids, caching) {
    "Vary names \($0.shown); Cloud CDN knows Accept, Accept-Encoding and Origin"
  }
  static let googleCDNNoLifetime = Self(
    "google-cdn-no-lifetime", .forbids, caching,
    "nothing gives a lifetime, and its type is none of the static ones", remedy: "`Cache-Control: max-age`")
  static let googleCDNUnknown = Self("google-cdn-status-unknown", .notes, caching) {
    "the documentation does not say what becomes of a \($0.number) with a lifetime"
  }
  static let googleCDNLifetime = Self(
    "google-cdn-lifetime", .allows, ttlOverrides,
    remedy: "`s-maxage` gives shared caches a lifetime of their own; the maximum TTL is a setting"
  ) { "\($0.field ?? "a field") gives \($0.lifetime), and Cloud CDN keeps it for at most a day" }
  static let googleCDNStatic = Self(
    "google-cdn-static", .allows, ttlOverrides,
    "nothing gives a lifetime, so the default TTL of an hour counts for its static type",
    remedy: "`Cache-Control: max-age`, or another default TTL")
}
