import Testing

@testable import HTTPCacheCore

@Suite("Hosts that lead to the machine itself, and what is trusted for it (W3C Secure Contexts §3.1)", .timed)
struct HostAddressTests {
  static let local = [
    "localhost", "LOCALHOST", "localhost.", "a.localhost", "127.0.0.1", "127.255.1.2", "127.0.0.1.", "127.1",
    "127.0.1", "2130706433", "0x7f000001", "0X7F.1", "0x7f.0.0.1", "017700000001", "0177.0.0.1", "0",
    "0.0.0.0",
    "%6cocalhost", "%3127.0.0.1", "[::1]", "::1", "[::]", "[0:0:0:0:0:0:0:1]", "[0::1]", "[::0:1]",
    "[::ffff:127.0.0.1]", "[::FFFF:7f00:1]", "[0:0:0:0:0:ffff:127.0.0.1]", "[::ffff:0.0.0.0]", "[::1%25lo]",
  ]
  static let other = [
    "a.test", "alocalhost", "localhost.test", "128.0.0.1", "127.0.0.1.a.test", "127.a.test", "127.0.0.1.1",
    "2130706432000", "0x", "0x80000001", "1", "10.0.0.1", "127.0.0.256", "127..1", "08", "+127.0.0.1", "",
    "[::2]", "[1::1]", "[::ffff:128.0.0.1]", "[::fffe:127.0.0.1]", "[::1::]", "[:::1]", "[0:1]",
    "[1:2:3:4:5:6:7:8:9]",
    "[::12345]", "[::127.0.0.1:1]", "[]", "[::+1]", "%6", "%2E",
  ]

  @Test(arguments: local) func leadsHere(_ host: String) { #expect(HostAddress.isOfThisMachine(host)) }

  @Test(arguments: other) func leadsElsewhere(_ host: String) { #expect(!HostAddress.isOfThisMachine(host)) }

  static let rows: [(url: String, isTrustworthy: Bool)] = [
    ("https://a.test/", true), ("http://a.test/", false), ("http://LOCALHOST:81/", true),
    ("http://127.0.0.1/", true), ("http://2130706433/", true), ("http://[::ffff:127.0.0.1]/", true),
    ("http://[::2]/", false),
  ]
  @Test(arguments: rows)
  func trustworthy(_ row: (url: String, isTrustworthy: Bool)) throws {
    #expect(try TargetURI(row.url).isTrustworthy == row.isTrustworthy)
  }
}
