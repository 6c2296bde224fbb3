import Foundation
import TestSupport
import Testing

@Suite("inspect --live --assets: a page and what it loads", .timed)
struct InspectAssetsTests {
  /// An origin of files by path; of others a 404.
  private static func site(
    _ files: [String: (type: String, text: String)], _ more: [(String, String)] = []
  ) throws -> Origin {
    try Origin { request in
      guard let file = files[request.path] else { return .text("no", status: 404) }
      return .text(
        file.text,
        fields: [("Content-Type", file.type), ("Cache-Control", "max-age=60"), ("ETag", "\"1\"")] + more)
    }
  }

  private static let page: [String: (type: String, text: String)] = [
    "/": (
      "text/html; charset=utf-8",
      "<link rel=stylesheet href=a.css><script src=b.js></script><img src=c.png srcset='c.png 1x, d.png 2x'>"
        + "<link rel=manifest href=m.json><img src=http://other.invalid/x.png>"
    ),
    "/a.css": ("text/css", "@import 'deep/e.css'; b{background:url(f.png)}"),
    "/deep/e.css": ("text/css", "@font-face{src:url(g.woff2)} @import '../a.css';"),
    "/m.json": ("application/manifest+json", #"{"icons":[{"src":"i.png"}]}"#),
    "/b.js": ("text/javascript", "fetch('/never.json')"),
  ]

  @Test("each asset is a subject of its own, once, in the order of the page, then of what that names")
  func order() throws {
    let origin = try Self.site(Self.page)
    let run = try BuiltProgram().inspect("--live", "--assets", "--json", "\(origin.url)/")
    let shown = try run.objects.map(JSONObject.init)
    let paths = [
      "/", "/a.css", "/b.js", "/c.png", "/d.png", "/m.json", "/deep/e.css", "/f.png", "/i.png",
      "/deep/g.woff2",
    ]
    #expect(shown.compactMap { $0["url"] } == paths.map { origin.url + $0 }, "\(run.errors)")
    let count = try #require(shown.first?.object("assets"))
    #expect(count.int("judged") == 9 && count.int("other_origins") == 1 && count.int("left_out") == 0)
    #expect(
      run.errors.contains(
        "9 of its assets judged; not asked for: 1 of other origins (--assets=all judges them)"))
    #expect(origin.requests.count == 10)
  }

  @Test("the page and its files are one visit, of which a later one is played")
  func visit() throws {
    let long = String(repeating: "b{} ", count: 1000)
    let origin = try Origin { request in
      let fields = [("ETag", "\"1\"")]
      return switch request.path {
      case "/":
        .text(
          "<link rel=stylesheet href=a.css><link rel=stylesheet href=b.css><link rel=stylesheet href=a.css#1>",
          fields: fields + [("Content-Type", "text/html"), ("Cache-Control", "no-cache")])
      case "/a.css":
        .text(
          long,
          fields: fields + [("Content-Type", "text/css"), ("Cache-Control", "max-age=604800")])
      default: .text(long, fields: [("Content-Type", "text/css"), ("Cache-Control", "no-store")])
      }
    }
    let run = try BuiltProgram().inspect(
      "--live", "--assets", "--json", "--revisit", "1d", "\(origin.url)/")
    let visit = try #require(
      (try run.objects.map(JSONObject.init).last?.members["revisit"] as? [[String: Any]])?.first
        .map(JSONObject.init))
    let requests = ["cached", "confirmed", "loaded"].map {
      visit.object("all").object($0).int("requests")
    }
    #expect(requests == [1, 1, 1], "\(run.text)")
    #expect(visit.object("all").object("loaded").int("bytes") == 4000)
  }

  @Test("the gate works on assets: a pattern of theirs, a limit, a baseline")
  func gate() throws {
    let origin = try Self.site(Self.page)
    let program = try BuiltProgram()
    let file = try program.directory.write(
      #"[{"url":"*/b.js","expect":["lifetime>=1d"]}]"#, to: "expect.json")
    let run = try program.inspect("--live", "--assets", "--expect-file", file, "\(origin.url)/")
    #expect(run.code == 1 && run.text.contains("lifetime>=1d"), "\(run.errors)")
    let probed = try program.inspect(
      "--live", "--assets", "--probe=validate", "--fail-on", "warning", "\(origin.url)/")
    #expect(probed.code == 1 && probed.text.contains("etag-not-honoured"))
  }

  @Test(
    "a page that outlives the files that it names is found by its body: with --assets on the first screen, and without",
    arguments: [["--assets"], []])
  func outlived(_ words: [String]) throws {
    let origin = try Origin { request in
      request.path == "/"
        ? .text(
          "<script src=/app.3f9a1b2c.js></script>",
          fields: [("Content-Type", "text/html"), ("Cache-Control", "max-age=3600"), ("ETag", "\"1\"")])
        : .text(
          "b()",
          fields: [
            ("Content-Type", "text/javascript"), ("Cache-Control", "max-age=31536000, immutable"),
            ("ETag", "\"1\""),
          ])
    }
    let run = try BuiltProgram()(["inspect", "--live"] + words + ["\(origin.url)/"])
    #expect(run.text.contains("page-outlives-its-files"), "\(run.text)")
    #expect(origin.requests.count == (words.isEmpty ? 1 : 2))
  }

  @Test("after a deploy: an old page names files that are gone, or that were not built")
  func oldNames() throws {
    let (gone, old) = ("/app.3f9a1b2c.js", "/app.77aa01bc.css")
    let edge = try Origin { request in
      switch request.path {
      case "/":
        .fresh(
          "<script src=\(gone)></script><link rel=stylesheet href=\(old)>",
          fields: [("Content-Type", "text/html"), ("Age", "86400"), ("X-Cache", "HIT")])
      case gone: .text("", status: 404)
      default: .fresh("a{}", fields: [("Content-Type", "text/css")])
      }
    }
    let program = try BuiltProgram()
    _ = try program.directory.write("a{}", to: "index.html")
    func codes(_ words: String...) throws -> [[String]] {
      let run = try program(["inspect", "--live", "--json", "--assets"] + words + ["\(edge.url)/"])
      return try run.objects.map {
        JSONObject($0).codes("findings").filter { $0 == "old-page-names-missing-file" }
      }
    }
    let found = ["old-page-names-missing-file"]
    #expect(try codes() == [[], found, []])
    #expect(try codes("--expect", "same-as=\(program.directory.path)") == [[], found, found])
    let run = try program.inspect("--live", "--assets", "--fail-on", "error", "-v", "\(edge.url)/")
    let flat = run.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(run.code == 1 && flat.contains("\(edge.url)/ (age 1 day, edge hit) loads"), "\(run.text)")
  }

  @Test("content codings are undone, and a page that can't be read is said")
  func codings() throws {
    let gzipped = try Gzip.coded("<img src=a>")
    let origin = try Origin { request in
      switch request.path {
      case "/gzip":
        .response(fields: [("Content-Type", "text/html"), ("Content-Encoding", "gzip")], body: gzipped)
      case "/odd": .text("<img src=a>", fields: [("Content-Type", "text/html"), ("Content-Encoding", "zz")])
      case "/png": .text("<img src=a>", fields: [("Content-Type", "image/png")])
      default: .fresh()
      }
    }
    let program = try BuiltProgram()
    #expect(
      try program.inspected("--live", "--assets", "\(origin.url)/gzip").compactMap { $0["url"] }.last
        == "\(origin.url)/a")
    for (path, problem) in [
      ("odd", "its content coding zz can't be undone here"), ("png", "it is not an HTML page but image/png"),
    ] {
      let run = try program.inspect("--live", "--assets", "--json", "\(origin.url)/\(path)")
      #expect(try run.objects.count == 1)
      expect(run, 0, says: "no assets are looked for: \(problem)")
    }
  }

  @Test("a page that links 10,000 assets: 200 are asked for, the rest is counted")
  func many() throws {
    let links = (0..<10_000).map { "<img src=/i/\($0)>" }.joined()
    let origin = try Origin { request in
      request.path == "/" ? .text(links, fields: [("Content-Type", "text/html")]) : .fresh()
    }
    let run = try BuiltProgram().inspect("--live", "--assets", "--json", "\(origin.url)/")
    #expect(try run.objects.count == 201)
    #expect(run.errors.contains("9800 beyond the first 200"), "\(run.errors)")
    #expect(origin.requests.count == 201)
  }

  @Test("assets of several pages are judged once, with the first page that has them")
  func shared() throws {
    let origin = try Origin { request in
      request.path.hasPrefix("/p")
        ? .text("<img src=/shared.png><img src=/of\(request.path)>", fields: [("Content-Type", "text/html")])
        : .fresh()
    }
    let urls = (1...3).map { "\(origin.url)/p\($0)" }
    let shown = try BuiltProgram().inspect("--live", "--assets", "--json", urls[0], urls[1], urls[2]).objects
      .map(JSONObject.init)
    let paths = ["/p1", "/shared.png", "/of/p1", "/p2", "/of/p2", "/p3", "/of/p3"]
    #expect(shown.compactMap { $0["url"] } == paths.map { origin.url + $0 })
    #expect(shown[3].object("assets").int("judged_before") == 1)
  }

  @Test("--assets=all asks other origins, without the credentials of the page's")
  func everyOrigin() throws {
    let other = try Origin(always: .fresh())
    let origin = try Origin { request in
      request.path == "/"
        ? .text("<img src=a><img src=\(other.url)/x>", fields: [("Content-Type", "text/html")]) : .fresh()
    }
    let program = try BuiltProgram()
    let shown = try program.inspected(
      "--live", "--assets=all", "-H", "Authorization: Bearer secret", "-H", "Cookie: a=b", "-H", "X-Mine: 1",
      "-H", "Accept-Language: de", "\(origin.url)/")
    #expect(shown.compactMap { $0["url"] } == ["\(origin.url)/", "\(origin.url)/a", "\(other.url)/x"])
    #expect(origin.requests.allSatisfy { $0["Authorization"] == "Bearer secret" && $0["Cookie"] == "a=b" })
    let asked = try #require(other.requests.first)
    #expect(asked["Authorization"] == nil && asked["Cookie"] == nil && asked["X-Mine"] == nil)
  }

  static let refusals: [(words: String, error: String)] = [
    ("--assets http://a.test/", "--assets goes with --live only"),
    ("--live --assets=some http://a.test/", "'some' is not a choice of assets"),
    ("--live --assets --method HEAD http://a.test/", "--assets reads the page, which only GET gets"),
    (
      "--live --assets --probe --dry-run http://a.test/",
      "--dry-run sends nothing, and --assets has to read the page"
    ),
  ]
  @Test("what makes no sense is refused with exit code 2", arguments: refusals)
  func refuses(_ row: (words: String, error: String)) throws {
    let run = try BuiltProgram()(["inspect"] + row.words.split(separator: " ").map(String.init))
    expect(run, 2, says: row.error)
  }
}
