import Testing

@testable import HTTPCacheCore

@Suite("Families: what was judged together, and what comes next", .timed)
struct FamilyTests {
  /// Responses as `URL TYPE VALUE`, and the families, as `PATTERN KIND VERSIONED VALUE`, sorted.
  static let rows: [(answers: [String], families: [String])] = [
    (["/a page x"], ["/a page x"]),
    (["/a page x", "/b page x"], ["/:name page x"]),
    (["/about/ page x", "/team/ page x", "/ page x"], ["/ page x", "/:name/ page x"]),
    (["/v1/things/1 data x", "/v1/things/2 data x"], ["/v1/things/:name data false x"]),
    (["/list?page=1 page x", "/list?page=2 page x"], ["/list?page=:value page x"]),
    (["/?page=1&a=b page x", "/?page=2&a=b page x"], ["/?page=:value&a=b page x"]),
    (["/list?page=1 page x", "/item?page=2 page x"], ["/:name?page=:value page x"]),
    (["/f?u=/a page x", "/f?u=/b page x"], ["/f?u=/a page x", "/f?u=/b page x"]),
    // What differs in kind, version or ending is another family.
    (
      ["/d/a.js script x", "/d/b.js script x", "/d/c.css style x", "/d/e.html page x"],
      ["/d/:name.js script false x", "/d/c.css style false x", "/d/e.html page x"]
    ),
    (
      ["/d/app-3f9ac2d1.js script x", "/d/config.js script x"],
      ["/d/:name.js script true x", "/d/config.js script false x"]
    ),
    (["/d/lib-1.2.3/a.js script x"], ["/d/lib-1.2.3/a.js script false x"]),
    (["/d/1.2.3/a.js script x"], ["/d/:name/a.js script true x"]),
    (["/a.css?v=3f9ac2d1 style x"], ["/a.css?v=:value style true x"]),
    (
      ["/_next/static/x1/app.3f9ac2d1.js script x", "/_next/static/x1/b.99ffee11.js script x"],
      ["/_next/static/x1/:name.js script true x"]
    ),
    // Directories that hold the same, from three on, where no other one holds something else.
    (
      ["/d/1/a.html page x", "/d/2/b.html page x"], ["/d/1/a.html page x", "/d/2/b.html page x"]
    ),
    (["/d/1/a.html page x", "/d/2/b.html page x", "/d/3/c.html page x"], ["/d/:name/:name.html page x"]),
    (["/d/1/i.html page x", "/d/2/i.html page x", "/d/3/i.html page x"], ["/d/:name/i.html page x"]),
    (
      ["/d/1/i.html page x", "/d/2/i.html page x", "/d/3/i.html page x", "/d/4/i.html page y"],
      ["/d/1/i.html page x", "/d/2/i.html page x", "/d/3/i.html page x", "/d/4/i.html page y"]
    ),
    // No few sections speak for another.
    (
      ["/1/i.html page x", "/2/i.html page x", "/3/i.html page x"],
      ["/1/i.html page x", "/2/i.html page x", "/3/i.html page x"]
    ),
    // All that is below, where two depths are alike.
    (["/d/a page x", "/d/e/b page x"], ["/d/* page x"]),
    (["/d/a.html page x", "/d/e/b.html page x"], ["/d/*.html page x"]),
    (["/d/a page x", "/d/e/b page y"], ["/d/a page x", "/d/e/b page y"]),
    (["/a page x", "/e/b page x"], ["/a page x", "/e/b page x"]),
    (["/a/\u{3A}x page x"], ["/a/\\:x page x"]),
  ]

  static let releases: [(url: String, family: String?)] = [
    ("https://a.test/app.3f9ac2d1.js", "https://a.test/app.:version.js"),
    ("https://a.test/app.3f9ac2d1.js?a=b", "https://a.test/app.:version.js?a=b"),
    ("https://a.test/lib/jquery-3.7.1.min.js", "https://a.test/lib/jquery-:version.min.js"),
    ("https://a.test/3f9ac2d18e5b/app.js", "https://a.test/:version/app.js"),
    // A number that is no version tells files of one release apart.
    ("https://a.test/chunk-12.3f9ac2d1.js", "https://a.test/chunk-12.:version.js"),
    ("https://a.test/_app/immutable/nodes/0.js", nil), ("https://a.test/app.js?v=77e0d1c2", nil),
    ("https://a.test/app.js", nil), ("https://a.test/404.html", nil),
  ]
  @Test(
    "a file that names its version, and the one that the next release has in its place",
    arguments: releases)
  func release(_ row: (url: String, family: String?)) throws {
    let target = try TargetURI(row.url)
    let family = Family(releasesOf: target, kind: .script)
    #expect(family?.pattern == row.family)
    #expect(family == nil || family != Family(releasesOf: target, kind: .style))
  }

  @Test("place, kind and version", arguments: rows)
  func families(_ row: (answers: [String], families: [String])) throws {
    var members: [FamilyMember] = []
    var values: [String] = []
    for answer in row.answers {
      let words = answer.split(separator: " ").map(String.init)
      members.append(FamilyMember(try Self.verdict(words[0], words[1])))
      values.append(words[2])
    }
    let families = Families(members, leastDepth: 1) { Set($0.map { values[$0] }).sorted().joined() }
    let found = families.found.map { found in
      let versioned = found.family.selector.isVersioned.map { "\($0) " } ?? ""
      return
        "\(found.family.pattern.dropFirst(14)) \(found.family.selector.kind?.rawValue ?? "") \(versioned)\(found.value)"
    }
    #expect(found.sorted() == row.families)
    #expect(families.found.flatMap(\.members).sorted() == Array(members.indices), "each is in one")
    for found in families.found {
      let pattern = URLPattern(found.family.pattern)
      #expect(
        try found.members.allSatisfy {
          pattern.matches(try TargetURI("https://a.test" + row.answers[$0].split(separator: " ")[0]))
        })
    }
  }

  private static func verdict(_ path: String, _ kind: String, status: Int = 200) throws -> Verdict {
    let types = [
      "page": "text/html", "script": "text/javascript", "style": "text/css", "data": "application/json",
    ]
    let request = RequestHead(target: try TargetURI("https://a.test" + path))
    let noon = Instant(epoch: 1_768_219_200)
    let stored = StoredResponse(
      key: CacheKey(target: request.target),
      head: ResponseHead(
        status: status, fields: FieldSection([FieldLine("Content-Type", types[kind] ?? kind)])),
      requestedAt: noon, receivedAt: noon)
    return Verdict(Subject(origin: .live, request: request, stored: stored), now: noon, settings: Settings())
  }

  /// A response, and what selects it.
  static let selected:
    [(path: String, type: String, status: Int, kind: AssetKind?, version: Bool?, isMet: Bool, falls: Bool)] =
      [
        ("/a.js", "script", 200, .script, false, true, false),
        ("/a.js", "script", 304, .script, nil, true, false),
        ("/a.js", "script", 404, .script, nil, false, false), ("/a", "page", 301, .page, nil, false, false),
        ("/a.js", "script", 200, .script, true, false, false),
        ("/a.js", "script", 200, .style, nil, false, false),
        ("/app.3f9ac2d1.js", "script", 200, .script, true, true, false),
        ("/app.3f9ac2d1.js", "page", 200, .script, true, true, true),
        ("/app.3f9ac2d1.js", "page", 200, nil, true, true, false),
        ("/a.js", "page", 200, .page, nil, false, false),
        ("/a-12345678.js", "script", 200, .script, nil, true, false),
        ("/a-12345678.js", "script", 200, .script, true, false, false),
        ("/a-12345678.js", "script", 200, .script, false, false, false),
        ("/d.xml", "data", 200, .data, false, true, false), ("/d.php", "page", 200, .page, nil, true, false),
      ]
  @Test(
    "an entry is met by what matches all that it names, and its kind by successes alone", arguments: selected)
  func selectors(
    _ row: (
      path: String, type: String, status: Int, kind: AssetKind?, version: Bool?, isMet: Bool, falls: Bool
    )
  ) throws {
    let verdict = try Self.verdict(row.path, row.type, status: row.status)
    let traits = FamilyTraits(verdict.subject, verdict.context)
    let selector = FamilySelector(kind: row.kind, isVersioned: row.version)
    #expect(selector.selects(traits) == row.isMet)
    #expect(
      (row.isMet ? selector.shortfall(traits) : nil)?.sentence
        == (row.falls ? "kind=script does not hold: came as text/html" : nil))
  }
}
