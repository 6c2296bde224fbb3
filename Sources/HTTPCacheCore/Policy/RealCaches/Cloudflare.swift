/// Cloudflare without cache rules, by its documentation.
enum Cloudflare {
  static func reasons(_ facts: CacheFacts) -> [Reason] {
    guard facts.method == "GET" || facts.method == "HEAD" else {
      return [Reason(.cloudflareMethod, value: facts.method)]
    }
    guard facts.exchange.request.target.path.hasExtension(of: extensions) else {
      return [Reason(.cloudflareDynamic)]
    }
    let control = facts.documentedControl(.cloudflareCDNCacheControl, .cdnCacheControl)
    let isIgnored = !control.isTargeted && facts.has(.surrogateControl)
    if !isIgnored {
      // A `private` that names fields keeps these alone from being stored.
      for name in ["no-store", "private"]
      where name == "private" ? control.isUnqualified(name) : control.contains(name) {
        return [Reason(.cloudflareForbidding, field: control.fieldName, value: name)]
      }
    }
    let isCookieLeftOut =
      !isIgnored
      && control.fieldNames("private").contains { $0.equalsIgnoringASCIICase("Set-Cookie") }
    if facts.has(.setCookie), !isCookieLeftOut { return [Reason(.cloudflareSetCookie, field: "Set-Cookie")] }
    if facts.first(.vary)?.equals("*") == true {
      return [Reason(.cloudflareVaryStar, field: "Vary", value: "*")]
    }
    let allowing = ["public", "s-maxage", "must-revalidate"]
    if facts.isAuthorized, !allowing.contains(where: control.contains) {
      return [Reason(.cloudflareAuthorization, field: "Authorization")]
    }
    let given = isIgnored ? nil : control.documentedLifetime ?? facts.documentedExpires(beside: control)
    // A `no-cache` that names fields counts where one of them is there.
    let isAsked =
      control.isUnqualified("no-cache")
      || control.fieldNames("no-cache").contains(where: facts.exchange.head.fields.contains)
    if isAsked, !isIgnored {
      return [
        Reason(.cloudflareStored), Reason(.cloudflareNoCache, field: control.fieldName, value: "no-cache"),
      ]
    }
    let grace = isIgnored ? [] : facts.documentedGrace(control, .cloudflareStaleWhileRevalidate)
    if let given { return [Reason(.cloudflareLifetime, given)] + grace }
    guard let seconds = defaultLifetime(facts.status) else {
      return [Reason(.cloudflareStatus, amount: Int64(facts.status))]
    }
    return [Reason(.cloudflareDefault, lifetime: seconds, by: .heuristic)] + grace
  }

  /// The lifetime that Cloudflare gives a response without one, by its status; nil if it does not store the status.
  private static func defaultLifetime(_ status: Int) -> Seconds? {
    switch status {
    case 200, 206, 301: 7200
    case 302, 303: 1200
    case 404, 410: 180
    default: nil
    }
  }

  private static let extensions: Set<String> = [
    "7z", "csv", "gif", "midi", "png", "tif", "zip", "avi", "doc", "gz", "mkv", "ppt", "tiff", "zst", "avif",
    "docx", "ico", "mp3", "pptx", "ttf", "apk", "dmg", "iso", "mp4", "ps", "webm", "bin", "ejs", "jar",
    "ogg", "rar", "webp", "bmp", "eot", "jpg", "otf", "svg", "woff", "bz2", "eps", "jpeg", "pdf", "svgz",
    "woff2", "class", "exe", "js", "pict", "swf", "xls", "css", "flac", "mid", "pls", "tar", "xlsx",
  ]
}

extension Rule {
  static let cloudflare: [Rule] = [
    .cloudflareMethod, .cloudflareDynamic, .cloudflareForbidding, .cloudflareSetCookie, .cloudflareVaryStar,
    .cloudflareAuthorization, .cloudflareStatus, .cloudflareStored, .cloudflareNoCache, .cloudflareLifetime,
    .cloudflareDefault, .cloudflareStaleWhileRevalidate,
  ]

  private static let defaultCacheBehavior: Source =
    "developers.cloudflare.com/cache/concepts/default-cache-behavior"
  private static let originCacheControl: Source = "developers.cloudflare.com/cache/concepts/cache-control"

  static let cloudflareMethod = Self("cloudflare-method", .forbids, defaultCacheBehavior) {
    "Cloudflare caches answers to GET and HEAD, not to \($0.shown)"
  }
  static let cloudflareDynamic = Self(
    "cloudflare-dynamic", .forbids, defaultCacheBehavior,
    "DYNAMIC: the URL ends in none of the extensions that Cloudflare caches, whatever its Content-Type",
    remedy: "a cache rule that makes the URL eligible for cache")
  static let cloudflareForbidding = Self(
    "cloudflare-cache-control", .forbids, originCacheControl,
    remedy: "`CDN-Cache-Control: max-age=60` for Cloudflare alone, or a cache rule with an edge TTL"
  ) { "\($0.shown) in \($0.field ?? "Cache-Control")" }
  static let cloudflareSetCookie = Self(
    "cloudflare-set-cookie", .forbids, defaultCacheBehavior, "Set-Cookie keeps Cloudflare from storing it",
    remedy: "a cache rule with an edge TTL, which removes the cookie")
  static let cloudflareVaryStar = Self(
    "cloudflare-vary-star", .forbids, "developers.cloudflare.com/cache/concepts/vary",
    "Vary: * keeps Cloudflare from storing it")
  static let cloudflareAuthorization = Self(
    "cloudflare-authorization", .forbids, originCacheControl,
    "the request has Authorization, and the response none of public, s-maxage and must-revalidate",
    remedy: "`public`, for what is the same for everybody")
  static let cloudflareStatus = Self(
    "cloudflare-status", .forbids, defaultCacheBehavior,
    remedy: "`Cache-Control: max-age`, or a cache rule with a TTL by status"
  ) { "a \($0.number) without a lifetime" }
  static let cloudflareStored = Self(
    "cloudflare-stored", .allows, defaultCacheBehavior, "the URL has an extension that Cloudflare caches")
  static let cloudflareNoCache = Self(
    "cloudflare-no-cache", .requiresValidation, originCacheControl,
    remedy: "`CDN-Cache-Control: max-age=60` for Cloudflare alone"
  ) { "\($0.field ?? "Cache-Control"): no-cache: every use asks the origin" }
  static let cloudflareLifetime = Self(
    "cloudflare-lifetime", .allows, originCacheControl,
    remedy: "`CDN-Cache-Control` gives Cloudflare a lifetime of its own"
  ) { "\($0.field ?? "a field") gives \($0.lifetime)" }
  static let cloudflareDefault = Self(
    "cloudflare-default-ttl", .allows, defaultCacheBehavior,
    remedy: "`Cache-Control: max-age`, or a cache rule with an edge TTL"
  ) { "nothing gives a lifetime, so Cloudflare takes \($0.lifetime) for this status" }
  // Asynchronous since 26 February 2026.
  static let cloudflareStaleWhileRevalidate = grace(
    "cloudflare-stale-while-revalidate", "developers.cloudflare.com/cache/concepts/revalidation")
}
