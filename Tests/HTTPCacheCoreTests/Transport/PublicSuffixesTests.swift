import Testing

@testable import HTTPCacheCore

/// The rows hold with the list of public suffixes, and without one.
@Suite("Whose cookies a domain may have", .timed)
struct PublicSuffixesTests {
  static let domains: [(host: String, domain: String, mayOwn: Bool)] = [
    ("www.example.com", "example.com", true), ("www.example.com", "com", false),
    ("localhost", "localhost", true),
  ]

  @Test(arguments: domains)
  func mayOwn(_ row: (host: String, domain: String, mayOwn: Bool)) {
    #expect(PublicSuffixes.mayOwn(host: row.host, domain: row.domain) == row.mayOwn)
  }

  /// The sites of names that only a list of public suffixes tells; without one, the form of the name decides.
  static let sites: [(host: String, listed: String, byForm: String)] = [
    ("cdn.xyz.de", "xyz.de", "cdn.xyz.de"), ("user.github.io", "user.github.io", "github.io"),
    ("a.user.github.io", "user.github.io", "github.io"),
    ("www.example.co.uk", "example.co.uk", "example.co.uk"),
    ("www.example.com", "example.com", "example.com"), ("a.shop.test", "shop.test", "shop.test"),
    ("localhost", "localhost", "localhost"), ("127.0.0.1", "127.0.0.1", "127.0.0.1"),
    ("[::1]", "[::1]", "[::1]"),
    ("", "", ""),
  ]
  @Test(arguments: sites)
  func site(_ row: (host: String, listed: String, byForm: String)) {
    // `github.io` may have no cookies where there is a list.
    let hasList = !PublicSuffixes.mayOwn(host: "user.github.io", domain: "github.io")
    #expect(Site(listed: row.host).name == (hasList ? row.listed : row.byForm))
  }
}
