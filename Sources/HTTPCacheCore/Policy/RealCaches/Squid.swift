/// Squid as a reverse proxy (`accel`), with a memory cache and the packaged refresh_pattern lines.
struct Squid {
  private let facts: CacheFacts
  private let control: Control
  private let surrogate: Surrogate

  static func reasons(_ facts: CacheFacts) -> [Reason] {
    guard facts.method == "GET" || facts.method == "HEAD" else {
      return [Reason(.squidMethod, value: facts.method)]
    }
    let control = Control(facts.joinedControlMembers)
    let surrogate = Surrogate(facts.joined(.surrogateControl))
    return Squid(facts: facts, control: control, surrogate: surrogate).reasons
  }

  private var reasons: [Reason] {
    if let forbidden { return [forbidden] }
    let lifetime = lifetime
    let left = (lifetime.amount ?? 0).subtractingSaturated(lifetime.otherAmount ?? 0)
    switch facts.status {
    case 200, 203, 300, 301, 308, 410:
      if facts.saysEmptyBody, left <= 60 || revalidates != nil { return [Reason(.squidEmptyBody)] }
    case 302, 307:
      guard lifetime.source != .heuristic, left > 0 || (lifetimeFromDate?.amount ?? 0) > 0 else {
        return [Reason(.squidRedirect, amount: Int64(facts.status))]
      }
    default: return [Reason(.squidStatus, amount: Int64(facts.status))]
    }
    if let vary = facts.joined(.vary), vary.listMembers.isEmpty {
      return [Reason(.squidEmptyVary, field: "Vary", value: vary.text)]
    }
    if let length = facts.bodyLength, length > 512 * 1024 {
      return [Reason(.squidTooLarge, amount: 512 * 1024, otherAmount: length)]
    }
    var reasons = [lifetime]
    if facts.method == "HEAD" { reasons.append(Reason(.squidHead)) }
    if facts.has(.setCookie) { reasons.append(Reason(.squidSetCookie, field: "Set-Cookie")) }
    if let revalidates { reasons.append(revalidates) }
    return reasons + [Reason(.squidRevalidates)]
  }

  /// The conditions of `reusableReply` that forbid storing and don't depend on the status.
  private var forbidden: Reason? {
    if surrogate.hasNoStore { return Reason(.squidSurrogateNoStore, field: "Surrogate-Control") }
    if !surrogate.isUsable {
      let request = Control(facts.requestControl?.listMembers ?? [])
      if request.hasNoStore { return Reason(.squidRequestNoStore, field: "Cache-Control", value: "no-store") }
      if control.noCache == .qualified {
        return Reason(.squidQualified, field: "Cache-Control", value: "no-cache")
      }
      if control.hasNoStore { return Reason(.squidNoStore, field: "Cache-Control", value: "no-store") }
      if control.hasPrivate { return Reason(.squidPrivate, field: "Cache-Control", value: "private") }
    }
    if facts.isAuthorized {
      let isAllowed = control.hasPublic || control.hasMustRevalidate || control.noCache == .plain
      if surrogate.isUsable || !isAllowed && control.sMaxAge == nil {
        return Reason(.squidAuthorization, field: "Authorization")
      }
    }
    if facts.first(.contentType)?.beginsIgnoringCase(with: "multipart/x-mixed-replace") == true {
      return Reason(.squidMultipart, field: "Content-Type", value: "multipart/x-mixed-replace")
    }
    return nil
  }

  /// Why every use asks the origin; nil if it does not.
  private var revalidates: Reason? {
    if facts.joined(.vary)?.listMembers.contains(where: { $0.equals("*") }) == true {
      return Reason(.squidVaryStar, field: "Vary", value: "*")
    }
    guard !surrogate.isUsable else { return nil }
    if control.noCache == .plain { return Reason(.squidNoCache, field: "Cache-Control", value: "no-cache") }
    if !control.isKnown, facts.hasPragmaNoCache {
      return Reason(.squidPragma, field: "Pragma", value: "no-cache")
    }
    return nil
  }

  private static let dates: LooseDate.Oddities = [
    .wrongWeekday, .weekdayCase, .unknownWeekday, .longWeekday, .shortWeekday, .noComma, .noSpace,
    .spacesBeforeDay,
    .spacesWithin, .spacesBeforeZone, .shortDay, .shortDashedDay, .shortAsctimeDay, .longMonth, .months,
    .dashes,
    .shortYear, .longYear, .shortClock, .noSeconds, .noZone,
  ]

  /// The lifetime by fields, as `hdrExpirationTime` minus Date; nil if no field gives one.
  private var lifetimeFromDate: Reason? {
    let date = facts.date(.date, Self.dates)
    if let maxAge = surrogate.maxAge {
      return Reason(
        .squidSurrogate, field: "Surrogate-Control", value: "max-age=\(maxAge)",
        amount: min(maxAge, surrogate.maxStale), source: .ttl)
    }
    let source: FreshnessLifetime.Source = control.sMaxAge != nil ? .sMaxAge : .maxAge
    if let seconds = control.sMaxAge ?? control.maxAge {
      return Reason(
        date == nil ? .squidNoDate : .squidMaxAge, field: "Cache-Control",
        value: date == nil ? source.rawValue : nil, amount: date == nil ? 0 : seconds, source: source)
    }
    guard facts.has(.expires) else { return nil }
    let expires = facts.date(.expires, Self.dates) ?? facts.receivedAt
    return Reason(.squidExpires, lifetime: expires - (date ?? facts.receivedAt), by: .expires)
  }

  /// The lifetime, and how much of it has passed, as in `timestampsSet` and `refreshStaleness`.
  private var lifetime: Reason {
    let now = facts.receivedAt
    var served = facts.date(.date, Self.dates) ?? now
    if served > now || now - served > 86_400 { served = now }
    let age = facts.first(.age)?.leadingInt32 ?? 0
    if age > now - served, now.epoch > age { served = now + -age }
    let passed = now - served
    if var reason = lifetimeFromDate {
      // Without a usable Date, the time of expiry is absolute.
      reason.otherAmount = facts.date(.date, Self.dates) == nil ? 0 : passed
      return reason
    }
    let target = facts.request.target
    let isDynamic = facts.hasQuery || target.absolute.asciiLowercased.holds("/cgi-bin/")
    if let modified = facts.date(.lastModified, Self.dates), served > modified, !isDynamic {
      let share = min((served - modified) / 5, 3 * 86_400)
      return Reason(
        .squidHeuristic, field: "Last-Modified", amount: share, otherAmount: passed, source: .heuristic)
    }
    return Reason(.squidNoLifetime, lifetime: 0, by: .heuristic)
  }

  /// Cache-Control as Squid reads it: names are case-sensitive, and of repeated directives the first counts.
  private struct Control {
    enum Form { case absent, plain, qualified }
    var (hasNoStore, hasPrivate, hasPublic, hasMustRevalidate) = (false, false, false, false)
    /// Whether Squid knows any of the directives; if not, the field counts as absent.
    var isKnown = false
    var noCache = Form.absent
    var maxAge: Seconds?
    var sMaxAge: Seconds?

    init(_ members: [ArraySlice<UInt8>]) {
      for member in members {
        let (name, argument) = member.nameAndArgument
        isKnown = isKnown || Self.known.contains(name)
        switch name {
        case "no-store": hasNoStore = true
        case "private": hasPrivate = true
        case "public": hasPublic = true
        case "must-revalidate": hasMustRevalidate = true
        case "no-cache":
          if noCache == .absent { noCache = Self.form(argument) }
        case "max-age": if maxAge == nil { maxAge = Self.number(argument) }
        case "s-maxage": if sMaxAge == nil { sMaxAge = Self.number(argument) }
        default: break
        }
      }
    }

    private static let known: Set<String> = [
      "public", "private", "no-cache", "no-store", "no-transform", "must-revalidate", "proxy-revalidate",
      "max-age", "s-maxage", "max-stale", "min-fresh", "only-if-cached", "stale-if-error", "immutable",
    ]

    /// A number as `httpHeaderParseInt` reads it: by `atoi`, with 32 bits.
    static func number(_ argument: ArraySlice<UInt8>?) -> Seconds? {
      guard let argument, let number = argument.leadingInt32 else { return nil }
      return number < 0 || number == 0 && argument.first?.isDigit != true ? nil : number
    }

    /// A malformed argument makes the directive absent.
    private static func form(_ argument: ArraySlice<UInt8>?) -> Form {
      guard let argument else { return .plain }
      guard argument.first == 0x22, argument.count > 1, argument.last == 0x22 else { return .absent }
      return argument.count > 2 ? .qualified : .plain
    }
  }

  /// Surrogate-Control as Squid reads it.
  private struct Surrogate {
    var isUsable = false
    var hasNoStore = false
    var maxAge: Seconds?
    var maxStale: Seconds = 0

    init(_ value: ArraySlice<UInt8>?) {
      for member in value?.listMembers ?? [] where !member.contains(0x3B) {
        isUsable = true
        switch member.nameAndArgument {
        case ("no-store", _): hasNoStore = true
        case ("max-age", let argument?) where maxAge == nil:
          maxAge = argument.leadingInt32
          if let plus = argument.firstIndex(of: 0x2B) {
            maxStale = Control.number(argument[(plus + 1)...]) ?? 0
          }
        default: break
        }
      }
    }
  }
}

extension Rule {
  static let squid: [Rule] = [
    .squidMethod, .squidSurrogateNoStore, .squidRequestNoStore, .squidQualified, .squidNoStore,
    .squidPrivate, .squidAuthorization, .squidMultipart, .squidEmptyVary, .squidEmptyBody, .squidRedirect,
    .squidStatus, .squidTooLarge, .squidNoCache, .squidVaryStar, .squidPragma, .squidSurrogate, .squidMaxAge,
    .squidExpires, .squidNoDate, .squidHeuristic, .squidNoLifetime, .squidHead, .squidSetCookie,
    .squidRevalidates,
  ]

  private static let reusableReply = Source.measured("http.cc, reusableReply")
  private static let haveParsedReplyHeaders = Source.measured("http.cc, haveParsedReplyHeaders")
  private static let hdrExpirationTime =
    Source.measured("http.cc, hdrExpirationTime; store.cc, timestampsSet")
  private static let refreshStaleness = Source.measured("refresh.cc, refreshStaleness")

  static let squidMethod = Self("squid-method", .forbids, .measured("http.cc, httpMaybeRemovePublic")) {
    "Squid stores answers to GET and HEAD, not to \($0.shown)"
  }
  static let squidSurrogateNoStore = Self(
    "squid-surrogate-no-store", .forbids, reusableReply, "Surrogate-Control: no-store")
  static let squidRequestNoStore = Self(
    "squid-request-no-store", .forbids, reusableReply, "the request has Cache-Control: no-store",
    remedy: "`refresh_pattern … ignore-no-store`")
  static let squidQualified = Self(
    "squid-qualified-no-cache", .forbids, reusableReply, "no-cache with field names",
    remedy: "`no-cache` without field names, or none")
  static let squidNoStore = Self(
    "squid-no-store", .forbids, reusableReply, "no-store keeps Squid from storing it",
    remedy: "`Surrogate-Control: max-age=60+60`, or `refresh_pattern … ignore-no-store`")
  static let squidPrivate = Self(
    "squid-private", .forbids, reusableReply, "private, with field names or without",
    remedy: "`Surrogate-Control: max-age=60+60`, or `refresh_pattern … ignore-private`")
  static let squidAuthorization = Self(
    "squid-authorization", .forbids, reusableReply,
    "the request has Authorization, and the response none of public, must-revalidate, s-maxage and no-cache",
    remedy: "`public` or `s-maxage`, for what is the same for everybody")
  static let squidMultipart = Self(
    "squid-multipart", .forbids, reusableReply, "multipart/x-mixed-replace is a stream")
  static let squidEmptyVary = Self(
    "squid-empty-vary", .forbids, haveParsedReplyHeaders, "Vary names no field")
  static let squidEmptyBody = Self(
    "squid-empty-body", .forbids, .measured("refresh.cc, refreshIsCachable"),
    "the body is empty, and it is not fresh for a minute")
  static let squidRedirect = Self(
    "squid-redirect", .forbids, reusableReply, remedy: "`Cache-Control: max-age`"
  ) { "a \($0.number) without a lifetime" }
  static let squidStatus = Self(
    "squid-status", .forbids, reusableReply, remedy: "`negative_ttl` for errors"
  ) { "Squid does not store a \($0.number)" }
  static let squidTooLarge = Self(
    "squid-too-large", .forbids, .measured("squid.conf, maximum_object_size_in_memory"),
    remedy: "`maximum_object_size_in_memory`, or a `cache_dir`"
  ) { "\($0.otherNumber) bytes are more than the 512 KB that Squid keeps in memory" }
  static let squidNoCache = Self(
    "squid-no-cache", .requiresValidation, haveParsedReplyHeaders, "no-cache: every use asks the origin",
    remedy: "`Surrogate-Control: max-age=60+60`")
  static let squidVaryStar = Self(
    "squid-vary-star", .requiresValidation, .measured("http.cc, httpMakeVaryMark"),
    "Vary: *: every use asks the origin")
  static let squidPragma = Self(
    "squid-pragma", .requiresValidation, haveParsedReplyHeaders,
    "Pragma: no-cache without Cache-Control: every use asks the origin", remedy: "any `Cache-Control`")
  static let squidSurrogate = Self(
    "squid-surrogate-max-age", .allows, .measured("http.cc, processSurrogateControl")
  ) { "Surrogate-Control gives \($0.lifetime) (the smaller of max-age and the number behind +)" }
  static let squidMaxAge = Self(
    "squid-max-age", .allows, hdrExpirationTime,
    remedy: "`Surrogate-Control` gives Squid a lifetime of its own"
  ) { "\($0.origin), from Date; Age counts" }
  static let squidExpires = Self("squid-expires", .allows, hdrExpirationTime) {
    ($0.amount ?? 0) <= 0 ? "Expires is over or unreadable" : "Expires gives \($0.lifetime)"
  }
  static let squidNoDate = Self(
    "squid-no-date", .allows, .measured("http.cc, hdrExpirationTime"), remedy: "a `Date` field"
  ) { "without a Date that Squid can read, \($0.shown) gives no time" }
  static let squidHead = Self(
    "squid-head", .notes, .measured("store_key_md5.cc, storeKeyPublic"),
    "what answered HEAD answers later requests for HEAD, and none for GET")
  static let squidSetCookie = Self(
    "squid-set-cookie", .notes, .measured("store.cc, http.cc"), "Squid stores it without its Set-Cookie")
  static let squidHeuristic = Self(
    "squid-heuristic", .allows, refreshStaleness,
    remedy: "`Cache-Control: max-age`, or another `refresh_pattern`"
  ) { "20% of the time since Last-Modified, at most 3 days: \($0.lifetime)" }
  static let squidNoLifetime = Self(
    "squid-no-lifetime", .allows, refreshStaleness, "stored without a lifetime",
    remedy: "`Cache-Control: max-age`, or another `refresh_pattern`")
  static let squidRevalidates = Self(
    "squid-revalidates", .notes, .measured("client_side_reply.cc, processExpired"),
    "a stale one is confirmed by a condition, by Date where it has no Last-Modified", confirmsStale: true)
}
