import Testing

@testable import HTTPCacheCore

@Suite("RFC 9110 §5.6: lists, tokens and quoted strings", .timed)
struct ListSyntaxTests {
  static let lists: [(rule: String, text: String, members: [String])] = [
    ("§5.6.1.2: empty members do not count", "foo , ,bar,charlie", ["foo", "bar", "charlie"]),
    ("§5.6.1.2: nothing but commas", ", ,,", []), ("nothing", "", []),
    ("§5.6.3: spaces and tabs around a member", "\ta \t, b ", ["a", "b"]),
    ("§5.6.4: a comma in a quoted string", "a=\"1, 2\", b", ["a=\"1, 2\"", "b"]),
    ("§5.6.4: an escaped quote does not end it", "a=\"1\\\", 2\", b", ["a=\"1\\\", 2\"", "b"]),
    ("a backslash outside of quotes escapes nothing", "a\\, b", ["a\\", "b"]),
    ("a quote that never closes", "a, b=\"1, c", ["a", "b=\"1, c"]),
    ("a backslash at the end", "a, \"b\\", ["a", "\"b\\"]),
  ]

  @Test("members", arguments: lists)
  func members(_ row: (rule: String, text: String, members: [String])) {
    #expect(ListSyntax.members(of: row.text) == row.members, "\(row.rule)")
  }

  static let strings: [(rule: String, text: String, content: String?, isAtEnd: Bool)] = [
    ("§5.6.4", "\"a b\"", "a b", true), ("§5.6.4: quoted-pair", "\"a\\\"\\b\"", "a\"b", true),
    ("an empty one", "\"\"", "", true), ("what follows is left", "\"a\"b", "a", false),
    ("it never closes: nothing is taken", "\"a", nil, false), ("the quote is escaped", "\"a\\\"", nil, false),
    ("none", "a", nil, false),
  ]

  @Test("a quoted string without its escapes", arguments: strings)
  func quotedString(_ row: (rule: String, text: String, content: String?, isAtEnd: Bool)) {
    var scanner = ListSyntax(row.text)
    #expect(scanner.quotedString() == row.content, "\(row.rule)")
    #expect(scanner.isAtEnd == row.isAtEnd, "\(row.rule)")
    if row.content == nil { #expect(scanner.next == row.text.utf8.first, "\(row.rule)") }
  }

  @Test("§5.6.2: a token ends at the first byte that no token has")
  func token() {
    var scanner = ListSyntax("max-age \t=600")
    #expect(scanner.token() == "max-age" && scanner.token() == nil)
    #expect(scanner.takeWhitespace() && !scanner.takeWhitespace())
    #expect(!scanner.take(0x2C) && scanner.take(0x3D))
    #expect(scanner.token() == "600" && scanner.isAtEnd && scanner.next == nil)
  }
}
