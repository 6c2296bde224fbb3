import HTTPCacheCore
import Testing

@testable import httpcache

@Suite("--data and its kin, as in curl", .timed)
struct BodyPartTests {
  static let rows: [(rule: String, words: [String], part: BodyPart)] = [
    ("a text", ["-d", "a=b"], .form(.text("a=b"))), ("a file", ["-d", "@f"], .form(.input(.file("f")))),
    ("standard input", ["-d", "@-"], .form(.input(.standardInput))),
    ("line ends stay", ["--data-binary", "@f"], .binary(.input(.file("f")))),
    ("the at sign means nothing", ["--data-raw", "@f"], .binary(.text("@f"))),
    ("CONTENT", ["--data-urlencode", "a b"], .encoded(name: "", .text("a b"))),
    ("=CONTENT", ["--data-urlencode", "=a=b@c"], .encoded(name: "", .text("a=b@c"))),
    ("NAME=CONTENT", ["--data-urlencode", "a=b@c"], .encoded(name: "a", .text("b@c"))),
    ("@FILE", ["--data-urlencode", "@f=g"], .encoded(name: "", .input(.file("f=g")))),
    ("NAME@FILE", ["--data-urlencode", "a@f=g"], .encoded(name: "a", .input(.file("f=g")))),
  ]

  @Test(arguments: rows)
  func part(_ row: (rule: String, words: [String], part: BodyPart)) throws {
    let parts = try Options(try arguments(["fetch"] + row.words + ["x"])).content.body
    #expect(parts == [row.part], "\(row.rule)")
    #expect(parts.map(\.isStandardInput) == [row.words[1] == "@-"], "\(row.rule)")
  }

  @Test("parts of several options stay in the order of the command line")
  func order() throws {
    let parts = try Options(try arguments("fetch --data-raw a -d b --data-binary c x")).content.body
    #expect(parts == [.binary(.text("a")), .form(.text("b")), .binary(.text("c"))])
  }
}
