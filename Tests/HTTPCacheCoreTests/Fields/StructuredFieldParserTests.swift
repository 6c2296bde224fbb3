import Testing

@testable import HTTPCacheCore

@Suite("RFC 9651 §4.2: the parsing algorithms", .timed)
struct StructuredFieldParserTests {
  private static func words(_ item: StructuredField.Item) -> String {
    "\(item.value)" + item.parameters.map { ";\($0.name)=\($0.value)" }.joined()
  }

  static let lists: [(rule: String, text: String, members: [String]?)] = [
    ("§4.2.1: members", "1,\t2 , 3", ["integer(1)", "integer(2)", "integer(3)"]),
    ("§4.2.1: a trailing comma fails", "1, 2,", nil), ("§4.2.1: an empty member fails", "1,,2", nil),
    ("§4.2: leading and trailing spaces", "  1  ", ["integer(1)"]), ("a tab does not lead", "\t1", nil),
    ("§4.2.1.2: an inner list", "(a  1 )", ["[token(\"a\") integer(1)]"]), ("an empty one", "()", ["[]"]),
    ("§4.2.1.2: it has to end", "(a", nil), ("its items have spaces between", "(\"a\"\"b\")", nil),
    ("its parameters have to be read", "(a);", nil),
    ("§4.2.3.2: parameters", "a;x;y=2", ["token(\"a\");x=boolean(true);y=integer(2)"]),
    ("§4.2.3.2: spaces behind a semicolon", "a;  x", ["token(\"a\");x=boolean(true)"]),
    ("§4.2.3.3: a key has no capitals", "a;X=1", nil),
    ("it may begin with a star", "a;*=1", ["token(\"a\");*=integer(1)"]),
    ("§4.2.4: fifteen digits", "999999999999999", ["integer(999999999999999)"]),
    ("sixteen", "1000000000000000", nil),
    ("§4.2.4: twelve and three digits", "-123456789012.123", ["decimal(\"-123456789012.123\")"]),
    ("thirteen", "1234567890123.1", nil), ("four", "1.1234", nil), ("no digit", "-", nil),
    ("no fraction", "1.", nil),
    ("§4.2.5: only a quote and a backslash are escaped", "\"\\\\\\\"\"", ["string(\"\\\\\\\"\")"]),
    ("another", "\"\\a\"", nil), ("it does not end", "\"a", nil), ("not ASCII", "\"\u{e4}\"", nil),
    ("§4.2.6: a token", "*a:/!", ["token(\"*a:/!\")"]), ("§4.2.7: bytes", ":aGk=:", ["bytes(\"aGk=\")"]),
    ("they do not end", ":aGk=", nil), ("no base64", ":a*:", nil),
    ("§4.2.7: padding may be missing", ":aGk:", ["bytes(\"aGk\")"]), ("none at all", "::", ["bytes(\"\")"]),
    ("a single character stands for no byte", ":a:", nil), ("so here", ":aGlja:", nil),
    ("padding stands at the end", ":aG=k:", nil), ("and is no more than needed", ":aGk==:", nil),
    ("§4.2.8", "?1, ?0", ["boolean(true)", "boolean(false)"]), ("no boolean", "?2", nil),
    ("§4.2.9: a date", "@-5", ["date(-5)"]), ("it has no fraction", "@1.5", nil),
    ("§4.2.10: a display string", "%\"f%c3%bc\"", ["displayString(\"f\u{fc}\")"]),
    ("without its quote", "%a", nil),
    ("a backslash escapes nothing", "%\"a\\\"", ["displayString(\"a\\\\\")"]),
    ("its bytes have to be UTF-8", "%\"f%c3\"", nil), ("digits are in lower case", "%\"%C3%BC\"", nil),
    ("they are two", "%\"%c\"", nil), ("it does not end", "%\"a", nil), ("not ASCII", "%\"\u{e4}\"", nil),
  ]

  @Test("a list", arguments: lists)
  func list(_ row: (rule: String, text: String, members: [String]?)) {
    let members = StructuredField.list(row.text)?.map { member in
      switch member {
      case .item(let item): Self.words(item)
      case .innerList(let items): "[\(items.map(Self.words).joined(separator: " "))]"
      }
    }
    #expect(members == row.members, "\(row.rule)")
  }
}
