import Testing

@testable import HTTPCacheCore

@Suite("Classes of ASCII characters", .timed)
struct ASCIITests {
  private static let digits = "0123456789"
  private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

  static let rows: [(rule: String, characters: String, isMember: @Sendable (UInt8) -> Bool)] = [
    ("DIGIT (RFC 5234 B.1)", digits, { $0.isDigit }),
    ("ALPHA (RFC 5234 B.1)", letters, { $0.isLetter }),
    ("HEXDIG of either case", digits + "abcdefABCDEF", { $0.hexValue != nil }),
    ("tchar (RFC 9110 §5.6.2)", digits + letters + "!#$%&'*+-.^_`|~", { $0.isTokenCharacter }),
    ("unreserved (RFC 3986 §2.3)", digits + letters + "-._~", { $0.isUnreservedInURI }),
  ]

  @Test("every byte is a member of a class or none", arguments: rows)
  func members(_ row: (rule: String, characters: String, isMember: @Sendable (UInt8) -> Bool)) {
    let members = UInt8.min...UInt8.max
    #expect(members.filter(row.isMember) == row.characters.utf8.sorted(), "\(row.rule)")
  }

  @Test(
    "a token has one character at least",
    arguments: [("", false), ("a b", false), ("x-1", true), ("é", false)])
  func token(_ row: (text: String, isToken: Bool)) { #expect(row.text.isToken == row.isToken) }

  @Test(
    "a text is found by its bytes, at the beginning, at the end and behind half of itself",
    arguments: [
      ("TCP_HIT", "HIT", true), ("HIT", "HIT", true), ("HI", "HIT", false), ("", "HIT", false),
      ("HIHIT", "HIT", true), ("HITS", "HIT", true), ("hit", "HIT", false), ("HI T", "HIT", false),
      ("any", "", true), ("é/.", "/.", true),
    ])
  func bytes(_ row: (text: String, other: String, hasIt: Bool)) {
    #expect(row.text.holds(row.other) == row.hasIt, "\(row.text)")
  }
}
