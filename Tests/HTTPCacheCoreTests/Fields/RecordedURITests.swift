import Testing

@testable import HTTPCacheCore

@Suite("URLs of recordings, as browsers read them", .timed)
struct RecordedURITests {
  static let read: [(text: String, absolute: String)] = [
    ("http://a.test/a b", "http://a.test/a%20b"), ("http://a.test/?q=\"x\"", "http://a.test/?q=%22x%22"),
    ("http://a.test/a\\b\\c?d\\e", "http://a.test/a/b/c?d%5Ce"), ("http:\\\\a.test\\b", "http://a.test/b"),
    (" http://a.test/a\n\tb ", "http://a.test/ab"), ("https://a.test/<x>", "https://a.test/%3Cx%3E"),
    ("http://u:p@a.test/ x", "http://a.test/%20x"), ("http://a.test/%20|{}", "http://a.test/%20|{}"),
    ("http://a.test/x#a b", "http://a.test/x"),
  ]
  @Test("raw spaces, quotes and backslashes (WHATWG URL, 4.4)", arguments: read)
  func accepted(_ row: (text: String, absolute: String)) throws {
    #expect(try TargetURI(recorded: row.text, allowsForeign: false).absolute == row.absolute)
  }

  static let refused: [(text: String, error: TargetURI.Malformed)] = [
    ("http://a b/", .character), ("ftp://a.test/ x", .scheme("ftp")), ("data:,x y", .scheme("data")),
    ("", .noScheme),
    ("http:// /", .character),
  ]
  @Test("what no request could be sent to", arguments: refused)
  func unsendable(_ row: (text: String, error: TargetURI.Malformed)) {
    #expect(throws: row.error) { try TargetURI(recorded: row.text, allowsForeign: false) }
  }

  typealias Foreign = (text: String, scheme: String, host: String, path: String, absolute: String)
  static let foreign: [Foreign] = [
    ("FTP://u:p@A.test:21/x?y#z", "ftp", "a.test", "/x", "ftp://a.test:21/x?y"),
    ("file:///tmp/a b", "file", "", "/tmp/a%20b", "file:///tmp/a%20b"),
    ("data:text/plain,a//b", "data", "", "text/plain,a//b", "data:text/plain,a//b"),
    ("data:", "data", "", "", "data:"), ("ws://a.test", "ws", "a.test", "", "ws://a.test"),
    ("wss://[::1]:9/x", "wss", "[::1]", "/x", "wss://[::1]:9/x"), ("ws://", "ws", "", "", "ws://"),
    ("blob:https://a.test/x", "blob", "", "https://a.test/x", "blob:https://a.test/x"),
  ]
  @Test("of other schemes, where these are judged", arguments: foreign)
  func other(_ row: Foreign) throws {
    let target = try TargetURI(recorded: row.text, allowsForeign: true)
    #expect(target.scheme == row.scheme && target.host == row.host && target.path == row.path)
    #expect(target.absolute == row.absolute && target.normalized == row.absolute && !target.isHTTP)
  }

  @Test("an unknown scheme stays unknown")
  func unknown() {
    #expect(throws: TargetURI.Malformed.self) {
      try TargetURI(recorded: "chrome-extension://a/b", allowsForeign: true)
    }
  }
}
