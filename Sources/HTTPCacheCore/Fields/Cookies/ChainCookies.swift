/// The cookies of one chain of redirects, kept in memory for as long as it lasts, as a browser keeps them.
package struct ChainCookies: Sendable {
  private var jar = CookieJar(isStrict: true)

  /// The names of the cookies that were set or deleted, by origin.
  private var names: [String: Set<String>] = [:]

  package init() {}

  /// Takes the cookies that a response from `target` sets; `Max-Age` counts from `now`.
  package mutating func take(
    _ head: ResponseHead, from target: TargetURI, now: Instant, _ isOwned: Cookie.DomainCheck
  ) {
    jar.take(head, from: target, now: now, isOwned)
    names[target.origin, default: []].formUnion(
      head.fields.lines(named: "Set-Cookie").map { SetCookieValue(OriginalBytes.text($0.rawValue)).name })
  }

  /// The value of `Cookie` for a request; nil if there is none to send.
  package func field(for target: TargetURI, at now: Instant) -> String? { jar.field(for: target, at: now) }

  /// The names of the user's own cookies that the origin of a request has replaced or deleted.
  package func replaced(for target: TargetURI) -> Set<String> { names[target.origin] ?? [] }
}

/// Why a cookie that a response sets does not come with a later request.
package enum CookieLoss: Hashable, Sendable {
  /// It is for https alone, and was set over http.
  case secureSetOverHTTP(isThisMachine: Bool)
  /// It is for https alone, and the later request goes over http.
  case secureNotSent
  /// It is for requests that other sites cause, too, and not for https alone.
  case sameSiteNone
  /// The domain that it names is not that of the host that sets it.
  case otherDomain(String)
  /// It is for the host that sets it, and the later request goes to another.
  case otherHost(String)
  /// It is for another path.
  case otherPath(String)

  /// The cookies of a response from `origin` that a request of `target` does not bring, by name.
  package static func all(
    _ head: ResponseHead, from origin: TargetURI, to target: TargetURI, now: Instant
  ) -> [(name: String, loss: CookieLoss)] {
    head.fields.lines(named: "Set-Cookie").compactMap { line in
      let value = SetCookieValue(OriginalBytes.text(line.rawValue))
      guard let loss = loss(line, value, origin, target, now) else { return nil }
      return (value.name, loss)
    }
  }

  private static func loss(
    _ line: FieldLine, _ value: SetCookieValue, _ origin: TargetURI, _ target: TargetURI, _ now: Instant
  ) -> CookieLoss? {
    let isSecure = value.last("secure") != nil
    // What a chain does not keep, curl may.
    if isSecure, origin.scheme == "http" {
      return .secureSetOverHTTP(isThisMachine: HostAddress.isOfThisMachine(origin.host))
    }
    if value.isUnsecuredForAllSites { return .sameSiteNone }
    guard
      let cookie = Cookie(
        setCookie: OriginalBytes.text(line.rawValue), from: origin, now: now,
        { _, domain in domain.holds(".") })
    else { return value.last("domain").map { .otherDomain($0) } }
    guard !cookie.isExpired(at: now) else { return nil }
    if isSecure, target.scheme == "http" { return .secureNotSent }
    guard !cookie.isSent(to: target, at: now) else { return nil }
    return cookie.covers(target.host) ? .otherPath(cookie.path) : .otherHost(cookie.domain)
  }
}
