import Testing

@testable import HTTPCacheCore

@Suite("RFC 6265: the cookies of one chain of redirects", .timed)
struct ChainCookiesTests {
  typealias Row = (rule: String, from: String, line: String, to: String, sent: String?, loss: CookieLoss?)

  static let rows: [Row] = [
    ("§5.4: it comes back", "http://a.test/x", "a=1; Path=/", "http://a.test/y", "a=1", nil),
    ("§5.1.4: the directory of the URL", "http://a.test/b/x", "a=1", "http://a.test/b/y", "a=1", nil),
    ("§5.1.4: another path", "http://a.test/b/x", "a=1", "http://a.test/c", nil, .otherPath("/b")),
    ("§5.3: for the host alone", "http://a.test/", "a=1", "http://b.a.test/", nil, .otherHost("a.test")),
    ("§5.3: for a domain", "http://b.a.test/", "a=1; Domain=a.test", "http://a.test/", "a=1", nil),
    (
      "§5.3: of another domain", "http://a.test/", "a=1; Domain=c.test", "http://a.test/", nil,
      .otherDomain("c.test")
    ),
    (
      "Secure over http, as RFC 6265bis has it", "http://a.test/", "a=1; Secure", "http://a.test/", nil,
      .secureSetOverHTTP(isThisMachine: false)
    ),
    (
      "so on this machine, where Chromium takes it", "http://127.0.0.1/", "a=1; Secure", "http://127.0.0.1/",
      nil,
      .secureSetOverHTTP(isThisMachine: true)
    ),
    ("Secure over https", "https://a.test/", "a=1; Secure", "https://a.test/", "a=1", nil),
    ("Secure, and then http", "https://a.test/", "a=1; Secure", "http://a.test/", nil, .secureNotSent),
    (
      "SameSite=None without Secure", "https://a.test/", "a=1; SameSite=None", "https://a.test/", nil,
      .sameSiteNone
    ),
    ("SameSite=None with it", "https://a.test/", "a=1; Secure; SameSite=None", "https://a.test/", "a=1", nil),
    ("one that is deleted is not lost", "http://a.test/", "a=; Max-Age=0", "http://a.test/", nil, nil),
  ]

  @Test(arguments: rows)
  func cookies(_ row: Row) throws {
    var cookies = ChainCookies()
    let head = try head("HTTP/1.1 302 Found\nSet-Cookie: \(row.line)")
    let (from, to) = (try TargetURI(row.from), try TargetURI(row.to))
    let other = try TargetURI("http://c.test/")
    cookies.take(head, from: from, now: noon) { _, domain in domain != "test" }
    #expect(cookies.field(for: to, at: noon) == row.sent, "\(row.rule)")
    #expect(
      CookieLoss.all(head, from: from, to: to, now: noon).map(\.loss) == (row.loss.map { [$0] } ?? []),
      "\(row.rule)")
    #expect(
      cookies.replaced(for: from) == ["a"] && cookies.replaced(for: other).isEmpty)
  }
}
