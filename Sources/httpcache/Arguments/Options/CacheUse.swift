import HTTPCacheCore

/// The policies of the session and of the request; the urlcache profile has a condition for each.
struct PolicyChoice: Equatable, Sendable {
  /// The policy from `$HTTPCACHE_POLICY` or the configuration; `protocol` unless set.
  var session = CachePolicy.protocol

  /// The policy from `--policy`; without this option, the policy of the session.
  var request = CachePolicy.protocol

  /// The policies of a subcommand that has no `--policy`.
  static let standard = PolicyChoice()
}

/// How `fetch` uses the cache, and which parts of a response it stores.
struct CacheUse: Sendable {
  /// A value that the user stores with a response.
  struct UserInfo: Equatable, Sendable {
    let key: String
    let value: String
  }

  fileprivate var maxAge: Seconds?
  fileprivate var acceptsStale = false

  /// The longest staleness that the user accepts, in seconds; nil for any staleness.
  fileprivate var maxStale: Seconds?
  fileprivate var minFresh: Seconds?
  fileprivate(set) var isOnlyIfCached = false

  /// Where the response may be kept.
  var storage = StoragePolicy.disk
  var userInfo: [UserInfo] = []
  var strippedFields: [String] = []
  var keepsCredentials = false

  /// Whether a stored response also answers the other URLs that its No-Vary-Search names.
  fileprivate(set) var matchesNoVarySearch = false

  /// The request directives that the user asked for, as `Cache-Control` writes them (RFC 9111 §5.2.1).
  var directives: [String] {
    var directives: [String] = []
    if let maxAge { directives.append("max-age=\(maxAge)") }
    if acceptsStale { directives.append(maxStale.map { "max-stale=\($0)" } ?? "max-stale") }
    if let minFresh { directives.append("min-fresh=\(minFresh)") }
    if isOnlyIfCached { directives.append("only-if-cached") }
    return directives
  }

  /// The policy of one request; `inspect` takes it for the urlcache profile.
  static let policy = Option(
    "policy", value: "POLICY", "how this request uses stored responses", default: "protocol",
    kind: .choice(CachePolicy.spellings), environment: "HTTPCACHE_POLICY", isConfigurable: true,
    insteadOf: (
      "--etag-compare --etag-save",
      "the cache keeps entity tags and sends them; --policy revalidate asks at each fetch"
    ),
    effect: .reads { (options, given) throws(UsageError) in
      options.policy.request = try given.read(.choice("a policy"))
      let session = given.isDefault ? given : options.defaults.given(given.option)
      options.policy.session = try session?.read(.choice("a policy")) ?? .protocol
    })

  /// Replaces the freshness lifetime that the fields of a response give.
  static let ttl = Option(
    "ttl", value: "S", "take a stored response for fresh for S from its cache date; whatever its fields say",
    subjects: .responses, example: "10m", effect: .value(.duration) { $0.ttl = $1 })

  static let section = OptionSection("Cache") {
    policy
    Option(
      "max-age", value: "S", "accept no response older than this", example: "1h",
      effect: .value(.duration) { $0.cacheUse.maxAge = $1 })
    Option(
      "max-stale", value: .optional("S"),
      "accept a stale response; with S, only one that has been stale for S at most", example: "1h",
      effect: .optionalValue(.duration) { options, seconds in
        options.cacheUse.acceptsStale = true
        options.cacheUse.maxStale = seconds
      })
    Option(
      "min-fresh", value: "S", "accept only a response that stays fresh for at least S", example: "1h",
      effect: .value(.duration) { $0.cacheUse.minFresh = $1 })
    Option(
      "only-if-cached", "answer from the cache, or exit with 4",
      effect: .sets { $0.cacheUse.isOnlyIfCached = true })
    Option(
      "stale-if-unreachable",
      "if the origin can't be reached, serve a stored response of any age; with a warning",
      effect: .sets { $0.servesStaleIfUnreachable = true })
    Option(
      "match-no-vary-search",
      "let stored responses answer the other URLs that their No-Vary-Search names, too; an Internet draft",
      effect: .sets { $0.cacheUse.matchesNoVarySearch = true })
    ttl
    Option(
      "storage", value: "PLACE", "where the response may be kept", default: "disk",
      effect: .choice("a place to store") { $0.cacheUse.storage = $1 })
    Option(
      "user-info", value: "KEY=VALUE", "store this value with the response; cache_date is always stored",
      isRepeatable: true, example: "a=1",
      effect: .reads { (options, given) throws(UsageError) in
        let entry = try given.read(.userInfo)
        guard entry.key != "cache_date" else {
          throw UsageError("--user-info: cache_date is set by the cache", hint: "use another key")
        }
        options.cacheUse.userInfo.append(entry)
      })
    Option(
      "strip-header", value: "NAME", "do not store this response field", isRepeatable: true,
      example: "Server",
      effect: .reads { (options, given) throws(UsageError) in
        let name = try given.read(.token("a field name"))
        guard !NeededField.contains(name) else {
          throw UsageError(
            "\(given.spelling): \(name) decides how the response is reused or read, and stays with it",
            hint: "--storage never keeps the whole response out of the store")
        }
        options.cacheUse.strippedFields.append(name)
      })
    Option(
      "keep-credentials", "also store the response fields that carry credentials",
      effect: .sets { $0.cacheUse.keepsCredentials = true })
  }
}

extension ValueForm where Value == CacheUse.UserInfo {
  fileprivate static var userInfo: Self {
    .init("KEY=VALUE", isShown: false) { text in
      let (key, value) = text.cut(at: "=")
      guard !key.isEmpty, let value else { return nil }
      return CacheUse.UserInfo(key: String(key), value: String(value))
    }
  }
}
