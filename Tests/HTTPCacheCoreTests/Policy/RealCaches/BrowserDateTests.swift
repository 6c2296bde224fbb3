import Testing

@testable import HTTPCacheCore

/// What browsers accept is measured, too: `Tests/RealCaches/browsers.txt`.
@Suite("Dates as browsers read them", .timed)
struct BrowserDateTests {
  /// 2035-01-01 00:00:00, and seconds behind it; nil where the text is no date to a browser.
  static let rows: [(text: String, chromium: Seconds?, firefox: Seconds?, webkit: Seconds?)] = [
    ("Mon, 01 Jan 2035 01:02:03 GMT", 3723, 3723, 3723), ("Mon, 01 Jan 2035", 0, 0, 0),
    ("01 Jan 2035", 0, 0, 0), ("1 January 2035", 0, 0, 0), ("1-Jan-35", 0, 0, 0), ("01/01/2035", 0, 0, 0),
    ("Mon Jan  1 00:00:10 2035", 10, 10, 10), ("Mon Jan  1 2035 00:00:10 GMT", 10, 10, 10),
    ("(Mon), 01 Jan 2035 00:00:10 GMT", 10, 10, 10), ("Mon; 01 Jan 2035", 0, 0, 0),
    // Beyond the end of a part.
    ("Mon, 32 Jan 2035 00:00:00 GMT", nil, nil, nil),
    ("Mon, 00 Jan 2035 00:00:00 GMT", -86_400, -86_400, -86_400),
    ("Mon, 01 Jan 2035 24:00:00 GMT", 86_400, 86_400, nil),
    ("Mon, 01 Jan 2035 00:60:00 GMT", 3600, 3600, nil),
    ("Mon, 01 Jan 2035 00:00:61 GMT", 61, 61, nil), ("Jan 1 99999", nil, nil, 251_319_542_400),
    // Zones.
    ("Mon, 01 Jan 2035 00:00:00 PST", 28_800, 28_800, 28_800),
    ("Mon, 01 Jan 2035 00:00:00 PDT", 25_200, 25_200, 25_200),
    ("Mon, 01 Jan 2035 00:00:00 JST", -32_400, -32_400, nil), ("Mon, 01 Jan 2035 00:00:00 UT", 0, 0, 0),
    ("Mon, 01 Jan 2035 00:00:00 +0130", -5400, -5400, -5400),
    ("Mon, 01 Jan 2035 00:00:00 GMT-01", 3600, 3600, 3600),
    ("Mon, 01 Jan 2035 00:00:00 Z", 0, 0, nil), ("Mon, 01 Jan 2035 00:00:00 x", 0, 0, nil),
    // Words and numbers in another order, and what is passed over.
    ("12:00 Jan 1 2035", 43_200, 43_200, nil), ("12:01am Jan 1 2035", 60, 60, nil),
    ("Jan 1 2035 1:00 pm", 46_800, 46_800, 46_800),
    ("x Jan y 1 z 2035", 0, 0, nil), ("\"Mon, 01 Jan 2035 00:00:00 GMT\"", 0, 0, nil),
    ("Janitor 1 2035", 0, 0, 0),
    // The year in front.
    ("2035-01-01", 0, nil, nil), ("2035-01-01T00:00:10Z", 10, nil, nil), ("2035/01/01", 0, nil, 0),
    ("35/1/1", 0, 0, nil), ("13/13/2035", nil, nil, nil), ("31/1/2035", 2_592_000, 2_592_000, nil),
    ("1Jan2035", nil, nil, nil), ("20350101", nil, nil, nil), ("Jan 2035", nil, nil, nil),
    ("", nil, nil, nil),
    ("0", nil, nil, nil), ("-1", nil, nil, nil), ("never", nil, nil, nil), ("-", nil, nil, nil),
    ("1/", nil, nil, nil),
    ("1:", nil, nil, nil), ("+", nil, nil, nil), ("(", nil, nil, nil),
  ]
  @Test("each in its own way", arguments: rows)
  func reads(_ row: (text: String, chromium: Seconds?, firefox: Seconds?, webkit: Seconds?)) {
    let text = Array(row.text.utf8)[...]
    func seconds(_ instant: Instant?) -> Seconds? { instant.map { $0 - Instant(epoch: 2_051_222_400) } }
    #expect(seconds(NetscapeDate.instant(text, .chromium)) == row.chromium)
    #expect(seconds(NetscapeDate.instant(text, .original)) == row.firefox)
    #expect(seconds(WebKitDate.instant(text)) == row.webkit)
  }
}
