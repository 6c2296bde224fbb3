import HTTPCacheCore
import Testing

@testable import httpcache

@Suite("--get puts the data into the query, as in curl")
struct QueryDataTests {
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
      try QueryData.add(Array(row.data.utf8), to: [target]).map(\.absolute) == [row.added], "\(row.rule)")
  }

  @Test("each URL gets it, and keeps its user and password")
  func several() throws {
    let targets = try URLArgument.read(["http://me:s3cret@a.test/", "https://b.test:81/"])
    let added = try QueryData.add([0x61], to: targets)
    #expect(added.map(\.absolute) == ["http://a.test/?a", "https://b.test:81/?a"])
    #expect(added.map(\.userInfo) == ["me:s3cret", nil])
  }
}
