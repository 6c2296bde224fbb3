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

  /// The program that has this version, where it has another name than the cache.
  private let program: String?

  /// The version as in a sentence, with the program where that has another name; nil if none was measured.
  package var release: String? { version.map { version in program.map { "\($0) \(version)" } ?? version } }

  /// The name with the version: `Chromium 156`, `WebKit (WebKitGTK 2.50.6)`.
  package var titleWithVersion: String {
    release.map { program == nil ? "\(title) \($0)" : "\(title) (\($0))" } ?? title
  }

  /// Whether the cache serves one user or several.
  public let role: CacheRole

  /// Gives the reasons, in the order in which the cache applies its rules; for a browser those for what a page loads.
  let reasons: @Sendable (CacheFacts) -> [Reason]

  /// Gives the reasons of a browser for the page that it opens, none where it can't open the response as one; nil for a cache
  /// that does not tell the two apart.
  let pageReasons: (@Sendable (CacheFacts) -> [Reason])?

  /// Whether no reason about grace means that there is none.
  let isGraceKnown: Bool

  private init(
    _ name: String, _ title: String, _ version: String?, _ role: CacheRole,
    _ reasons: @escaping @Sendable (CacheFacts) -> [Reason],
    ofPage pageReasons: (@Sendable (CacheFacts) -> [Reason])? = nil, isGraceKnown: Bool = true,
    measuredIn program: String? = nil
  ) {
    self.program = program
    (self.name, self.title, self.version, self.role) = (name, title, version, role)
    (self.reasons, self.pageReasons, self.isGraceKnown) = (reasons, pageReasons, isGraceKnown)
  }

  /// Whether the cache is a browser's, which treats the page that it opens apart from what the page loads.
  public var isBrowser: Bool { pageReasons != nil }

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
  static let chromium = CacheModel(
    "chromium", "Chromium", "156", .private, { Chromium.reasons($0, asPage: false) },
    ofPage: { Chromium.reasons($0, asPage: true) })
  static let firefox = CacheModel(
    "firefox", "Firefox", "153.8", .private, { Firefox.reasons($0, asPage: false) },
    ofPage: { Firefox.reasons($0, asPage: true) })
  /// Safari has another network below it, and is not measured.
  static let webkit = CacheModel(
    "webkit", "WebKit", "2.50.6", .private, { WebKit.reasons($0, asPage: false) },
    ofPage: { WebKit.reasons($0, asPage: true) }, measuredIn: "WebKitGTK")
  static let cloudflare = CacheModel("cloudflare", "Cloudflare", nil, .shared, Cloudflare.reasons)
  static let cloudFront = CacheModel("cloudfront", "CloudFront", nil, .shared, CloudFront.reasons)
  static let fastly = CacheModel("fastly", "Fastly", nil, .shared, Fastly.reasons)
  static let googleCDN = CacheModel(
    "google-cdn", "Google Cloud CDN", nil, .shared, GoogleCDN.reasons, isGraceKnown: false)

  /// All caches other than this one: first those that were measured, then those known by their documentation.
  public static let all: [CacheModel] = [
    .nginx, .varnish, .squid, .apache, .haproxy, .trafficServer, .chromium, .firefox, .webkit,
    .cloudflare, .cloudFront, .fastly, .googleCDN,
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
    nginx + varnish + squid + apache + haproxy + trafficServer + chromium + firefox + webkit
    + cloudflare + cloudFront + fastly + googleCDN
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

  private let pageReasons: [Reason]?

  init(_ cache: CacheModel, _ facts: CacheFacts) {
    self.cache = cache
    reasons = cache.reasons(facts)
    pageReasons = cache.pageReasons?(facts)
  }

  private init(_ cache: CacheModel, _ reasons: [Reason]) {
    (self.cache, self.reasons, pageReasons) = (cache, reasons, nil)
  }

  /// The decision of a browser on the response as the page that is opened, where this one is about what a page loads; nil for
  /// other caches, and where the response can't be opened as a page.
  public var asPage: CacheDecision? {
    pageReasons.flatMap { $0.isEmpty ? nil : CacheDecision(cache, $0) }
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

  /// For how many seconds after its lifetime the cache still uses the response once, unasked, and refreshes it behind; 0 where
  /// it never does, and nil if the response is not stored, or this is not known.
  public var staleSpan: Seconds? {
    guard isStored == true else { return nil }
    if reasons.has(.requiresValidation) { return 0 }
    return reasons.first(where: \.rule.isGrace)?.amount ?? (cache.isGraceKnown ? 0 : nil)
  }

  /// Whether the cache validates a stale response by a conditional request, instead of fetching it anew; nil if the
  /// response is not stored, or this is not known.
  public var isRevalidated: Bool? {
    guard isStored == true else { return nil }
    return reasons.lazy.compactMap(\.rule.confirmsStale).first
  }

  /// Whether a response is used for as long by both decisions.
  package func isUsed(like other: CacheDecision) -> Bool {
    (isStored, lifetime, staleSpan) == (other.isStored, other.lifetime, other.staleSpan)
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
