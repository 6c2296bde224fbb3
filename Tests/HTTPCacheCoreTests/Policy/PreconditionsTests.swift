import Testing

@testable import HTTPCacheCore

@Suite("RFC 9111 §4.3.2 Handling a Received Validation Request", .timed)
struct PreconditionsTests {
  typealias Row = (rule: String, stored: String, request: String, answer: ConstructedResponse)
  private static let date = "Mon, 12 Jan 2026 16:45:57 GMT"
  private static let earlier = "Mon, 12 Jan 2026 06:45:57 GMT"

  static let rows: [Row] = [
    ("the same tag", "ETag: \"a\"", "If-None-Match: \"a\"", .notModified),
    ("weak comparison", "ETag: \"a\"", "If-None-Match: W/\"a\"", .notModified),
    (
      "one of a list, on two lines", "ETag: \"a\"", "If-None-Match: \"x\"\nIf-None-Match: \"y\", \"a\"",
      .notModified
    ),
    ("* is any", "X: y", "If-None-Match: *", .notModified),
    ("another tag", "ETag: \"a\"", "If-None-Match: \"b\"", .whole),
    (
      "If-None-Match hides If-Modified-Since", "ETag: \"a\"\nLast-Modified: \(earlier)",
      "If-None-Match: \"b\"\nIf-Modified-Since: \(date)", .whole
    ),
    ("not modified since", "Last-Modified: \(earlier)", "If-Modified-Since: \(earlier)", .notModified),
    ("modified since", "Last-Modified: \(date)", "If-Modified-Since: \(earlier)", .whole),
    ("Date where there is no Last-Modified", "Date: \(earlier)", "If-Modified-Since: \(date)", .notModified),
    ("an invalid date is ignored", "Last-Modified: \(earlier)", "If-Modified-Since: 0", .whole),
    (
      "several lines are ignored", "Last-Modified: \(earlier)",
      "If-Modified-Since: \(date)\nIf-Modified-Since: \(date)", .whole
    ),
    ("a range", "ETag: \"a\"", "Range: bytes=2-4", .part(2...4)),
    ("a range that is not satisfiable", "ETag: \"a\"", "Range: bytes=10-", .rangeNotSatisfiable),
    ("a malformed range is ignored", "ETag: \"a\"", "Range: bytes=4-2", .whole),
    ("several ranges get the whole", "ETag: \"a\"", "Range: bytes=0-1,4-5", .whole),
    ("If-Range with the strong tag", "ETag: \"a\"", "Range: bytes=0-1\nIf-Range: \"a\"", .part(0...1)),
    ("If-Range with another", "ETag: \"a\"", "Range: bytes=0-1\nIf-Range: \"b\"", .whole),
    ("If-Range compares strongly", "ETag: W/\"a\"", "Range: bytes=0-1\nIf-Range: W/\"a\"", .whole),
    (
      "If-Range with the exact date", "Date: \(date)\nLast-Modified: \(earlier)",
      "Range: bytes=0-1\nIf-Range: \(earlier)", .part(0...1)
    ),
    (
      "a date that is no strong validator", "Date: \(earlier)\nLast-Modified: \(earlier)",
      "Range: bytes=0-1\nIf-Range: \(earlier)", .whole
    ),
    (
      "If-None-Match goes before Range", "ETag: \"a\"", "Range: bytes=0-1\nIf-None-Match: \"a\"", .notModified
    ),
  ]

  @Test(arguments: rows)
  func answer(_ row: Row) throws {
    var response = try stored(row.stored)
    response.bodyLength = 10
    #expect(ConstructedResponse(try request(row.request), stored: response) == row.answer, "\(row.rule)")
  }

  @Test("RFC 9110 §13.2.1: conditions are for responses that would be 2xx")
  func otherStatus() throws {
    let response = try stored("ETag: \"a\"", status: 404)
    #expect(ConstructedResponse(try request("If-None-Match: \"a\""), stored: response) == .whole)
  }

  @Test("RFC 9110 §14.2: Range is defined for GET only")
  func head() throws {
    var response = try stored("ETag: \"a\"")
    response.bodyLength = 10
    #expect(ConstructedResponse(try request("Range: bytes=0-1", method: "HEAD"), stored: response) == .whole)
  }

  @Test("RFC 9110 §15.4.5, §15.3.7, §15.5.17: the heads of 304, 206 and 416")
  func heads() throws {
    var response = try stored(
      "ETag: \"a\"\nContent-Type: a/b\nContent-Length: 10\nContent-Location: /x\nLast-Modified: \(Self.earlier)\nVary: A"
    )
    response.bodyLength = 10
    let notModified = ConstructedResponse.notModified.head(of: response)
    #expect(notModified.status == 304)
    #expect(notModified.fields.lines.map(\.name) == ["ETag", "Content-Location", "Vary"])
    let part = ConstructedResponse.part(2...4).head(of: response)
    #expect(part.status == 206 && part.fields.first("Content-Range") == "bytes 2-4/10")
    #expect(part.fields.first("Content-Length") == "3")
    let refused = ConstructedResponse.rangeNotSatisfiable.head(of: response)
    #expect(refused.status == 416 && refused.fields.first("Content-Range") == "bytes */10")
  }
}
