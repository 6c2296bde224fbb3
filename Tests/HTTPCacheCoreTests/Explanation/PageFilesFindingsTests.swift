import Testing

@testable import HTTPCacheCore

@Suite("A page that outlives its files", .timed)
struct PageFilesFindingsTests {
  private static let files = ["/assets/app.3f9a1b2c.js", "/assets/app.8d21c0e4.css", "/logo.png"]

  private func verdict(
    _ fields: String, naming paths: [String] = files, role: CacheRole = .private,
    type: String = "text/html"
  ) throws -> Verdict {
    let page = try TargetURI("https://www.shop.test/")
    let request = RequestHead(target: page)
    let stored = StoredResponse(
      key: CacheKey(target: page),
      head: try head(
        "HTTP/1.1 200 OK\nDate: Mon, 12 Jan 2026 16:45:57 GMT\nContent-Type: \(type)\n" + fields),
      requestedAt: noon, receivedAt: noon)
    var context = SubjectContext()
    context.shown.files = PageFiles(
      of: page,
      loading: try paths.map { try TargetURI($0.hasPrefix("/") ? "https://www.shop.test\($0)" : $0) },
      nil)
    return Verdict(
      Subject(origin: .har, request: request, stored: stored), context, now: noon,
      settings: Settings(role: role))
  }

  static let rows: [(rule: String, fields: String, severity: Finding.Severity?, says: String)] = [
    (
      "a lifetime", "Cache-Control: max-age=3600", .warning, "for 1 hour without asking, and it names 2 files"
    ),
    ("up to ten minutes", "Cache-Control: max-age=600", .info, "for 10 minutes"),
    ("up to a minute: nobody notices", "Cache-Control: max-age=60", nil, ""),
    (
      "stale-while-revalidate", "Cache-Control: max-age=0, stale-while-revalidate=86400", .warning,
      "Firefox and WebKit, though not Chromium, show the copy of a visit that was at most 1 day ago once more, and it names"
    ),
    (
      "both", "Cache-Control: max-age=3600, stale-while-revalidate=86400", .warning,
      "A browser uses this page for 1 hour without asking, and Firefox and WebKit show it once more for 1 day, and it names"
    ),
    (
      "a guess of more than a week", "Last-Modified: Sun, 12 Jan 2025 06:45:57 GMT", .warning,
      "(Firefox for 7 days at most)"
    ),
    ("a guess", "Last-Modified: Sun, 11 Jan 2026 06:45:57 GMT", .warning, "browsers guess one"),
    ("asked each time", "Cache-Control: no-cache", nil, ""),
    ("not stored", "Cache-Control: no-store, max-age=3600", nil, ""),
    ("what only an edge keeps", "Cache-Control: max-age=0, s-maxage=86400", nil, ""),
  ]
  @Test("for as long as a browser uses the page without asking", arguments: rows)
  func found(_ row: (rule: String, fields: String, severity: Finding.Severity?, says: String)) throws {
    for role in CacheRole.allCases {
      let verdict = try verdict(row.fields, role: role)
      let found = verdict.findings.filter { $0.code == .pageOutlivesItsFiles }
      #expect(found.map(\.severity) == (row.severity.map { [$0] } ?? []), "\(row.rule)")
      #expect(found.first.map { $0.explanation.contains(row.says) } ?? true, "\(found)")
      guard !found.isEmpty else { continue }
      // One finding for one fact.
      let others: [Finding.Code] = [.lifetimeIsAGuess, .lifetimeLongForUnversionedHTML]
      #expect(!verdict.findings.contains { others.contains($0.code) }, "\(row.rule)")
      #expect(found.first?.advice?.contains("keep the files of the deployment before") == true)
    }
  }

  static let named: [(rule: String, paths: [String], isFound: Bool)] = [
    ("names by content", files, true),
    ("a version in a query never goes away", ["/app.js?v=3f9a1b2c"], false),
    ("names that stay", ["/app.js", "/logo.png"], false),
    ("a release of a library", ["/js/jquery-3.7.1.min.js", "/lib/2.4.0/app.css"], false),
    ("a directory of a build", ["/_app/immutable/nodes/0.js"], true),
    (
      "a directory in which servers for developing have names that stay", ["/_next/static/chunks/main.js"],
      false
    ),
    ("files of others", ["https://cdn.other.test/app.3f9a1b2c.js"], false),
    ("another host of the site", ["https://static.shop.test/app.3f9a1b2c.js"], true),
    ("none", [], false),
  ]
  @Test("that are named by their content in the path, on the page's own site", arguments: named)
  func names(_ row: (rule: String, paths: [String], isFound: Bool)) throws {
    let verdict = try verdict("Cache-Control: max-age=3600", naming: row.paths)
    #expect(verdict.findings.contains { $0.code == .pageOutlivesItsFiles } == row.isFound, "\(row.rule)")
  }

  @Test("the first four are named, the others counted; what is no page names nothing")
  func many() throws {
    let paths = (0..<7).map { "/a/chunk.\($0)f9a1b2c.js" }
    let text =
      try verdict("Cache-Control: max-age=3600", naming: paths).findings
      .first { $0.code == .pageOutlivesItsFiles }?.explanation ?? ""
    #expect(
      text.contains("7 files by their content (`/a/chunk.0f9a1b2c.js`, ") && text.contains(" and 3 more)"),
      "\(text)")
    let style = try verdict("Cache-Control: max-age=3600", type: "text/css")
    #expect(!style.findings.contains { $0.code == .pageOutlivesItsFiles })
  }
}
