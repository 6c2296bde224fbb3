/// Which kind of cache decides (RFC 9111 §1).
public enum CacheRole: String, Sendable, CaseIterable {
  /// For one user.
  case `private`
  /// For several users.
  case shared
}

extension ResponseHead {
  /// The directives that a cache obeys, with the name of their field: a shared cache takes a valid
  /// `CDN-Cache-Control`, any cache the first valid field among `targets`, else `Cache-Control` (RFC 9213 §2.2).
  package func cacheControl(for role: CacheRole) -> CacheControl {
    (role == .shared || targets != nil ? targetedControl : nil) ?? cacheControl
  }

  /// The response as each kind of shared cache reads it: by the fields that count here, by each targeted field that is
  /// present, and by `Cache-Control`, which all other caches obey (RFC 9213 §2.2).
  ///
  /// No two kinds go by the same field.
  var sharedReadings: [ResponseHead] {
    guard mayBeTargeted else { return [self] }
    let lists = TargetedField.standard.filter(has).map { [$0.name] } + [[]]
    return lists.reduce(into: [self]) { readings, targets in
      let head = read(by: targets)
      let name = head.cacheControl(for: .shared).fieldName
      if !readings.contains(where: { $0.cacheControl(for: .shared).fieldName == name }) {
        readings.append(head)
      }
    }
  }

  /// The response as a cache reads it that obeys these targeted fields.
  func read(by targets: [String]) -> ResponseHead {
    var head = self
    head.targets = targets
    return head
  }

  /// Whether some cache may go by another field than `Cache-Control`.
  var mayBeTargeted: Bool { targets != nil || has(oneOf: Self.targetedFields) }

  private static let targetedFields = KnownFields(TargetedField.standard)

  /// Whether private and shared caches decide on storing by different directives.
  var dependsOnRole: Bool { targetedControl != nil || cacheControl.contains("s-maxage") }

  /// `Expires`; nil if a targeted field replaces it (RFC 9213 §2.2).
  func expires(beside control: CacheControl) -> String? {
    control.isTargeted ? nil : first(.expires)
  }
}

/// The rules by which storing is decided.
public enum StorageProfile: String, Sendable, CaseIterable {
  /// RFC 9111 §3.
  case rfc9111
  /// The seven conditions in the documentation of Foundation's URL Loading System.
  case urlcache
}

/// How a request wants the cache to be used: the six policies of the URL Loading System.
public enum CachePolicy: String, Sendable, CaseIterable {
  /// Use the cache by RFC 9111.
  case `protocol`
  /// Never read the cache; store the responses.
  case reload
  /// As `reload`, and ask every cache on the way not to answer.
  case reloadAll = "reload-all"
  /// Use a stored response of any age, else the network.
  case cacheElseLoad = "cache-else-load"
  /// Use a stored response of any age, and never the network.
  case cacheOnly = "cache-only"
  /// Use a stored response only after the origin has validated it.
  case revalidate
}

/// The settings that a decision depends on, besides request, response and time.
public struct Settings: Sendable, Hashable {
  /// Which kind of cache decides; private by default.
  public var role: CacheRole

  /// The rules by which storing is decided; those of RFC 9111 by default.
  public var profile: StorageProfile

  /// The policy of the session; `protocol` by default.
  public var sessionPolicy: CachePolicy

  /// The policy of the request; nil if it follows the session's.
  public var requestPolicy: CachePolicy?

  /// A lifetime in seconds from the cache date that overrides all fields; nil if the fields decide.
  public var ttl: Seconds?

  /// The largest body to store, in bytes; nil for no limit.
  public var maxEntrySize: Int64?

  /// Whether credentials may be stored.
  public var keepsCredentials: Bool

  /// Whether the cache is switched off, by a capacity of 0.
  public var isCacheOff: Bool

  /// The targeted fields that caches of both roles obey, in order of precedence; nil if shared caches obey
  /// `CDN-Cache-Control` and private caches none (RFC 9213).
  public var targets: [String]?

  /// Whether a stored response also answers the URLs that its `No-Vary-Search` makes equal to its own.
  public var matchesNoVarySearch = false

  /// Whether a stale response may be served if the origin can't be reached; false by default.
  public var servesStaleIfUnreachable = false

  /// The other caches whose decisions are also computed; none by default.
  public var otherCaches: [CacheModel] = []

  /// Makes settings; omitted parameters have the defaults of the properties.
  ///
  /// - Parameters:
  ///   - role: private or shared.
  ///   - profile: the rules by which storing is decided.
  ///   - sessionPolicy: the policy of the session.
  ///   - requestPolicy: the policy of the request.
  ///   - ttl: seconds from the cache date.
  ///   - maxEntrySize: bytes.
  ///   - keepsCredentials: false by default.
  ///   - isCacheOff: false by default.
  public init(
    role: CacheRole = .private, profile: StorageProfile = .rfc9111, sessionPolicy: CachePolicy = .protocol,
    requestPolicy: CachePolicy? = nil, ttl: Seconds? = nil, maxEntrySize: Int64? = nil,
    keepsCredentials: Bool = false, isCacheOff: Bool = false
  ) {
    self.role = role
    self.profile = profile
    self.sessionPolicy = sessionPolicy
    self.requestPolicy = requestPolicy
    self.ttl = ttl
    self.maxEntrySize = maxEntrySize
    self.keepsCredentials = keepsCredentials
    self.isCacheOff = isCacheOff
  }

  /// The policy of the request: its own, else the session's.
  public var policy: CachePolicy { requestPolicy ?? sessionPolicy }

  /// The divisor of heuristic lifetimes: the lifetime is the time since `Last-Modified` divided by this number (RFC
  /// 9111 §4.2.2).
  static let heuristicDivisor: Seconds = 10

  /// The heuristic share in words, for sentences.
  static let heuristicShare: StaticString = "a tenth"
  static let heuristicPercentage: StaticString = "10%"
  static let heuristicOrigin: StaticString = "a tenth of the time since Last-Modified"

  /// How many seconds in the future a response may seem to have been received before its times are distrusted.
  static let clockTolerance: Seconds = 60
}
