import Testing

@testable import HTTPCacheCore

@Suite("RFC 9111 §4.2 Freshness", .timed)
struct FreshnessTests {
  typealias Row = (
    rule: String, head: String, role: CacheRole, seconds: Seconds?, by: FreshnessLifetime.Source
  )
  static let rows: [Row] = [
    ("s-maxage wins in a shared cache", "Cache-Control: s-maxage=10, max-age=60", .shared, 10, .sMaxAge),
    ("s-maxage is not for a private cache", "Cache-Control: s-maxage=10, max-age=60", .private, 60, .maxAge),
    ("max-age wins over Expires", "Cache-Control: max-age=60\nExpires: 0", .private, 60, .maxAge),
    ("the first occurrence is used", "Cache-Control: max-age=1, max-age=2", .private, 1, .maxAge),
    (
      "an invalid max-age is stale, Expires is not used",
      "Cache-Control: max-age=x\nExpires: Mon, 12 Jan 2026 17:45:57 GMT", .private, 0, .maxAge
    ),
    (
      "Expires minus Date", "Date: Mon, 12 Jan 2026 16:45:57 GMT\nExpires: Mon, 12 Jan 2026 17:45:57 GMT",
      .private, 3600, .expires
    ),
    (
      "the time of receipt where there is no Date", "Expires: Mon, 12 Jan 2026 16:46:57 GMT", .private, 60,
      .expires
    ),
    ("§5.3 an invalid Expires is in the past", "Expires: 0", .private, 0, .expires),
    ("Expires before Date is not negative", "Expires: Mon, 12 Jan 2015 16:46:57 GMT", .private, 0, .expires),
    (
      "§4.2.2 a tenth of the time since the last change", "Last-Modified: Mon, 12 Jan 2026 06:45:57 GMT",
      .private, 3600, .heuristic
    ),
    (
      "§4.2.2 not with an explicit expiry",
      "Cache-Control: max-age=0\nLast-Modified: Mon, 12 Jan 2026 06:45:57 GMT", .private, 0, .maxAge
    ),
    (
      "§4.2.2 not for every status", "HTTP/1.1 302\nLast-Modified: Mon, 12 Jan 2026 06:45:57 GMT", .private,
      nil, .none
    ),
    (
      "§4.2.2 but for public",
      "HTTP/1.1 302\nCache-Control: public\nLast-Modified: Mon, 12 Jan 2026 06:45:57 GMT", .private, 3600,
      .heuristic
    ),
    (
      "a change in the future is no time", "Last-Modified: Mon, 12 Jan 2027 06:45:57 GMT", .private, 0,
      .heuristic
    ),
    ("§1.2.2 overflow", "Cache-Control: max-age=9999999999999999999999", .private, 2_147_483_648, .maxAge),
    ("nothing said: no lifetime", "X: y", .private, nil, .none),
  ]

  @Test("§4.2.1 Calculating Freshness Lifetime", arguments: rows)
  func lifetime(_ row: Row) throws {
    let lifetime = FreshnessLifetime(try head(row.head), receivedAt: noon, role: row.role)
    #expect(lifetime.seconds == row.seconds && lifetime.source == row.by, "\(row.rule): \(lifetime)")
  }

  typealias AgeRow = (rule: String, head: String, requested: Seconds, now: Seconds, age: Seconds)
  static let ages: [AgeRow] = [
    ("resident time", "X: y", 0, 50, 50), ("age_value plus resident time", "Age: 10", 0, 50, 60),
    ("plus the response delay", "Age: 10", -5, 50, 65),
    ("apparent age where it is greater", "Date: Mon, 12 Jan 2026 16:45:37 GMT\nAge: 5", 0, 0, 20),
    ("a Date ahead of our clock is not negative", "Date: Mon, 12 Jan 2026 16:50:37 GMT", 0, 0, 0),
    ("§5.1 the first member of a list", "Age: 7, 100", 0, 0, 7),
    ("§5.1 an invalid one is ignored", "Age: -7", 0, 0, 0),
    ("judged before receipt: no time in store", "Age: 3", 0, -50, 3),
    ("overflow saturates", "Age: 99999999999999", 0, 1, 2_147_483_649),
  ]

  @Test("§4.2.3 Calculating Age", arguments: ages)
  func age(_ row: AgeRow) throws {
    let age = currentAge(
      try head(row.head), requestedAt: noon + row.requested, receivedAt: noon, now: noon + row.now)
    #expect(age == row.age, "\(row.rule)")
  }

  @Test("response_is_fresh = (freshness_lifetime > current_age)")
  func boundary() throws {
    let response = try stored("Cache-Control: max-age=60")
    let at = { (seconds: Seconds, ttl: Seconds?) in
      Freshness(response, now: noon + seconds, settings: Settings(ttl: ttl))
    }
    #expect(at(59, nil).state == .fresh && at(59, nil).ttl == 1)
    #expect(at(60, nil).state == .stale && at(61, nil).ttl == -1)
    #expect(at(61, nil).expiresAt == noon + 60)
    #expect(at(61, 100).state == .fresh && at(61, 100).lifetime.source == .ttl)
  }
}
