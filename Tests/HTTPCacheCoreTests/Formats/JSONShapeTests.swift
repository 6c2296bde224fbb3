import Testing

@testable import HTTPCacheCore

/// A document with a member of each kind.
private struct Sums: JSONShaped, Equatable {
  struct Part: JSONShaped, Equatable {
    var bytes: Int64 = 0

    static let shape = JSONShape<Self>([.bytes("bytes", \.bytes)])
  }

  var count = 0
  var isAny = false
  var name: String?
  var words: [String] = []
  var part = Part()
  var beside = Part()
  var parts: [Part] = []
  var named: [String: Part] = [:]

  static let shape = JSONShape<Self>([
    .constant("version", 1, else: "another version"), .count("count", \.count),
    .flag("any", \.isAny, omitsFalse: true), .text("name", \.name), .texts("words", \.words),
    .object("part", \.part), .beside(\.beside), .list("parts", \.parts, omitsEmpty: true),
    .map("named", \.named, omitsEmpty: true),
  ])

  init() {}

  static func read(_ text: String) throws -> Sums { try JSONShapeTests.read(text) }

  var text: String {
    String(
      decoding: JSONWriter.bytes { writer in writer.object { Self.shape.write(self, to: &$0) } },
      as: UTF8.self)
  }
}

/// A document that refuses what it does not know.
private struct Strict: JSONShaped {
  struct Part: JSONShaped {
    var name = ""

    static let shape = JSONShape<Self>([.text("name", \.name), .written { $1.member("shown", $0.name) }])
  }

  var place = JSONPlace.start
  var count = 0
  var part = Part()

  static let shape = JSONShape<Self>(
    [.place(\.place), .count("count", \.count), .beside(\.part)],
    unknown: .refuse { name, known in known.first { $0.first == name.first } },
    lack: { strict, names in
      names.contains("name")
        ? (strict.count == 0 ? "there is none of \(strict.part.name)" : nil) : "'name' is missing"
    })
}

@Suite("A member of a document is declared once", .timed)
struct JSONShapeTests {
  fileprivate static func read<Document: JSONShaped>(_ text: String) throws -> Document {
    let bytes = Array(text.utf8)
    return try bytes.withUnsafeBufferPointer { bytes in
      var reader = JSONReader(try #require(bytes.baseAddress), count: bytes.count)
      return try Document.read(&reader)
    }
  }

  private static let whole =
    #"{"version":1,"count":2,"any":true,"name":"n","words":["a","b"],"part":{"bytes":3},"bytes":4,"#
    + #""parts":[{"bytes":5}],"named":{"x":{"bytes":6},"y":{"bytes":7}}}"#

  @Test("it is written in the order of the declaration, and what was read is written again")
  func again() throws {
    #expect(try Sums.read(Self.whole).text == Self.whole)
    #expect(Sums().text == #"{"version":1,"count":0,"name":null,"words":[],"part":{"bytes":0},"bytes":0}"#)
  }

  @Test("it is read in any order, beside members of another version")
  func order() throws {
    let sums = try Sums.read(#"{"words":["a"],"new":[{}],"bytes":4,"count":2,"part":{"new":1}}"#)
    #expect((sums.count, sums.words, sums.beside.bytes) == (2, ["a"], 4))
  }

  @Test("two are added by their members, of which a sum of bytes never overflows")
  func added() throws {
    var sums = try Sums.read(Self.whole)
    var other = sums
    other.isAny = false
    other.part.bytes = .max
    sums.add(other)
    #expect(
      sums.text
        == #"{"version":1,"count":4,"any":true,"name":"n","words":["a","b","a","b"],"part":{"bytes":9223372036854775807},"#
        + #""bytes":8,"parts":[{"bytes":5},{"bytes":5}],"named":{"x":{"bytes":12},"y":{"bytes":14}}}"#)
  }

  static let faults: [(text: String, message: String, column: Int)] = [
    (#"{"count":-1}"#, "a count is a whole number from 0 to 1000000000000", 10),
    (#"{"count": 1.5}"#, "a count is a whole number from 0 to 1000000000000", 11),
    (#"{"count":1000000000001}"#, "a count is a whole number from 0 to 1000000000000", 10),
    (#"{"version":2}"#, "another version", 12),
    (#"{"words":["a",1]}"#, "a string is expected here", 15),
    (#"{"part":[]}"#, "an object is expected here", 9),
  ]
  @Test("a fault has its place", arguments: faults)
  func fault(_ row: (text: String, message: String, column: Int)) {
    let fault = #expect(throws: JSONFault.self) { try Sums.read(row.text) }
    #expect(
      fault?.message == row.message && fault?.place.column == row.column, "\(row.text): \(fault as Any)")
  }

  static let refusals: [(rule: String, text: String, message: String, column: Int)] = [
    ("an unknown member", #"{"count":1,"other":2}"#, "unknown key 'other'", 12),
    ("one that is near", #"{"nmae":"a"}"#, "unknown key 'nmae'; did you mean 'name'?", 2),
    (
      "a name of any length", #"{"\#(String(repeating: "x", count: 99))":1}"#,
      "unknown key '\(String(repeating: "x", count: 60))…'", 2
    ),
    ("one that is only written", #"{"shown":"a"}"#, "unknown key 'shown'", 2),
    ("a member twice", #"{"count":1, "count":1}"#, "'count' stands twice", 13),
    ("also of a part beside", #"{"name":"a","name":"a"}"#, "'name' stands twice", 13),
    ("a member that is missing", #" {"count":1}"#, "'name' is missing", 2),
    ("what it lacks", #"{"name":"a"}"#, "there is none of a", 1),
  ]
  @Test(
    "where a document is strict, it refuses what it does not know and what stands twice", arguments: refusals)
  func refused(_ row: (rule: String, text: String, message: String, column: Int)) {
    let fault = #expect(throws: JSONFault.self) { let _: Strict = try Self.read(row.text) }
    #expect(
      fault?.message == row.message && fault?.place.column == row.column, "\(row.rule): \(fault as Any)")
  }

  @Test("a value can know where it began")
  func place() throws {
    let strict: Strict = try Self.read("\n  {\"name\":\"a\",\"count\":1}")
    #expect(strict.place.line == 2 && strict.place.column == 3)
  }

  @Test("a sum of bytes below 0 is none")
  func negative() throws {
    #expect(try Sums.read(#"{"bytes":-4}"#).beside.bytes == 0)
  }
}
