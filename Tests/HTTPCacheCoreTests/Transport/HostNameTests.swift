import Testing

@testable import HTTPCacheCore

@Suite("The canonical form of a host", .timed)
struct HostNameTests {
  static let rows: [(rule: String, host: String, canonical: String)] = [
    ("a name in ASCII", "a.test", "a.test"),
    ("RFC 5890: letters beyond ASCII", "ex\u{e4}mple.test", "xn--exmple-cua.test"),
    ("composed or not", "exa\u{308}mple.test", "xn--exmple-cua.test"),
    ("RFC 3986 §3.2.2: percent-encoding", "ex%c3%a4mple.test", "xn--exmple-cua.test"),
    ("of any letter", "%61%2etest", "a.test"), ("in lower case", "%41.test", "a.test"),
    ("not of what ends a host", "a%2ftest", "a%2ftest"),
    ("nor of what is no UTF-8", "a%e4.test", "a%e4.test"),
    ("a slash that the mapping brings forth", "a\u{ff0f}b.test", "a\u{ff0f}b.test"),
    ("RFC 5952: an IPv6 address", "[0:0:0::1]", "[::1]"), ("no address", "[x]", "[x]"),
  ]

  @Test(arguments: rows)
  func canonical(_ row: (rule: String, host: String, canonical: String)) {
    #expect(HostName.canonical(row.host) == row.canonical, "\(row.rule)")
  }

  @Test("of a URI: all else stays")
  func target() throws {
    let target = try TargetURI("http://me:s3cret@ex\u{e4}mple.test:81/%7e?q").withCanonicalHost
    #expect(target.absolute == "http://xn--exmple-cua.test:81/%7e?q" && target.userInfo == "me:s3cret")
  }
}
