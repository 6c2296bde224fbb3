import Testing

@testable import httpcache

@Suite("Contract: trim --url, in the form in which URLs are stored", .timed)
struct StoredURLPatternTests {
  typealias Row = (rule: String, text: String, url: String?, pattern: String?)
  static let rows: [Row] = [
    ("a URL", "http://A.test:80/%7e", "http://a.test/~", nil),
    (
      "RFC 3986 §6.2.2: a URL whose query makes it a pattern, too", "http://a.test/../b?q=%7e",
      "http://a.test/b?q=~", "http://a.test/../b?q=~"
    ),
    ("bytes beyond ASCII", "http://a.test/?\u{fc}", "http://a.test/?%C3%BC", "http://a.test/?%C3%BC"),
    ("so in a pattern", "http://a.test/\u{fc}*%c3", "http://a.test/%C3%BC*%C3", "http://a.test/%C3%BC*%C3"),
    (
      "RFC 5890: the host of a pattern", "http://ex\u{e4}mple.test/*", "http://xn--exmple-cua.test/*",
      "http://xn--exmple-cua.test/*"
    ),
    ("an IPv6 address", "http://[0:0::1]/*", "http://[::1]/*", "http://[::1]/*"),
    ("a set of characters stays", "http://a.test/[%7e]%7e", "http://a.test/[~]~", "http://a.test/[%7e]~"),
    ("a host with wildcards", "http://*.test/%7e", "http://*.test/~", "http://*.test/~"),
    ("no URL", "*/%7e", nil, "*/~"), ("a name", "*.css", "http://*.css/", "*.css"),
  ]

  @Test(arguments: rows)
  func read(_ row: Row) throws {
    let read = try #require(StoredURLPattern(row.text))
    #expect(read.pattern == row.pattern, "\(row.rule)")
    #expect(read.url == row.url || row.url == nil, "\(row.rule)")
  }

  @Test("what is neither is refused", arguments: ["", "http://", "http://a b:x/"])
  func refused(text: String) { #expect(StoredURLPattern(text) == nil) }
}
