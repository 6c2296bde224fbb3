import Testing

@Suite("Conformance: Expires and dates, RFC 9111 §4.2 and §5.3", .timed)
struct ConformanceExpiresTests {
  static let freshness: [Scenario] = [
    .fresh("expires-future", "§4.2.1 Expires minus Date is the lifetime", "Date: {now} | Expires: {+3600}"),
    .stale("expires-past", "§4.2.1 an Expires before Date is stale", "Date: {now} | Expires: {-3600}"),
    .stale("expires-equal", "§4.2 an Expires that is Date gives no time", "Date: {now} | Expires: {now}"),
    .fresh("expires-no-date", "§4.2.1 the time of receipt stands for a missing Date", "Expires: {+3600}"),
    .stale(
      "expires-no-date-past", "§4.2.1 the time of receipt stands for a missing Date", "Expires: {-3600}"),
    .stale(
      "expires-age", "§4.2.3 the age counts against Expires too",
      "Date: {now} | Expires: {+3600} | Age: 7200"),
    .stale(
      "expires-old-date", "§4.2.3 a Date long ago makes the response old",
      "Date: {-7200} | Expires: {-3600}"),
    .fresh(
      "expires-future-date", "§4.2.1 no clock skew enters: both dates are the origin's",
      "Date: {+3600} | Expires: {+7200}"),
    .stale(
      "expires-before-future-date", "§4.2.1 before Date is stale though our clock has not reached it",
      "Date: {+7200} | Expires: {+3600}"),
    .stale(
      "expires-first-of-two", "§4.2.1 the first of two lines is used, or the response is stale",
      "Date: {now} | Expires: {-3600} | Expires: {+3600}"),
    .fresh(
      "expires-far-future", "§5.3 more than a year ahead is allowed",
      "Date: {now} | Expires: Fri, 31 Dec 9999 23:59:59 GMT"),
    .stale(
      "expires-long-past", "§5.3 a fixed time in the past is always expired",
      "Date: {now} | Expires: Thu, 01 Dec 1994 16:00:00 GMT"),
  ]

  @Test("§4.2.1: the lifetime that Expires gives", arguments: freshness)
  func expires(_ scenario: Scenario) async throws { try await play(scenario, of: Self.freshness) }

  static let forms: [Scenario] = [
    .fresh(
      "date-imf-fixdate", "RFC 9110 §5.6.7 IMF-fixdate",
      "Date: {now} | Expires: Thu, 18 Aug 2050 02:01:18 GMT"),
    .fresh(
      "date-rfc850", "RFC 9110 §5.6.7 the form of RFC 850",
      "Date: {now} | Expires: Thursday, 18-Aug-50 02:01:18 GMT"),
    .fresh(
      "date-asctime", "RFC 9110 §5.6.7 the form of asctime",
      "Date: {now} | Expires: Thu Aug 18 02:01:18 2050"),
    .fresh(
      "date-asctime-one-digit", "RFC 9110 §5.6.7 asctime writes a day of one digit behind two spaces",
      "Date: {now} | Expires: Mon Aug  8 02:01:18 2050"),
    .stale(
      "date-rfc850-century", "RFC 9110 §5.6.7 two digits more than 50 years ahead are past",
      "Date: {now} | Expires: Friday, 18-Aug-95 02:01:18 GMT"),
    .fresh(
      "date-lower-case", "§4.2 dates are matched case-insensitively",
      "Date: {now} | Expires: thu, 18 aug 2050 02:01:18 gmt"),
    .fresh(
      "date-upper-case", "§4.2 dates are matched case-insensitively",
      "Date: {now} | Expires: THU, 18 AUG 2050 02:01:18 GMT"),
    .stale(
      "date-other-zone", "§4.2 a zone other than GMT is invalid",
      "Date: {now} | Expires: Thu, 18 Aug 2050 02:01:18 EST"),
    .stale(
      "date-utc", "§4.2 a zone other than GMT is invalid, also UTC",
      "Date: {now} | Expires: Thu, 18 Aug 2050 02:01:18 UTC"),
    .stale(
      "date-offset", "§4.2 an offset is no zone",
      "Date: {now} | Expires: Thu, 18 Aug 2050 02:01:18 +0000"),
    .stale(
      "date-no-zone", "§5.3 a date without its zone is invalid, hence past",
      "Date: {now} | Expires: Thu, 18 Aug 2050 02:01:18"),
    .stale("date-zero", "§5.3 0 is in the past", "Date: {now} | Expires: 0"),
    .stale("date-minus-one", "§5.3 -1 is in the past", "Date: {now} | Expires: -1"),
    .stale("date-empty", "§5.3 an empty value is in the past", "Date: {now} | Expires:"),
    .stale("date-number", "§5.3 a count of seconds is no date", "Date: {now} | Expires: 2544487278"),
    .stale("date-iso", "§5.3 an ISO 8601 date is none", "Date: {now} | Expires: 2050-08-18T02:01:18Z"),
    .stale(
      "date-two-digit-year", "§5.3 a year of two digits in an IMF-fixdate",
      "Date: {now} | Expires: Thu, 18 Aug 50 02:01:18 GMT"),
    .stale(
      "date-no-comma", "§5.3 no comma behind the weekday",
      "Date: {now} | Expires: Thu 18 Aug 2050 02:01:18 GMT"),
    .stale(
      "date-hyphens", "§5.3 hyphens in an IMF-fixdate",
      "Date: {now} | Expires: Thu, 18-Aug-2050 02:01:18 GMT"),
    .stale(
      "date-one-digit-hour", "§5.3 an hour of one digit",
      "Date: {now} | Expires: Thu, 18 Aug 2050 2:01:18 GMT"),
    .stale(
      "date-no-seconds", "§5.3 a time without seconds", "Date: {now} | Expires: Thu, 18 Aug 2050 02:01 GMT"),
    .stale(
      "date-impossible", "§5.3 a day that does not exist",
      "Date: {now} | Expires: Thu, 31 Feb 2050 02:01:18 GMT"),
    .stale(
      "date-extra-space", "§5.3 two spaces in an IMF-fixdate",
      "Date: {now} | Expires: Thu, 18  Aug 2050 02:01:18 GMT"),
    .fresh(
      "date-invalid-date-field", "§4.2.1 an invalid Date counts as missing",
      "Date: yesterday | Expires: {+3600}"),
  ]

  @Test("§4.2, §5.3: how dates are read", arguments: forms)
  func date(_ scenario: Scenario) async throws { try await play(scenario, of: Self.forms) }

  static let heuristics: [Scenario] = [
    .fresh(
      "heuristic-last-modified", "§4.2.2 a fraction of the time since the last change",
      "Date: {now} | Last-Modified: {-864000}"),
    .stale(
      "heuristic-fraction", "§4.2.2 no more than a tenth of that time",
      "Date: {now} | Last-Modified: {-3600} | Age: 400"),
    .fresh(
      "heuristic-fraction-within", "§4.2.2 up to a tenth of that time",
      "Date: {now} | Last-Modified: {-36000} | Age: 100"),
    .stale("heuristic-nothing", "§4.2.2 nothing to guess from", "Date: {now}"),
    .stale(
      "heuristic-future", "§4.2.2 a change in the future gives no time",
      "Date: {now} | Last-Modified: {+3600}"),
    .stale(
      "heuristic-not-beside-max-age", "§4.2.2 not where max-age is there",
      "Cache-Control: max-age=0 | Date: {now} | Last-Modified: {-864000}"),
    .stale(
      "heuristic-not-beside-expires", "§4.2.2 not where Expires is there",
      "Expires: {-60} | Date: {now} | Last-Modified: {-864000}"),
    .stale(
      "heuristic-not-beside-invalid", "§4.2.2, §5.3 not where Expires is invalid, which is past",
      "Expires: 0 | Date: {now} | Last-Modified: {-864000}"),
    .stale(
      "heuristic-not-beside-s-maxage", "§4.2.2 not where s-maxage applies",
      "Cache-Control: s-maxage=0 | Date: {now} | Last-Modified: {-864000}", .shared),
    Scenario(
      "heuristic-query", "§4.2.2 also for a URI with a query", .both,
      .get("Date: {now} | Last-Modified: {-864000}").at("/a?b=c"), .get().at("/a?b=c").hit),
    Scenario(
      "heuristic-statuses", "§4.2.2, RFC 9110 §15.1 the statuses that are heuristically cacheable", .private,
      steps: [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 451, 501].flatMap { status -> [Step] in
        [
          .get("\(status) | Date: {now} | Last-Modified: {-864000}").at("/\(status)"),
          .get().at("/\(status)").hit,
        ]
      }),
    Scenario(
      "heuristic-other-statuses", "§4.2.2 no guess for other statuses", .private,
      steps: [201, 202, 302, 303, 307, 400, 403, 425, 500, 502, 503, 504, 599].flatMap { status -> [Step] in
        [
          .get("\(status) | Date: {now} | Last-Modified: {-864000}").at("/\(status)"),
          .get().at("/\(status)"),
        ]
      }),
    Scenario(
      "heuristic-public", "§4.2.2, §5.2.2.9 public makes other statuses heuristically cacheable", .private,
      steps: [201, 302, 403, 599].flatMap { status -> [Step] in
        [
          .get("\(status) | Cache-Control: public | Date: {now} | Last-Modified: {-864000}").at("/\(status)"),
          .get().at("/\(status)").hit,
        ]
      }),
  ]

  @Test("§4.2.2: heuristic freshness", arguments: heuristics)
  func heuristic(_ scenario: Scenario) async throws { try await play(scenario, of: Self.heuristics) }

  static let zones: [Scenario] = [
    Scenario(
      "date-local-zone", "§4.2 no local time zone influences the comparison", .private,
      .get("Date: {now} | Expires: {+1800}"), .get().zone("Asia/Tokyo").hit,
      .get("Date: {now} | Expires: {-1800}").at("/b").zone("America/Los_Angeles"),
      .get().at("/b").zone("Pacific/Kiritimati"))
  ]

  @Test("§4.2: local time zones", arguments: zones)
  func zone(_ scenario: Scenario) async throws { try await play(scenario, of: Self.zones) }
}
