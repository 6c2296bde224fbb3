/// The freshness of a response at one time: its freshness lifetime and its current age (RFC 9111 §4.2).
public struct Freshness: Sendable, Hashable {
  /// Whether the age has reached the lifetime.
  public enum State: String, Sendable {
    /// The lifetime is greater than the age.
    case fresh
    /// The lifetime is not greater than the age, or there is none.
    case stale
  }

  /// The lifetime and where it came from.
  public let lifetime: FreshnessLifetime

  /// The current age in whole seconds, 0 or more; under a `ttl` override the time since the cache date.
  public let age: Seconds

  /// The time for which freshness was computed.
  public let now: Instant

  /// Computes the freshness of a stored response.
  ///
  /// - Parameters:
  ///   - stored: the response and its times.
  ///   - now: the time for which to compute it.
  ///   - settings: role and `ttl`.
  public init(_ stored: borrowing StoredResponse, now: Instant, settings: Settings) {
    self.now = now
    if let ttl = settings.ttl {
      lifetime = FreshnessLifetime(ttl: ttl)
      age = max(0, now - stored.receivedAt)
    } else {
      lifetime = FreshnessLifetime(stored.head, receivedAt: stored.receivedAt, role: settings.role)
      age = currentAge(
        stored.head, requestedAt: stored.requestedAt, receivedAt: stored.receivedAt, now: now)
    }
  }

  /// Fresh while the lifetime is greater than the age.
  public var state: State { (ttl ?? 0) > 0 ? .fresh : .stale }

  /// The remaining lifetime in seconds, negative once stale; nil if there is no lifetime.
  public var ttl: Seconds? { lifetime.seconds.map { $0.subtractingSaturated(age) } }

  /// When the response becomes or became stale; nil if there is no lifetime.
  public var expiresAt: Instant? { ttl.map { now + $0 } }
}
