/// The freshness lifetime of a response, and the field or setting that gives it (RFC 9111 §4.2.1).
public struct FreshnessLifetime: Sendable, Hashable {
  /// The field or setting that gives a lifetime.
  public enum Source: Sendable, Hashable {
    /// `s-maxage`, for shared caches.
    case sMaxAge
    /// `max-age`.
    case maxAge
    /// `Expires` minus `Date`.
    case expires
    /// A tenth of the time since `Last-Modified` (§4.2.2).
    case heuristic
    /// The targeted field of this name (RFC 9213).
    case targeted(String)
    /// The user's `ttl` override.
    case ttl
    /// No rule gives a lifetime.
    case none

    /// `CDN-Cache-Control`.
    public static let cdnCacheControl = Self.targeted(TargetedField.name)

    /// The name in JSON output; for a targeted field, the field's name in lower case.
    public var rawValue: String {
      switch self {
      case .sMaxAge: "s-maxage"
      case .maxAge: "max-age"
      case .expires: "expires"
      case .heuristic: "heuristic"
      case .targeted(let field): field.asciiLowercased
      case .ttl: "ttl"
      case .none: "none"
      }
    }

    /// Whether a field states the lifetime: it is neither heuristic nor set by the user.
    var isExplicit: Bool {
      switch self {
      case .sMaxAge, .maxAge, .expires, .targeted: true
      case .heuristic, .ttl, .none: false
      }
    }
  }

  /// Whole seconds, never below 0; nil if no rule gives a lifetime.
  public let seconds: Seconds?

  /// The field or setting that gives `seconds`.
  public let source: Source

  /// Takes the first rule of §4.2.1 that applies; `receivedAt` counts instead of a missing or unreadable `Date`.
  ///
  /// A `max-age`, `s-maxage` or `Expires` that is present but unreadable gives 0, and the next rule is not tried.
  init(_ head: borrowing ResponseHead, receivedAt: Instant, role: CacheRole) {
    self.init(head, under: head.cacheControl(for: role), receivedAt: receivedAt, role: role)
  }

  /// Takes the first rule of §4.2.1 that applies; `control` has the directives that the cache obeys.
  init(_ head: borrowing ResponseHead, under control: CacheControl, receivedAt: Instant, role: CacheRole) {
    // Read `Date` only if the lifetime depends on it.
    var generatedAt: Instant { head.date(receivedAt: receivedAt) ?? receivedAt }
    (seconds, source) =
      if role == .shared, let shared = control.seconds("s-maxage") {
        (shared.value ?? 0, control.isTargeted ? .targeted(control.fieldName) : .sMaxAge)
      } else if let maxAge = control.seconds("max-age") {
        (maxAge.value ?? 0, control.isTargeted ? .targeted(control.fieldName) : .maxAge)
      } else if let expires = head.expires(beside: control) {
        (HTTPDate(expires, now: receivedAt)?.validInstant.map { max(0, $0 - generatedAt) } ?? 0, .expires)
      } else if head.allowsHeuristic(control), let modified = head.lastModified(receivedAt: receivedAt) {
        (max(0, generatedAt - modified) / Settings.heuristicDivisor, .heuristic)
      } else {
        (nil, .none)
      }
  }

  /// Makes a lifetime that the user has set, in seconds from the cache date.
  init(ttl: Seconds) {
    seconds = max(0, ttl)
    source = .ttl
  }
}

extension FieldSection {
  /// `Date`; nil if it is missing or not a valid date.
  func date(receivedAt: Instant) -> Instant? {
    withFirst("Date") { HTTPDate($0, now: receivedAt)?.validInstant } ?? nil
  }
}

extension ResponseHead {
  /// `Date`; nil if it is missing or not a valid date.
  package func date(receivedAt: Instant) -> Instant? { fields.date(receivedAt: receivedAt) }

  /// `Last-Modified`; nil if it is missing or not a valid date.
  func lastModified(receivedAt: Instant) -> Instant? {
    fields.withFirst("Last-Modified") { HTTPDate($0, now: receivedAt)?.validInstant } ?? nil
  }

  /// Whether a heuristic lifetime is allowed: by a heuristically cacheable status, or by `public` (RFC 9111 §4.2.2).
  func allowsHeuristic(_ control: CacheControl) -> Bool {
    isHeuristicallyCacheable || control.contains("public")
  }
}
