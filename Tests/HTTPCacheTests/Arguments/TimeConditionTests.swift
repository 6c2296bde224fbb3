import HTTPCacheCore
import TestSupport
import Testing

@testable import httpcache

@Suite("--time-cond, as in curl", .timed)
struct TimeConditionTests {
  private static let now = Instant(epoch: 1_768_236_357)

  static let rows: [(rule: String, text: String, field: String)] = [
    ("RFC 9110 §13.1.3: newer", "2026-01-12T16:45:57Z", "If-Modified-Since: Mon, 12 Jan 2026 16:45:57 GMT"),
    (
      "RFC 9110 §13.1.4: older", "-2026-01-12T16:45:57Z", "If-Unmodified-Since: Mon, 12 Jan 2026 16:45:57 GMT"
    ),
    (
      "an HTTP-date, by its year that is near", "Monday, 12-Jan-26 16:45:57 GMT",
      "If-Modified-Since: Mon, 12 Jan 2026 16:45:57 GMT"
    ),
    ("from now", "+1h", "If-Modified-Since: Mon, 12 Jan 2026 17:45:57 GMT"),
  ]

  @Test(arguments: rows)
  func field(_ row: (rule: String, text: String, field: String)) throws {
    let line = try TimeCondition(row.text).resolved(now: Self.now).field
    #expect("\(line.name): \(line.value)" == row.field, "\(row.rule)")
  }

  typealias Answer = (condition: String, modified: String?, isMet: Bool)
  static let answers: [Answer] = [
    ("2026-01-12T16:45:57Z", "Mon, 12 Jan 2026 16:45:58 GMT", true),
    ("2026-01-12T16:45:57Z", "Mon, 12 Jan 2026 16:45:57 GMT", false),
    ("2026-01-12T16:45:57Z", "Sun, 11 Jan 2026 16:45:57 GMT", false),
    ("-2026-01-12T16:45:57Z", "Sun, 11 Jan 2026 16:45:57 GMT", true),
    ("-2026-01-12T16:45:57Z", "Mon, 12 Jan 2026 16:45:57 GMT", false),
    ("2026-01-12T16:45:57Z", nil, true), ("2026-01-12T16:45:57Z", "yesterday", true),
  ]

  @Test("what an origin sends that ignores the field is compared by its Last-Modified", arguments: answers)
  func isMet(_ row: Answer) throws {
    var head = ResponseHead(status: 200)
    if let modified = row.modified { head.fields.append(FieldLine("Last-Modified", modified)) }
    let condition = try TimeCondition(row.condition).resolved(now: Self.now)
    #expect(condition.isMet(by: head, receivedAt: Self.now) == row.isMet, "\(row)")
  }

  @Test("a file counts by its time; what is neither is refused")
  func file() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("", to: "file")
    let time = try #require(FileTime.modified(path))
    #expect(try TimeCondition(path).resolved(now: Self.now).field.value == HTTPDate.imfFixdate(time))
    #expect(try TimeCondition("-\(path)").resolved(now: Self.now).field.name == "If-Unmodified-Since")
    let missing = directory.file("missing")
    let error = #expect(throws: UsageError.self) { try TimeCondition(missing).resolved(now: Self.now) }
    #expect(error?.message == "--time-cond: '\(missing)' is neither a time nor a file")
  }
}
