import Testing

@testable import HTTPCacheCore

@Suite("The Gregorian calendar, without a calendar library", .timed)
struct CivilDateTests {
  typealias Moment = (
    rule: String, year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, epoch: Int64,
    weekday: Int
  )
  static let moments: [Moment] = [
    ("the epoch was a Thursday", 1970, 1, 1, 0, 0, 0, 0, 4),
    ("RFC 9110 §5.6.7: Sun, 06 Nov 1994 08:49:37 GMT", 1994, 11, 6, 8, 49, 37, 784_111_777, 0),
    ("a Monday", 2026, 1, 12, 16, 45, 57, 1_768_236_357, 1),
    ("the second before a year begins", 1999, 12, 31, 23, 59, 59, 946_684_799, 5),
    ("a fourth year", 2024, 2, 29, 12, 0, 0, 1_709_208_000, 4),
    ("a hundredth year has no leap day", 1900, 3, 1, 0, 0, 0, -2_203_891_200, 4),
    ("a four-hundredth year has one", 2000, 2, 29, 0, 0, 0, 951_782_400, 2),
    ("the first that is known", 0, 1, 1, 0, 0, 0, -62_167_219_200, 6),
    ("the last that is known", 9999, 12, 31, 23, 59, 59, 253_402_300_799, 5),
  ]

  @Test("a date is an instant, and the instant that date", arguments: moments)
  func instant(_ row: Moment) throws {
    let date = try #require(
      CivilDate(
        year: row.year, month: row.month, day: row.day, hour: row.hour, minute: row.minute, second: row.second
      ))
    #expect(date.instant.epoch == row.epoch && date.weekday == row.weekday, "\(row.rule)")
    #expect(CivilDate(Instant(epoch: row.epoch)) == date, "\(row.rule)")
  }

  typealias Part = (rule: String, year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int)
  static let refused: [Part] = [
    ("no leap year", 2026, 2, 29, 0, 0, 0), ("a hundredth year", 1900, 2, 29, 0, 0, 0),
    ("a short month", 2026, 4, 31, 0, 0, 0), ("a long one", 2026, 1, 32, 0, 0, 0),
    ("no day", 2026, 1, 0, 0, 0, 0), ("no month", 2026, 0, 1, 0, 0, 0),
    ("a month more", 2026, 13, 1, 0, 0, 0),
    ("an hour more", 2026, 1, 1, 24, 0, 0), ("a minute more", 2026, 1, 1, 0, 60, 0),
    ("more than a leap second", 2026, 1, 1, 0, 0, 61), ("below zero", 2026, 1, 1, 0, 0, -1),
    ("five digits", 10_000, 1, 1, 0, 0, 0), ("before year 0", -1, 1, 1, 0, 0, 0),
  ]

  @Test("there is no such day or time", arguments: refused)
  func isNoDate(_ row: Part) {
    #expect(
      CivilDate(
        year: row.year, month: row.month, day: row.day, hour: row.hour, minute: row.minute, second: row.second
      )
        == nil)
  }

  @Test("RFC 9110 §5.6.7: second 60 is a leap second, and the instant of the next minute")
  func leapSecond() throws {
    let leap = try #require(CivilDate(year: 2016, month: 12, day: 31, hour: 23, minute: 59, second: 60))
    let next = try #require(CivilDate(year: 2017, month: 1, day: 1, hour: 0, minute: 0, second: 0))
    #expect(leap.instant == next.instant)
  }

  @Test("an instant beyond the years that have four digits is the nearest of theirs")
  func clamped() {
    #expect(CivilDate(Instant(epoch: .min)).instant.epoch == -62_167_219_200)
    #expect(CivilDate(Instant(epoch: .max)).instant.epoch == 253_402_300_799)
  }

  @Test("every third day of four hundred years and its date are one, and weekdays follow one another")
  func everyDay() {
    for day in stride(from: Int64(-25_567), to: 120_530, by: 3) {
      let date = CivilDate(Instant(epoch: day * 86_400 + 86_399))
      #expect(date.instant.epoch == day * 86_400 + 86_399)
      #expect(date.weekday == Int(((day + 4) % 7 + 7) % 7))
    }
  }
}
