import Testing

@testable import HTTPCacheCore

@Suite("RFC 9110 §8.8.3 ETag")
struct EntityTagTests {
  @Test(arguments: [#""a""#, #"W/"a""#, #""""#])
  func wellFormed(_ text: String) { #expect(EntityTag(text)?.text == text) }

  @Test(arguments: ["a", "'a'", #"w/"a""#, #""a", "b""#, #"W/a"#, #"""#, "", #""a b""#])
  func malformed(_ text: String) { #expect(EntityTag(text) == nil) }

  static let comparisons: [(left: String, right: String, strong: Bool, weak: Bool)] = [
    (#"W/"1""#, #"W/"1""#, false, true), (#"W/"1""#, #"W/"2""#, false, false),
    (#"W/"1""#, #""1""#, false, true),
    (#""1""#, #""1""#, true, true),
  ]

  @Test("§8.8.3.2 Comparison", arguments: comparisons)
  func comparison(_ row: (left: String, right: String, strong: Bool, weak: Bool)) throws {
    let (left, right) = (try #require(EntityTag(row.left)), try #require(EntityTag(row.right)))
    #expect(left.matchesStrongly(right) == row.strong && left.matchesWeakly(right) == row.weak)
  }
}
