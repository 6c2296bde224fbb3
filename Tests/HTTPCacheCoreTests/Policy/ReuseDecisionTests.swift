import Testing

@testable import HTTPCacheCore

@Suite("RFC 9111 §4 Constructing Responses from Caches", .timed)
struct ReuseDecisionTests {
  typealias Outcome = ReuseDecision.Outcome
  typealias Row = (
    rule: String, request: String, response: String, age: Seconds, outcome: Outcome, cites: Rule
  )
  static let rows: [Row] = [
    ("fresh", "", "Cache-Control: max-age=60", 59, .serve, .fresh),
    ("successfully validated", "", "Cache-Control: max-age=60", 60, .validate, .stale),
    ("no lifetime", "", "X: y", 0, .validate, .noLifetime),
    ("no-cache, unless validated", "", "Cache-Control: no-cache, max-age=60", 0, .validate, .noCache),
    ("no-cache of some fields only", "", "Cache-Control: no-cache=\"x\", max-age=60", 0, .serve, .fresh),
    (
      "must-revalidate says nothing of fresh ones", "", "Cache-Control: max-age=60, must-revalidate", 0,
      .serve, .fresh
    ),
    (
      "§5.2.1.1 max-age", "Cache-Control: max-age=5", "Cache-Control: max-age=60", 6, .validate,
      .requestMaxAge
    ),
    (
      "§5.2.1.1 less than or equal", "Cache-Control: max-age=5", "Cache-Control: max-age=60", 5, .serve,
      .fresh
    ),
    (
      "§5.2.1.2 max-stale of any age", "Cache-Control: max-stale", "Cache-Control: max-age=60", 9999, .serve,
      .stalePermitted
    ),
    (
      "§5.2.1.2 by no more than", "Cache-Control: max-stale=10", "Cache-Control: max-age=60", 70, .serve,
      .stalePermitted
    ),
    (
      "§5.2.1.2 but not longer", "Cache-Control: max-stale=10", "Cache-Control: max-age=60", 71, .validate,
      .stale
    ),
    (
      "§5.2.2.2 must-revalidate forbids it", "Cache-Control: max-stale",
      "Cache-Control: max-age=60, must-revalidate", 61, .validate, .staleForbidden
    ),
    (
      "§5.2.1.3 min-fresh", "Cache-Control: min-fresh=20", "Cache-Control: max-age=60", 41, .validate,
      .requestMinFresh
    ),
    (
      "§5.2.1.3 at least the specified time", "Cache-Control: min-fresh=20", "Cache-Control: max-age=60", 40,
      .serve, .fresh
    ),
    (
      "§5.2.1.4 no-cache", "Cache-Control: no-cache", "Cache-Control: max-age=60", 0, .validate,
      .requestNoCache
    ),
    (
      "§5.4 Pragma without Cache-Control", "Pragma: no-cache", "Cache-Control: max-age=60", 0, .validate,
      .requestNoCache
    ),
    (
      "§5.4 Pragma beside Cache-Control is ignored", "Pragma: no-cache\nCache-Control: max-age=5",
      "Cache-Control: max-age=60", 0, .serve, .fresh
    ),
    (
      "§5.2.1.5 no-store does not apply to what is stored", "Cache-Control: no-store",
      "Cache-Control: max-age=60", 0, .serve, .fresh
    ),
    (
      "§5.2.1.7 only-if-cached", "Cache-Control: only-if-cached", "Cache-Control: max-age=60", 60,
      .unavailable, .onlyIfCached
    ),
    (
      "§4.3.2 If-Match is not applicable to a cache", "If-Match: \"a\"", "Cache-Control: max-age=60", 0,
      .forward, .requestIsConditional
    ),
    (
      "§4.3.2 If-None-Match is", "If-None-Match: \"a\"", "Cache-Control: max-age=60\nETag: \"a\"", 0, .serve,
      .fresh
    ),
    (
      "received in the future: not immortal", "", "Cache-Control: max-age=60", -3600, .validate,
      .receivedInFuture
    ),
  ]

  @Test(arguments: rows)
  func reuse(_ row: Row) throws {
    let decision = ReuseDecision(
      try request(row.request), candidates: [try stored(row.response)], now: noon + row.age,
      settings: Settings())
    #expect(decision.outcome == row.outcome, "\(row.rule): \(decision.reasons.map(\.rule))")
    #expect(decision.reasons.cites(row.cites), "\(row.rule): \(decision.reasons.map(\.rule))")
  }

  static let shared: [(rule: String, control: String, outcome: Outcome)] = [
    ("proxy-revalidate", "max-age=60, proxy-revalidate", .validate), ("s-maxage", "s-maxage=60", .validate),
    ("neither", "max-age=60", .serve),
  ]

  @Test("§4.2.4: what forbids stale reuse in a shared cache", arguments: shared)
  func sharedStale(_ row: (rule: String, control: String, outcome: Outcome)) throws {
    let decision = ReuseDecision(
      try request("Cache-Control: max-stale"), candidates: [try stored("Cache-Control: \(row.control)")],
      now: noon + 61, settings: Settings(role: .shared))
    #expect(decision.outcome == row.outcome, "\(row.rule)")
  }

  static let vary: [(rule: String, stored: String, presented: String, vary: String, isMatch: Bool)] = [
    ("the same value", "A: 1", "A: 1", "a", true), ("another", "A: 1", "A: 2", "a", false),
    ("white space of a list", "A: x,y", "A: x , y", "A", true),
    ("several lines", "A: x\nA: y", "A: x, y", "A", true),
    ("absent in both", "B: 1", "B: 2", "A", true), ("absent in one", "A: 1", "B: 2", "A", false),
    ("all nominated", "A: 1\nB: 1", "A: 1\nB: 2", "A, B", false),
    ("* always fails to match", "A: 1", "A: 1", "*", false),
  ]

  @Test("§4.1 Calculating Cache Keys with the Vary Header Field", arguments: vary)
  func selection(_ row: (rule: String, stored: String, presented: String, vary: String, isMatch: Bool)) throws
  {
    let response = try stored("Vary: \(row.vary)", for: try request(row.stored))
    #expect(response.matches(try request(row.presented)) == row.isMatch, "\(row.rule)")
  }

  @Test("§4: a cache MUST use the most recent one, as determined by Date")
  func mostRecent() throws {
    let candidates = try ["16:45:00", "16:45:30", "16:45:10"].map {
      try stored("Date: Mon, 12 Jan 2026 \($0) GMT\nCache-Control: max-age=600")
    }
    #expect(
      ReuseDecision(try request(), candidates: candidates, now: noon, settings: Settings()).selected == 1)
  }

  @Test("§4.2.4: no stale answer while disconnected where the protocol forbids it")
  func disconnected() throws {
    let isServable = { (control: String, role: CacheRole) in
      var settings = Settings(role: role)
      settings.servesStaleIfUnreachable = true
      return FailureDecision(
        try stored("Cache-Control: \(control)"), for: try request(), failure: .unreachable, now: noon + 1,
        settings: settings
      ).isServable
    }
    #expect(try isServable("max-age=0", .private) && isServable("s-maxage=0", .private))
    #expect(try !isServable("must-revalidate", .private) && !isServable("no-cache", .private))
    #expect(try !isServable("s-maxage=0", .shared) && !isServable("proxy-revalidate", .shared))
  }
}
