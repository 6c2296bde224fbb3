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

  static func read(_ text: String) throws -> (sums: Sums, names: Set<String>) {
    var sums = Sums()
    let bytes = Array(text.utf8)
    let names = try bytes.withUnsafeBufferPointer { bytes in
      var reader = JSONReader(try #require(bytes.baseAddress), count: bytes.count)
      return try shape.read(&reader, into: &sums)
    }
    return (sums, names)
  }

  var text: String {
    String(
      decoding: JSONWriter.bytes { writer in writer.object { Self.shape.write(self, to: &$0) } },
      as: UTF8.self)
  }
}

@Suite("A member of a document is declared once", .timed)
struct JSONShapeTests {
  private static let whole =
    #"{"version":1,"count":2,"any":true,"name":"n","words":["a","b"],"part":{"bytes":3},"bytes":4,"#
    + #""parts":[{"bytes":5}],"named":{"x":{"bytes":6},"y":{"bytes":7}}}"#

  @Test("it is written in the order of the declaration, and what was read is written again")
  func again() throws {
    #expect(try Sums.read(Self.whole).sums.text == Self.whole)
    #expect(Sums().text == #"{"version":1,"count":0,"name":null,"words":[],"part":{"bytes":0},"bytes":0}"#)
  }

  @Test("it is read in any order, beside members of another version")
  func order() throws {
    let read = try Sums.read(#"{"words":["a"],"new":[{}],"bytes":4,"count":2,"part":{"new":1}}"#)
    #expect(read.names == ["words", "new", "bytes", "count", "part"])
    #expect((read.sums.count, read.sums.words, read.sums.beside.bytes) == (2, ["a"], 4))
  }

  @Test("two are added by their members, of which a sum of bytes never overflows")
  func added() throws {
    var sums = try Sums.read(Self.whole).sums
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
    do {
      _ = try Sums.read(row.text)
      Issue.record("\(row.text) was read")
    } catch let fault as JSONFault {
      #expect(fault.message == row.message && fault.place.column == row.column, "\(fault)")
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test("a sum of bytes below 0 is none")
  func negative() throws {
    #expect(try Sums.read(#"{"bytes":-4}"#).sums.beside.bytes == 0)
  }
}
