import Testing

@testable import HTTPCacheCore

@Suite("A chain of redirects that comes back to its own URL", .timed)
struct RedirectCircleFindingsTests {
  private static func hop(_ url: String, _ answer: String, cookie: String? = nil, at seconds: Seconds = 0)
    throws -> Subject
  {
    let fields = FieldSection(cookie.map { [FieldLine("Cookie", $0)] } ?? [])
    let request = RequestHead(target: try TargetURI(url), fields: fields)
    let stored = StoredResponse(
      key: CacheKey(target: request.target), head: try head("HTTP/1.1 " + answer),
      requestedAt: noon + seconds,
      receivedAt: noon + seconds)
    return Subject(origin: .live, request: request, stored: stored)
  }

  private func findings(_ hop: Subject, _ chain: RedirectChain) -> (found: [Finding], advice: Advice?) {
    var context = SubjectContext()
    context.chain = chain
    let verdict = Verdict(hop, context, now: noon, settings: Settings())
    return (verdict.findings, verdict.advice)
  }

  static let keptRows: [(rule: String, answer: String, cookie: String?, isFound: Bool)] = [
    ("a 301 is kept without a lifetime", "301 Moved\nLocation: /login", "id=1", true),
    ("and a 308", "308 Moved\nLocation: /login", "id=1", true),
    ("whatever cookies are set", "301 Moved\nLocation: /login", nil, true),
    ("a 302 is not", "302 Found\nLocation: /login", "id=1", false),
    ("a 302 with a lifetime is", "302 Found\nLocation: /login\nCache-Control: max-age=60", "id=1", true),
    ("a 303 and a 307, too", "307 Moved\nLocation: /login\nCache-Control: private, max-age=60", "id=1", true),
    ("RFC 9111 §5.2.2.5", "301 Moved\nLocation: /login\nCache-Control: no-store", "id=1", false),
    ("RFC 9111 §5.2.2.4", "301 Moved\nLocation: /login\nCache-Control: no-cache", "id=1", false),
    ("a lifetime of 0", "301 Moved\nLocation: /login\nCache-Control: max-age=0", "id=1", false),
    ("RFC 9111 §4.1: Vary names what was set", "301 Moved\nLocation: /login\nVary: Cookie", "id=1", false),
    ("and nothing was", "301 Moved\nLocation: /login\nVary: Cookie", nil, true),
    ("RFC 9111 §4.1: no request matches", "301 Moved\nLocation: /login\nVary: *", "id=1", false),
  ]

  @Test("browsers go round where they keep the redirect", arguments: keptRows)
  func kept(_ row: (rule: String, answer: String, cookie: String?, isFound: Bool)) throws {
    let first = try Self.hop("http://a.test/dash", row.answer)
    let login = try Self.hop(
      "http://a.test/login", "302 Found\nLocation: /dash\nSet-Cookie: id=1\nCache-Control: no-store")
    let end = try Self.hop("http://a.test/dash", "200 OK", cookie: row.cookie)
    let chain = RedirectChain([first, login], place: 0, end: (end.request, 200), circle: nil)
    let (found, advice) = findings(first, chain)
    let circles = found.filter { $0.code == .redirectCircle }
    #expect(circles.map(\.severity) == (row.isFound ? [.error] : []), "\(row.rule)")
    guard row.isFound else { return }
    #expect(advice?.set.first?.value.contains("no-store") == true, "\(row.rule)")
    #expect(!found.contains { $0.code == .permanentAnswerUnbounded }, "\(row.rule)")
    #expect(circles.first?.explanation.contains("after 2 redirects its chain comes back to this URL") == true)
    // The login itself is kept by nobody.
    let second = RedirectChain([first, login], place: 1, end: (end.request, 200), circle: nil)
    #expect(!findings(login, second).found.contains { $0.code == .redirectCircle })
  }

  static let keepers: [(answer: String, sentence: String)] = [
    ("301 Moved\nLocation: /login", "Chromium keeps this 301 for good, and WebKit for a year, and after"),
    ("308 Moved\nLocation: /login", "Chromium keeps this 308 for good, and after"),
    (
      "301 Moved\nLocation: /login\nCache-Control: max-age=60",
      "Browsers keep this 301 for 1 minute, Firefox until it is closed at most, and after"
    ),
    (
      "308 Moved\nLocation: /login\nCache-Control: max-age=60",
      "Chromium keeps this 308 for 1 minute, and Firefox until it is closed at most, and after"
    ),
    (
      "302 Found\nLocation: /login\nCache-Control: max-age=60",
      "Browsers keep this 302 for 1 minute, and after"
    ),
  ]

  @Test("it names the browsers that keep the redirect, as they were measured", arguments: keepers)
  func named(_ row: (answer: String, sentence: String)) throws {
    let first = try Self.hop("http://a.test/dash", row.answer)
    let end = try Self.hop("http://a.test/dash", "200 OK")
    let chain = RedirectChain([first], place: 0, end: (end.request, 200), circle: nil)
    let text = findings(first, chain).found.first { $0.code == .redirectCircle }?.explanation ?? ""
    #expect(text.hasPrefix(row.sentence), "\(text)")
  }

  @Test("a circle for everyone is told at the first hop, with what browsers keep and the cookie that is lost")
  func closed() throws {
    let hops = [
      try Self.hop("http://a.test/", "302 Found\nLocation: /dash"),
      try Self.hop("http://a.test/dash", "301 Moved\nLocation: /login\nCache-Control: max-age=60"),
      try Self.hop("http://a.test/login", "302 Found\nLocation: /dash\nSet-Cookie: id=secret; Path=/login"),
    ]
    let found = hops.indices.map { place in
      let chain = RedirectChain(hops, place: place, end: nil, circle: (1, true))
      return findings(hops[place], chain).found.filter { $0.code == .redirectCircle }
    }
    #expect(found.map(\.count) == [1, 0, 0])
    let text = found[0].first?.explanation ?? ""
    #expect(
      text.hasPrefix("The redirects lead to `http://a.test/dash` again, with the same cookies"), "\(text)")
    #expect(
      text.contains("`/dash` (301, `Location: /login`, which browsers keep by `Cache-Control: max-age=60`)"),
      "\(text)")
    #expect(text.contains("`/login` (302, `Location: /dash`)"), "\(text)")
    #expect(text.hasSuffix("The cookie `id` does not come back: it is for `Path=/login`."), "\(text)")
    #expect(!text.contains("secret"))
  }

  static let logRows: [(rule: String, redirect: String, after: Seconds, request: String?, isFound: Bool)] = [
    ("a 301 that later answers 200", "301 Moved\nLocation: /x", 5, nil, true),
    ("a 302 without a lifetime", "302 Found\nLocation: /x", 5, nil, false),
    ("within its lifetime", "302 Found\nLocation: /x\nCache-Control: max-age=60", 59, nil, true),
    ("after it", "302 Found\nLocation: /x\nCache-Control: max-age=60", 61, nil, false),
    ("no-store", "301 Moved\nLocation: /x\nCache-Control: no-store", 5, nil, false),
    ("a log does not show what depends on cookies", "301 Moved\nLocation: /x\nVary: Cookie", 5, nil, false),
    ("under another Vary", "301 Moved\nLocation: /x\nVary: Accept", 5, "text/css", false),
  ]

  @Test("a log shows it at the answer with content", arguments: logRows)
  func log(_ row: (rule: String, redirect: String, after: Seconds, request: String?, isFound: Bool)) throws {
    var memory = RedirectMemory()
    let first = try Self.hop("http://a.test/a", row.redirect)
    _ = memory.see(first, SubjectContext())
    var later = try Self.hop("http://a.test/a", "200 OK\nCache-Control: no-cache", at: row.after)
    if let accept = row.request {
      later = Subject(
        origin: .har,
        request: RequestHead(
          target: later.request.target, fields: FieldSection([FieldLine("Accept", accept)])),
        stored: later.stored)
    }
    let verdict = Verdict(
      later, memory.see(later, SubjectContext()), now: noon + row.after, settings: Settings())
    #expect(verdict.findings.contains { $0.code == .redirectCircle } == row.isFound, "\(row.rule)")
  }
}
