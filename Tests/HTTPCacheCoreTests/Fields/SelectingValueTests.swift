import Testing

@testable import HTTPCacheCore

@Suite("RFC 9111 §4.1: when two selecting values mean the same", .timed)
struct SelectingValueTests {
  typealias Row = (rule: String, name: String, one: [String], other: [String], areEqual: Bool)
  static let rows: [Row] = [
    ("§4.1: white space", "X", ["a,b"], [" a , b "], true),
    ("§4.1: several lines", "X", ["a, b"], ["a", "b"], true),
    ("order, where nothing says otherwise", "X", ["a, b"], ["b, a"], false),
    ("case as well", "X", ["a"], ["A"], false),
    ("RFC 9110 §12.5.3: case", "Accept-Encoding", ["GZIP, br"], ["gzip, br"], true),
    ("order of codings", "Accept-Encoding", ["gzip, br"], ["br, gzip"], true),
    ("RFC 9110 §12.4.2: a weight of 1 is none", "Accept", ["a/b;q=1.000"], ["a/b"], true),
    ("zeros at the end of a weight", "Accept", ["a/b; q=0.50"], ["a/b;q=0.5"], true),
    ("another weight", "Accept", ["a/b;q=0.5"], ["a/b;q=0.6"], false),
    ("order of languages with weights", "Accept-Language", ["en;q=0.5, de"], ["de, en;q=0.5"], true),
    ("languages of one weight: servers take the first", "Accept-Language", ["en, de"], ["de, en"], false),
    ("a quoted parameter keeps its case", "Accept", ["a/b;c=\"D\""], ["a/b;c=\"d\""], false),
    ("Cookie is no list", "Cookie", ["a, b"], ["a,b"], false),
    ("nor is Authorization", "authorization", ["a b"], ["a  b"], false),
    ("one member is not two", "X", ["\"a, b\""], ["\"a", "b\""], false),
  ]

  @Test(arguments: rows)
  func meaning(_ row: Row) {
    let (one, other) = (
      SelectingValue(row.name, row.one.map { FieldLine(row.name, $0) }),
      SelectingValue(row.name, row.other.map { FieldLine(row.name, $0) })
    )
    #expect((one == other) == row.areEqual, "\(row.rule)")
    #expect((one.canonical == other.canonical) == row.areEqual, "\(row.rule)")
  }
}
