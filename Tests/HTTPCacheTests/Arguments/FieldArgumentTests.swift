import HTTPCacheCore
import TestSupport
import Testing

@testable import httpcache

@Suite("-H: a field of the command line, in curl's forms", .timed)
struct FieldArgumentTests {
  static let rows: [(rule: String, text: String, field: FieldArgument)] = [
    ("Name: value", "A: b", .field(FieldLine("A", "b"))),
    (
      "RFC 9110 §5.5: white space around a value is not part of it", "A: \t b c\t ",
      .field(FieldLine("A", "b c"))
    ),
    ("a colon in the value", "A:b:c", .field(FieldLine("A", "b:c"))),
    ("Name; is an empty value", "A;", .field(FieldLine("A", ""))),
    ("a semicolon in a value", "A: b;", .field(FieldLine("A", "b;"))), ("Name: removes", "A:", .removal("A")),
    ("Name: with spaces removes", "A:  ", .removal("A")),
    ("an accent behind the colon", "A:\u{301}b", .field(FieldLine("A", "\u{301}b"))),
  ]

  @Test(arguments: rows)
  func read(_ row: (rule: String, text: String, field: FieldArgument)) throws {
    let field = try FieldArgument(row.text, from: "-H")
    #expect(field == row.field && field.name == "A", "\(row.rule)")
  }

  static let refused: [(text: String, message: String)] = [
    ("s3cret", "-H: not a header field"), ("A b: s3cret", "-H: 'A b' is not a field name"),
    (": s3cret", "-H: '' is not a field name"), ("A;b;", "-H: 'A;b' is not a field name"),
    ("A: s3cret\r\nB: c", "-H: the value of A holds a line break or NUL"),
    ("A: s3cret\0", "-H: the value of A holds a line break or NUL"), ("", "-H: not a header field"),
  ]

  @Test("RFC 9110 §5.1, §5.5: what can't be sent is refused, and no error shows a value", arguments: refused)
  func malformed(_ row: (text: String, message: String)) {
    #expect {
      try FieldArgument(row.text, from: "-H")
    } throws: { error in
      (error as? UsageError)?.message == row.message && !"\(error)".contains("s3cret")
    }
  }

  @Test("@FILE stands for its lines; an error names the line")
  func file() throws {
    let directory = try TemporaryDirectory()
    let good = try directory.write("A: b\n\nC:\r\n", to: "good")
    let read = try Options(try arguments(["fetch", "-H", "@\(good)", "-H", "D: e", "x"])).fields
    #expect(read == [.field(FieldLine("A", "b")), .removal("C"), .field(FieldLine("D", "e"))])
    let bad = try directory.write("A: b\n\ns3cret\n", to: "bad")
    let error = #expect(throws: UsageError.self) {
      try Options(try arguments(["fetch", "-H", "@\(bad)", "x"]))
    }
    #expect(error?.message == "-H: line 3 of \(bad): not a header field")
  }

  @Test("which options read standard input")
  func standardInput() throws {
    let words = ["-H", "@-", "-H", "A: @-", "-d", "@-", "--data-urlencode", "a@-", "--data-raw", "@-"]
    let given = try arguments(["fetch"] + words + ["x"])
    #expect(given.occurrences.map(\.readsStandardInput) == [true, false, true, true, false])
  }
}
