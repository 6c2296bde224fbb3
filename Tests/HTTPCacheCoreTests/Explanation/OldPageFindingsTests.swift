import Testing

@testable import HTTPCacheCore

@Suite("A page that names files which are gone", .timed)
struct OldPageFindingsTests {
  typealias Row = (rule: String, path: String, status: Int, lacking: String?, isFound: Bool)

  static let rows: [Row] = [
    ("a versioned file is gone", "/assets/app.3f9a1b2c.js", 404, nil, true),
    ("gone for good", "/assets/app.3f9a1b2c.js", 410, nil, true),
    ("it is there", "/assets/app.3f9a1b2c.js", 200, nil, false),
    ("it is there, but was not built", "/assets/app.3f9a1b2c.js", 200, "dist", true),
    ("a name without a version: a broken link", "/assets/app.js", 404, "dist", false),
    ("the server is broken", "/assets/app.3f9a1b2c.js", 503, "dist", false),
  ]

  private func answer(_ path: String, _ text: String) throws -> Subject {
    let request = RequestHead(
      method: "GET", target: try TargetURI("http://a.test\(path)"), fields: FieldSection([]))
    let now = Instant(epoch: 1_768_239_957)
    let stored = StoredResponse(
      key: CacheKey(target: request.target), head: try head(text), selectingFields: FieldSection([]),
      requestedAt: now, receivedAt: now)
    return Subject(origin: .live, request: request, stored: stored)
  }

  @Test(arguments: rows)
  func found(_ row: Row) throws {
    let file = try answer(row.path, "HTTP/1.1 \(row.status) Test")
    let page = try answer("/", "HTTP/1.1 200 OK\nAge: 14212\nX-Cache: HIT")
    var context = SubjectContext()
    func findings(_ code: Finding.Code = .oldPageNamesMissingFile) -> [Finding] {
      Verdict(file, context, now: file.stored.receivedAt, settings: Settings()).findings
        .filter { $0.code == code }
    }
    #expect(findings().isEmpty, "no page names it")
    #expect(findings(.answeredWithError).count == (row.status < 400 ? 0 : 1))
    context.page = NamingPage(page, now: page.stored.receivedAt, lacking: row.lacking)
    #expect(findings().map(\.severity) == (row.isFound ? [.error] : []), "\(row.rule)")
    guard row.isFound else { return }
    #expect(findings(.answeredWithError).isEmpty, "one finding for one fact")
    let text = findings().first?.explanation ?? ""
    #expect(
      text.hasPrefix("The page http://a.test/ (age 3 hours 56 minutes, edge hit) loads this versioned file"))
    #expect(text.contains(row.status == 200 ? "is not in dist" : "is answered with \(row.status)"), "\(text)")
  }
}
