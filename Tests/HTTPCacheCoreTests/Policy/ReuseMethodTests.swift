import Testing

@testable import HTTPCacheCore

@Suite("RFC 9111 §4: the method of the stored response has to allow its use", .timed)
struct ReuseMethodTests {
  static let rows: [(rule: String, method: String, outcome: ReuseDecision.Outcome)] = [
    ("GET by a GET", "GET", .serve), ("HEAD by a GET", "HEAD", .serve),
    ("POST goes through", "POST", .forward),
    ("PUT goes through", "PUT", .forward), ("DELETE goes through", "DELETE", .forward),
    ("OPTIONS has another meaning", "OPTIONS", .forward), ("an unknown one goes through", "FROB", .forward),
    ("methods have a case", "get", .forward),
  ]

  @Test(arguments: rows)
  func method(_ row: (rule: String, method: String, outcome: ReuseDecision.Outcome)) throws {
    let decision = ReuseDecision(
      try request(method: row.method), candidates: [try stored("Cache-Control: max-age=60")], now: noon,
      settings: Settings())
    #expect(decision.outcome == row.outcome, "\(row.rule)")
    #expect(decision.reasons.cites(.methodNotReusable) == (row.outcome == .forward), "\(row.rule)")
  }
}
