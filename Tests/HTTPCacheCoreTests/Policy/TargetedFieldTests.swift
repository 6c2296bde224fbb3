import Testing

@testable import HTTPCacheCore

@Suite("RFC 9213 Targeted HTTP Cache Control")
struct TargetedFieldTests {
  typealias Row = (
    rule: String, fields: String, role: CacheRole, isStorable: Bool, lifetime: Seconds?,
    source: FreshnessLifetime.Source
  )
  static let rows: [Row] = [
    (
      "replaces Cache-Control", "CDN-Cache-Control: max-age=60\nCache-Control: no-store", .shared, true, 60,
      .cdnCacheControl
    ),
    (
      "for shared caches only", "CDN-Cache-Control: max-age=60\nCache-Control: max-age=5", .private, true, 5,
      .maxAge
    ),
    ("no-store", "CDN-Cache-Control: no-store\nCache-Control: max-age=5", .shared, false, nil, .none),
    (
      "hides Expires as well", "CDN-Cache-Control: public\nExpires: Mon, 12 Jan 2026 17:45:57 GMT", .shared,
      true, nil,
      .none
    ),
    (
      "a malformed one counts as absent", "CDN-Cache-Control: max-age=60, &\nCache-Control: max-age=5",
      .shared, true, 5, .maxAge
    ),
    ("an empty one too", "CDN-Cache-Control:\nCache-Control: max-age=5", .shared, true, 5, .maxAge),
    ("a String is no number of seconds", "CDN-Cache-Control: max-age=\"60\"", .shared, true, nil, .none),
    ("nor is a Decimal", "CDN-Cache-Control: max-age=60.0", .shared, true, nil, .none),
    ("parameters are ignored", "CDN-Cache-Control: max-age=60;a=b", .shared, true, 60, .cdnCacheControl),
    (
      "several lines are one dictionary", "CDN-Cache-Control: public\nCDN-Cache-Control: max-age=60", .shared,
      true, 60, .cdnCacheControl
    ),
    ("false is as absent", "CDN-Cache-Control: no-store=?0, max-age=60", .shared, true, 60, .cdnCacheControl),
    (
      "a restriction counts in doubt", "CDN-Cache-Control: no-store=1, max-age=60", .shared, false, 60,
      .cdnCacheControl
    ),
    (
      "s-maxage goes before max-age", "CDN-Cache-Control: max-age=60, s-maxage=7", .shared, true, 7,
      .cdnCacheControl
    ),
    ("private", "CDN-Cache-Control: private, max-age=60", .shared, false, 60, .cdnCacheControl),
  ]

  @Test(arguments: rows)
  func targeted(_ row: Row) throws {
    let head = try head("HTTP/1.1 200\n" + row.fields)
    let settings = Settings(role: row.role)
    let decision = StorageDecision(Exchange(request: try request(), head: head), settings: settings)
    let lifetime = FreshnessLifetime(head, receivedAt: noon, role: row.role)
    #expect(decision.isStorable == row.isStorable, "\(row.rule)")
    #expect(lifetime.seconds == row.lifetime && lifetime.source == row.source, "\(row.rule)")
  }

  static let groups: [(text: String, names: [String])] = [
    ("\"a\", \"b\"", ["a", "b"]), ("\"a\", \"a\"", ["a"]), ("\"A\"", ["A"]), ("a", []), ("\"a\", 1", []),
  ]

  @Test("RFC 9875 §2: a List of Strings, compared with case", arguments: groups)
  func cacheGroups(_ row: (text: String, names: [String])) throws {
    #expect(CacheGroups.names(try head("HTTP/1.1 200\nCache-Groups: \(row.text)")) == row.names)
  }

  static let clearing: [(target: String, value: String, clears: Bool)] = [
    ("https://a.test/", "\"cache\"", true), ("https://a.test/", "\"cookies\", \"cache\"", true),
    ("https://a.test/", "\"*\"", true), ("https://a.test/", "cache", false),
    ("https://a.test/", "\"cache\", cookies", false), ("https://a.test/", "\"Cache\"", false),
    ("https://a.test/", "\"cache\", \"new\"", true),
    ("http://a.test/", "\"cache\"", false),
    ("http://127.0.0.1:8080/", "\"cache\"", true), ("http://localhost/", "\"cache\"", true),
    ("http://127.0.0.1.evil.test/", "\"cache\"", false),
  ]

  @Test("Clear-Site-Data counts from a trustworthy origin", arguments: clearing)
  func clearSiteData(_ row: (target: String, value: String, clears: Bool)) throws {
    let head = try head("HTTP/1.1 200\nClear-Site-Data: \(row.value)")
    #expect(Invalidation.clearsOrigin(try TargetURI(row.target), head) == row.clears)
  }
}
