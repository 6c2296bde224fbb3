import Testing

@testable import HTTPCacheCore

@Suite("What follows of Clear-Site-Data for the cache", .timed)
struct ClearSiteDataFindingsTests {
  private static let cases:
    [(
      rule: String, path: String, type: String, cleared: Int64, severity: Finding.Severity, says: [String],
      silent: [String]
    )] = [
      (
        "a page whose files are known: their bytes", "/", "text/html", 1_258_291, .warning,
        [
          "each later visit loads 1.2 MiB of this origin anew, and the page itself",
          "Chromium 156 and Firefox 153 empty",
          "a Chromium that goes on running, its memory still answers", "WebKitGTK 2.50.6 does nothing",
        ], []
      ),
      (
        "a page of which nothing else is known", "/", "text/html", 0, .info,
        ["each later visit loads the files of this origin anew, and the page itself"], ["0 B"]
      ),
      (
        "an answer that is no page", "/logout", "application/json", 5000, .info,
        ["Chromium 156 and Firefox 153 empty"], ["each later visit"]
      ),
    ]
  @Test("by what it comes with")
  func found() throws {
    for row in Self.cases {
      let target = try TargetURI("https://www.shop.test" + row.path)
      let stored = StoredResponse(
        key: CacheKey(target: target),
        head: try head(
          "Content-Type: \(row.type)\nCache-Control: max-age=600\nClear-Site-Data: \"cache\""),
        requestedAt: noon, receivedAt: noon)
      var context = SubjectContext()
      context.clearedBytes = row.cleared
      let subject = Subject(origin: .har, request: RequestHead(target: target), stored: stored)
      let findings = Verdict(subject, context, now: noon, settings: Settings()).findings
        .filter { $0.code == .clearSiteDataSupport }
      #expect(findings.map(\.severity) == [row.severity], "\(row.rule)")
      let text = findings.first?.explanation ?? ""
      for words in row.says { #expect(text.contains(words), "\(row.rule): \(text)") }
      for words in row.silent { #expect(!text.contains(words), "\(row.rule): \(text)") }
    }
  }
}
