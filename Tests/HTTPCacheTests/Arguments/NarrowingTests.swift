import HTTPCacheCore
import Testing

@testable import httpcache

@Suite("Contract: --host and --first-party, which subjects count", .timed)
struct NarrowingTests {
  typealias Row = (rule: String, host: String?, isFirstParty: Bool, first: String?, url: String, isIn: Bool)
  static let rows: [Row] = [
    ("all", nil, false, "http://a.test/", "http://b.test/", true),
    ("--host", "a.test", false, nil, "http://a.test:81/x", true),
    ("--host is one host", "a.test", false, nil, "http://www.a.test/", false),
    ("--host by a recorded name", "xn--exmple-cua.test", false, nil, "http://ex\u{e4}mple.test/", true),
    ("the first URL's site", nil, true, "http://www.a.test/", "https://img.a.test/", true),
    ("another site", nil, true, "http://www.a.test/", "http://b.test/", false),
    ("no URL was seen yet", nil, true, nil, "http://b.test/", true),
    ("both", "img.a.test", true, "http://www.a.test/", "http://img.a.test/", true),
    ("the host, and not the site", "b.test", true, "http://www.a.test/", "http://b.test/", false),
    ("the site, and not the host", "a.test", true, "http://a.test/", "http://www.a.test/", false),
  ]

  @Test(arguments: rows)
  func includes(_ row: Row) throws {
    var narrowing = Narrowing(host: row.host, isFirstParty: row.isFirstParty)
    if let first = row.first { narrowing.see(try URLArgument.read(first)) }
    #expect(narrowing.includes(try URLArgument.read(row.url)) == row.isIn, "\(row.rule)")
  }

  @Test("only the first URL names the first party")
  func first() throws {
    var narrowing = Narrowing(host: nil, isFirstParty: true)
    for url in ["http://a.test/", "http://b.test/"] { narrowing.see(try URLArgument.read(url)) }
    #expect(narrowing.includes(try URLArgument.read("http://a.test/")))
    #expect(!narrowing.includes(try URLArgument.read("http://b.test/")))
  }
}
