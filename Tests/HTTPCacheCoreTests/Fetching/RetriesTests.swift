import Testing

@testable import HTTPCacheCore

@Suite("--retry, --retry-delay and --retry-max-time, as in curl", .timed)
struct RetriesTests {
  /// What is waited before the next attempt, after so many.
  private static func delay(
    _ head: String, attempts: Int = 0, at seconds: Seconds = 0,
    _ change: (inout RetryPolicy) -> Void = { _ in }
  ) throws -> Double? {
    var policy = RetryPolicy()
    policy.limit = 100
    change(&policy)
    var retries = Retries(policy, begunAt: noon)
    for _ in 0..<attempts { retries.begin() }
    return retries.delay(after: try HTTPCacheCoreTests.head("HTTP/1.1 \(head)"), at: noon + seconds)
  }

  @Test("curl's transient statuses are 408, 429, 500, 502, 503 and 504")
  func statuses() throws {
    let tried = try (200...599).filter { try Self.delay("\($0)") != nil }
    #expect(tried == [408, 429, 500, 502, 503, 504])
  }

  @Test("a wait says what is asked again, why, and how often that happens at most")
  func wait() throws {
    var policy = RetryPolicy()
    policy.limit = 3
    var retries = Retries(policy, begunAt: noon)
    retries.begin()
    retries.begin()
    let wait = retries.wait(2, for: try TargetURI("http://a.test/"), since: "status 503")
    #expect(wait.target.absolute == "http://a.test/" && wait.cause == "status 503")
    #expect(wait.seconds == 2 && wait.number == 2 && wait.limit == 3)
  }

  static let waits: [(attempts: Int, seconds: Double)] = [
    (0, 1), (1, 2), (2, 4), (9, 512), (10, 600), (99, 600),
  ]

  @Test("a second first, then twice as long each time, ten minutes at most", arguments: waits)
  func waiting(_ row: (attempts: Int, seconds: Double)) throws {
    #expect(try Self.delay("503", attempts: row.attempts) == row.seconds)
    #expect(try Self.delay("503", attempts: row.attempts) { $0.delay = 0.5 } == 0.5)
  }

  @Test("--retry: no more than so many")
  func limit() throws {
    #expect(try Self.delay("503", attempts: 1) { $0.limit = 2 } == 2)
    #expect(try Self.delay("503", attempts: 2) { $0.limit = 2 } == nil)
    #expect(try Self.delay("503") { $0.limit = 0 } == nil)
  }

  static let wishes: [(rule: String, value: String, seconds: Double)] = [
    ("RFC 9110 §10.2.3: delay-seconds", "120", 120), ("no wait is no wish", "0", 1),
    ("RFC 9110 §10.2.3: a date", "Mon, 12 Jan 2026 16:46:27 GMT", 30),
    ("a date that is past", "Mon, 12 Jan 2026 16:00:00 GMT", 1), ("ten minutes at most", "86400", 600),
    ("unreadable", "soon", 1),
  ]

  @Test("Retry-After", arguments: wishes)
  func retryAfter(_ row: (rule: String, value: String, seconds: Double)) throws {
    #expect(try Self.delay("503\nRetry-After: \(row.value)") == row.seconds, "\(row.rule)")
  }

  @Test("Retry-After is waited for each time, and goes before what would be waited without it")
  func retryAfterEachTime() throws {
    let busy = "503\nRetry-After: 1"
    for attempts in 0...3 { #expect(try Self.delay(busy, attempts: attempts) == 1) }
    #expect(try Self.delay(busy) { $0.delay = 4 } == 1)
  }

  @Test("--retry-max-time: no attempt begins later than that")
  func maxTime() throws {
    #expect(try Self.delay("503", at: 9) { $0.maxTime = 10 } == 1)
    #expect(try Self.delay("503", at: 10) { $0.maxTime = 10 } == nil)
  }

  typealias Failure = (error: TransportError, plain: Bool, refused: Bool, all: Bool)
  static let failures: [Failure] = [
    (.timeout(""), true, true, true), (.nameUnknown(""), true, true, true),
    (.unreachable(""), false, true, true), (.proxyUnreachable("", ""), false, true, true),
    (.tls(""), false, false, true), (.untrusted("", isProxy: false), false, false, true),
    (.cutShort(""), false, false, true), (.malformedResponse, false, false, true),
    (.transferCoding(""), false, false, true), (.other(""), false, false, true),
    (.tooManyFiles(limit: 16), false, false, true),
    (.proxyRefused("", status: 407, ""), false, false, true), (.cancelled, false, false, false),
    (.headTooLarge(), false, false, false), (.libraryMissing(""), false, false, false),
  ]

  @Test("which failures pass: --retry, --retry-connrefused, --retry-all-errors", arguments: failures)
  func passing(_ row: Failure) {
    var policy = RetryPolicy()
    policy.limit = 1
    #expect(
      (Retries(policy, begunAt: noon).delay(after: row.error, hasHead: false, at: noon) != nil) == row.plain)
    policy.includesRefused = true
    #expect(
      (Retries(policy, begunAt: noon).delay(after: row.error, hasHead: false, at: noon) != nil) == row.refused
    )
    (policy.includesRefused, policy.includesAllErrors) = (false, true)
    #expect(
      (Retries(policy, begunAt: noon).delay(after: row.error, hasHead: false, at: noon) != nil) == row.all)
  }
}
