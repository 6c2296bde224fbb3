import Testing

@testable import HTTPCacheCore

@Suite("Contract, which message: what a new response takes the place of (RFC 9111 §4)", .timed)
struct ReplacementTests {
  typealias Row = (
    rule: String, new: String, old: String, asked: String, before: String, known: Bool, outcome: Outcome
  )
  enum Outcome { case replaces, staysBeside, isOutdated }

  /// The fields of the new response and of the stored one; of the requests that got them; whether the stored one was
  /// there when the new one was asked for.
  static let rows: [Row] = [
    ("the same variant", "", "", "", "", true, .replaces),
    ("though its Date is older", "Date: {-60}", "Date: {0}", "", "", true, .replaces),
    ("though only the old one has Vary", "", "Vary: A", "A: 1", "A: 1", true, .replaces),
    ("though only the new one has Vary", "Vary: A", "", "A: 1", "A: 2", true, .replaces),
    ("not what it would not have been given", "", "Vary: A", "A: 1", "A: 2", true, .staysBeside),
    ("not another user's", "", "", "Cookie: 1", "Cookie: 2", true, .staysBeside),
    ("not a user's where there is none", "", "", "", "Cookie: 2", true, .staysBeside),
    (
      "another user's where anybody may have it", "", "Cache-Control: public", "Cookie: 1", "Cookie: 2", true,
      .replaces
    ),
    ("what Vary: * keeps from being selected", "Vary: *", "Vary: *", "", "", true, .replaces),
    ("overlapped: the newer Date wins", "Date: {-60}", "Date: {0}", "", "", false, .isOutdated),
    ("overlapped: also where it is the new one's", "Date: {0}", "Date: {-60}", "", "", false, .replaces),
    ("overlapped, equal Dates: the later request wins", "Date: {0}", "Date: {0}", "", "", false, .isOutdated),
    ("overlapped, another variant", "Date: {-60}", "Date: {0}\nVary: A", "A: 1", "A: 2", false, .staysBeside),
  ]

  private static func filled(_ fields: String) -> String {
    fields.replacing("{0}", with: "Mon, 12 Jan 2026 16:45:57 GMT")
      .replacing("{-60}", with: "Mon, 12 Jan 2026 16:44:57 GMT")
  }

  @Test(arguments: rows)
  func replacement(_ row: Row) throws {
    let new = try stored(Self.filled(row.new), for: request(row.asked))
    let old = try stored(Self.filled(row.old), for: request(row.before))
    let rival = Replacement.Rival(old, askedAt: 2, wasKnown: row.known)
    let replacement = Replacement(
      new, forRequest: try request(row.asked).fields, askedAt: 1, among: [rival], role: .private)
    let outcome: Outcome =
      replacement.isOutdated ? .isOutdated : replacement.replaced == [0] ? .replaces : .staysBeside
    #expect(outcome == row.outcome, "\(row.rule)")
  }

  static let outdating: [(status: Int, outdates: Bool)] = [
    (200, true), (404, true), (410, true), (302, true), (304, false), (400, false), (401, false),
    (403, false),
    (407, false), (408, false), (428, false), (429, false), (431, false), (500, false), (503, false),
    (511, false),
  ]
  @Test(
    "an answer that is not stored outdates what is stored where it speaks of the resource, not of the request",
    arguments: outdating)
  func outdates(_ row: (status: Int, outdates: Bool)) throws {
    let answer = try head("HTTP/1.1 \(row.status)")
    #expect(answer.outdatesStored(try request(), isForRest: false) == row.outdates)
    let part = try request("Range: bytes=0-1")
    #expect(answer.outdatesStored(part, isForRest: true) == row.outdates)
    #expect(answer.outdatesStored(part, isForRest: false) == (row.status == 200))
  }

  @Test("parts of one version stay beside each other, and beside the whole")
  func parts() throws {
    let part = "ETag: \"1\"\nContent-Range: bytes 0-4/10"
    let new = try stored(part, status: 206)
    var whole = try stored("ETag: \"1\"")
    whole.bodyLength = 10
    let rivals = [
      try stored("ETag: \"1\"\nContent-Range: bytes 6-9/10", status: 206), whole, try stored("ETag: \"2\""),
    ].map { Replacement.Rival($0, wasKnown: true) }
    let replacement = Replacement(new, forRequest: FieldSection(), among: rivals, role: .private)
    #expect(replacement.replaced == [2])
  }
}
