import Testing

@testable import HTTPCacheCore

@Suite("Tokens of one visitor that are given again: to the next one, or when they are no longer good", .timed)
struct TokenFindingsTests {
  private static func token(_ markup: String) throws -> FormToken? {
    var scanner = PageScanner(try TargetURI("https://a.test/"))
    Array(markup.utf8).withUnsafeBytes { scanner.take($0) { _ in } }
    return scanner.token
  }

  private static func judged(
    _ fields: String, markup: String = field, type: String = "text/html",
    request: FieldSection = FieldSection(),
    role: CacheRole = .private
  ) throws -> Verdict {
    let request = RequestHead(target: try TargetURI("https://a.test/contact"), fields: request)
    let stored = StoredResponse(
      key: CacheKey(target: request.target),
      head: try head(
        "HTTP/1.1 200 OK\nDate: Mon, 12 Jan 2026 16:45:57 GMT\nETag: \"1\"\nContent-Type: \(type)\n\(fields)"),
      requestedAt: noon, receivedAt: noon)
    var context = SubjectContext()
    context.shown.token = try token(markup)
    return Verdict(
      Subject(origin: .har, request: request, stored: stored), context, now: noon,
      settings: Settings(role: role))
  }

  private static let field =
    "<form method=post><input type=hidden name=csrfmiddlewaretoken value=b8Jx0aQ2m1></form>"
  private static let nonce = "<input type=hidden id=_wpnonce name=_wpnonce value=ab12cd34ef>"

  static let markup: [(markup: String, name: String?)] = [
    (
      "<meta name=\"csrf-param\" content=\"authenticity_token\"><meta name=\"csrf-token\" content=\"Zk3x9Q\">",
      "csrf-token"
    ),
    (field, "csrfmiddlewaretoken"), ("<input type=HIDDEN name=_token value=abc>", "_token"),
    (
      "<input name=\"__RequestVerificationToken\" type=\"hidden\" value=\"CfDJ8Nx\" />",
      "__RequestVerificationToken"
    ),
    ("<input type=hidden name=authenticity_token value=a==>", "authenticity_token"),
    ("<meta name=_csrf content=4bfd1575><meta name=_csrf_header content=X-CSRF-TOKEN>", "_csrf"),
    ("<input type=hidden name='registration[_token]' value=x1>", "registration[_token]"),
    ("<template><input type=hidden name=_token value=abc></template>", "_token"), (nonce, "_wpnonce"),
    (nonce + field, "csrfmiddlewaretoken"), (field + nonce, "csrfmiddlewaretoken"),
    // What holds no token: a name, a mark for a script to fill in, a template that nothing filled in, nothing.
    ("<meta name=csrf-param content=authenticity_token>", nil),
    ("<meta name=_csrf_header content=X-CSRF-TOKEN1>", nil),
    ("<input type=hidden name=_csrf_token value=csrf-token data-controller=csrf-protection>", nil),
    ("<input type=hidden name=csrfmiddlewaretoken value='{{ csrf_token }}'>", nil),
    ("<input type=hidden name=csrfmiddlewaretoken value=NOTPROVIDED>", nil),
    ("<input type=hidden name=_token value=''>", nil), ("<input type=hidden name=_token>", nil),
    ("<input type=text name=_token value=abc>", nil), ("<input name=q value=csrf1>", nil),
    ("<input type=hidden name=_wpnonce value=later>", nil), ("<!-- \(field) -->", nil),
    ("<script>'\(field)'</script>", nil),
  ]
  @Test("a hidden field or a meta element with a framework's name and a value", arguments: markup)
  func named(_ row: (markup: String, name: String?)) throws {
    #expect(try Self.token(row.markup)?.name == row.name, "\(row.markup)")
  }

  private static let shared = "Cache-Control: public, s-maxage=600, max-age=0"

  typealias Row = (rule: String, fields: String, markup: String, severity: Finding.Severity?)
  static let rows: [Row] = [
    ("a lifetime for shared caches", shared, field, .warning),
    ("any lifetime", "Cache-Control: max-age=60", field, .warning),
    ("a guess", "Last-Modified: Sun, 11 Jan 2026 16:45:57 GMT", field, .warning),
    ("a targeted field", "Cache-Control: private, no-cache\nCDN-Cache-Control: max-age=600", field, .warning),
    ("stale-while-revalidate", "Cache-Control: max-age=0, stale-while-revalidate=600", field, .warning),
    ("a hit shows it", shared + "\nX-Cache: HIT", field, .error),
    ("an Age shows it", shared + "\nAge: 9", field, .error),
    (
      "a hit shows it, whatever the head says now", "Cache-Control: private, no-cache\nX-Cache: HIT", field,
      .error
    ),
    ("one's own", "Cache-Control: private, max-age=600", field, nil),
    ("confirmed at each use", "Cache-Control: no-cache", field, nil),
    ("not stored", "Cache-Control: no-store", field, nil),
    ("no token", shared, "<form><input name=q></form>", nil),
    ("Django's: an answer for each cookie", "Cache-Control: max-age=600\nVary: Cookie", field, nil),
    (
      "which sets the cookie of the token",
      "Cache-Control: max-age=600\nVary: Cookie\nSet-Cookie: csrftoken=a\nAge: 9",
      field, nil
    ),
    (
      "one store for all, seen without any cookie", "Cache-Control: max-age=600\nVary: Cookie\nX-Cache: HIT",
      field, .error
    ),
    ("a nonce of guests for half a day", "Cache-Control: s-maxage=43200, max-age=0", nonce, nil),
    ("for longer", "Cache-Control: s-maxage=43201, max-age=0", nonce, .warning),
    ("a young hit", "Cache-Control: s-maxage=43200, max-age=0\nX-Cache: HIT\nAge: 9", nonce, nil),
    ("an old one", "Cache-Control: max-age=0\nX-Cache: HIT\nAge: 50000", nonce, .error),
  ]
  @Test(
    "shared-token: where a shared cache may give the page to the next visitor, or was seen to",
    arguments: rows)
  func given(_ row: Row) throws {
    for role in CacheRole.allCases {
      let found = try Self.judged(row.fields, markup: row.markup, role: role).findings.filter {
        $0.code == .sharedToken
      }
      #expect(found.map(\.severity) == (row.severity.map { [$0] } ?? []), "\(row.rule)")
    }
  }

  @Test("whose line, put in place, leaves nothing to say; the token itself is told nowhere")
  func line() throws {
    let verdict = try Self.judged(Self.shared)
    let finding = try #require(verdict.findings.first { $0.code == .sharedToken })
    #expect(
      finding.explanation
        == "A shared cache may give this page to everyone for 10 minutes, with the token of a form in it"
        + " (`csrfmiddlewaretoken`), which is good for the visitor alone that it was made for: the next visitor's form fails."
    )
    #expect(finding.advice == "Write `Cache-Control: private, no-cache`, or have a script fetch the token.")
    let line = try #require(verdict.advice?.set.first)
    let after = try Self.judged("\(line.name): \(line.value)")
    #expect(after.advice == nil && !after.findings.contains { $0.severity > .info })
    let hit = try Self.judged(Self.shared + "\nX-Cache: HIT").findings.first { $0.code == .sharedToken }
    #expect(
      hit?.explanation.hasPrefix("A cache on the way gave this page from its store (X-Cache: HIT), with")
        == true)
    #expect(hit?.advice?.hasSuffix(", and purge what the cache has.") == true)
    #expect(!"\(verdict.findings)\(hit as Any)".contains("b8Jx0aQ2m1"))
    let person = try Self.judged(
      "Cache-Control: max-age=600\nVary: Cookie\nX-Cache: HIT",
      request: FieldSection([FieldLine("Cookie", "a=b")]))
    #expect(!person.findings.contains { $0.code == .sharedToken })
  }

  static let fields: [(rule: String, fields: String, isFound: Bool)] = [
    ("a lifetime", "Cache-Control: private, max-age=600\nX-CSRF-Token: abc", true),
    ("a validator: a 304 brings it back", "Cache-Control: private, no-cache\nX-XSRF-TOKEN: abc", true),
    ("a guess", "Last-Modified: Sun, 11 Jan 2026 16:45:57 GMT\nAuthorization: Bearer a.b.c", true),
    ("of its kin", "Cache-Control: max-age=600\nX-Refreshed-Token: a.b.c", true),
    ("of its kin", "Cache-Control: max-age=600\nx-auth-token: a", true),
    ("of its kin", "Cache-Control: max-age=600\nX-Access-Token: a", true),
    ("of its kin", "Cache-Control: max-age=600\nX-JWT: a", true),
    ("of its kin", "Cache-Control: max-age=600\nRequestVerificationToken: a", true),
    ("not stored", "Cache-Control: no-store\nX-CSRF-Token: abc", false),
    ("SAP's answer to a request without one", "Cache-Control: max-age=600\nX-CSRF-Token: Required", false),
    ("nothing", "Cache-Control: max-age=600\nX-CSRF-Token:", false),
    ("the number of a request", "Cache-Control: max-age=600\nX-Request-Id: 8f3a91c2", false),
    ("a limit", "Cache-Control: max-age=600\nX-RateLimit-Remaining-Tokens: 12", false),
    ("a page's", "Cache-Control: max-age=600\nX-Next-Page-Token: 12", false),
    ("a signature", "Cache-Control: max-age=600\nX-Amz-Signature: 8f3a91c2", false),
    (
      "which field may be sent", "Cache-Control: max-age=600\nAccess-Control-Allow-Headers: Authorization",
      false
    ),
  ]
  @Test("token-in-stored-response: a field with a token in what is stored", arguments: fields)
  func stored(_ row: (rule: String, fields: String, isFound: Bool)) throws {
    for role in CacheRole.allCases where role == .private || !row.fields.contains("private") {
      let verdict = try Self.judged(row.fields, markup: "", type: "application/json", role: role)
      #expect(verdict.findings.contains { $0.code == .tokenInStoredResponse } == row.isFound, "\(row.fields)")
      guard row.isFound else { continue }
      #expect(verdict.advice?.set.contains { $0.value.contains("no-store") } == true, "\(row.fields)")
    }
  }

  @Test(
    "without a validator and a lifetime nothing brings it back; one in a file with a version keeps it out of stores, too"
  )
  func neighbours() throws {
    let bare = try FindingQuestion(path: "/api").facts("Content-Type: application/json\nX-CSRF-Token: abc")
    #expect(!Findings.all(bare).findings.contains { $0.code == .tokenInStoredResponse })
    let file = try FindingQuestion(path: "/app.3f9ac2d1.js").facts(
      "Content-Type: text/javascript\nCache-Control: max-age=60\nETag: \"1\"\nX-CSRF-Token: abc")
    let (findings, advice) = Findings.all(file)
    #expect(findings.contains { $0.code == .tokenInStoredResponse })
    #expect(advice?.set.map(\.value) == ["no-store"])
  }
}
