import Foundation
import Testing

@testable import HTTPCacheCore

@Suite("What the caches on the way say of an answer", .timed)
struct EdgeReportTests {
  static let rows: [(fields: String, state: EdgeReport.State, field: String?)] = [
    // RFC 9211 §2: the last member is that of the nearest cache; of several, the outermost that answered from its store counts.
    ("Cache-Status: a; hit", .hit, "Cache-Status"),
    ("Cache-Status: a; hit, b; fwd=miss", .hit, "Cache-Status"),
    ("Cache-Status: a; fwd=miss, b; hit", .hit, "Cache-Status"),
    ("Cache-Status: a; fwd=miss, b; fwd=bypass", .bypass, "Cache-Status"),
    ("Cache-Status: a; fwd=request; fwd-status=304", .revalidated, "Cache-Status"),
    ("Cache-Status: \"Netlify Edge\"; hit; ttl=-22", .stale, "Cache-Status"),
    ("Cache-Status: \"Netlify Durable\"; hit; ttl=30, \"Netlify Edge\"; fwd=miss", .hit, "Cache-Status"),
    ("Cache-Status: a; hit; ttl=-5", .stale, "Cache-Status"),
    ("Cache-Status: a; fwd=stale; fwd-status=304", .revalidated, "Cache-Status"),
    ("Cache-Status: a; fwd=stale; fwd-status=200", .miss, "Cache-Status"),
    ("Cache-Status: a; fwd=bypass", .bypass, "Cache-Status"),
    ("Cache-Status: a; fwd=uri-miss", .miss, "Cache-Status"),
    ("Cache-Status: a; fwd=method", .bypass, "Cache-Status"),
    // nginx, `$upstream_cache_status`.
    ("X-Cache-Status: HIT", .hit, "X-Cache-Status"), ("X-Cache-Status: EXPIRED", .miss, "X-Cache-Status"),
    ("X-Cache-Status: STALE", .stale, "X-Cache-Status"),
    ("X-Cache-Status: UPDATING", .stale, "X-Cache-Status"),
    ("X-Cache-Status: REVALIDATED", .revalidated, "X-Cache-Status"),
    ("X-Cache-Status: BYPASS", .bypass, "X-Cache-Status"),
    ("X-Proxy-Cache: HIT", .hit, "X-Proxy-Cache"), ("X-Cached: MISS", .miss, "X-Cached"),
    // Apache's mod_cache, LiteSpeed.
    ("X-Cache: REVALIDATE from www.example", .revalidated, "X-Cache"),
    ("X-LiteSpeed-Cache: hit,private", .hit, "X-LiteSpeed-Cache"),
    ("X-LiteSpeed-Cache: miss", .miss, "X-LiteSpeed-Cache"),
    // Varnish: a second number is that of the request which brought what was stored.
    ("X-Varnish: 32770 3", .hit, "X-Varnish"), ("X-Varnish: 5", .miss, "X-Varnish"),
    ("X-Cache: pass", .bypass, "X-Cache"),
    // Squid.
    ("X-Cache: HIT from proxy.example", .hit, "X-Cache"), ("X-Cache: MISS from hit-host", .miss, "X-Cache"),
    ("X-Cache: TCP_REFRESH_UNMODIFIED from a", .revalidated, "X-Cache"),
    // Cloudflare.
    ("CF-Cache-Status: DYNAMIC", .bypass, "CF-Cache-Status"),
    ("CF-Cache-Status: HIT", .hit, "CF-Cache-Status"),
    ("CF-Cache-Status: EXPIRED", .miss, "CF-Cache-Status"),
    // Fastly: the shield stands before the edge.
    ("X-Cache: HIT, MISS", .hit, "X-Cache"), ("X-Cache: MISS, HIT", .hit, "X-Cache"),
    // CloudFront.
    ("X-Cache: Hit from cloudfront", .hit, "X-Cache"),
    ("X-Cache: RefreshHit from cloudfront", .revalidated, "X-Cache"),
    ("X-Cache: Miss from cloudfront", .miss, "X-Cache"), ("X-Cache: Error from cloudfront", .hit, "Age"),
    // Akamai.
    ("X-Cache: TCP_MEM_HIT from a23-1 (AkamaiGHost)", .hit, "X-Cache"),
    ("X-Cache: TCP_REFRESH_MISS from a23-1", .miss, "X-Cache"),
    ("X-Cache: TCP_REFRESH_HIT from a23-1", .revalidated, "X-Cache"),
    ("Akamai-Cache-Status: Hit from child, Miss from parent", .hit, "Akamai-Cache-Status"),
    // Vercel.
    ("X-Vercel-Cache: PRERENDER", .hit, "X-Vercel-Cache"),
    ("X-Vercel-Cache: STALE", .stale, "X-Vercel-Cache"),
    ("X-Vercel-Cache: REVALIDATED", .miss, "X-Vercel-Cache"),
    // Traffic Server looked up a stale response, and asked.
    ("X-Cache: hit-stale", .miss, "X-Cache"), ("X-Cache: hit-fresh", .hit, "X-Cache"),
    ("Server-Timing: cdn-cache; desc=HIT, edge; dur=1", .hit, "Server-Timing"),
    ("Server-Timing: db; dur=5", .unknown, nil),
    // RFC 9111 §5.1: Age says that the origin was not asked for this.
    ("Age: 5", .hit, "Age"), ("Age: 0", .unknown, nil), ("Via: 1.1 a", .unknown, nil),
  ]
  @Test("each product's field", arguments: rows)
  func state(_ row: (fields: String, state: EdgeReport.State, field: String?)) throws {
    let text = row.fields.contains("Error") ? row.fields + "\nAge: 3" : row.fields
    let edge = EdgeReport(try head("HTTP/1.1 200\n" + text))
    #expect(edge.state == row.state)
    #expect(edge.field == row.field)
  }

  static let forms: [(field: String, state: EdgeReport.State)] = [
    ("X-Nginx-Cache-Status: EXPIRED", .miss), ("X-Varnish-Cache: HIT", .hit),
    ("x-hcdn-cache-status: HIT", .hit),
    ("Apisix-Cache-Status: MISS", .miss), ("X-Kinsta-Cache: BYPASS", .bypass),
    ("ki-cf-cache-status: HIT", .hit),
    ("Cache: HIT", .hit), ("X-Edge-Cache-State: stale", .stale), ("X-Page-Cache-Result: Hit (disk)", .hit),
    ("X-CDN-Cache-Status: HIT-CLUSTER", .hit), ("X-Proxy-Cache-Hit: TRUE", .hit),
    ("X-Proxy-Cache-Hit: 0", .miss),
    ("X-My-Cache: TCP_MEM_HIT:0/200", .hit), ("X-My-Cache: hit-stale", .miss),
    ("X-My-Cache: MISS, HIT", .hit),
    ("X-Cache-Lookup: HIT from a:3128", .hit),
    // Names and values of another form.
    ("X-Cache-Key: HIT/site.css", .unknown), ("X-Cacheable: YES", .unknown),
    ("X-Cache-Tags: hit parade", .unknown),
    ("X-Cache-Enabled: True", .unknown), ("X-My-Cache: true", .unknown), ("X-My-Cache: hitherto", .unknown),
    ("X-Cash-Status: HIT", .unknown), ("X-Hit: HIT", .unknown), ("X-Cache-Lookup: never", .unknown),
    // What an application has stored stands behind the answer, and not on its way.
    ("X-Drupal-Cache: HIT", .unknown), ("X-Drupal-Dynamic-Cache: HIT", .unknown),
    ("X-Redis-Cache: HIT", .unknown),
    ("X-Object-Cache: HIT", .unknown), ("X-Query-Cache-Status: HIT", .unknown),
    ("X-Rack-Cache: hit", .unknown),
    ("X-Opcode-Cache: HIT", .unknown), ("X-Nextjs-Cache: HIT", .unknown),
  ]
  @Test(
    "a field whose name and value have the form of a cache's word is one, whatever its name", arguments: forms
  )
  func form(_ row: (field: String, state: EdgeReport.State)) throws {
    let edge = EdgeReport(try head("HTTP/1.1 200\n" + row.field))
    #expect(edge.state == row.state)
    #expect((edge.field == nil) == (row.state == .unknown))
  }

  @Test("what was looked up counts only where no field says what was done")
  func lookup() throws {
    let edge = EdgeReport(try head("HTTP/1.1 200\nX-My-Cache-Lookup: HIT\nX-My-Cache: MISS"))
    #expect(edge.state == .miss && edge.line.count == 1)
  }

  static let lines: [(fields: String, line: String, edge: String, reached: Int)] = [
    ("CF-Cache-Status: HIT\nX-Varnish-Cache: MISS", "Varnish MISS, Cloudflare HIT", "Cloudflare HIT", 1),
    ("CF-Cache-Status: DYNAMIC\nX-Varnish-Cache: HIT", "Varnish HIT, Cloudflare DYNAMIC", "Varnish HIT", 2),
    ("X-Cache-Status: MISS\nCF-Cache-Status: MISS", "nginx MISS, Cloudflare MISS", "Cloudflare MISS", 2),
    ("X-Kinsta-Cache: HIT\nCF-Cache-Status: BYPASS", "Kinsta HIT, Cloudflare BYPASS", "Kinsta HIT", 2),
    (
      "X-Vercel-Cache: HIT\nCF-Cache-Status: DYNAMIC\nServer: cloudflare", "Vercel HIT, Cloudflare DYNAMIC",
      "Vercel HIT", 2
    ),
    // A rewrite of Vercel to a host behind Cloudflare: Server was written last by the outer one.
    (
      "X-Vercel-Cache: MISS\nCF-Cache-Status: HIT\nServer: Vercel", "Cloudflare HIT, Vercel MISS",
      "Cloudflare HIT", 2
    ),
    (
      "X-Cache: Miss from cloudfront\nX-Varnish: 5 3\nVia: 1.1 varnish, 1.1 a.cloudfront.net (CloudFront)",
      "Varnish two numbers, CloudFront Miss", "Varnish two numbers", 2
    ),
    (
      "X-Varnish-Cache: HIT\nX-Cache: Miss from cloudfront\nVia: 1.1 a.cloudfront.net (CloudFront), 1.1 varnish",
      "CloudFront Miss, Varnish HIT", "Varnish HIT", 1
    ),
    ("X-Cache: MISS, HIT\nX-Served-By: cache-a, cache-b", "Fastly MISS, Fastly HIT", "Fastly HIT", 1),
    (
      "Cache-Status: \"Netlify Durable\"; hit, \"Netlify Edge\"; fwd=miss",
      "Netlify Durable hit, Netlify Edge fwd=miss",
      "Netlify Durable hit", 2
    ),
    // Two fields of one cache.
    ("X-Cache: HIT\nX-Varnish: 5 3", "Varnish HIT", "Varnish HIT", 1),
    ("X-Cache: HIT\nX-77-Cache: HIT", "X-Cache HIT", "X-Cache HIT", 1),
    (
      "X-Cache: HIT, MISS\nX-Cache-Hits: 3, 0\nX-Served-By: cache-a", "Fastly HIT, Fastly MISS", "Fastly HIT",
      2
    ),
    // What contradicts X-Varnish is of a cache before it.
    ("X-Cache: HIT\nX-Varnish: 5", "Varnish one number, X-Cache HIT", "X-Cache HIT", 1),
  ]
  @Test(
    "caches in line stand in their order, and the outermost that answered from its store counts",
    arguments: lines)
  func line(_ row: (fields: String, line: String, edge: String, reached: Int)) throws {
    let edge = EdgeReport(try head("HTTP/1.1 200\n" + row.fields))
    #expect(edge.line.map { "\($0.name) \($0.word)" }.joined(separator: ", ") == row.line)
    #expect(edge.report.map { "\($0.name) \($0.word)" } == row.edge)
    #expect(edge.asked.count == row.reached)
  }

  @Test("an Age without a hit is told of a store that does not speak")
  func silentStore() throws {
    for (fields, isSilent) in [
      ("X-Cache: MISS\nAge: 300", true), ("X-Cache: MISS\nAge: 0", false), ("X-Cache: HIT\nAge: 300", false),
      ("X-Cache: REVALIDATED\nAge: 300", false), ("CF-Cache-Status: DYNAMIC\nAge: 9", true),
      ("Age: 300", false),
    ] {
      let notes = UpstreamCaches.notes(try request(), try head("HTTP/1.1 200\n" + fields), receivedAt: noon)
      #expect(notes.contains { $0.rule == .upstreamSilentStore } == isSilent, "\(fields)")
    }
  }

  static let errors: [(fields: String, isError: Bool)] = [
    ("Cache-Control: no-store\nX-Cache: HIT", true), ("Cache-Control: no-store\nX-Kinsta-Cache: HIT", true),
    ("Cache-Control: no-store\nX-My-Cache: HIT", false),
    ("Cache-Control: no-store\nX-Varnish-Cache: HIT", false),
    ("Cache-Control: no-store\nX-My-Cache: HIT\nAge: 9", true),
    ("Cache-Control: no-store\nX-My-Cache: HIT\nX-Other-Cache: HIT", true),
    ("Cache-Control: no-store\nX-My-Cache: HIT\nX-Other-Cache: MISS", false),
    ("Cache-Control: no-cache, private\nX-Drupal-Cache: HIT", false),
  ]
  @Test("no error rests on a field that is known by its form alone", arguments: errors)
  func error(_ row: (fields: String, isError: Bool)) throws {
    let subject = Subject(origin: .live, request: try request(), stored: try stored(row.fields))
    let codes = Verdict(subject, now: noon, settings: Settings()).findings.map(\.code)
    #expect(codes.contains(.edgeStoredTheForbidden) == row.isError)
  }

  @Test("docs/probes.md has every word and ending by which a field is read by its form")
  func page() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(contentsOf: root.appendingPathComponent("docs/probes.md"), encoding: .utf8)
    let lines = page.split(separator: "\n")
    for (state, words) in CacheFieldForm.words + CacheFieldForm.answers {
      let row = try #require(lines.first { $0.hasPrefix("| `\(state.rawValue)` |") })
      for word in words { #expect(row.contains("`\(word.uppercased())`"), "\(word)") }
    }
    for part in CacheFieldForm.endings + CacheFieldForm.ofApplications {
      #expect(lines.contains { $0.hasPrefix("| ") && $0.contains("`\(part)`") }, "\(part)")
    }
  }
}
