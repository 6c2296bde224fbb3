import Testing

@testable import HTTPCacheCore

/// What each cache accepts is measured: `Tests/RealCaches/cases.txt`.
@Suite("Dates as other caches read them", .timed)
struct LooseDateTests {
  static let years: [(text: String, pivot: Int, year: Int?)] = [
    ("Sunday, 01-Jan-69 00:00:00 GMT", 70, 2069), ("Thursday, 01-Jan-70 00:00:00 GMT", 70, 1970),
    ("Sunday, 01-Jan-69 00:00:00 GMT", 69, 1969), ("Sunday, 01-Jan-68 00:00:00 GMT", 69, 2068),
    ("Friday, 01-Jan-99 00:00:00 GMT", 70, 1999), ("Saturday, 01-Jan-00 00:00:00 GMT", 70, 2000),
    ("Sat, 01 Jan 0000 00:00:00 GMT", 70, 0), ("Sat, 31-Jan-0000 00:00:00 GMT", 70, 0),
    ("Thu, 01 Jan 1970 00:00:00 GMT", 70, 1970), ("Thu, 01 Jan 170 00:00:00 GMT", 70, nil),
  ]
  @Test("a year of two digits has the century of the C libraries, whatever the time is", arguments: years)
  func year(_ row: (text: String, pivot: Int, year: Int?)) {
    let found = LooseDate.instant(
      Array(row.text.utf8)[...], accepting: [.wrongWeekday, .shortWeekday, .dashes], pivot: row.pivot)
    #expect(found.map { CivilDate($0).year } == row.year)
  }

  @Test(
    "a date without a mistake is read by all caches alike",
    arguments: [
      ("Mon, 01 Jan 2035 00:00:00 GMT", true), ("Tue, 01 Jan 2035 00:00:00 GMT", false),
      ("Mon, 01 Jan 2035 00:00:60 GMT", false), ("Mon, 01 Jan 2035 00:00:00 gmt", false),
      ("Monday, 01-Jan-35 00:00:00 GMT", false), ("Mon Jan  1 00:00:00 2035", false), ("", false),
    ])
  func plain(_ text: String, isPlain: Bool) {
    #expect((LooseDate.plain(Array(text.utf8)[...]) != nil) == isPlain)
  }

  @Test(
    "what is no date is none",
    arguments: ["", "0", "-1", "now", "Mon", "Mon,", "Mon, 1", "Mon, 01 Jan", "1 x 2035 0:0:0"])
  func none(_ text: String) {
    #expect(LooseDate.instant(Array(text.utf8)[...], accepting: LooseDate.Oddities(rawValue: -1)) == nil)
  }
}
