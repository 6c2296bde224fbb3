import Testing

@testable import HTTPCacheCore

@Suite("RFC 9112 §5: lines of a head that are not as they should be", .timed)
struct HeadParserTests {
  typealias Row = (rule: String, line: String, fields: [String], oddities: [HeadOddity])
  static let rows: [Row] = [
    ("§5.1: space before the colon is removed", "A : b", ["A: b"], [.spaceBeforeColon("A")]),
    ("so is a tab", "A\t: b", ["A: b"], [.spaceBeforeColon("A")]),
    ("a name that is no token", "X-XSS Protection: 1", [], [.unreadable(line: 2)]),
    ("no name", ": b", [], [.unreadable(line: 2)]),
    ("an odd byte in a name", "\u{e4}: b", [], [.unreadable(line: 2)]),
    (
      "a name that may be meant to frame", "Transfer-Encoding\u{b}: chunked", [],
      [.unreadable(line: 2, framing: "Transfer-Encoding")]
    ),
    ("what continues it is left out with it", "A B: c\n no-store", [], [.unreadable(line: 2)]),
    ("§5.2: a line that goes on in the next", "A: b\n c\n\td", ["A: b c d"], [.folded("A")]),
    ("§2.2: a CR within a line is a space", "A: b\rc", ["A: b c"], []),
  ]

  @Test("a status line in small letters is one, as for curl", arguments: ["http/1.1 200 OK", "Http/2 200"])
  func smallLetters(_ line: String) throws {
    var parser = HeadParser()
    for line in [line, "A: b"] { #expect(try parser.take(Array(line.utf8)) == nil) }
    let head = try #require(try parser.take([]))
    #expect(head.status == 200 && head.fields.first("A") == "b")
  }

  @Test("what curl takes is read", arguments: rows)
  func odd(_ row: Row) throws {
    let head = try head("HTTP/1.1 200 OK\n\(row.line)\nZ: z")
    #expect(head.fields.lines.map { "\($0.name): \($0.value)" } == row.fields + ["Z: z"], "\(row.rule)")
    #expect(head.oddities == row.oddities, "\(row.rule)")
  }

  @Test("what curl refuses is refused", arguments: ["no field", "A: b\u{0}c", " folded: 1"])
  func refused(_ line: String) {
    #expect(throws: HeadParser.Malformed.self) { try head("HTTP/1.1 200 OK\n\(line)") }
  }

  @Test("the head of the next message has no oddities of this one")
  func next() throws {
    var parser = HeadParser()
    for line in ["HTTP/1.1 103 Early", "A B: c"] { #expect(try parser.take(Array(line.utf8)) == nil) }
    #expect(try parser.take([])?.oddities == [.unreadable(line: 2)])
    #expect(try parser.take(Array("HTTP/1.1 200 OK".utf8)) == nil)
    #expect(try parser.take([])?.oddities == [])
  }

  @Test("each is told of a response of now, as of a saved one")
  func told() throws {
    let head = try head("HTTP/1.1 200 OK\nA : b\nA B: c")
    let stored = try stored("A: b")
    let subject = Subject(
      origin: .live, request: try request(), stored: stored, receivedHead: head, bodyLength: nil)
    let codes = Verdict(subject, now: noon, settings: Settings()).findings.map(\.code)
    #expect(codes.contains(.spaceBeforeColon) && codes.contains(.fieldLineUnreadable))
  }
}
