/// Fastly with its boilerplate VCL, by its documentation.
extension CacheModel {
  /// Fastly.
  public static let fastly = CacheModel(
    name: "fastly", title: "Fastly", version: nil, role: .shared, reasons: Fastly.reasons)
}

private enum Fastly {
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
    let surrogate = CacheControl(facts.exchange.head.fields, name: "Surrogate-Control").seconds("max-age")?
      .value
    if let surrogate {
      return [
        Reason(
          .fastlyLifetime, field: "Surrogate-Control", amount: surrogate, otherAmount: age, source: .ttl)
      ]
    }
    if let given = control.documentedLifetime {
      return [
        Reason(
          .fastlyLifetime, field: given.field, amount: given.seconds, otherAmount: age, source: given.source)
      ]
    }
    if let given = facts.documentedExpires(beside: control) {
      return [Reason(.fastlyLifetime, field: given.field, amount: given.seconds, source: given.source)]
    }
    return [Reason(.fastlyDefault, lifetime: 3600, by: .heuristic)]
  }
}

extension Rule {
  /// Rules of Fastly.
  static let fastly: [Rule] = [
    .fastlyMethod, .fastlySetCookie, .fastlyPrivate, .fastlyError, .fastlyStatus, .fastlyLifetime,
    .fastlyDefault,
  ]

  static let fastlyMethod = Self("fastly-method", .forbids, "fastly.com/documentation, cache-freshness") {
    "Fastly caches answers to GET and HEAD, not to \($0.shown)"
  }
  static let fastlySetCookie = Self(
    "fastly-set-cookie", .forbids, "fastly.com/documentation, controlling-caching",
    remedy: "VCL: `unset beresp.http.Set-Cookie;` in vcl_fetch"
  ) { _ in "Set-Cookie keeps Fastly from storing it" }
  static let fastlyPrivate = Self(
    "fastly-private", .forbids, "fastly.com/documentation, controlling-caching",
    remedy: "`Surrogate-Control: max-age=60` in place of private"
  ) { _ in "private keeps Fastly from storing it" }
  static let fastlyError = Self(
    "fastly-error", .allows, "fastly.com/documentation, cache-freshness", remedy: "VCL in vcl_fetch"
  ) { _ in "an error is asked for again, then kept for a second" }
  static let fastlyStatus = Self(
    "fastly-status", .forbids, "fastly.com/documentation, cache-freshness",
    remedy: "VCL: `set beresp.cacheable = true;`"
  ) { "a \($0.number)" }
  static let fastlyLifetime = Self(
    "fastly-lifetime", .allows, "fastly.com/documentation, cache-freshness",
    remedy: "`Surrogate-Control` gives Fastly a lifetime of its own"
  ) { "\($0.field ?? "a field") gives \($0.lifetime), beside no-store and no-cache, too" }
  static let fastlyDefault = Self(
    "fastly-default-ttl", .allows, "fastly.com/documentation, cache-freshness",
    remedy: "`Cache-Control: max-age`, or `private` to forbid it"
  ) { _ in "nothing gives a lifetime, so Fastly takes an hour" }
}
