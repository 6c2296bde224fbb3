/// A cookie, with the domain and path to which it is sent (RFC 6265 §5.3).
package struct Cookie: Sendable, Equatable {
  package let name: String
  package let value: String
  /// The domain in lower case, without a leading dot.
  package let domain: String
  /// Whether hosts below the domain also get the cookie.
  package let includesSubdomains: Bool
  package let path: String
  package let isSecure: Bool
  package let isHTTPOnly: Bool
  /// When the cookie expires; nil for a session cookie.
  package let expiresAt: Instant?

  /// Whether a host may set cookies for a domain: not for a public suffix such as `com` or `co.uk`.
  package typealias DomainCheck = @Sendable (_ host: String, _ domain: String) -> Bool

  /// The longest `Set-Cookie` line, and the most bytes of a name with its value, as in curl.
  static let maxLineBytes = 5_000
  private static let maxPairBytes = 4_096
  /// The longest lifetime of a cookie (draft-ietf-httpbis-rfc6265bis §5.5).
  private static let maxLifetime: Seconds = 400 * 86_400

  func isExpired(at now: Instant) -> Bool { expiresAt.map { $0 <= now } ?? false }

  /// Whether a request for a target carries the cookie.
  func isSent(to target: TargetURI, at now: Instant) -> Bool {
    !isExpired(at: now) && (!isSecure || target.isTrustworthy)
      && Self.matches(target.host, domain, includesSubdomains)
      && Self.matches(path: target.requestPath, path)
  }

  /// Whether requests of a host carry the cookie, as far as its path and scheme allow it.
  func covers(_ host: String) -> Bool { Self.matches(host, domain, includesSubdomains) }

  /// Whether the cookie takes the place of another in a jar (RFC 6265 §5.3, step 11).
  func replaces(_ other: Cookie) -> Bool {
    name.isSame(as: other.name) && domain.isSame(as: other.domain) && path.isSame(as: other.path)
      && includesSubdomains == other.includesSubdomains
  }

  /// Domain matching (RFC 6265 §5.1.3).
  private static func matches(_ host: String, _ domain: String, _ includesSubdomains: Bool) -> Bool {
    host == domain || includesSubdomains && !isAddress(host) && host.hasSuffix(".\(domain)")
  }

  /// Path matching (RFC 6265 §5.1.4).
  private static func matches(path: String, _ prefix: String) -> Bool {
    guard path.begins(with: prefix) else { return false }
    return path.utf8.count == prefix.utf8.count || prefix.utf8.last == 0x2F
      || path.utf8.dropFirst(prefix.utf8.count).first == 0x2F
  }

  private static func isAddress(_ host: String) -> Bool {
    host.hasPrefix("[") || host.utf8.allSatisfy { $0.isDigit || $0 == 0x2E }
  }
}

extension Cookie {
  /// Reads the value of `Set-Cookie` (RFC 6265 §5.2 and §5.3); nil for a cookie that is not accepted.
  ///
  /// `target` is the URL whose response has the field; nil for a line of a file, which needs a `Domain`. `Max-Age`
  /// counts from `now`.
  package init?(setCookie text: String, from target: TargetURI?, now: Instant, _ isOwned: DomainCheck) {
    guard text.originalBytes.count <= Self.maxLineBytes,
      text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
    else { return nil }
    // Like curl, a pair without an equals sign sets nothing.
    guard text.utf8.prefix(while: { $0 != 0x3B }).contains(0x3D) else { return nil }
    let parts = SetCookieValue(text)
    (name, value) = (parts.name, parts.value)
    guard !name.isEmpty, name.originalBytes.count + value.originalBytes.count <= Self.maxPairBytes else {
      return nil
    }
    isSecure = parts.last("secure") != nil
    guard !isSecure || target?.isTrustworthy ?? true else { return nil }
    let attribute = parts.last("domain")?.asciiLowercased ?? ""
    let named = attribute.hasPrefix(".") ? String(attribute.dropFirst()) : attribute
    guard let own = named.isEmpty ? target?.host : named else { return nil }
    if let target, own != target.host {
      guard Self.matches(target.host, own, true), isOwned(target.host, own) else { return nil }
    }
    domain = own
    // A cookie for an address, or for a public suffix, is for that host alone.
    includesSubdomains =
      !named.isEmpty && !Self.isAddress(own) && (target.map { isOwned($0.host, own) } ?? true)
    path =
      parts.last("path").flatMap { $0.begins(with: "/") ? $0 : nil }
      ?? Self.directory(of: target?.requestPath ?? "/")
    isHTTPOnly = parts.last("httponly") != nil
    expiresAt = Self.expiry(parts.last("max-age"), parts.last("expires"), now: now)
    guard isWhatNamePromises else { return nil }
  }

  /// Whether the cookie is one that the prefix of its name promises, which binds in any case (draft-ietf-httpbis-rfc6265bis
  /// §4.1.3).
  var isWhatNamePromises: Bool {
    let start = Array(name.utf8.prefix(9)).map(\.asciiLowercased)
    if start.starts(with: "__host-".utf8) { return isSecure && !includesSubdomains && path == "/" }
    return isSecure || !start.starts(with: "__secure-".utf8)
  }

  /// The default path (RFC 6265 §5.1.4).
  private static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }

  /// Whether a value of `Set-Cookie` that is sent at `now` deletes its cookie: its time is over.
  static func isDeleted(by text: String, at now: Instant) -> Bool {
    guard text.originalBytes.count <= maxLineBytes else { return false }
    let value = SetCookieValue(text)
    return expiry(value.last("max-age"), value.last("expires"), now: now).map { $0 <= now } ?? false
  }

  /// RFC 6265 §5.3, step 3: `Max-Age` outranks `Expires`; an unreadable value counts as absent.
  private static func expiry(_ maxAge: String?, _ expires: String?, now: Instant) -> Instant? {
    let latest = now + maxLifetime
    if let text = maxAge?.filter({ $0 != "\"" }), let first = text.utf8.first {
      let digits = first == 0x2D ? text.utf8.dropFirst() : text.utf8[...]
      if !digits.isEmpty, digits.allSatisfy(\.isDigit) {
        return first == 0x2D ? now : min(latest, now + (Seconds(text) ?? maxLifetime))
      }
    }
    return expires.flatMap(CookieDate.instant).map { min(latest, $0) }
  }
}

extension TargetURI {
  /// The path as it is sent.
  fileprivate var requestPath: String { path.isEmpty ? "/" : path }
}
