/// The cookies of a session, in the order in which they were first set.
package struct CookieJar: Sendable, Equatable {
  /// The most cookies that a response may set and that a request carries, and the most bytes of a request's cookies,
  /// as in curl.
  private static let maxFromResponse = 50
  private static let maxToRequest = 150
  private static let maxRequestBytes = 8_190
  /// The most cookies that are kept; the oldest are dropped first.
  private static let maxCount = 10_000

  package private(set) var cookies: [Cookie] = []

  /// Whether a `Secure` cookie goes over https alone, and none with `SameSite=None` is kept without it; else a `Secure` one also
  /// goes to this machine, as in curl.
  private let isStrict: Bool

  package init(isStrict: Bool = false) { self.isStrict = isStrict }

  private func mayHaveSecure(_ target: TargetURI) -> Bool {
    isStrict ? target.scheme == "https" : target.isTrustworthy
  }

  /// Adds the cookies of a file's text; `Max-Age` counts from `now`.
  ///
  /// `dropsSession` leaves out the cookies of a session, which have no time of expiry.
  package mutating func add(file: String, now: Instant, dropsSession: Bool) {
    for line in file.unicodeScalars.split(whereSeparator: { $0 == "\n" || $0 == "\r" }) {
      guard let cookie = Cookie(fileLine: String(line), now: now), cookie.expiresAt != nil || !dropsSession
      else { continue }
      add(cookie, now: now)
    }
  }

  /// Takes the cookies that a response from `target` sets; `Max-Age` counts from `now`.
  package mutating func take(
    _ head: ResponseHead, from target: TargetURI, now: Instant, _ isOwned: Cookie.DomainCheck
  ) {
    for line in head.fields.lines(named: "Set-Cookie").prefix(Self.maxFromResponse) {
      let text = OriginalBytes.text(line.rawValue)
      guard let cookie = Cookie(setCookie: text, from: target, now: now, isOwned),
        !cookie.isSecure || mayHaveSecure(target), !isStrict || !SetCookieValue(text).isUnsecuredForAllSites
      else { continue }
      // A cookie from an insecure connection must not replace or hide a cookie of a secure one.
      let isHidden =
        !mayHaveSecure(target)
        && cookies.contains {
          $0.isSecure && $0.name.isSame(as: cookie.name) && $0.domain.isSame(as: cookie.domain)
        }
      if !isHidden { add(cookie, now: now) }
    }
  }

  private mutating func add(_ cookie: Cookie, now: Instant) {
    let place = cookies.firstIndex(where: cookie.replaces)
    if cookie.isExpired(at: now) {
      if let place { cookies.remove(at: place) }
    } else if let place {
      cookies[place] = cookie
    } else {
      cookies.append(cookie)
      if cookies.count > Self.maxCount { cookies.removeFirst() }
    }
  }

  /// The value of `Cookie` for a request; nil if there is none to send (RFC 6265 §5.4).
  package func field(for target: TargetURI, at now: Instant) -> String? {
    // As in curl: the longer path comes first, then domain, then name, then the older of two.
    let maySecure = mayHaveSecure(target)
    let sent = cookies.filter { $0.isSent(to: target, at: now) && (maySecure || !$0.isSecure) }.sorted {
      ($0.path.utf8.count, $0.domain.utf8.count, $0.name.utf8.count)
        > ($1.path.utf8.count, $1.domain.utf8.count, $1.name.utf8.count)
    }
    var field = ""
    for cookie in sent.prefix(Self.maxToRequest) {
      let pair = (field.isEmpty ? "" : "; ") + "\(cookie.name)=\(cookie.value)"
      guard field.originalBytes.count + pair.originalBytes.count <= Self.maxRequestBytes else { break }
      field += pair
    }
    return field.isEmpty ? nil : field
  }

  /// The text of a cookie file with all cookies that have not expired.
  package func file(at now: Instant) -> String {
    let lines = cookies.filter { !$0.isExpired(at: now) }.map { $0.fileLine + "\n" }
    return "# Netscape HTTP Cookie File\n# https://curl.se/docs/http-cookies.html\n\n" + lines.joined()
  }
}
