import Testing

@testable import HTTPCacheCore

@Suite("RFC 9110 §8.8.3 ETag", .timed)
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
    let heads = [row.left, row.right].map { tag in
      ResponseHead(status: 200, fields: FieldSection([FieldLine("ETag", tag)]))
    }
    #expect(heads[0].compareTag(heads[1]) == (row.strong ? .strong : row.weak ? .weak : .different))
  }

  @Test("§8.8.3: what is no tag is equal to none, not even to itself")
  func comparisonOfMalformed() {
    let head = ResponseHead(status: 200, fields: FieldSection([FieldLine("ETag", "a")]))
    #expect(head.compareTag(head) == .different && head.compareTag(ResponseHead(status: 200)) == .different)
  }
}
