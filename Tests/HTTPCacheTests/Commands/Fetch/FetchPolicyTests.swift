import TestSupport
import Testing

@Suite("fetch: policies, request directives and life times", .timed)
struct FetchPolicyTests {
  typealias Row = (
    rule: String, options: [String], control: String, isStored: Bool, code: Int32, source: String?,
    requests: Int
  )
  static let rows: [Row] = [
    ("protocol: fresh is served", ["--policy", "protocol"], "max-age=60", true, 0, "cache", 0),
    ("protocol: stale is confirmed", ["--policy", "protocol"], "max-age=0", true, 0, "revalidated", 1),
    ("reload never reads the cache", ["--policy", "reload"], "max-age=60", true, 0, "network", 1),
    (
      "reload-all asks every cache to stand aside", ["--policy", "reload-all"], "max-age=60", true, 0,
      "network", 1
    ),
    ("cache-else-load: whatever its age", ["--policy", "cache-else-load"], "max-age=0", true, 0, "stale", 0),
    (
      "cache-else-load: else the network", ["--policy", "cache-else-load"], "max-age=0", false, 0, "network",
      1
    ),
    ("cache-only: whatever its age", ["--policy", "cache-only"], "max-age=0", true, 0, "stale", 0),
    ("cache-only: else exit code 4", ["--policy", "cache-only"], "max-age=0", false, 4, nil, 0),
    ("revalidate asks though fresh", ["--policy", "revalidate"], "max-age=60", true, 0, "revalidated", 1),
    ("§5.2.1.7 only-if-cached, nothing stored", ["--only-if-cached"], "max-age=60", false, 4, nil, 0),
    ("§5.2.1.7 only-if-cached, fresh", ["--only-if-cached"], "max-age=60", true, 0, "cache", 0),
    ("§5.2.1.7 only-if-cached, stale", ["--only-if-cached"], "max-age=0", true, 4, nil, 0),
    ("§5.2.1.2 max-stale accepts any staleness", ["--max-stale"], "max-age=0", true, 0, "stale", 0),
    ("§5.2.1.2 max-stale up to its argument", ["--max-stale=1h"], "max-age=0", true, 0, "stale", 0),
    (
      "§5.2.2.2 never across must-revalidate", ["--max-stale"], "max-age=0, must-revalidate", true, 0,
      "revalidated", 1
    ),
    (
      "§5.2.1.3 min-fresh wants more than is left", ["--min-fresh", "2h"], "max-age=60", true, 0,
      "revalidated", 1
    ),
    (
      "§5.2.1.4 no-cache asks the origin", ["-H", "Cache-Control: no-cache"], "max-age=60", true, 0,
      "revalidated", 1
    ),
    (
      "§5.4 Pragma where Cache-Control is absent", ["-H", "Pragma: no-cache"], "max-age=60", true, 0,
      "revalidated", 1
    ),
    ("--ttl makes fresh what is stale", ["--ttl", "1h"], "max-age=0", true, 0, "cache", 0),
    ("--ttl 0 makes stale what is fresh", ["--ttl", "0"], "max-age=60", true, 0, "revalidated", 1),
    ("§5.2.2.4 a stored no-cache asks the origin", [], "no-cache, max-age=60", true, 0, "revalidated", 1),
    ("--capacity 0 neither stores nor looks up", ["--capacity", "0"], "max-age=60", true, 0, "network", 1),
  ]

  @Test(arguments: rows)
  func policy(_ row: Row) throws {
    let origin = try staleOrigin(row.control)
    let httpcache = try Executable()
    if row.isStored { _ = try httpcache("fetch", origin.url) }
    let before = origin.requests.count
    let run = try httpcache.run(["fetch", "--json"] + row.options + [origin.url])
    #expect(run.code == row.code, "\(row.rule): \(run.errors)")
    #expect(try run.object["source"] as? String == row.source, "\(row.rule)")
    #expect(origin.requests.count - before == row.requests, "\(row.rule)")
  }

  @Test("the policy of the session comes from the environment")
  func sessionPolicy() throws {
    let origin = try staleOrigin()
    let run = try Executable().run(
      ["fetch", origin.url], environment: ["HTTPCACHE_POLICY": "cache-only"])
    #expect(run.code == 4 && origin.connectionCount == 0)
  }

  @Test("reload-all sends Cache-Control: no-cache and Pragma: no-cache")
  func endToEndReload() throws {
    let origin = try staleOrigin()
    _ = try Executable()("fetch", "--policy", "reload-all", origin.url)
    let request = try #require(origin.requests.first)
    #expect(request.field("Cache-Control") == "no-cache" && request.field("Pragma") == "no-cache")
  }

  @Test("an unreachable origin: the stale copy, its cache date, and exit code 0")
  func staleIfUnreachable() throws {
    let origin = try staleOrigin()
    let httpcache = try Executable()
    _ = try httpcache("fetch", origin.url)
    origin.stop()
    let run = try httpcache("fetch", "--json", "--stale-if-unreachable", "-o", "body", origin.url)
    expect(run, 0)
    let object = try run.object
    #expect(object["source"] as? String == "stale")
    let date = try #require((object["user_info"] as? [String: String])?["cache_date"])
    #expect((object["warning"] as? String)?.contains(date) == true && run.errors.contains(date))
    #expect(try httpcache("fetch", origin.url).code == 3)
  }

  @Test("§4.2.4: what forbids stale reuse forbids it there too", arguments: ["must-revalidate", "no-cache"])
  func unreachableAndForbidden(directive: String) throws {
    let origin = try staleOrigin("max-age=0, \(directive)")
    let httpcache = try Executable()
    _ = try httpcache("fetch", origin.url)
    origin.stop()
    #expect(try httpcache("fetch", "--stale-if-unreachable", origin.url).code == 3)
    #expect(try httpcache("fetch", "--policy", "cache-only", origin.url).text == "hello\n")
  }

  @Test("the urlcache profile reports its seven conditions, and 404 fails the second")
  func urlcacheProfile() throws {
    let origin = try origin(("Cache-Control", "max-age=60"), status: 404)
    let object = try Executable()("fetch", "--json", "--profile", "urlcache", origin.url).object
    let reasons = try #require(object["reasons"] as? [[String: Any]]).compactMap { $0["code"] as? String }
    #expect(object["stored"] as? Bool == false)
    #expect(reasons.filter { $0.hasPrefix("urlcache-") }.count == 6 && reasons.contains("status-not-2xx"))
  }
}
