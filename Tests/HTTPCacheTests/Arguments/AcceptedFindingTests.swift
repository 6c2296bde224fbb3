import HTTPCacheCore
import TestSupport
import Testing

@testable import httpcache

@Suite("docs/expectations.md: \"accept\", a finding that is meant to be", .timed)
struct AcceptedFindingTests {
  private static func read(_ text: String) throws -> AcceptedFinding? {
    let directory = try TemporaryDirectory()
    let path = try directory.write("[{\"url\": \"*\", \"accept\": [\n\(text)]}]", to: "file")
    return try ExpectationFile(.file(path), now: Instant(epoch: 0)).entries.first?.accepted.first
  }

  static let times: [(rule: String, until: String, epoch: Int64)] = [
    ("a day lasts to its end", "2027-03-31", 1_806_537_599),
    ("a moment", "2027-03-31T12:00:00Z", 1_806_494_400),
  ]

  @Test("until when", arguments: times)
  func until(_ row: (rule: String, until: String, epoch: Int64)) throws {
    let found = try #require(
      try Self.read(#"{"code": "vary-star", "reason": "told", "until": "\#(row.until)"}"#))
    #expect(found.until == Instant(epoch: row.epoch), "\(row.rule)")
    #expect(found.code.rawValue == "vary-star" && found.reason == "told" && found.line == 2)
  }

  @Test("without a day it is for ever")
  func forEver() throws {
    let found = try #require(try Self.read(#"{"reason": "told", "code": "vary-star"}"#))
    #expect(found.until == nil)
  }

  @Test("a code that is no finding any more is passed over, and kept to be named; its reason is needed still")
  func former() throws {
    let directory = try TemporaryDirectory()
    let text = #"""
      [{"url": "*", "accept": [{"code": "public-not-needed", "reason": "a habit"},
        {"code": "vary-star", "reason": "told"}]},
       {"url": "/a", "accept": [{"code": "pragma-in-response", "reason": "old clients", "until": "2027-03-31"}]}]
      """#
    let file = try ExpectationFile(.file(try directory.write(text, to: "file")), now: Instant(epoch: 0))
    #expect(file.entries.map { $0.accepted.map(\.code.rawValue) } == [["vary-star"], []])
    #expect(file.formerCodes.map(\.code) == ["public-not-needed", "pragma-in-response"])
    let error = #expect(throws: UsageError.self) { try Self.read(#"{"code": "public-not-needed"}"#) }
    #expect(error?.message.contains("'reason' is missing: say why public-not-needed is meant to be") == true)
  }

  static let refused: [(text: String, message: String)] = [
    (#"{"code": "vary-sta", "reason": "told"}"#, "'vary-sta' is not a finding; did you mean 'vary-star'?"),
    (#"{"code": "nonsense-word", "reason": "told"}"#, "'nonsense-word' is not a finding"),
    (#"{"reason": "told"}"#, "'code' is missing"),
    (#"{"code": "vary-star"}"#, "'reason' is missing: say why vary-star is meant to be"),
    (#"{"code": "vary-star", "reason": "  "}"#, "'reason' is missing: say why vary-star is meant to be"),
    (#"{"code": "vary-star", "reason": "told", "until": "soon"}"#, "'soon' is not a date such as 2027-03-31"),
    (
      #"{"code": "vary-star", "reason": "told", "until": "2027-02-29"}"#, "'2027-02-29' is not a date such as"
    ),
    (#"{"code": "vary-star", "reason": "told", "reason": "told"}"#, "'reason' stands twice"),
    (#"{"code": "vary-star", "reson": "told"}"#, "unknown key 'reson'; did you mean 'reason'?"),
  ]

  @Test("what can't be understood names its line", arguments: refused)
  func malformed(_ row: (text: String, message: String)) {
    let error = #expect(throws: UsageError.self) { try Self.read(row.text) }
    #expect(
      error?.message.contains(row.message) == true && error?.message.contains(":2:") == true,
      "\(error as Any)")
  }
}
