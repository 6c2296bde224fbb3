import Testing

@testable import HTTPCacheCore

@Suite("RFC 9110 §5.6.7 Date/Time Formats", .timed)
struct HTTPDateTests {
  /// 2026-01-12T00:00:00Z.
  static let now = Instant(epoch: 1_768_176_000)

  static let rows: [(rule: String, text: String, epoch: Seconds?)] = [
    ("the preferred form", "Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
    ("RFC 850: obsolete, accepted", "Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
    ("asctime: obsolete, accepted", "Sun Nov  6 08:49:37 1994", 784_111_777),
    ("asctime with two digits of day", "Wed Nov 16 08:49:37 1994", 784_975_777),
    ("more than 50 years ahead is the past", "Thursday, 01-Jan-77 00:00:00 GMT", 220_924_800),
    ("less than 50 years ahead is the future", "Wednesday, 01-Jan-76 00:00:00 GMT", 3_345_062_400),
    ("50 years ahead is the future", "Sunday, 12-Jan-76 00:00:00 GMT", 3_346_012_800),
    ("a second more is the past", "Monday, 12-Jan-76 00:00:01 GMT", 190_252_801),
    ("the end of the 50th year is the past", "Friday, 31-Dec-76 23:59:59 GMT", 220_924_799),
    ("RFC 9111 §4.2: matched without regard to case", "sun, 06 NOV 1994 08:49:37 gmt", 784_111_777),
    ("a leap day", "Thu, 29 Feb 2024 00:00:00 GMT", 1_709_164_800),
    ("RFC 9111 §4.2: another zone is invalid", "Sun, 06 Nov 1994 08:49:37 UTC", nil),
    ("no such day", "Thu, 29 Feb 2023 00:00:00 GMT", nil),
    ("one digit of day", "Sun, 6 Nov 1994 08:49:37 GMT", nil),
    ("no comma", "Sun 06 Nov 1994 08:49:37 GMT", nil),
    ("one digit of hour", "Sun, 06 Nov 1994 8:49:37 GMT", nil),
    ("no such hour", "Sun, 06 Nov 1994 24:00:00 GMT", nil), ("RFC 9111 §5.3: 0 is invalid", "0", nil),
    ("-1 is invalid", "-1", nil), ("empty", "", nil), ("two spaces", "Sun,  06 Nov 1994 08:49:37 GMT", nil),
  ]

  @Test(arguments: rows)
  func read(_ row: (rule: String, text: String, epoch: Seconds?)) {
    #expect(HTTPDate(row.text, now: Self.now)?.validInstant?.epoch == row.epoch, "\(row.rule)")
  }

  @Test(
    "§5.6.7: a year of two digits is the nearest with these digits, at most 50 years ahead",
    arguments: [
      (2026, "94", 1994), (2026, "75", 2075), (2026, "76", 2076), (2026, "77", 1977), (2080, "10", 2110),
      (2080, "30", 2130), (2080, "31", 2031), (2080, "99", 2099),
    ])
  func twoDigits(thisYear: Int, digits: String, year: Int) throws {
    func instant(_ year: Int) throws -> Instant {
      try #require(CivilDate(year: year, month: 11, day: 6, hour: 8, minute: 49, second: 37)?.instant)
    }
    let found = HTTPDate("Sunday, 06-Nov-\(digits) 08:49:37 GMT", now: try instant(thisYear))
    #expect(found?.instant == (try instant(year)))
  }

  @Test("the articles' three weekdays are wrong, and the dates are readable all the same")
  func weekdays() throws {
    for text in [
      "Mon, 26 Jan 2016 17:45:57 GMT", "Mon, 12 Jan 2016 17:45:57 GMT", "Mon, 25 Jan 2017 17:45:57 GMT",
    ] {
      let date = try #require(HTTPDate(text, now: Self.now))
      #expect(date.wrongWeekday == 1 && date.validInstant != nil)
    }
  }

  @Test("what is written is read back, in every century")
  func roundTrip() {
    for epoch in stride(from: Seconds(-62_167_219_200), through: 253_402_300_799, by: 1_234_567_891) {
      let text = HTTPDate.imfFixdate(Instant(epoch: epoch))
      let date = HTTPDate(text, now: Self.now)
      #expect(date?.validInstant?.epoch == epoch && date?.wrongWeekday == nil && date?.isCaseExact == true)
    }
  }
}
