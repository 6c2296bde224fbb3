/// Google Cloud CDN in the mode CACHE_ALL_STATIC, by its documentation.
enum GoogleCDN {
  static func reasons(_ facts: CacheFacts) -> [Reason] {
    guard facts.method == "GET" else { return [Reason(.googleCDNMethod, value: facts.method)] }
    let control = facts.documentedControl(.cdnCacheControl)
    if facts.has(.setCookie) { return [Reason(.googleCDNSetCookie, field: "Set-Cookie")] }
    for name in ["no-store", "private"] where control.contains(name) {
      return [Reason(.googleCDNForbidding, field: control.fieldName, value: name)]
    }
    if let name = facts.exchange.head.nominatedNames.first(where: { !selectingFields.contains($0) }) {
      return [Reason(.googleCDNVary, field: "Vary", value: name)]
    }
    let isAsked = control.contains("no-cache")
    let given = control.documentedLifetime ?? facts.documentedExpires(beside: control)
    if isAsked || given != nil {
      // The documentation lists these statuses, but does not say whether others are stored with a lifetime.
      let isListed = [200, 203, 204, 206, 300, 301, 302, 307, 308, 404, 405, 410, 421, 451, 501].contains(
        facts.status)
      guard isListed else { return [Reason(.googleCDNUnknown, amount: Int64(facts.status))] }
    }
    if isAsked {
      return [
        Reason(.googleCDNStored), Reason(.googleCDNNoCache, field: control.fieldName, value: "no-cache"),
      ]
    }
    if var given {
      given.seconds = min(given.seconds, 86_400)
      return [Reason(.googleCDNLifetime, given)]
    }
    guard facts.status == 200, isStatic(facts.first(.contentType)) else {
      return [Reason(.googleCDNNoLifetime)]
    }
    return [Reason(.googleCDNStatic, field: "Content-Type", amount: 3600, source: .heuristic)]
  }

  /// The fields that Vary may name.
  private static let selectingFields: Set<String> = [
    "accept", "accept-encoding", "access-control-request-headers", "access-control-request-method", "origin",
    "sec-fetch-dest", "sec-fetch-mode", "sec-fetch-site", "x-goog-allowed-resources", "x-origin", "rsc",
    "next-router-state-tree", "next-router-prefetch", "next-router-segment-prefetch",
  ]

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
    .googleCDNUnknown, .googleCDNStored, .googleCDNNoCache, .googleCDNLifetime, .googleCDNStatic,
  ]

  // CDN-Cache-Control counts since 17 August 2026 (docs.cloud.google.com/cdn/docs/release-notes).
  private static let caching: Source = "docs.cloud.google.com/cdn/docs/caching"
  private static let ttlOverrides: Source = "docs.cloud.google.com/cdn/docs/using-ttl-overrides"

  static let googleCDNMethod = Self("google-cdn-method", .forbids, caching) {
    "Cloud CDN caches answers to GET, not to \($0.shown)"
  }
  static let googleCDNSetCookie = Self(
    "google-cdn-set-cookie", .forbids, caching, "Set-Cookie keeps Cloud CDN from storing it",
    remedy: "the mode FORCE_CACHE_ALL")
  static let googleCDNForbidding = Self(
    "google-cdn-cache-control", .forbids, caching,
    remedy: "`CDN-Cache-Control: max-age=60` for CDNs alone, or the mode FORCE_CACHE_ALL"
  ) { "\($0.shown) in \($0.field ?? "Cache-Control")" }
  static let googleCDNVary = Self("google-cdn-vary", .forbids, caching) {
    "Vary names \($0.shown), which is none of the fields by which Cloud CDN tells answers apart"
  }
  static let googleCDNNoLifetime = Self(
    "google-cdn-no-lifetime", .forbids, caching,
    "nothing gives a lifetime, and its type is none of the static ones", remedy: "`Cache-Control: max-age`")
  static let googleCDNUnknown = Self("google-cdn-status-unknown", .notes, caching) {
    "the documentation does not say what becomes of a \($0.number) with a lifetime"
  }
  static let googleCDNStored = Self(
    "google-cdn-stored", .allows, caching, "no-cache does not keep Cloud CDN from storing it")
  static let googleCDNNoCache = Self(
    "google-cdn-no-cache", .requiresValidation, caching,
    remedy: "`CDN-Cache-Control: max-age=60` for CDNs alone"
  ) { "\($0.field ?? "Cache-Control"): no-cache: every use asks the origin" }
  static let googleCDNLifetime = Self(
    "google-cdn-lifetime", .allows, ttlOverrides,
    remedy: "`CDN-Cache-Control` gives CDNs a lifetime of their own; the maximum TTL is a setting"
  ) { "\($0.field ?? "a field") gives \($0.lifetime), and Cloud CDN keeps it for at most a day" }
  static let googleCDNStatic = Self(
    "google-cdn-static", .allows, ttlOverrides,
    "nothing gives a lifetime, so the default TTL of an hour counts for its static type",
    remedy: "`Cache-Control: max-age`, or another default TTL")
}
