import Testing

@testable import HTTPCacheCore

@Suite("HTML, 13.2.5.72 to 13.2.5.80: character references in the value of an attribute", .timed)
struct CharacterReferencesTests {
  static let rows: [(rule: String, value: String, text: String)] = [
    ("none", "a=b", "a=b"), ("a name", "?a&amp;b", "?a&b"), ("without a semicolon", "?a&amp", "?a&"),
    ("a parameter is no name", "?a=1&copy=2", "?a=1&copy=2"),
    ("nor the begin of one", "?a&copyb", "?a&copyb"),
    ("before anything else it is one", "?a&copy/", "?a\u{a9}/"),
    ("a name that needs its semicolon", "&sol;&sol", "/&sol"),
    ("an unknown one", "&made;", "&made;"), ("an ampersand alone", "a & b&", "a & b&"),
    ("decimal", "&#47;&#47", "//"), ("hexadecimal", "&#x2F;&#X2f;", "//"), ("no digit", "&#;&#x;", "&#;&#x;"),
    ("0 is no character", "&#0;", "\u{FFFD}"), ("nor is a surrogate", "&#xD800;", "\u{FFFD}"),
    ("nor what is too large", "&#99999999999999999999;", "\u{FFFD}"), ("Windows-1252", "&#128;", "\u{20AC}"),
    ("its gaps stay", "&#129;", "\u{81}"), ("once only", "&amp;amp;", "&amp;"),
  ]

  @Test(arguments: rows)
  func decoded(_ row: (rule: String, value: String, text: String)) {
    #expect(CharacterReferences.decoded(Array(row.value.utf8)) == row.text, "\(row.rule)")
  }
}
