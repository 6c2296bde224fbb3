/// nginx before 1.23, with `proxy_cache_path` and `proxy_cache`: response fields are applied in the order received,
/// and a field that forbids storing is final.
enum Nginx {
  static func reasons(_ facts: CacheFacts) -> [Reason] {
    guard facts.method == "GET" || facts.method == "HEAD" else {
      return [Reason(.nginxMethod, value: facts.method)]
    }
    if let name = failedPrecondition(facts) { return [Reason(.nginxPrecondition, field: name)] }
    if facts.status == 304 || facts.exchange.head.isInterim {
      return [Reason(.nginxStatus, amount: Int64(facts.status))]
    }
    var reading = Reading(facts)
    for line in facts.lines { reading.take(line) }
    if let forbids = reading.forbids { return [forbids] }
    guard let lifetime = reading.lifetime else { return [Reason(.nginxNoLifetime)] }
    return [lifetime, Reason(.nginxRefetches)]
  }

  /// The precondition of the request that fails, if any: nginx checks it itself, and then stores nothing.
  private static func failedPrecondition(_ facts: CacheFacts) -> String? {
    if let tags = facts.request.fields.combined("If-Match"), tags != "*" {
      guard let tag = facts.first(.etag), tags.holds(tag.text) else { return "If-Match" }
    }
    if let since = facts.request.fields.first("If-Unmodified-Since") {
      let limit = LooseDate.instant(Array(since.utf8)[...], accepting: [])
      guard let limit, let modified = facts.date(.lastModified, []), modified <= limit else {
        return "If-Unmodified-Since"
      }
    }
    return nil
  }

  /// nginx looks for the comma, and at the first letter of the month, for capital ones.
  private static let dates: LooseDate.Oddities = [
    .wrongWeekday, .weekdayCase, .unknownWeekday, .longWeekday, .shortWeekday, .noSpace, .spacesBeforeDay,
    .spacesBeforeZone, .shortAsctimeDay, .dayZero, .upperMonth, .otherUpperMonth, .oddMonth, .noZone,
    .otherZone,
    .zoneCase, .afterGMT,
  ]

  /// The state of `u->cacheable` and `r->cache->valid_sec` while nginx reads the fields.
  private struct Reading {
    let facts: CacheFacts
    var forbids: Reason?
    var lifetime: Reason?
    var hasAccelExpires = false

    init(_ facts: CacheFacts) { self.facts = facts }

    mutating func take(_ line: CacheFacts.Line) {
      switch line.name {
      case .xAccelExpires: takeAccelExpires(line.value)
      case .cacheControl: takeCacheControl(line.value)
      case .expires: takeExpires(line.value)
      case .setCookie: forbid(Reason(.nginxSetCookie, field: "Set-Cookie"))
      case .vary:
        if line.value.equals("*") || line.value.count > 128 {
          forbid(Reason(.nginxVary, field: "Vary", value: line.value.text))
        }
      case .xAccelBuffering:
        if line.value.equalsIgnoringCase("no") {
          forbid(Reason(.nginxBuffering, field: "X-Accel-Buffering", value: line.value.text))
        }
      default: break
      }
    }

    private mutating func forbid(_ reason: Reason) { if forbids == nil { forbids = reason } }

    private mutating func takeAccelExpires(_ value: ArraySlice<UInt8>) {
      hasAccelExpires = true
      let isTime = value.first == 0x40
      let digits = isTime ? value.dropFirst() : value
      guard !digits.isEmpty, digits.allSatisfy(\.isDigit), let number = digits.leadingNumber?.value,
        number < .max
      else { return }
      let seconds = isTime ? number.subtractingSaturated(facts.receivedAt.epoch) : number
      if number == 0 {
        // `@0` removes the lifetime that an earlier field gave.
        if isTime {
          lifetime = nil
        } else {
          forbid(Reason(.nginxAccelZero, field: "X-Accel-Expires", value: "0"))
        }
      } else {
        lifetime = Reason(
          .nginxAccelExpires, field: "X-Accel-Expires", value: value.text, amount: seconds, source: .ttl)
      }
    }

    private mutating func takeCacheControl(_ value: ArraySlice<UInt8>) {
      if lifetime != nil, hasAccelExpires { return }
      if let word = value.forbiddingLetters {
        return forbid(Reason(.nginxForbidding, field: "Cache-Control", value: word))
      }
      if let argument = value.restIgnoringCase(after: "s-maxage=") {
        takeLifetime(argument, .sMaxAge)
      } else if let argument = value.restIgnoringCase(after: "max-age=") {
        takeLifetime(argument, .maxAge)
      }
      // As in a lifetime, a byte that is not a digit in the value of these extensions forbids storing.
      for name: StaticString in ["stale-while-revalidate=", "stale-if-error="] {
        guard forbids == nil, let argument = value.restIgnoringCase(after: name) else { continue }
        if Self.digits(argument) == nil {
          forbid(Reason(.nginxBadNumber, field: "Cache-Control", value: value.text))
        }
      }
    }

    private mutating func takeLifetime(_ argument: ArraySlice<UInt8>, _ source: FreshnessLifetime.Source) {
      let name = source.rawValue + "="
      guard let seconds = Self.digits(argument) else {
        return forbid(Reason(.nginxBadNumber, field: "Cache-Control", value: name + argument.text))
      }
      guard seconds != 0 else {
        return forbid(Reason(.nginxZero, field: "Cache-Control", value: name + "0"))
      }
      // A time of expiry that overflows counts as past.
      let isOver = facts.receivedAt.epoch.addingReportingOverflow(seconds).overflow
      lifetime = Reason(.nginxMaxAge, lifetime: isOver ? 0 : seconds, by: source)
    }

    /// The number up to a comma, semicolon or space; nil if any byte before is not a digit.
    private static func digits(_ argument: ArraySlice<UInt8>) -> Int64? {
      var number: Int64 = 0
      for byte in argument {
        if byte == 0x2C || byte == 0x3B || byte == 0x20 { break }
        guard byte.isDigit else { return nil }
        number = number &* 10 &+ Int64(byte - 0x30)
      }
      return number
    }

    private mutating func takeExpires(_ value: ArraySlice<UInt8>) {
      guard lifetime == nil else { return }
      let expires = LooseDate.instant(value, accepting: dates)
      guard let expires, expires >= facts.receivedAt else {
        return forbid(Reason(.nginxExpired, field: "Expires", value: value.text))
      }
      lifetime = Reason(.nginxExpires, lifetime: expires - facts.receivedAt, by: .expires)
    }
  }
}

extension Rule {
  static let nginx: [Rule] = [
    .nginxMethod, .nginxPrecondition, .nginxStatus, .nginxSetCookie, .nginxVary, .nginxBuffering,
    .nginxAccelZero, .nginxForbidding, .nginxBadNumber, .nginxZero, .nginxExpired, .nginxNoLifetime,
    .nginxAccelExpires, .nginxMaxAge, .nginxExpires, .nginxRefetches,
  ]

  private static let sendResponse = Source.measured("ngx_http_upstream.c, ngx_http_upstream_send_response")
  private static let processAccelExpires =
    Source.measured("ngx_http_upstream.c, ngx_http_upstream_process_accel_expires")
  private static let processCacheControl =
    Source.measured("ngx_http_upstream.c, ngx_http_upstream_process_cache_control")
  private static let processExpires =
    Source.measured("ngx_http_upstream.c, ngx_http_upstream_process_expires")

  static let nginxMethod = Self(
    "nginx-method", .forbids, .measured("nginx, proxy_cache_methods"),
    remedy: "`proxy_cache_methods` can add POST"
  ) { "nginx caches answers to GET and HEAD, not to \($0.shown)" }
  static let nginxPrecondition = Self(
    "nginx-precondition", .forbids, .measured("ngx_http_upstream.c, ngx_http_upstream_test_next")
  ) { "the request has \($0.field ?? "a precondition"), which nginx itself answers" }
  static let nginxStatus = Self("nginx-status", .forbids, sendResponse) { "a \($0.number) is passed on" }
  static let nginxSetCookie = Self(
    "nginx-set-cookie", .forbids, .measured("ngx_http_upstream.c, ngx_http_upstream_process_set_cookie"),
    "Set-Cookie keeps nginx from storing it",
    remedy: "`proxy_ignore_headers Set-Cookie;`, which replays the cookie to everybody unless "
      + "`proxy_hide_header Set-Cookie;` removes it")
  static let nginxVary = Self(
    "nginx-vary", .forbids, .measured("ngx_http_upstream.c, ngx_http_upstream_process_vary"),
    remedy: "`proxy_ignore_headers Vary;`"
  ) { $0.value == "*" ? "Vary: *" : "a Vary of more than 128 bytes" }
  static let nginxBuffering = Self(
    "nginx-buffering", .forbids, .measured("ngx_http_upstream.c, ngx_http_upstream_process_buffering"),
    "X-Accel-Buffering: no switches buffering off, and caching with it",
    remedy: "`proxy_ignore_headers X-Accel-Buffering;`")
  static let nginxAccelZero = Self(
    "nginx-accel-zero", .forbids, processAccelExpires, "X-Accel-Expires: 0 keeps nginx from storing it",
    remedy: "another `X-Accel-Expires`")
  static let nginxForbidding = Self(
    "nginx-cache-control", .forbids, processCacheControl,
    remedy: "`X-Accel-Expires: 60` sent before Cache-Control, or `proxy_ignore_headers Cache-Control;`"
  ) { "the letters \($0.shown) in Cache-Control" }
  static let nginxBadNumber = Self(
    "nginx-bad-number", .forbids, processCacheControl, remedy: "a plain number of seconds"
  ) { "\($0.shown) has a character that is not a digit" }
  static let nginxZero = Self(
    "nginx-zero", .forbids, processCacheControl,
    remedy: "`X-Accel-Expires: 60` sent before Cache-Control"
  ) { "\($0.shown): nginx does not store what it may not use at once" }
  static let nginxExpired = Self(
    "nginx-expired", .forbids, processExpires,
    remedy: "`Cache-Control: max-age` or `X-Accel-Expires`, sent before Expires; nginx from 1.23 on takes a"
      + " Cache-Control behind it, too"
  ) { "Expires is over or unreadable (\($0.shown)), and no lifetime came before it" }
  static let nginxNoLifetime = Self(
    "nginx-no-lifetime", .forbids, sendResponse, "nothing gives a lifetime, and nginx never guesses one",
    remedy: "`Cache-Control: max-age`, `X-Accel-Expires`, or `proxy_cache_valid 200 1m;`")
  static let nginxAccelExpires = Self("nginx-accel-expires", .allows, processAccelExpires) {
    "X-Accel-Expires gives \($0.lifetime)"
  }
  static let nginxMaxAge = Self(
    "nginx-max-age", .allows, processCacheControl,
    remedy: "`X-Accel-Expires` gives nginx a lifetime of its own"
  ) { "\($0.origin), from receipt: nginx counts neither Age nor Date" }
  static let nginxExpires = Self(
    "nginx-expires", .allows, processExpires,
    remedy: "`X-Accel-Expires` gives nginx a lifetime of its own"
  ) { "Expires gives \($0.lifetime) by nginx's own clock" }
  static let nginxRefetches = Self(
    "nginx-refetches", .notes, .measured("nginx, proxy_cache_revalidate"),
    "once stale it is fetched anew, without a condition", remedy: "`proxy_cache_revalidate on;`",
    confirmsStale: false)
}
