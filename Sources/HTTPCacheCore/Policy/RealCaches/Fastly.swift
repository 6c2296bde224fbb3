/// Fastly with its boilerplate VCL, by its documentation.
enum Fastly {
  static func reasons(_ facts: CacheFacts) -> [Reason] {
    guard facts.method == "GET" || facts.method == "HEAD" else {
      return [Reason(.fastlyMethod, value: facts.method)]
    }
    if facts.has(.setCookie) { return [Reason(.fastlySetCookie, field: "Set-Cookie")] }
    let control = facts.documentedControl()
    if control.contains("private") {
      return [Reason(.fastlyPrivate, field: "Cache-Control", value: "private")]
    }
    if facts.status == 500 || facts.status == 503 {
      return [Reason(.fastlyError, amount: 1, source: .ttl)]
    }
    guard [200, 203, 300, 301, 302, 404, 410].contains(facts.status) else {
      return [Reason(.fastlyStatus, amount: Int64(facts.status))]
    }
    let age = facts.first(.age)?.leadingNumber?.value ?? 0
    let surrogate = CacheControl(facts.exchange.head.fields, name: "Surrogate-Control")
    let grace =
      [surrogate, control].lazy.map { facts.documentedGrace($0, .fastlyStaleWhileRevalidate) }.first {
        !$0.isEmpty
      } ?? []
    if let seconds = surrogate.seconds("max-age")?.value {
      return [Reason(.fastlyLifetime, (surrogate.fieldName, seconds, .ttl), age: age)] + grace
    }
    if let given = control.documentedLifetime { return [Reason(.fastlyLifetime, given, age: age)] + grace }
    if let given = facts.documentedExpires(beside: control) {
      return [Reason(.fastlyLifetime, given)] + grace
    }
    return [Reason(.fastlyDefault, lifetime: 3600, by: .heuristic)] + grace
  }
}

extension Rule {
  static let fastly: [Rule] = [
    .fastlyMethod, .fastlySetCookie, .fastlyPrivate, .fastlyError, .fastlyStatus, .fastlyLifetime,
    .fastlyDefault, .fastlyStaleWhileRevalidate,
  ]

  private static let cacheFreshness: Source = "fastly.com/documentation, cache-freshness"
  private static let controllingCaching: Source = "fastly.com/documentation, controlling-caching"

  static let fastlyMethod = Self("fastly-method", .forbids, cacheFreshness) {
    "Fastly caches answers to GET and HEAD, not to \($0.shown)"
  }
  static let fastlySetCookie = Self(
    "fastly-set-cookie", .forbids, controllingCaching, "Set-Cookie keeps Fastly from storing it",
    remedy: "VCL: `unset beresp.http.Set-Cookie;` in vcl_fetch")
  static let fastlyPrivate = Self(
    "fastly-private", .forbids, controllingCaching, "private keeps Fastly from storing it",
    remedy: "`Surrogate-Control: max-age=60` in place of private")
  static let fastlyError = Self(
    "fastly-error", .allows, cacheFreshness, "an error is asked for again, then kept for a second",
    remedy: "VCL in vcl_fetch")
  static let fastlyStatus = Self(
    "fastly-status", .forbids, cacheFreshness, remedy: "VCL: `set beresp.cacheable = true;`"
  ) { "a \($0.number)" }
  static let fastlyLifetime = Self(
    "fastly-lifetime", .allows, cacheFreshness,
    remedy: "`Surrogate-Control` gives Fastly a lifetime of its own"
  ) { "\($0.field ?? "a field") gives \($0.lifetime), beside no-store and no-cache, too" }
  static let fastlyDefault = Self(
    "fastly-default-ttl", .allows, cacheFreshness, "nothing gives a lifetime, so Fastly takes an hour",
    remedy: "`Cache-Control: max-age`, or `private` to forbid it")
  static let fastlyStaleWhileRevalidate = grace(
    "fastly-stale-while-revalidate", "fastly.com/documentation, stale-while-revalidate")
}
