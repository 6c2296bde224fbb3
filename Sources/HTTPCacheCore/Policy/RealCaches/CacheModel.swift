/// The rules of another cache, such as nginx, which give reasons for its decision on a response.
///
/// A class, so that a decision refers to its model and copies nothing.
public final class CacheModel: Sendable, Hashable {
  /// The name, as in `--as`.
  public let name: String

  /// The name, as in a sentence.
  public let title: String

  /// The version that was measured; nil if none was.
  public let version: String?

  /// Whether the cache serves one user or several.
  public let role: CacheRole

  /// Gives the reasons, in the order in which the cache applies its rules.
  let reasons: @Sendable (CacheFacts) -> [Reason]

  private init(
    _ name: String, _ title: String, _ version: String?, _ role: CacheRole,
    _ reasons: @escaping @Sendable (CacheFacts) -> [Reason]
  ) {
    (self.name, self.title, self.version, self.role) = (name, title, version, role)
    self.reasons = reasons
  }

  /// Whether both are the same cache.
  public static func == (left: CacheModel, right: CacheModel) -> Bool { left.name == right.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }

  static let nginx = CacheModel("nginx", "nginx", "1.22.1", .shared, Nginx.reasons)
  static let varnish = CacheModel("varnish", "Varnish", "7.1.1", .shared, Varnish.reasons)
  static let squid = CacheModel("squid", "Squid", "5.7", .shared, Squid.reasons)
  static let apache = CacheModel("apache", "Apache", "2.4.71", .shared, Apache.reasons)
  static let haproxy = CacheModel("haproxy", "HAProxy", "2.6.12", .shared, HAProxy.reasons)
  static let trafficServer = CacheModel(
    "trafficserver", "Traffic Server", "9.2.9", .shared, TrafficServer.reasons)
  static let chromium = CacheModel("chromium", "Chromium", "156", .private, Chromium.reasons)
  static let cloudflare = CacheModel("cloudflare", "Cloudflare", nil, .shared, Cloudflare.reasons)
  static let cloudFront = CacheModel("cloudfront", "CloudFront", nil, .shared, CloudFront.reasons)
  static let fastly = CacheModel("fastly", "Fastly", nil, .shared, Fastly.reasons)
  static let googleCDN = CacheModel("google-cdn", "Google Cloud CDN", nil, .shared, GoogleCDN.reasons)

  /// All caches other than this one: first those that were measured, then those known by their documentation.
  public static let all: [CacheModel] = [
    .nginx, .varnish, .squid, .apache, .haproxy, .trafficServer, .chromium, .cloudflare, .cloudFront,
    .fastly, .googleCDN,
  ]

  /// Finds a cache by its name; nil if there is none.
  public static func named(_ name: String) -> CacheModel? { all.first { $0.name == name } }

  /// Returns the decisions of several caches, in their order; the exchange is read once for all of them.
  package static func decisions(
    of models: [CacheModel], on exchange: borrowing Exchange, receivedAt: Instant
  ) -> [CacheDecision] {
    guard !models.isEmpty else { return [] }
    let facts = CacheFacts(exchange, receivedAt: receivedAt)
    return models.map { CacheDecision($0, facts) }
  }
}

extension Rule {
  /// Rules of caches other than this one.
  package static let realCaches: [Rule] =
    nginx + varnish + squid + apache + haproxy + trafficServer + chromium + cloudflare + cloudFront + fastly
    + googleCDN
}

extension Reason {
  /// Makes a reason for the lifetime that a cache takes from a field, in seconds, of which `age` has passed.
  init(_ rule: Rule, lifetime: Seconds, age: Seconds? = nil, by source: FreshnessLifetime.Source) {
    let field: String? =
      switch source {
      case .sMaxAge, .maxAge: "Cache-Control"
      case .expires: "Expires"
      case .heuristic, .targeted, .ttl, .none: nil
      }
    self.init(rule, field: field, amount: lifetime, otherAmount: age, source: source)
  }
}

/// The decision of one cache on one response; all of it is computed from the reasons.
public struct CacheDecision: Sendable {
  /// The cache.
  public let cache: CacheModel

  /// The reasons, in the order in which the cache applies its rules.
  public let reasons: [Reason]

  init(_ cache: CacheModel, _ facts: CacheFacts) {
    self.cache = cache
    reasons = cache.reasons(facts)
  }

  /// Whether the cache keeps the response; nil if that is not known.
  public var isStored: Bool? {
    if reasons.has(.forbids) { return false }
    return reasons.has(.allows) ? true : nil
  }

  /// For how many seconds after receipt the cache answers without asking the origin; nil if the response is not
  /// stored, or the lifetime is not known.
  public var lifetime: Seconds? {
    guard isStored == true else { return nil }
    if reasons.has(.requiresValidation) { return 0 }
    guard let reason = lifetimeReason else { return nil }
    return max(0, (reason.amount ?? 0).subtractingSaturated(reason.otherAmount ?? 0))
  }

  /// Whether the cache validates a stale response by a conditional request, instead of fetching it anew; nil if the
  /// response is not stored, or this is not known.
  public var isRevalidated: Bool? {
    guard isStored == true else { return nil }
    return reasons.lazy.compactMap(\.rule.confirmsStale).first
  }

  /// The reason that decides: the first that forbids storing, else the first that requires validation at every use,
  /// else the one that gives the lifetime.
  public var deciding: Reason? {
    reasons.first { $0.rule.effect == .forbids } ?? reasons.first { $0.rule.effect == .requiresValidation }
      ?? lifetimeReason ?? reasons.first { $0.rule.effect == .allows } ?? reasons.first
  }

  /// The weakest basis among the reasons that decide.
  public var basis: Rule.Basis {
    let isForbidden = reasons.has(.forbids)
    let bases = reasons.filter { !isForbidden || $0.rule.effect == .forbids }.map(\.rule.basis)
    return Rule.Basis.allCases.last(where: bases.contains) ?? .documented
  }

  private var lifetimeReason: Reason? { reasons.last { $0.source != nil } }
}
