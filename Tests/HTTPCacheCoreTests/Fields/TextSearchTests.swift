import Testing

@testable import HTTPCacheCore

@Suite("Searching for text by its bytes", .timed)
struct TextSearchTests {
  static let rows: [(text: String, sought: String, start: Int?)] = [
    ("abcabc", "abc", 0), ("abcabc", "cab", 2), ("aab", "ab", 1), ("ab", "abc", nil), ("", "a", nil),
    ("a", "", 0),
    ("", "", 0), ("caf\u{e9}!", "\u{e9}", 3), ("cafe\u{301}", "\u{e9}", nil),
    ("\u{1F468}\u{200D}\u{1F469}x", "x", 11),
  ]
  @Test("the first place, byte for byte", arguments: rows)
  func place(_ row: (text: String, sought: String, start: Int?)) {
    let found = row.text.firstPlace(of: row.sought)
    #expect(found.map { row.text.utf8.distance(from: row.text.startIndex, to: $0.lowerBound) } == row.start)
    #expect(found.map { String(row.text[$0]) } == row.start.map { _ in row.sought })
    #expect(row.text.holds(row.sought) == (row.start != nil))
  }

  @Test("equal by its bytes, not by canonical equivalence")
  func same() {
    #expect("\u{2126}" == "\u{3A9}" && !"\u{2126}".isSame(as: "\u{3A9}"))
    #expect("e\u{301}".isSame(as: "e\u{301}") && !"e\u{301}".isSame(as: "\u{E9}"))
    #expect("a\u{301}".begins(with: "a") && !"a".begins(with: "a\u{301}"))
  }

  static let cuts: [(text: String, pieces: [String])] = [
    ("", [""]), ("a", ["a"]), ("a:b", ["a", "b"]), (":", ["", ""]), ("a:b:c", ["a", "b", "c"]),
    ("a:\u{301}b", ["a", "\u{301}b"]),
  ]
  @Test("split at a mark, whatever follows it", arguments: cuts)
  func cut(_ row: (text: String, pieces: [String])) {
    #expect(zip(row.text.pieces(at: ":"), row.pieces).allSatisfy { $0.isSame(as: $1) })
    #expect(row.text.pieces(at: ":").count == row.pieces.count)
    let (before, after) = row.text.cut(at: ":")
    #expect(before.isSame(as: row.pieces[0]) && (after == nil) == (row.pieces.count == 1))
    #expect(row.text.pieces(at: ":", most: 2).last.map(String.init) == (after ?? before).description)
  }

  static let replacements: [(text: String, most: Int, result: String)] = [
    ("a-b-c", .max, "a+b+c"), ("a-b-c", 1, "a+b-c"), ("--", .max, "++"), ("abc", .max, "abc"), ("", .max, ""),
  ]
  @Test("one text in place of another", arguments: replacements)
  func replacing(_ row: (text: String, most: Int, result: String)) {
    #expect(row.text.replacing(text: "-", by: "+", most: row.most) == row.result)
    #expect(row.text.replacing(text: "", by: "+") == row.text)
  }
}
