import Testing

@testable import HTTPCacheCore

@Suite("Hosts of one site", .timed)
struct SiteTests {
  @Test(
    "the labels that its owner registered",
    arguments: [
      ("example.com", "example.com"), ("www.example.com", "example.com"), ("a.b.example.com", "example.com"),
      ("www.example.co.uk", "example.co.uk"), ("localhost", "localhost"), ("127.0.0.1", "127.0.0.1"),
      ("[::1]", "[::1]"), ("cdn.example.io", "example.io"), ("", ""),
    ])
  func names(_ host: String, _ site: String) { #expect(Site(host: host).name == site) }

  @Test("a name that only ends alike is another site")
  func others() {
    let site = Site(host: "www.example.com")
    #expect(site.contains(host: "static.example.com") && site.contains(host: "example.com"))
    #expect(!site.contains(host: "notexample.com") && !site.contains(host: "example.com.evil.test"))
  }
}
