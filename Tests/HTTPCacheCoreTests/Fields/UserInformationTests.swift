import HTTPCacheCore
import Testing

@Suite("RFC 3986 §3.2.1 User Information")
struct UserInformationTests {
  static let rows: [(reference: String, without: String)] = [
    ("http://user:secret@a.test/b", "http://a.test/b"), ("//user@a.test", "//a.test"),
    ("http://a@b@c.test/", "http://c.test/"), ("http://@a.test/", "http://a.test/"),
    ("http://a.test/b@c", "http://a.test/b@c"), ("http://a.test?b@c", "http://a.test?b@c"),
    ("http://a.test#b@c", "http://a.test#b@c"), ("/b//c@d", "/b//c@d"), ("?//c@d", "?//c@d"), ("", ""),
    ("/", "/"), ("//", "//"), ("a@b", "a@b"),
  ]

  @Test(arguments: rows)
  func removed(_ row: (reference: String, without: String)) {
    #expect(UserInformation.removed(from: row.reference) == row.without)
  }
}
