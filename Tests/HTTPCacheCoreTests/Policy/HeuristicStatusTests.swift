import Testing

@testable import HTTPCacheCore

@Suite("RFC 9111 §4.2.2, RFC 9110 §15.1: heuristically cacheable statuses", .timed)
struct HeuristicStatusTests {
  private static func lifetime(_ status: Int, _ fields: String = "") throws -> FreshnessLifetime {
    let text = "HTTP/1.1 \(status)\n\(fields)Last-Modified: Mon, 12 Jan 2026 06:45:57 GMT"
    return FreshnessLifetime(try head(text), receivedAt: noon, role: .private)
  }

  @Test("a lifetime may be guessed", arguments: [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 451, 501])
  func guessed(status: Int) throws {
    #expect(try Self.lifetime(status).source == .heuristic)
  }

  @Test(
    "only where public says so", arguments: [201, 202, 302, 303, 307, 400, 403, 425, 429, 500, 503, 504, 599])
  func markedPublic(status: Int) throws {
    #expect(try Self.lifetime(status).source == FreshnessLifetime.Source.none)
    #expect(try Self.lifetime(status, "Cache-Control: public\n").source == .heuristic)
  }
}
