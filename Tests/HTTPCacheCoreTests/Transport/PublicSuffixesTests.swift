import Testing

@testable import HTTPCacheCore

/// The rows hold with the list of public suffixes, and without one.
@Suite("Whose cookies a domain may have")
struct PublicSuffixesTests {
  static let domains: [(host: String, domain: String, mayOwn: Bool)] = [
    ("www.example.com", "example.com", true), ("www.example.com", "com", false),
    ("localhost", "localhost", true),
  ]

  @Test(arguments: domains)
  func mayOwn(_ row: (host: String, domain: String, mayOwn: Bool)) {
    #expect(PublicSuffixes.mayOwn(host: row.host, domain: row.domain) == row.mayOwn)
  }
}
