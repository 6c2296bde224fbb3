import HTTPCacheCore

/// Which subjects are judged, reported and held against checks: all of them, or those of one host or site.
struct Narrowing: Equatable, Sendable {
  /// The host, in lower case; nil for any.
  let host: String?

  /// Whether only the site of the first URL counts.
  let isFirstParty: Bool

  /// The first party; nil until the first URL is known.
  private(set) var site: Site?

  init(host: String?, isFirstParty: Bool) {
    self.host = host
    self.isFirstParty = isFirstParty
  }

  /// Notes a URL: the first one's site is the first party.
  mutating func see(_ target: TargetURI) {
    if site == nil { site = Site(host: target.host) }
  }

  /// Whether a URL is among those that count.
  func includes(_ target: TargetURI) -> Bool {
    if let host, target.host != host { return false }
    return !isFirstParty || site?.contains(host: target.host) != false
  }
}
