import Testing

@testable import HTTPCacheCore

@Suite("RFC 9651 Structured Field Values", .timed)
struct StructuredFieldTests {
  static let dictionaries: [(text: String, members: String?)] = [
    ("max-age=600, public", "max-age=integer(600) public=boolean(true)"),
    ("  a=1 ,\tb=?0  ", "a=integer(1) b=boolean(false)"), ("a=1, b=2, a=3", "a=integer(3) b=integer(2)"),
    ("a=\"x, \\\"y\\\"\"", "a=string(\"x, \\\"y\\\"\")"), ("a=tok/en:1", "a=token(\"tok/en:1\")"),
    ("a=-15", "a=integer(-15)"), ("a=1.5", "a=decimal(\"1.5\")"), ("a=:aGk=:", "a=bytes(\"aGk=\")"),
    ("a=@1659578233", "a=date(1659578233)"), ("a=1;x;y=2", "a=integer(1)"), ("a;x=1", "a=boolean(true)"),
    ("", ""), ("a=1,", nil), ("a=1 b=2", nil), ("A=1", nil), ("a=&", nil), ("a=", nil), ("a = 1", nil),
    ("a=1.", nil), ("a=1.1234", nil), ("a=1234567890123456", nil), ("a=\"x", nil), ("a=\"\\x\"", nil),
    ("a=?2", nil), ("max-age:600", nil), ("max-age=600;", nil), ("a=\"\u{7f}\"", nil),
  ]

  @Test("§4.2.2 Parsing a Dictionary: strict, the last of equal keys counts", arguments: dictionaries)
  func dictionary(_ row: (text: String, members: String?)) {
    let members = StructuredField.dictionary(row.text)?.map { key, member in
      "\(key)=\(member.item.map { "\($0.value)" } ?? "list")"
    }
    #expect(members?.joined(separator: " ") == row.members)
  }

  @Test("60,000 keys take as long as 60,000 are", .timeLimit(.minutes(2)))
  func manyKeys() throws {
    let text = (0..<60_000).map { "k\($0)" }.joined(separator: ",") + ",k7=1,max-age=5"
    let members = try #require(StructuredField.dictionary(text))
    #expect(members.count == 60_001 && members[7].member.item?.value == .integer(1))
    #expect(members.last?.key == "max-age")
  }

  static let lists: [(text: String, strings: [String]?)] = [
    ("\"a\", \"B\"", ["a", "B"]), ("\"a\";x=1", ["a"]), ("", []), ("a", nil), ("\"a\" \"b\"", nil),
    ("(\"a\" \"b\")", nil), ("\"a\", 1", nil),
  ]

  @Test("a List of Strings, as Cache-Groups has it", arguments: lists)
  func strings(_ row: (text: String, strings: [String]?)) {
    #expect(StructuredField.strings(row.text) == row.strings)
  }

  @Test("inner lists are read whole or not at all")
  func innerLists() {
    #expect(StructuredField.list("(1 2);a, ( )")?.count == 2)
    #expect(StructuredField.list("(1 2") == nil && StructuredField.list("(1,2)") == nil)
  }
}
