import Testing

@testable import HTTPCacheCore

@Suite("Cookies (RFC 6265)", .timed)
struct CookieTests {
  private static let now = Instant(epoch: 1_768_239_957)  // 12 January 2026

  /// Whether `www.example.com` may own a domain: all but `com`.
  private static let isOwned: Cookie.DomainCheck = { _, domain in domain != "com" }

  typealias Row = (set: String, from: String, line: String?)
  static let setRows: [Row] = [
    ("a=1", "http://www.example.com/x/y", "www.example.com\tFALSE\t/x\tFALSE\t0\ta\t1"),
    ("a=1; Path=/z; HttpOnly", "http://h/x", "#HttpOnly_h\tFALSE\t/z\tFALSE\t0\ta\t1"),
    ("a=1; domain=.Example.COM", "http://www.example.com/", ".example.com\tTRUE\t/\tFALSE\t0\ta\t1"),
    // §5.3, steps 5 and 6: another's domain, and one that has many owners.
    ("a=1; Domain=other.com", "http://www.example.com/", nil),
    ("a=1; Domain=ample.com", "http://www.example.com/", nil),
    ("a=1; Domain=com", "http://www.example.com/", nil),
    ("a=1; Domain=0.0.1", "http://127.0.0.1/", nil),
    ("a=1; Domain=127.0.0.1", "http://127.0.0.1/", "127.0.0.1\tFALSE\t/\tFALSE\t0\ta\t1"),
    // §5.2.2 and §5.3, step 3
    ("a=1; Max-Age=60", "http://h/", "h\tFALSE\t/\tFALSE\t1768240017\ta\t1"),
    (
      "a=1; Max-Age=60; Expires=Mon, 12 Jan 2037 17:45:57 GMT", "http://h/",
      "h\tFALSE\t/\tFALSE\t1768240017\ta\t1"
    ),
    ("a=1; Max-Age=x", "http://h/", "h\tFALSE\t/\tFALSE\t0\ta\t1"),
    ("a=1; Max-Age=99999999999999999999", "http://h/", "h\tFALSE\t/\tFALSE\t1802799957\ta\t1"),
    ("a=1; expires=Tue, 13-Jan-2026 17:45:57 GMT", "http://h/", "h\tFALSE\t/\tFALSE\t1768326357\ta\t1"),
    // draft-ietf-httpbis-rfc6265bis §5.7: only a protected origin sets what is Secure; prefixes
    ("a=1; Secure", "https://h/", "h\tFALSE\t/\tTRUE\t0\ta\t1"), ("a=1; Secure", "http://h/", nil),
    ("a=1; Secure", "http://127.0.0.1/", "127.0.0.1\tFALSE\t/\tTRUE\t0\ta\t1"),
    ("__Secure-a=1", "https://h/", nil), ("__SECURE-a=1", "https://h/", nil),
    ("__host-a=1; Secure; Domain=h; Path=/", "https://h/", nil), ("__Secure-\u{301}a=1", "https://h/", nil),
    ("__Host-a=1; Secure; Path=/x", "https://h/", nil),
    ("__Host-a=1; Secure", "https://h/", "h\tFALSE\t/\tTRUE\t0\t__Host-a\t1"),
    // §5.2: a name is needed, blanks around are not part of it
    ("", "http://h/", nil), ("=1", "http://h/", nil),
    // As in curl, where RFC 6265 §5.2, step 2, is followed to the letter: no equals sign, no cookie.
    ("foo", "http://h/", nil), ("foo; a=1", "http://h/", nil),
    (" a = b c ;", "http://h/", "h\tFALSE\t/\tFALSE\t0\ta\tb c"),
    ("a=1;\u{301}b=2", "http://h/", "h\tFALSE\t/\tFALSE\t0\ta\t1"),
    ("a=\u{301}1", "http://h/", "h\tFALSE\t/\tFALSE\t0\ta\t\u{301}1"),
    ("__Host-\u{301}=1", "https://h/", nil), ("a=1\u{1}", "http://h/", nil),
    ("a=" + String(repeating: "x", count: 4_096), "http://h/", nil),
  ]

  @Test("what is kept of Set-Cookie", arguments: setRows)
  func set(_ row: Row) throws {
    let cookie = Cookie(setCookie: row.set, from: try TargetURI(row.from), now: Self.now, Self.isOwned)
    #expect(cookie?.fileLine == row.line, "\(row.set.prefix(80))")
    if let cookie { #expect(Cookie(fileLine: cookie.fileLine, now: Self.now) == cookie) }
  }

  static let sentRows: [(line: String, to: String, isSent: Bool)] = [
    ("h\tFALSE\t/\tFALSE\t0\ta\t1", "http://h/x", true),
    ("h\tFALSE\t/\tFALSE\t0\ta\t1", "http://www.h/", false),
    (".h\tTRUE\t/\tFALSE\t0\ta\t1", "http://www.h/", true),
    (".h\tTRUE\t/\tFALSE\t0\ta\t1", "http://oh/", false),
    (".0.1\tTRUE\t/\tFALSE\t0\ta\t1", "http://127.0.0.1/", false),
    ("h\tFALSE\t/a\tFALSE\t0\ta\t1", "http://h/a", true),
    ("h\tFALSE\t/a\tFALSE\t0\ta\t1", "http://h/a/b", true),
    ("h\tFALSE\t/a\tFALSE\t0\ta\t1", "http://h/ab", false),
    ("h\tFALSE\t/a/\tFALSE\t0\ta\t1", "http://h/a", false),
    ("h\tFALSE\t/\tTRUE\t0\ta\t1", "http://h/", false), ("h\tFALSE\t/\tTRUE\t0\ta\t1", "https://h/", true),
    ("h\tFALSE\t/\tFALSE\t1768239957\ta\t1", "http://h/", false),
    ("h\tFALSE\t/\tFALSE\t1768239958\ta\t1", "http://h/", true),
    ("Set-Cookie: a=1; Domain=h", "http://www.h/", true),
    // No cookies: comments, too few parts, a field without a domain.
    ("# h\tFALSE\t/\tFALSE\t0\ta\t1", "http://h/", false), ("h\tFALSE\t/\tFALSE\t0", "http://h/", false),
    ("h\tFALSE\t/x\tTRUE\t0\t__Host-a\t1", "https://h/x", false),
    ("h\tFALSE\t/\tFALSE\t0\t__secure-a\t1", "http://h/", false),
    ("Set-Cookie: a=1", "http://h/", false), ("h\tFALSE\t/\tFALSE\tsoon\ta\t1", "http://h/", false),
  ]

  @Test("where a line of a file is sent (RFC 6265 §5.1.3, §5.1.4, §5.4)", arguments: sentRows)
  func sent(_ row: (line: String, to: String, isSent: Bool)) throws {
    var jar = CookieJar()
    jar.add(file: row.line + "\n", now: Self.now, dropsSession: false)
    #expect(jar.field(for: try TargetURI(row.to), at: Self.now) == (row.isSent ? "a=1" : nil))
  }

  @Test("longer paths come first, a new value takes the place of the old, an expired one ends it")
  func jar() throws {
    let target = try TargetURI("http://h/x/y")
    var jar = CookieJar()
    func take(_ values: String...) {
      let lines = values.map { FieldLine("Set-Cookie", $0) }
      jar.take(
        ResponseHead(status: 200, fields: FieldSection(lines)), from: target, now: Self.now, Self.isOwned)
    }
    take("a=1; path=/", "b=2", "c=3; path=/")
    #expect(jar.field(for: target, at: Self.now) == "b=2; a=1; c=3")
    take("a=9; path=/", "b=; max-age=0")
    #expect(jar.field(for: target, at: Self.now) == "a=9; c=3")
    #expect(
      jar.file(at: Self.now).hasSuffix("\n\nh\tFALSE\t/\tFALSE\t0\ta\t9\nh\tFALSE\t/\tFALSE\t0\tc\t3\n"))
    var other = CookieJar()
    other.add(file: jar.file(at: Self.now), now: Self.now, dropsSession: true)
    #expect(other.cookies.isEmpty)
  }

  @Test("hostile numbers: cookies of one answer, bytes of a request; what is Secure is not hidden")
  func bounds() throws {
    let target = try TargetURI("http://h/")
    var jar = CookieJar()
    let long = String(repeating: "x", count: 1_000)
    let many = (0..<100).map { FieldLine("Set-Cookie", "n\($0)=\(long)") }
    jar.take(ResponseHead(status: 200, fields: FieldSection(many)), from: target, now: Self.now, Self.isOwned)
    #expect(jar.cookies.count == 50)
    #expect(try #require(jar.field(for: target, at: Self.now)).utf8.count <= 8_190)
    let secure = FieldSection([FieldLine("Set-Cookie", "s=1; Secure")])
    jar.take(
      ResponseHead(status: 200, fields: secure), from: try TargetURI("https://h/"), now: Self.now,
      Self.isOwned)
    let plain = FieldSection([FieldLine("Set-Cookie", "s=2")])
    jar.take(ResponseHead(status: 200, fields: plain), from: target, now: Self.now, Self.isOwned)
    #expect(jar.cookies.last?.value == "1")
  }

  static let dates: [(text: String, epoch: Seconds?)] = [
    ("Mon, 12 Jan 2026 17:45:57 GMT", 1_768_239_957), ("Mon, 12-Jan-26 17:45:57 GMT", 1_768_239_957),
    ("Mon Jan 12 17:45:57 2026", 1_768_239_957), ("12 jan 70 00:00:00", 950_400), ("12 Jan 2026", nil),
    ("Mon, 31 Feb 2026 17:45:57 GMT", nil), ("Mon, 12 Jan 2026 27:45:57 GMT", nil), ("", nil),
    ("12 Jan 1600 00:00:00", nil), ("12 Jan 20260 00:00:00", nil),
  ]

  @Test("dates of cookies (RFC 6265 §5.1.1)", arguments: dates)
  func date(_ row: (text: String, epoch: Seconds?)) {
    #expect(CookieDate.instant(row.text)?.epoch == row.epoch, "\(row.text)")
  }
}
