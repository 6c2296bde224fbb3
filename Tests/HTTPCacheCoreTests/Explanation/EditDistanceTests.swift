import HTTPCacheCore
import Testing

@Suite("Misspelled names", .timed)
struct EditDistanceTests {
  static let rows: [(left: String, right: String, distance: Int)] = [
    ("polcy", "policy", 1), ("polciy", "policy", 1), ("policyy", "policy", 1), ("pollcy", "policy", 1),
    ("policy", "policy", 0), ("", "ab", 2), ("", "", 0), ("max-age", "s-maxage", 3),
    (String(repeating: "a", count: 65), "policy", .max),
  ]

  @Test("one mistake is one letter left out, added, changed or swapped", arguments: rows)
  func distance(_ row: (left: String, right: String, distance: Int)) {
    #expect(EditDistance.between(Array(row.left.utf8), Array(row.right.utf8)) == row.distance)
    #expect(EditDistance.between(Array(row.right.utf8), Array(row.left.utf8)) == row.distance)
  }
}
