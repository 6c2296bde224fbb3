import Testing

@testable import HTTPCacheCore

@Suite("A page of hashed files that an edge keeps", .timed)
struct KeptPageFindingsTests {
  private func verdict(
    _ fields: String, names: [String] = ["/assets/app.3f9a1b2c.js"], role: CacheRole = .private
  ) throws
    -> Verdict
  {
    let page = try TargetURI("https://www.shop.test/")
    let stored = StoredResponse(
      key: CacheKey(target: page),
      head: try head(
        "HTTP/1.1 200 OK\nDate: Mon, 12 Jan 2026 16:45:57 GMT\nETag: \"1\"\nContent-Type: text/html\n"
          + fields),
      requestedAt: noon, receivedAt: noon)
    var context = SubjectContext()
    context.shown.files = PageFiles(
      of: page, loading: try names.map { try TargetURI("https://www.shop.test\($0)") }, nil)
    return Verdict(
      Subject(origin: .har, request: RequestHead(target: page), stored: stored), context, now: noon,
      settings: Settings(role: role))
  }

  private static let year = "Cache-Control: max-age=0, s-maxage=31536000\n"

  static let rows: [(rule: String, fields: String, isFound: Bool)] = [
    ("a year, and four days old", year + "X-Cache: HIT\nAge: 345600", true),
    ("an Age alone is a hit", year + "Age: 345600", true),
    ("a stale one", "Cache-Control: max-age=0, s-maxage=172800\nX-Cache: STALE\nAge: 345600", true),
    (
      "a field of the edge's own",
      "Cache-Control: max-age=0\nCDN-Cache-Control: max-age=31536000\nX-Cache: HIT\nAge: 345600", true
    ),
    ("a day old", year + "X-Cache: HIT\nAge: 86400", false),
    ("just loaded", year + "X-Cache: MISS", false),
    ("kept for a day", "Cache-Control: max-age=0, s-maxage=86400\nX-Cache: HIT\nAge: 345600", false),
    ("30 seconds", "Cache-Control: max-age=0, s-maxage=30\nX-Cache: HIT\nAge: 20", false),
  ]
  @Test(
    "is told where it has stood for more than a day, once: in a shared cache's verdict by its lifetime",
    arguments: rows)
  func found(_ row: (rule: String, fields: String, isFound: Bool)) throws {
    let found = try verdict(row.fields).findings.filter { $0.code == .edgeKeepsPageOfHashedFiles }
    #expect(found.map(\.severity) == (row.isFound ? [.info] : []), "\(row.rule)")
    guard row.isFound else { return }
    #expect(found[0].advice?.hasPrefix("Purge the page at each deployment") == true)
    let shared = try verdict(row.fields, role: .shared).findings.map(\.code)
    #expect(
      shared.filter { [.edgeKeepsPageOfHashedFiles, .lifetimeLongForUnversionedHTML].contains($0) }.count <= 1
    )
    #expect(!shared.contains(.edgeKeepsPageOfHashedFiles))
    // A page whose files stay may stay, too.
    #expect(
      try verdict(row.fields, names: ["/app.js"]).findings.allSatisfy {
        $0.code != .edgeKeepsPageOfHashedFiles
      })
  }

  @Test("with its age, and how long it may stay")
  func words() throws {
    let text = try verdict(Self.year + "X-Cache: HIT\nAge: 345600").findings.first?.explanation ?? ""
    #expect(
      text.hasPrefix(
        "A cache on the way (X-Cache: HIT) has had this page for 4 days and may keep it for 361 days more")
        && text.contains("1 file by its content (`/assets/app.3f9a1b2c.js`)"), "\(text)")
  }
}
