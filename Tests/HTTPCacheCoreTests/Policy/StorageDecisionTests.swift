import Testing

@testable import HTTPCacheCore

@Suite("RFC 9111 §3 Storing Responses in Caches", .timed)
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
    (
      "RFC 9112 §5.2: a line that goes on in the next", "Transfer-Encoding:\n chunked", .private, false,
      .headDoubtful
    ),
    (
      "another such line is no doubt", "Cache-Control: max-age=1,\n public", .private, true, .explicitLifetime
    ),
    (
      "RFC 9112 §6.1: HTTP/1.0 has no transfer codings", "HTTP/1.0 200\nTransfer-Encoding: chunked", .private,
      false,
      .headDoubtful
    ),
    ("another such line is no doubt", "Cache-Control : max-age=1\nX Y: 1", .private, true, .explicitLifetime),
    (
      "no-store that can't be read forbids", "Cache-Control: max-age=1, no-store=@", .private, false, .noStore
    ),
    (
      "private that can't be read, if shared", "Cache-Control: max-age=1, private=\"x", .shared, false,
      .privateInSharedCache
    ),
    ("and if not", "Cache-Control: max-age=1, private=\"x", .private, true, .privateDirective),
    (
      "RFC 6585 §3 a 428 MUST NOT be stored", "HTTP/1.1 428\nCache-Control: public, max-age=1", .private,
      false,
      .statusNeverStored
    ),
    (
      "RFC 6585 §4 nor a 429", "HTTP/1.1 429\nCache-Control: public, max-age=1", .private, false,
      .statusNeverStored
    ),
    (
      "RFC 6585 §5 nor a 431", "HTTP/1.1 431\nCache-Control: public, max-age=1", .shared, false,
      .statusNeverStored
    ),
    (
      "RFC 6585 §6 nor a 511, understood or not",
      "HTTP/1.1 511\nCache-Control: must-understand, no-store, max-age=1", .shared, false, .statusNeverStored
    ),
    (
      "RFC 9110 §15.5.8 a 407 is the proxy's", "HTTP/1.1 407\nCache-Control: max-age=1", .private, false,
      .proxyStatus
    ),
    ("RFC 7725 §3 a 451 is cacheable by default", "HTTP/1.1 451", .shared, true, .heuristicStatus),
    ("RFC 8470 §5.2 a 425 is not", "HTTP/1.1 425", .private, false, .nothingAllowsStoring),
  ]

  @Test(arguments: rows)
  func storable(_ row: Row) throws {
    let exchange = Exchange(request: try request(), head: try head(row.head))
    let decision = StorageDecision(exchange, settings: Settings(role: row.role))
    #expect(decision.isStorable == row.isStorable, "\(row.rule): \(decision.reasons.map(\.rule))")
    #expect(decision.reasons.cites(row.cites), "\(row.rule)")
  }

  typealias End = (rule: String, url: String, method: String, head: String, isUncertain: Bool)
  static let ends: [End] = [
    ("only the close ends it", "https://a.test/", "GET", "HTTP/1.1 200", true),
    ("so it did in HTTP/1.0", "https://a.test/", "GET", "HTTP/1.0 200", true),
    ("a length", "https://a.test/", "GET", "HTTP/1.1 200\nContent-Length: 5", false),
    ("chunks", "https://a.test/", "GET", "HTTP/1.1 200\nTransfer-Encoding: chunked", false),
    ("a Content-Range", "https://a.test/", "GET", "HTTP/1.1 206\nContent-Range: bytes 0-4/5", false),
    ("frames of HTTP/2", "https://a.test/", "GET", "HTTP/2 200", false),
    ("no TLS", "http://a.test/", "GET", "HTTP/1.1 200", false),
    ("no body", "https://a.test/", "HEAD", "HTTP/1.1 200", false),
    ("none either", "https://a.test/", "GET", "HTTP/1.1 204", false),
    ("nor here", "https://a.test/", "GET", "HTTP/1.1 304", false),
  ]

  @Test("RFC 9112 §9.8: a body that may be cut off is not stored where this program got it", arguments: ends)
  func end(_ row: End) throws {
    let asked = RequestHead(method: row.method, target: try TargetURI(row.url))
    let answer = try head(row.head + "\nCache-Control: max-age=1")
    #expect(answer.mayBeCutOff(answering: asked) == row.isUncertain, "\(row.rule)")
    var exchange = Exchange(request: asked, head: answer)
    #expect(!StorageDecision(exchange, settings: Settings()).reasons.cites(.endUncertain))
    exchange.mayBeCutOff = row.isUncertain
    let decision = StorageDecision(exchange, settings: Settings())
    #expect(decision.reasons.cites(.endUncertain) == row.isUncertain, "\(row.rule)")
    if row.isUncertain { #expect(!decision.isStorable && !answer.outdatesStored(asked, isForRest: false)) }
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
    for field in ["no-store", "max-age=1; no-store"] {
      #expect(decide(try request("Cache-Control: \(field)"), Settings()).reasons.cites(.requestNoStore))
    }
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
