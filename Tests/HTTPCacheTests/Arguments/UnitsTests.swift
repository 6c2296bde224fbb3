import HTTPCacheCore
import Testing

@testable import httpcache

@Suite("Sizes, durations and times", .timed)
struct UnitsTests {
  static let sizes: [(text: String, bytes: Int64?)] = [
    ("0", 0), ("10", 10), ("10B", 10), ("B", nil), ("10K", 10_240), ("10k", 10_240), ("10M", 10_485_760),
    ("2G", 2_147_483_648),
    ("", nil), ("K", nil), ("-1", nil), ("+1", nil), ("1.5M", nil), ("1T", nil), ("1 K", nil),
    ("8589934591G", 9_223_372_035_781_033_984), ("8589934592G", nil), ("9223372036854775808", nil),
  ]
  @Test(arguments: sizes)
  func size(_ row: (text: String, bytes: Int64?)) { #expect(Units.size(row.text) == row.bytes) }

  static let durations: [(text: String, seconds: Seconds?)] = [
    ("90", 90), ("90s", 90), ("15m", 900), ("12h", 43_200), ("7d", 604_800), ("1y", 31_536_000),
    ("", nil), ("s", nil), ("1w", nil), ("-1", nil), ("1h30m", nil), ("99999999999999999y", nil),
  ]
  @Test(arguments: durations)
  func duration(_ row: (text: String, seconds: Seconds?)) { #expect(Units.duration(row.text) == row.seconds) }

  static let decimals: [(text: String, seconds: Double?)] = [
    ("5", 5), ("0.5", 0.5), (".5", 0.5), ("5.", 5), ("0", 0), ("", nil), (".", nil), ("1e3", nil),
    ("inf", nil),
    ("0x10", nil), ("-1", nil), ("1.2.3", nil), ("99999999999", nil),
  ]
  @Test(arguments: decimals)
  func decimal(_ row: (text: String, seconds: Double?)) {
    #expect(Units.decimalSeconds(row.text) == row.seconds)
  }

  @Test func percentage() {
    let rows: [(String, Int?)] = [
      ("0%", 0), ("20%", 20), ("100%", 100), ("101%", nil), ("%", nil), ("20", nil),
    ]
    for (text, share) in rows { #expect(Units.percentage(text) == share) }
  }

  static let times: [(text: String, epoch: Seconds?)] = [
    ("1970-01-01T00:00:00Z", 0), ("2026-01-12T16:45:57Z", 1_768_236_357),
    ("2026-01-12t16:45:57z", 1_768_236_357),
    ("2026-01-12T17:45:57+01:00", 1_768_236_357), ("2026-01-12T16:45:57.999Z", 1_768_236_357),
    ("2000-02-29T00:00:00Z", 951_782_400), ("1969-12-31T23:59:59Z", -1),
    ("2016-12-31T23:59:60Z", 1_483_228_799),
    ("0000-03-01T00:00:00Z", -62_162_035_200), ("9999-12-31T23:59:59Z", 253_402_300_799),
    ("2026-02-29T00:00:00Z", nil), ("1900-02-29T00:00:00Z", nil), ("2026-13-01T00:00:00Z", nil),
    ("2026-01-12T24:00:00Z", nil), ("2026-01-12T16:45:57", nil), ("2026-01-12T16:45:57.Z", nil),
    ("2026-01-12", nil), ("", nil), ("+1h", 4_600), ("-1000", 0), ("+", nil), ("-x", nil), ("http", nil),
    ("Thu, 01 Jan 1970 00:00:42 GMT", 42),
  ]
  @Test(arguments: times)
  func time(_ row: (text: String, epoch: Seconds?)) {
    #expect(Units.time(row.text, now: Instant(epoch: 1_000))?.epoch == row.epoch)
  }

  @Test("spans of time for a column: the greatest unit that fits, cut and not rounded")
  func shortDurations() {
    let spans: [(Int64, String)] = [
      (0, "0s"), (59, "59s"), (60, "1m"), (3_599, "59m"), (86_399, "23h"), (86_400, "1d"),
      (31_535_999, "364d"), (31_536_000, "1y"), (.max, "292471208677y"), (-90, "-1m"),
    ]
    for (seconds, text) in spans { #expect(seconds.asShortDuration == text) }
  }

  @Test("what trim takes: a number says its unit, and 0 needs none")
  func units() {
    for (text, hasUnit) in [("30", false), ("0", true), ("30d", true), ("10B", true), ("00", true)] {
      #expect(Units.hasUnit(text) == hasUnit)
    }
  }

  @Test func formats() {
    let sizes: [(Int64, String)] = [
      (0, "0 B"), (1_023, "1023 B"), (1_024, "1.0 KiB"), (4_096, "4.0 KiB"), (1_048_575, "1.0 MiB"),
      (.max, "8.0 EiB"), (.min, "-8.0 EiB"),
    ]
    for (bytes, text) in sizes { #expect(bytes.asSize == text) }
    let durations: [(Seconds, String)] = [
      (0, "0 seconds"), (1, "1 second"), (3_480, "58 minutes"), (5_400, "1 hour 30 minutes"),
      (90_061, "1 day 1 hour"), (3_605, "1 hour"), (-60, "-1 minute"), (31_536_000, "1 year"),
    ]
    for (seconds, text) in durations { #expect(formatDuration(seconds) == text) }
    for (text, epoch) in Self.times where text.hasSuffix("00Z") {
      if let epoch { #expect(rfc3339(Instant(epoch: epoch)) == text) }
    }
    #expect(rfc3339(Instant(epoch: -1)) == "1969-12-31T23:59:59Z")
    #expect(rfc3339(Instant(epoch: .max)).hasSuffix("Z"))
    #expect(rfc3339(Instant(epoch: .min)) == "0000-01-01T00:00:00Z")
  }
}
