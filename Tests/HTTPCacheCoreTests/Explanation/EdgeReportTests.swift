import Testing

@testable import HTTPCacheCore

@Suite("What the nearest cache says of its answer")
struct EdgeReportTests {
  static let rows: [(fields: String, state: EdgeReport.State, field: String?)] = [
    // RFC 9211 §2: the last member is that of the nearest cache.
    ("Cache-Status: a; hit", .hit, "Cache-Status"),
    ("Cache-Status: a; hit, b; fwd=miss", .miss, "Cache-Status"),
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
    ("X-Cache: HIT, MISS", .miss, "X-Cache"), ("X-Cache: MISS, HIT", .hit, "X-Cache"),
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
}
