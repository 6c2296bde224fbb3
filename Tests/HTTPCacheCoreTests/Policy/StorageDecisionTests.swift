import Testing

@testable import HTTPCacheCore

@Suite("RFC 9111 §3 Storing Responses in Caches")
struct StorageDecisionTests {
  typealias Row = (rule: String, head: String, role: CacheRole, isStorable: Bool, cites: Rule)
  static let rows: [Row] = [
    (
      "a max-age response directive", "HTTP/1.1 302\nCache-Control: max-age=1", .private, true,
      .explicitLifetime
    ),
    ("an Expires header field", "HTTP/1.1 302\nExpires: 0", .private, true, .explicitLifetime),
    ("a public response directive", "HTTP/1.1 302\nCache-Control: public", .private, true, .publicDirective),
    (
      "a private directive, if not shared", "HTTP/1.1 302\nCache-Control: private", .private, true,
      .privateDirective
    ),
    ("s-maxage, if shared", "HTTP/1.1 302\nCache-Control: s-maxage=1", .shared, true, .explicitLifetime),
    (
      "s-maxage is nothing to a private cache", "HTTP/1.1 302\nCache-Control: s-maxage=1", .private, false,
      .nothingAllowsStoring
    ),
    ("a heuristically cacheable status", "HTTP/1.1 404", .private, true, .heuristicStatus),
    ("no such status, nothing explicit", "HTTP/1.1 302", .private, false, .nothingAllowsStoring),
    (
      "the no-store directive is not present", "Cache-Control: no-store, max-age=1", .private, false, .noStore
    ),
    ("no-store with an argument still forbids", "Cache-Control: no-store=1", .private, false, .noStore),
    ("if shared: no private", "Cache-Control: private, max-age=1", .shared, false, .privateInSharedCache),
    (
      "private of some fields stores the rest", "Cache-Control: private=\"x\", max-age=1", .shared, true,
      .explicitLifetime
    ),
    ("the status code is final", "HTTP/1.1 103\nCache-Control: max-age=1", .private, false, .statusNotFinal),
    (
      "206 is no whole response", "HTTP/1.1 206\nCache-Control: max-age=1", .private, false,
      .partialNotStorable
    ),
    (
      "304 is no whole response", "HTTP/1.1 304\nCache-Control: max-age=1", .private, false,
      .partialNotStorable
    ),
    (
      "§5.2.2.3 ignores no-store where understood", "Cache-Control: must-understand, no-store, max-age=1",
      .private, true, .mustUnderstand
    ),
    (
      "§5.2.2.3 and forbids where not", "HTTP/1.1 599\nCache-Control: must-understand, max-age=1", .private,
      false, .statusNotUnderstood
    ),
    (
      "an unknown status with a lifetime", "HTTP/1.1 599\nCache-Control: max-age=1", .private, true,
      .explicitLifetime
    ),
    ("Vary: * may be stored", "Cache-Control: max-age=1\nVary: *", .private, true, .explicitLifetime),
    ("a doubtful length", "Content-Length: 1\nContent-Length: 2", .private, false, .headDoubtful),
    ("RFC 9112 §5.1: a space before the colon", "Content-Length : 1", .private, false, .headDoubtful),
    ("so here", "max: 1\ntransfer-encoding\t: chunked", .private, false, .headDoubtful),
    (
      "a line that is none, and could frame", "Transfer-Encoding\u{b}: chunked", .private, false,
      .headDoubtful
    ),
    ("another such line is no doubt", "Cache-Control : max-age=1\nX Y: 1", .private, true, .explicitLifetime),
  ]

  @Test(arguments: rows)
  func storable(_ row: Row) throws {
    let exchange = Exchange(request: try request(), head: try head(row.head))
    let decision = StorageDecision(exchange, settings: Settings(role: row.role))
    #expect(decision.isStorable == row.isStorable, "\(row.rule): \(decision.reasons.map(\.rule))")
    #expect(decision.reasons.cites(row.cites), "\(row.rule)")
  }

  static let authorized: [(rule: String, control: String, isStorable: Bool)] = [
    ("Authorization forbids a shared cache", "max-age=1", false),
    ("must-revalidate lifts it", "must-revalidate, max-age=1", true),
    ("public lifts it", "public", true), ("s-maxage lifts it", "s-maxage=1", true),
  ]

  @Test("§3.5 Storing Responses to Authenticated Requests", arguments: authorized)
  func authorization(_ row: (rule: String, control: String, isStorable: Bool)) throws {
    let exchange = Exchange(
      request: try request("Authorization: Basic eDp5"), head: try head("Cache-Control: \(row.control)"))
    #expect(
      StorageDecision(exchange, settings: Settings(role: .shared)).isStorable == row.isStorable, "\(row.rule)"
    )
    #expect(StorageDecision(exchange, settings: Settings()).isStorable, "a private cache may")
  }

  @Test("§3: the request method is understood; §5.2.1.5 the request's no-store; the user's own limit")
  func others() throws {
    let fresh = try head("Cache-Control: max-age=1\nContent-Length: 11")
    let decide = { (request: RequestHead, settings: Settings) in
      StorageDecision(Exchange(request: request, head: fresh), settings: settings)
    }
    for method in ["POST", "QUERY"] {
      #expect(decide(try request(method: method), Settings()).reasons.cites(.methodNotStorable))
    }
    #expect(decide(try request("Cache-Control: no-store"), Settings()).reasons.cites(.requestNoStore))
    #expect(decide(try request(), Settings(maxEntrySize: 10)).reasons.cites(.responseTooLarge))
    #expect(decide(try request(), Settings(isCacheOff: true)).reasons.cites(.cacheOff))
    #expect(decide(try request(), Settings(maxEntrySize: 11)).isStorable)
  }

  static let urlcache: [(rule: String, head: String, settings: Settings, isFromServer: Bool, failed: Rule?)] =
    [
      ("all seven hold", "HTTP/1.1 200", Settings(profile: .urlcache), true, nil),
      ("a status in the 200-299 range", "HTTP/1.1 404", Settings(profile: .urlcache), true, .statusNot2xx),
      ("came from the server", "HTTP/1.1 200", Settings(profile: .urlcache), false, .notFromServer),
      (
        "the session's policy", "HTTP/1.1 200", Settings(profile: .urlcache, sessionPolicy: .cacheOnly), true,
        .sessionPolicyForbids
      ),
      (
        "the request's policy", "HTTP/1.1 200", Settings(profile: .urlcache, requestPolicy: .cacheOnly), true,
        .requestPolicyForbids
      ),
      (
        "the cache-related headers", "Cache-Control: no-store", Settings(profile: .urlcache), true,
        .headersForbid
      ),
      (
        "small enough", "Content-Length: 11", Settings(profile: .urlcache, maxEntrySize: 10), true,
        .responseTooLarge
      ),
    ]

  @Test("the seven conditions of the URL Loading System: one reason each", arguments: urlcache)
  func sevenConditions(
    _ row: (rule: String, head: String, settings: Settings, isFromServer: Bool, failed: Rule?)
  ) throws {
    let exchange = Exchange(request: try request(), head: try head(row.head), isFromServer: row.isFromServer)
    let decision = StorageDecision(exchange, settings: row.settings)
    #expect(decision.isStorable == (row.failed == nil), "\(row.rule)")
    #expect(decision.reasons.filter { $0.rule.effect == .forbids }.first?.rule == row.failed, "\(row.rule)")
    #expect(decision.reasons.count == 7, "\(row.rule)")
  }
}
