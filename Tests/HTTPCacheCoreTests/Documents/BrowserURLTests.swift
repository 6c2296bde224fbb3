import Testing

@testable import HTTPCacheCore

@Suite("WHATWG URL, basic URL parser: what a page's reference asks for", .timed)
struct BrowserURLTests {
  static let rows: [(rule: String, text: String, url: String?)] = [
    ("a path", "c.css", "https://a.test/b/c.css"), ("from the root", "/c", "https://a.test/c"),
    ("spaces around it, and line ends in it", " \n/c\n/d\t", "https://a.test/c/d"),
    ("backslashes are slashes", "\\c\\d", "https://a.test/c/d"),
    ("not so in a query", "?c\\d", "https://a.test/b/?c%5Cd"),
    ("another host", "//B.test/c", "https://b.test/c"),
    ("slashes of both kinds", "\\/b.test", "https://b.test/"),
    ("more slashes", "////b.test/c", "https://b.test/c"),
    ("its own scheme before a path", "https:c", "https://a.test/b/c"),
    ("another scheme before a host", "http:b.test/c", "http://b.test/c"),
    ("a scheme alone", "https:", "https://a.test/b/"),
    ("a fragment is not asked for", "/c#d", "https://a.test/c"), ("a fragment alone", "#d", nil),
    ("nothing", "  ", nil),
    ("data", "data:,c", nil), ("another scheme", "ftp://b.test/", nil),
    ("a path with a colon", "/c:d", "https://a.test/c:d"),
    ("what a path escapes", "/c d\"<>^`{}'", "https://a.test/c%20d%22%3C%3E%5E%60%7B%7D'"),
    ("what a query escapes", "?c d\"<>^`{}'", "https://a.test/b/?c%20d%22%3C%3E^`{}%27"),
    ("beyond ASCII", "/\u{e4}", "https://a.test/%C3%A4"),
  ]

  @Test(arguments: rows)
  func target(_ row: (rule: String, text: String, url: String?)) throws {
    let base = try TargetURI("https://a.test/b/")
    #expect(BrowserURL.target(row.text, base: base)?.absolute == row.url, "\(row.rule)")
  }

  static let names: [(name: String, path: String)] = [
    ("icon@2x.png", "icon@2x.png"), ("a+b=c:d;e,f(g)[h]'&~!$*.js", "a+b=c:d;e,f(g)[h]'&~!$*.js"),
    ("a b.txt", "a%20b.txt"), ("50%.txt", "50%25.txt"), ("%40.txt", "%2540.txt"), ("h#y?z", "h%23y%3Fz"),
    ("a\\b", "a%5Cb"), ("\"<>^`{}|", "%22%3C%3E%5E%60%7B%7D|"), ("\u{e4}", "%C3%A4"),
    ("sub/a b", "sub/a%20b"),
  ]

  @Test("a link to a file whose name stands in it as it is", arguments: names)
  func file(_ row: (name: String, path: String)) throws {
    #expect(BrowserURL.path(ofFile: row.name) == row.path)
    #expect(TargetURI.decodingEscapes(row.path) == row.name)
  }
}
