import Testing

@testable import HTTPCacheCore

@Suite("RFC 3339 §5.6: times, and the forms that recording programs write", .timed)
struct TimestampTests {
  static let times: [(rule: String, text: String, milliseconds: Int64?)] = [
    ("the epoch", "1970-01-01T00:00:00Z", 0),
    ("digits beyond the third", "1970-01-01T00:00:00.1234567Z", 123),
    ("one digit", "1970-01-01T01:00:00.5+01:00", 500), ("a comma", "1970-01-01T00:00:00,25Z", 250),
    ("no colon in the zone", "1970-01-01T01:00:00+0100", 0),
    ("small letters", "1969-12-31t23:59:59.9z", -100),
    ("a space", "1970-01-01 00:00:00Z", 0), ("a zone to the west", "1969-12-31T18:30:00-05:30", 0),
    ("§5.7: a leap second is the last of its minute", "2016-12-31T23:59:60Z", 1_483_228_799_000),
    ("more than that", "2016-12-31T23:59:61Z", nil), ("no zone", "1970-01-01T00:00:00", nil),
    ("no digit", "1970-01-01T00:00:00.Z", nil), ("no such month", "1970-13-01T00:00:00Z", nil),
    ("half a zone", "1970-01-01T00:00:00+01", nil), ("a zone of a day", "1970-01-01T00:00:00+24:00", nil),
    ("a zone with sixty minutes", "1970-01-01T00:00:00+00:60", nil), ("nothing", "", nil),
    ("more behind it", "1970-01-01T00:00:00Zx", nil), ("no digits", "1970-0x-01T00:00:00Z", nil),
  ]

  @Test(arguments: times)
  func time(_ row: (rule: String, text: String, milliseconds: Int64?)) {
    #expect(timestampMilliseconds(row.text) == row.milliseconds, "\(row.rule)")
  }
}
