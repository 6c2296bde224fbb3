import Testing

@testable import HTTPCacheCore

@Suite("RFC 3986 and RFC 9110 §4.2: target URIs", .timed)
struct TargetURITests {
  static let normal: [(rule: String, text: String, key: String)] = [
    ("scheme and host in lower case", "HTTP://Example.TEST/A", "http://example.test/A"),
    ("the default port is left out", "https://a.test:443/", "https://a.test/"),
    ("another port stays", "http://a.test:8080", "http://a.test:8080/"),
    ("an empty path is /", "http://a.test?q=1", "http://a.test/?q=1"),
    ("the fragment is no part of it", "http://a.test/x#y", "http://a.test/x"),
    ("nor is user information", "http://u:p@a.test/", "http://a.test/"),
    ("dot segments", "http://a.test/a/./b/../c", "http://a.test/a/c"),
    ("escapes of unreserved characters", "http://a.test/%7Eme/%2f", "http://a.test/~me/%2F"),
    ("an IPv6 address keeps its brackets", "http://[::1]:81/", "http://[::1]:81/"),
  ]

  @Test(arguments: normal)
  func normalized(_ row: (rule: String, text: String, key: String)) throws {
    #expect(try TargetURI(row.text).normalized == row.key, "\(row.rule)")
  }

  static let malformed: [(text: String, error: TargetURI.Malformed)] = [
    ("a.test/x", .noScheme), ("ftp://a.test/", .scheme("ftp")), ("http:///x", .noHost),
    ("http://a b/", .character),
    ("http://a.test:0/", .port("0")), ("http://a.test:x/", .port("x")), ("http://a.test/\n", .character),
  ]

  @Test(arguments: malformed)
  func refused(_ row: (text: String, error: TargetURI.Malformed)) {
    #expect(throws: row.error) { try TargetURI(row.text) }
  }

  static let likely: [(text: String, isQuick: Bool)] = [
    ("http://a.test:81/", true), ("http://a.test:81/x?y=/.&z?", true), ("http://a.test:81/%7Eme/./b", true),
    ("http://a.test:81", false), ("http://a.test:81?q", false), ("http://a.test:811/", false),
    ("http://a.test:81@b.test/", false), ("http://A.test:81/", false), ("http://a.test:81/x#y", false),
    ("https://a.test:81/", false), ("http://a.test/", false), ("http://a.test:81/é", false),
    ("http://a.test:81/a b", false), ("http://a.test:81/\u{7F}", false), ("", false),
  ]

  @Test("what has the origin of another is read as all is, or not by it", arguments: likely)
  func likeAnother(_ row: (text: String, isQuick: Bool)) throws {
    for other in ["http://a.test:81/o/?x", "HTTP://u@A.test:81"] {
      let found = TargetURI(row.text, like: try TargetURI(other))
      #expect((found != nil) == row.isQuick, "\(other)")
      guard let found else { continue }
      let whole = try TargetURI(row.text)
      #expect(found == whole)
      #expect((found.path, found.query, found.normalized) == (whole.path, whole.query, whole.normalized))
    }
  }

  static let references: [(reference: String, target: String)] = [
    ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("/g", "http://a/g"), ("//g", "http://g/"),
    ("?y", "http://a/b/c/d?y"), ("g?y", "http://a/b/c/g?y"), ("../g", "http://a/b/g"),
    ("../../../g", "http://a/g"),
    ("", "http://a/b/c/d?q"), ("https://h/", "https://h/"), ("g#s", "http://a/b/c/g"), ("..", "http://a/b/"),
  ]

  @Test("RFC 3986 §5.4 reference resolution", arguments: references)
  func resolved(_ row: (reference: String, target: String)) throws {
    #expect(try TargetURI("http://a/b/c/d?q").resolving(row.reference).absolute == row.target)
  }
}
