import Testing

@testable import HTTPCacheCore

@Suite("Dates as other caches read them")
struct LooseDateTests {
  @Test(
    "RFC 9110 §5.6.7: a year of two digits is the nearest with these digits, at most 50 years ahead",
    arguments: [
      (2026, "94", 1994), (2026, "75", 2075), (2026, "76", 2076), (2026, "77", 1977), (2080, "10", 2110),
      (2080, "30", 2130), (2080, "31", 2031), (2080, "99", 2099),
    ])
  func twoDigits(thisYear: Int, digits: String, year: Int) throws {
    func instant(_ year: Int) throws -> Instant {
      try #require(CivilDate(year: year, month: 11, day: 6, hour: 8, minute: 49, second: 37)?.instant)
    }
    let text = Array("Sun, 06-Nov-\(digits) 08:49:37 GMT".utf8)
    let found = LooseDate.instant(text[...], accepting: [], now: try instant(thisYear))
    #expect(found == (try instant(year)))
  }
}
