import HTTPCacheCore
import Testing

@testable import httpcache

@Suite(
  "--get puts the data into the query, and --upload-file the name of the file behind a slash, as in curl",
  .timed)
struct TargetAdditionTests {
  static let rows: [(rule: String, url: String, data: String, added: String)] = [
    ("a query begins", "http://a.test/x", "b=c", "http://a.test/x?b=c"),
    ("one goes on", "http://a.test/x?y", "b=c", "http://a.test/x?y&b=c"),
    ("an empty one is one", "http://a.test/?", "b", "http://a.test/?&b"),
    (
      "RFC 3986 §3.4: what no query may hold", "http://a.test/", "a b\"#<>",
      "http://a.test/?a%20b%22%23%3C%3E"
    ),
    ("nor this", "http://a.test/", "\\^`{|}", "http://a.test/?%5C%5E%60%7B%7C%7D"),
    ("RFC 3986 §2.1: an escape stays one", "http://a.test/", "a%20b+c&d", "http://a.test/?a%20b+c&d"),
    ("beyond ASCII", "http://a.test/", "\u{e4}\u{7F}\n", "http://a.test/?%C3%A4%7F%0A"),
  ]

  @Test(arguments: rows)
  func added(_ row: (rule: String, url: String, data: String, added: String)) throws {
    let target = try URLArgument.read(row.url)
    #expect(
      try TargetAddition.add(query: Array(row.data.utf8), to: [target]).map(\.absolute) == [row.added],
      "\(row.rule)")
  }

  @Test("each URL gets it, and keeps its user and password")
  func several() throws {
    let targets = try URLArgument.read(["http://me:s3cret@a.test/", "https://b.test:81/"])
    let added = try TargetAddition.add(query: [0x61], to: targets)
    #expect(added.map(\.absolute) == ["http://a.test/?a", "https://b.test:81/?a"])
    #expect(added.map(\.userInfo) == ["me:s3cret", nil])
  }

  static let uploads: [(url: String, file: String, added: String)] = [
    ("http://a.test/", "d/x y", "http://a.test/x%20y"), ("http://a.test", "f", "http://a.test/f"),
    ("http://me:s3cret@a.test/d/", "/f", "http://a.test/d/f"), ("http://a.test/g", "f", "http://a.test/g"),
    ("http://a.test/?q", "f", "http://a.test/f?q"),
    ("http://me:s3cret@a.test?q/", "f", "http://a.test/f?q/"),
    ("http://a.test/g?q", "f", "http://a.test/g?q"),
    ("http://a.test/d/?", "f", "http://a.test/d/f?"), ("http://a.test/", "c:\\f", "http://a.test/f"),
    ("http://a.test/", OriginalBytes.text([0x63, 0xE9]), "http://a.test/c%E9"),
  ]

  @Test("a URL that names no file gets the name of the file that is sent", arguments: uploads)
  func upload(_ row: (url: String, file: String, added: String)) throws {
    let target = try URLArgument.read(row.url)
    let added = try TargetAddition.add(fileName: row.file, to: [target])
    #expect(added.map(\.absolute) == [row.added] && added[0].userInfo == target.userInfo)
  }
}
