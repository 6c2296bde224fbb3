import Testing

@testable import HTTPCacheCore

@Suite("RFC 9111 §4.2.4 Serving Stale Responses, RFC 5861, RFC 8246", .timed)
struct StaleReuseTests {
  typealias Row = (
    rule: String, request: String, control: String, age: Seconds, role: CacheRole,
    outcome: ReuseDecision.Outcome, refreshes: Bool
  )
  static let rows: [Row] = [
    ("within the window", "", "max-age=10, stale-while-revalidate=5", 15, .private, .serve, true),
    ("beyond it", "", "max-age=10, stale-while-revalidate=5", 16, .private, .validate, false),
    (
      "while fresh nothing is refreshed", "", "max-age=10, stale-while-revalidate=5", 9, .private, .serve,
      false
    ),
    (
      "must-revalidate forbids it", "", "max-age=10, stale-while-revalidate=5, must-revalidate", 12, .private,
      .validate, false
    ),
    (
      "proxy-revalidate in a shared cache", "", "max-age=10, stale-while-revalidate=5, proxy-revalidate", 12,
      .shared, .validate, false
    ),
    (
      "proxy-revalidate is nothing to a private one", "",
      "max-age=10, stale-while-revalidate=5, proxy-revalidate",
      12, .private, .serve, true
    ),
    ("no lifetime, stale from the beginning", "", "stale-while-revalidate=5", 5, .private, .serve, true),
    ("no lifetime, beyond the window", "", "stale-while-revalidate=5", 6, .private, .validate, false),
    (
      "s-maxage is none of a private cache", "", "s-maxage=9, stale-while-revalidate=5", 5, .private, .serve,
      true
    ),
    (
      "s-maxage forbids it in a shared one", "", "s-maxage=9, stale-while-revalidate=5", 10, .shared,
      .validate, false
    ),
    ("an unreadable lifetime", "", "max-age=soon, stale-while-revalidate=5", 5, .private, .serve, true),
    ("no lifetime, and no-cache", "", "no-cache, stale-while-revalidate=5", 1, .private, .validate, false),
    (
      "no lifetime, and must-revalidate", "", "must-revalidate, stale-while-revalidate=5", 1, .private,
      .validate, false
    ),
    (
      "Pragma: no-cache", "", "max-age=0, stale-while-revalidate=5\nPragma: no-cache", 1, .private, .validate,
      false
    ),
    ("a window of 0 is none", "", "max-age=0, stale-while-revalidate=0", 0, .private, .validate, false),
    (
      "a window of 0 at the end of the lifetime", "", "max-age=10, stale-while-revalidate=0", 10, .private,
      .validate, false
    ),
    (
      "the request wants nothing stale", "Cache-Control: max-age=99", "max-age=10, stale-while-revalidate=5",
      12,
      .private, .validate, false
    ),
    (
      "the request's no-cache", "Cache-Control: no-cache", "max-age=10, stale-while-revalidate=5", 12,
      .private,
      .validate, false
    ),
  ]

  @Test("RFC 5861 §3 stale-while-revalidate", arguments: rows)
  func whileRevalidate(_ row: Row) throws {
    let decision = ReuseDecision(
      try request(row.request), candidates: [try stored("Cache-Control: \(row.control)")],
      now: noon + row.age,
      settings: Settings(role: row.role))
    #expect(decision.outcome == row.outcome && decision.refreshes == row.refreshes, "\(row.rule)")
    #expect(
      decision.reasons.cites(.staleWhileRevalidate) == row.refreshes,
      "\(row.rule): what waits for the origin is not told as served at once")
  }

  typealias Failure = (
    rule: String, control: String, request: String, failure: FailureDecision.Failure, permitsStale: Bool,
    isServable: Bool
  )
  /// The stored response has been stale for 5 seconds.
  static let failures: [Failure] = [
    ("nothing permits it", "max-age=10", "", .unreachable, false, false),
    ("stale-if-error, disconnected", "max-age=10, stale-if-error=5", "", .unreachable, false, true),
    ("stale-if-error, 503", "max-age=10, stale-if-error=5", "", .status(503), false, true),
    ("stale-if-error, 501 is no such error", "max-age=10, stale-if-error=5", "", .status(501), false, false),
    ("beyond the window", "max-age=10, stale-if-error=4", "", .status(500), false, false),
    ("of the request", "max-age=10", "Cache-Control: stale-if-error=60", .status(502), false, true),
    (
      "must-revalidate forbids it", "max-age=10, stale-if-error=5, must-revalidate", "", .status(504), false,
      false
    ),
    ("the user's wish, disconnected", "max-age=10", "", .unreachable, true, true),
    ("the user's wish is not for a 5xx", "max-age=10", "", .status(503), true, false),
    ("no-cache forbids it", "no-cache", "", .unreachable, true, false),
  ]

  @Test("RFC 5861 §4 stale-if-error, RFC 9111 §4.2.4", arguments: failures)
  func onFailure(_ row: Failure) throws {
    var settings = Settings()
    settings.servesStaleIfUnreachable = row.permitsStale
    let decision = FailureDecision(
      try stored("Cache-Control: \(row.control)"), for: try request(row.request), failure: row.failure,
      now: noon + 15, settings: settings)
    #expect(decision.isServable == row.isServable, "\(row.rule)")
  }

  typealias Reload = (
    rule: String, request: String, control: String, age: Seconds, policy: CachePolicy,
    outcome: ReuseDecision.Outcome
  )
  static let reloads: [Reload] = [
    ("a reload of what is fresh", "", "max-age=60, immutable", 5, .revalidate, .serve),
    ("max-age=0, as browsers ask", "Cache-Control: max-age=0", "max-age=60, immutable", 5, .protocol, .serve),
    ("once stale it means nothing", "", "max-age=60, immutable", 60, .revalidate, .validate),
    ("max-age=0 stays zero", "", "max-age=0, immutable", 0, .protocol, .validate),
    ("an explicit no-cache", "Cache-Control: no-cache", "max-age=60, immutable", 5, .protocol, .validate),
    ("without it", "Cache-Control: max-age=0", "max-age=60", 0, .protocol, .validate),
    ("a forced reload", "", "max-age=60, immutable", 5, .reload, .forward),
  ]

  @Test("RFC 8246 §2 immutable", arguments: reloads)
  func immutable(_ row: Reload) throws {
    var asked = try request(row.request)
    asked.target = try TargetURI("https://a.test/")
    let decision = ReuseDecision(
      asked, candidates: [try stored("Cache-Control: \(row.control)")],
      now: noon + row.age,
      settings: Settings(requestPolicy: row.policy))
    #expect(decision.outcome == row.outcome, "\(row.rule)")
  }
}
