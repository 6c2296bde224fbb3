import Testing

@testable import HTTPCacheCore

@Suite("W3C Secure Contexts §3.1: is an origin potentially trustworthy?")
struct TrustworthyOriginTests {
  static let rows: [(url: String, isTrustworthy: Bool)] = [
    ("https://a.test/", true), ("http://a.test/", false), ("http://localhost/", true),
    ("http://LOCALHOST:81/", true), ("http://a.localhost/", true), ("http://alocalhost/", false),
    ("http://127.0.0.1/", true), ("http://127.255.1.2/", true), ("http://128.0.0.1/", false),
    ("http://127.0.0.1.a.test/", false), ("http://127.a.test/", false), ("http://127.0.0.1.1/", false),
    ("http://[::1]/", true),
    ("http://[::2]/", false),
  ]

  @Test(arguments: rows)
  func trustworthy(_ row: (url: String, isTrustworthy: Bool)) throws {
    #expect(try TargetURI(row.url).isTrustworthy == row.isTrustworthy)
  }
}
