import HTTPCacheCore
import Testing

@Suite("RFC 3986 §3.2.1 User Information", .timed)
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

  static let fields: [(name: String, value: String, shown: String)] = [
    ("Location", "https://user:secret@b.test/x", "https://…@b.test/x"),
    ("Location", "//user:secret@b.test/x", "…@b.test/x"),
    ("Refresh", "0; url=https://user:secret@b.test/x", "0; url=https://…@b.test/x"),
    (
      "Link", "<https://a.test/y>; rel=preload, <https://user:secret@b.test/z>; rel=preload",
      "<https://a.test/y>; rel=preload, <https://…@b.test/z>; rel=preload"
    ),
    ("Link", "</react@19/index.js>; rel=preload", "</react@19/index.js>; rel=preload"),
    ("Location", "https://b.test/npm/react@19", "https://b.test/npm/react@19"),
    ("Set-Cookie", "a=https://user:secret@b.test/", "(redacted, 29 bytes)"),
  ]

  @Test("the value of a field is shown without the user information of its URLs", arguments: fields)
  func shown(_ row: (name: String, value: String, shown: String)) {
    #expect(FieldLine(row.name, row.value).redactedValue == row.shown)
  }
}
