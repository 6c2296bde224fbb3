import HTTPCacheCore
import TestSupport
import Testing

@testable import httpcache

@Suite("docs/ci.md: --baseline, what was found before", .timed)
struct BaselineTests {
  private static func read(_ text: String) throws -> [Baseline.Entry] {
    let directory = try TemporaryDirectory()
    return try Baseline(.file(try directory.write(text, to: "file"))).entries
  }

  @Test("entries stay in the order of the file; GET and 1 go without saying")
  func entries() throws {
    let text = #"""
      {"findings": [{"url": "*/b", "code": "vary-star", "count": 7, "method": "HEAD"}, {"code": "later", "url": "*"}],
       "version": 1}
      """#
    #expect(
      try Self.read(text) == [
        Baseline.Entry(Baseline.Key(code: "vary-star", method: "HEAD", pattern: "*/b"), count: 7),
        Baseline.Entry(Baseline.Key(code: "later", method: "GET", pattern: "*"), count: 1),
      ])
  }

  @Test("version 2 says how severe a finding was")
  func severity() throws {
    let text = #"{"version": 2, "findings": [{"code": "a", "severity": "warning", "url": "*"}]}"#
    #expect(
      try Self.read(text) == [
        Baseline.Entry(Baseline.Key(code: "a", severity: .warning, method: "GET", pattern: "*"), count: 1)
      ])
  }

  @Test("a code that is no finding any more has no entry, and is kept to be named")
  func former() throws {
    let directory = try TemporaryDirectory()
    let text = #"""
      {"version": 2, "findings": [{"code": "public-not-needed", "url": "*"}, {"code": "vary-star", "url": "*"},
        {"code": "public-not-needed", "url": "/a"}]}
      """#
    let baseline = try Baseline(.file(try directory.write(text, to: "file")))
    #expect(baseline.entries.map(\.key.code) == ["vary-star"])
    #expect(baseline.formerCodes.map(\.code) == ["public-not-needed", "public-not-needed"])
    #expect(!String(decoding: baseline.file, as: UTF8.self).contains("public-not-needed"))
  }

  static let refused: [(rule: String, text: String, message: String)] = [
    ("a later form is not misread", #"{"version": 3}"#, "1:13: a baseline of another version"),
    ("nor one without a version", #"{"findings": []}"#, "1:1: 'version' is missing: it is not a baseline"),
    ("another file", "[]", "1:1: an object is expected here"),
    ("a key", #"{"version": 1, "found": []}"#, "1:16: unknown key 'found'"),
    (
      "a key that is near", #"{"version": 1, "finding": []}"#,
      "1:16: unknown key 'finding'; did you mean 'findings'?"
    ),
    ("a key twice", #"{"version": 1, "version": 1}"#, "1:16: 'version' stands twice"),
    (
      "a severity", #"{"version": 2, "findings": [{"severity": "bad"}]}"#,
      "1:42: 'severity' is one of error, warning, info"
    ),
    ("a key of an entry", #"{"version": 1, "findings": [{"uri": "*"}]}"#, "1:30: unknown key 'uri'"),
    ("no code", #"{"version": 1, "findings": [{"url": "*"}]}"#, "1:29: 'code' and 'url' are needed"),
    ("no URL", #"{"version": 1, "findings": [{"code": "a"}]}"#, "1:29: 'code' and 'url' are needed"),
    (
      "none", #"{"version": 1, "findings": [{"count": 0}]}"#,
      "1:39: 'count' is a whole number above 0, and at most 1000000000000"
    ),
    (
      "more than sums have room for", #"{"version": 1, "findings": [{"count": 1000000000001}]}"#,
      "1:39: 'count' is a whole number above 0, and at most 1000000000000"
    ),
    (
      "a part", #"{"version": 1, "findings": [{"count": 1.5}]}"#,
      "1:39: 'count' is a whole number above 0, and at most 1000000000000"
    ),
    (
      "too many", #"{"version": 1, "findings": [{"count": 1e30}]}"#,
      "1:39: 'count' is a whole number above 0, and at most 1000000000000"
    ),
  ]

  @Test(arguments: refused)
  func malformed(_ row: (rule: String, text: String, message: String)) {
    let error = #expect(throws: UsageError.self) { try Self.read(row.text) }
    #expect(error?.message.contains("file:\(row.message)") == true, "\(row.rule): \(error as Any)")
  }
}
