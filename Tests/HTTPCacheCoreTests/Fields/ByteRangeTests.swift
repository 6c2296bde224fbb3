import Testing

@testable import HTTPCacheCore

@Suite("RFC 9110 §14 Range Requests", .timed)
struct ByteRangeTests {
  typealias Row = (text: String, resolved: [ClosedRange<Int64>?]?)
  /// Of a representation of 10 bytes; an inner nil is a range that is not satisfiable.
  static let requests: [Row] = [
    ("bytes=0-4", [0...4]), ("bytes=5-", [5...9]), ("bytes=-3", [7...9]), ("bytes=8-20", [8...9]),
    ("bytes=-20", [0...9]), ("bytes=10-", [nil]), ("bytes=-0", [nil]), ("Bytes=0-0, 2-3", [0...0, 2...3]),
    ("bytes=0-99999999999999999999", [0...9]), ("bytes=4-3", nil), ("bytes=", nil), ("bytes=-", nil),
    ("bytes=a-b", nil), ("items=0-1", nil), ("0-1", nil), ("bytes=+1-2", nil),
  ]

  @Test("§14.1.2: what is malformed or of another unit is ignored", arguments: requests)
  func range(_ row: Row) {
    let resolved = RangeRequest(row.text)?.specifiers.map { $0.resolved(length: 10) }
    #expect(resolved == row.resolved)
  }

  @Test("an empty representation satisfies no range")
  func empty() {
    #expect(RangeRequest("bytes=-5")?.specifiers.first?.resolved(length: 0) == nil)
  }

  static let contentRanges: [(text: String, isValid: Bool)] = [
    ("bytes 0-4/10", true), ("bytes 0-4/*", true), ("bytes */10", false), ("bytes 4-0/10", false),
    ("bytes 0-10/10", false), ("items 0-4/10", false), ("bytes 0-4", false), ("bytes -4/10", false),
    ("bytes 0-9223372036854775807/*", false), ("bytes 0-4/9223372036854775808", false),
  ]

  @Test("§14.4: what contradicts itself is no Content-Range", arguments: contentRanges)
  func contentRange(_ row: (text: String, isValid: Bool)) {
    #expect(ContentRange(row.text)?.text == (row.isValid ? row.text : nil))
  }
}
