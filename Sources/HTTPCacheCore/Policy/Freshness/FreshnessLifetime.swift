/// How long a response is fresh from its generation, and what says so (RFC 9111 §4.2.1).
public struct FreshnessLifetime: Sendable, Hashable {
  /// What gave the lifetime.
  public enum Source: String, Sendable, CaseIterable {
    /// `s-maxage`, for shared caches.
    case sMaxAge = "s-maxage"
    /// `max-age`.
    case maxAge = "max-age"
    /// `Expires` minus `Date`.
    case expires
    /// A tenth of the time since `Last-Modified` (§4.2.2).
    case heuristic
    /// `CDN-Cache-Control` (RFC 9213).
    case cdnCacheControl = "cdn-cache-control"
    /// The `--ttl` of the user.
    case ttl
    /// Nothing.
    case none
  }

  /// Whole seconds, never below 0; nil where no rule gives a lifetime.
  public let seconds: Seconds?

  /// What gave it.
  public let source: Source

  /// Takes the first rule of §4.2.1 that applies.
  ///
  /// A present but unreadable `max-age`, `s-maxage` or `Expires` gives 0: stale, and nothing stands in for it.
  ///
  /// - Parameters:
  ///   - head: the response.
  ///   - receivedAt: stands in for a missing or unreadable `Date`.
  ///   - role: `s-maxage` counts in a shared cache only.
  public init(_ head: borrowing ResponseHead, receivedAt: Instant, role: CacheRole) {
    let control = head.cacheControl(for: role)
    // Read only where the lifetime counts from it.
    var generatedAt: Instant { head.date(receivedAt: receivedAt) ?? receivedAt }
    (seconds, source) =
      if role == .shared, let shared = control.seconds("s-maxage") {
        (shared.value ?? 0, control.isTargeted ? .cdnCacheControl : .sMaxAge)
      } else if let maxAge = control.seconds("max-age") {
        (maxAge.value ?? 0, control.isTargeted ? .cdnCacheControl : .maxAge)
      } else if let expires = head.expires(beside: control) {
        (HTTPDate(expires, now: receivedAt)?.validInstant.map { max(0, $0 - generatedAt) } ?? 0, .expires)
      } else if head.allowsHeuristic(control), let modified = head.lastModified(receivedAt: receivedAt) {
        (max(0, generatedAt - modified) / Settings.heuristicDivisor, .heuristic)
      } else {
        (nil, .none)
      }
  }

  /// A lifetime that the user gives (`--ttl`).
  ///
  /// - Parameter ttl: seconds from the cache date.
  public init(ttl: Seconds) {
    seconds = max(0, ttl)
    source = .ttl
  }
}

extension ResponseHead {
  /// `Date`, or nil where it is missing or no valid date.
  func date(receivedAt: Instant) -> Instant? {
    fields.withFirst("Date") { HTTPDate($0, now: receivedAt)?.validInstant } ?? nil
  }

  /// `Last-Modified`, or nil where it is missing or no valid date.
  func lastModified(receivedAt: Instant) -> Instant? {
    fields.withFirst("Last-Modified") { HTTPDate($0, now: receivedAt)?.validInstant } ?? nil
  }

  /// Whether a lifetime may be guessed: a heuristically cacheable status, or `public` (RFC 9111 §4.2.2).
  func allowsHeuristic(_ control: CacheControl) -> Bool {
    isHeuristicallyCacheable || control.contains("public")
  }

  /// Whether the status is defined as heuristically cacheable (RFC 9110 §15.1).
  package var isHeuristicallyCacheable: Bool {
    switch status {
    case 200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501: true
    default: false
    }
  }
}
