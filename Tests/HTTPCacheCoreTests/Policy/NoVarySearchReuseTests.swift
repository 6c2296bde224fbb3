import Testing

@testable import HTTPCacheCore

@Suite("No-Vary-Search §7: which stored responses answer another query", .timed)
struct NoVarySearchReuseTests {
  private static func stored(
    _ uri: String, _ fields: String, status: Int = 200, server: String = "", date: Instant = noon
  ) throws -> StoredResponse {
    StoredResponse(
      key: CacheKey(method: "GET", normalizedURI: uri, server: server),
      head: try head("HTTP/1.1 \(status)\nCache-Control: max-age=600\n" + fields), requestedAt: date,
      receivedAt: date)
  }

  typealias Row = (
    rule: String, uri: String, fields: String, status: Int, asked: String, server: String, answers: Bool
  )
  static let rows: [Row] = [
    ("equal queries", "http://a.test/?a=1&b=2", "params=(\"a\")", 200, "http://a.test/?b=2", "", true),
    ("and none", "http://a.test/?a=1", "params=(\"a\")", 200, "http://a.test/", "", true),
    ("other queries", "http://a.test/?b=1", "params=(\"a\")", 200, "http://a.test/?b=2", "", false),
    ("the same URL", "http://a.test/?a=1", "params=(\"a\")", 200, "http://a.test/?a=1", "", false),
    ("§6 step 1: another path", "http://a.test/a?a", "except=()", 200, "http://a.test/?a", "", false),
    ("another host", "http://b.test/?a", "except=()", 200, "http://a.test/?b", "", false),
    ("another server", "http://a.test/?a", "except=()", 200, "http://a.test/?b", "127.0.0.1:1", false),
    ("a broken field", "http://a.test/?a=1", "params=(a)", 200, "http://a.test/", "", false),
    ("a part", "http://a.test/?a=1", "params=(\"a\")", 206, "http://a.test/", "", false),
  ]

  @Test(arguments: rows)
  func answers(_ row: Row) throws {
    let stored = try Self.stored(
      row.uri, "No-Vary-Search: " + row.fields, status: row.status, server: row.server)
    #expect(
      stored.answersOtherQuery(of: CacheKey(method: "GET", normalizedURI: row.asked)) == row.answers,
      "\(row.rule)")
  }

  @Test("§7 of several the newest Date is used, and the reason names the URL that it was stored for")
  func newest() throws {
    var settings = Settings()
    settings.matchesNoVarySearch = true
    let candidates = try [
      Self.stored("http://a.test/", "Date: Mon, 12 Jan 2026 16:40:00 GMT"),
      Self.stored("http://a.test/?a=2", "Date: Mon, 12 Jan 2026 16:44:00 GMT"),
      Self.stored("http://a.test/?a=1", "Date: Mon, 12 Jan 2026 16:42:00 GMT"),
    ]
    let decision = ReuseDecision(try request(), candidates: candidates, now: noon, settings: settings)
    #expect(decision.selected == 1 && decision.outcome == .serve)
    let reason = try #require(decision.reasons.first { $0.rule == .noVarySearchMatches })
    #expect(reason.value == "http://a.test/?a=2" && reason.field == "No-Vary-Search")
    let own = ReuseDecision(
      try request(), candidates: [candidates[0]], now: noon, settings: settings)
    #expect(!own.reasons.cites(.noVarySearchMatches))
  }
}
