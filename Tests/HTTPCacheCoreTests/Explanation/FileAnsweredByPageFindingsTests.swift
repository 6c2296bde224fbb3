import Testing

@testable import HTTPCacheCore

@Suite("A script, style sheet or font that is answered by a page", .timed)
struct FileAnsweredByPageFindingsTests {
  typealias Row = (
    rule: String, path: String, request: String, answer: String, loadedAs: LoadedFile?, says: String?
  )

  private static let page = "Content-Type: text/html\nCache-Control: no-cache\nETag: \"1\""
  private static let hashed = "/assets/index-DkR3tz9a.js"

  static let rows: [Row] = [
    ("a module of a page", "/app.js", "", page, .moduleScript, "browsers refuse a module script"),
    ("a classic script", "/app.js", "", page, .script, "ends in a syntax error"),
    (
      "with nosniff", "/app.js", "", page + "\nX-Content-Type-Options: nosniff", .script,
      "with `nosniff` browsers refuse it"
    ),
    ("a style sheet", "/app", "", page, .style, "stays without styles"),
    ("a font", "/f", "", page, .font, "can't read it as a font"),
    (
      "Fetch: what a browser's request was made for", "/x.js", "Sec-Fetch-Dest: script", page, nil,
      "syntax error"
    ),
    ("JSONP is run whatever its type", "/jsonp", "Sec-Fetch-Dest: script", page, nil, nil),
    ("and so where a page loads it", "/jsonp", "", page, .script, nil),
    ("a worker's script", "/x", "Sec-Fetch-Dest: worker", page, nil, "a worker's script of this type"),
    ("a versioned name", hashed, "", page, nil, "syntax error"),
    ("a versioned name that a script fetches", hashed, "Sec-Fetch-Dest: empty", page, nil, "syntax error"),
    ("a name without a version, and nobody loads it", "/app.js", "", page, nil, nil),
    ("a user opened it", hashed, "Sec-Fetch-Dest: document", page, nil, nil),
    ("in a frame", hashed, "Sec-Fetch-Dest: iframe", page, nil, nil),
    ("a picture is none", "/a.3f9a1b2c.png", "", page, nil, nil),
    ("it is a script", hashed, "", "Content-Type: text/javascript", .moduleScript, nil),
    ("an error says so itself", hashed, "", "HTTP/1.1 404 Not Found\n" + page, .moduleScript, nil),
    (
      "for how long it stays", hashed, "", "Content-Type: text/html\nCache-Control: max-age=3600", nil,
      "for up to 1 hour"
    ),
    (
      "in shared caches, too", hashed, "",
      "Content-Type: text/html\nCache-Control: max-age=0, s-maxage=86400", nil,
      "for up to 1 day"
    ),
  ]

  @Test(arguments: rows)
  func found(_ row: Row) throws {
    let lines = try head("HTTP/1.1 200 OK\n" + row.request).fields
    let request = RequestHead(target: try TargetURI("https://a.test" + row.path), fields: lines)
    let stored = StoredResponse(
      key: CacheKey(target: request.target), head: try head(row.answer), requestedAt: noon, receivedAt: noon)
    var context = SubjectContext()
    context.loadedAs = row.loadedAs
    let verdict = Verdict(
      Subject(origin: .live, request: request, stored: stored), context, now: noon, settings: Settings())
    let found = verdict.findings.filter { $0.code == .fileAnsweredByPage }
    #expect(found.map(\.severity) == (row.says == nil ? [] : [.error]), "\(row.rule)")
    guard let says = row.says else { return }
    #expect(found.first?.explanation.contains(says) == true, "\(row.rule): \(found.first?.explanation ?? "")")
    #expect(!verdict.findings.contains { $0.code == .typeContradictsExtension }, "one finding for one fact")
  }
}
