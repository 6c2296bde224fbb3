import Testing

@testable import HTTPCacheCore

@Suite("RFC 9213 Targeted HTTP Cache Control", .timed)
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

  typealias Named = (
    rule: String, targets: [String], fields: String, isStorable: Bool, lifetime: Seconds?, source: String
  )
  private static let netlify = ["Netlify-CDN-Cache-Control", "CDN-Cache-Control"]
  static let namedRows: [Named] = [
    (
      "§2.2 a field of the list replaces Cache-Control, in a private cache, too", ["CDN-Cache-Control"],
      "CDN-Cache-Control: max-age=600\nCache-Control: no-store", true, 600, "cdn-cache-control"
    ),
    (
      "§2.2 the first counts", netlify,
      "CDN-Cache-Control: max-age=5\nNetlify-CDN-Cache-Control: max-age=600", true, 600,
      "netlify-cdn-cache-control"
    ),
    (
      "§2.1 which parses and is not empty", netlify,
      "CDN-Cache-Control: max-age=5\nNetlify-CDN-Cache-Control: max-age=1, &&&&", true, 5, "cdn-cache-control"
    ),
    (
      "§2.2 fields that are not on the list change nothing", ["Vercel-CDN-Cache-Control"],
      "CDN-Cache-Control: no-store\nCache-Control: max-age=5", true, 5, "max-age"
    ),
    ("no-store", netlify, "CDN-Cache-Control: max-age=60, no-store", false, 60, "cdn-cache-control"),
    (
      "Surrogate-Control: fresh for N, and M more while stale", ["Surrogate-Control"],
      "Surrogate-Control: max-age=60+30, content=\"ESI/1.0\"\nCache-Control: no-store", true, 60,
      "surrogate-control"
    ),
    (
      "Surrogate-Control: a directive for another cache", ["Surrogate-Control"],
      "Surrogate-Control: max-age=60, no-store;abc", true, 60, "surrogate-control"
    ),
    ("Surrogate-Control: no-store", ["Surrogate-Control"], "Surrogate-Control: no-store", false, nil, "none"),
    (
      "Surrogate-Control: nothing for this cache", ["Surrogate-Control"],
      "Surrogate-Control: no-store;abc\nCache-Control: max-age=5", true, 5, "max-age"
    ),
  ]

  @Test(
    "the fields that are named count in every cache, the best first", arguments: namedRows, CacheRole.allCases
  )
  func named(_ row: Named, role: CacheRole) throws {
    var head = try head("HTTP/1.1 200\n" + row.fields)
    head.targets = row.targets
    let storage = StorageDecision(
      Exchange(request: try request(), head: head), settings: Settings(role: role))
    let lifetime = FreshnessLifetime(head, receivedAt: noon, role: role)
    #expect(storage.isStorable == row.isStorable, "\(row.rule)")
    #expect(lifetime.seconds == row.lifetime && lifetime.source.rawValue == row.source, "\(row.rule)")
    // A change of the fields keeps what directs the cache.
    head.fields.append(FieldLine("X", "1"))
    #expect(head.targets == row.targets)
  }

  @Test("Surrogate-Control: the second number is how long a stale response may serve")
  func surrogateStale() throws {
    var head = try head("HTTP/1.1 200\nSurrogate-Control: max-age=60+30, nonsense")
    head.targets = ["Surrogate-Control"]
    let control = head.cacheControl(for: .private)
    #expect(control.seconds("stale-while-revalidate")?.value == 30)
    #expect(control.seconds("stale-if-error")?.value == 30 && control.malformedMembers == ["nonsense"])
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
