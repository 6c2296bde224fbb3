import TestSupport
import Testing

@Suite("--sitemap: every URL of a site", .timed)
struct SitemapTests {
  private static func sitemap(_ urls: [String]) -> String {
    "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>"
      + urls.map { "<url><loc>\($0)</loc></url>" }.joined() + "</urlset>"
  }

  private static func index(_ urls: [String]) -> String {
    "<sitemapindex>" + urls.map { "<sitemap><loc>\($0)</loc></sitemap>" }.joined() + "</sitemapindex>"
  }

  /// An origin with an index of a plain sitemap, of one in a file of gzip, and of one in that content coding.
  private static func site() throws -> Origin {
    try Origin { request in
      let base = "http://\(request["Host"] ?? "")"
      func urls(_ names: [String]) -> String { sitemap(names.map { "\(base)/\($0)" }) }
      do {
        switch request.path {
        case "/index.xml": return .text(index(["a.xml", "b.xml.gz", "c.xml"].map { "\(base)/\($0)" }))
        case "/a.xml": return .text(urls(["1", "2"]))
        case "/b.xml.gz": return .response(body: try Gzip.coded(urls(["3"])))
        case "/c.xml":
          return .response(fields: [("Content-Encoding", "gzip")], body: try Gzip.coded(urls(["4", "5"])))
        case "/nested.xml": return .text(index(["\(base)/index.xml", "\(base)/gone.xml", "\(base)/a.xml"]))
        case "/html": return .text("<!doctype html><html></html>", fields: [("Content-Type", "text/html")])
        case "/cut.xml": return .text("<urlset><url><loc>\(base)/1</loc></url>")
        case "/foreign.xml":
          return .text(sitemap(["\(base)/1", "http://localhost:\(base.split(separator: ":").last ?? "")/2"]))
        case "/short.gz": return .response(body: try Gzip.coded(urls(["3"])).dropLast(9).map { $0 })
        case "/damaged.gz":
          return .response(body: [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + Array(repeating: 0xFF, count: 64))
        case "/gone.xml": return .text("no", status: 404)
        default: return .fresh()
        }
      } catch {
        return .text("gzip is missing", status: 500)
      }
    }
  }

  @Test("inspect --live judges every URL of an index of plain and compressed sitemaps, in their order")
  func inspected() throws {
    let origin = try Self.site()
    let run = try BuiltProgram().inspect("--live", "--json", "--sitemap", "\(origin.url)/index.xml")
    expect(run, 0)
    #expect(
      try run.objects.map(JSONObject.init).compactMap { $0["url"] } == (1...5).map { "\(origin.url)/\($0)" })
  }

  /// Two sites: the sitemap of the one lists URLs of both, and its index lists the other's sitemap, which names URLs of
  /// the first.
  private static func neighbours() throws -> (own: Origin, other: Origin) {
    let urls = Guarded((own: "", other: ""))
    let other = try Origin { request in
      request.path == "/their.xml"
        ? urls.use { .text(sitemap(["\($0.own)/named-by-other", "\($0.other)/listed-there"])) }
        : .text("other")
    }
    let own = try Origin { request in
      switch request.path {
      case "/index.xml": urls.use { .text(index(["\($0.own)/map.xml", "\($0.other)/their.xml"])) }
      case "/map.xml": urls.use { .text(sitemap(["\($0.own)/listed", "\($0.other)/listed"])) }
      default: .text("own")
      }
    }
    urls.use { $0 = (own.url, other.url) }
    return (own, other)
  }

  @Test(
    "the text of a sitemap does not decide who gets a credential",
    arguments: [["fetch"], ["inspect", "--live"], ["inspect", "--live", "--probe=validate"]])
  func credentials(_ words: [String]) throws {
    let (own, other) = try Self.neighbours()
    let secrets = ["-u", "alice:hunter2", "-b", "sid=42", "-H", "X-Api-Key: key-42", "-H", "X-Team: blue"]
    _ = try BuiltProgram()(
      words + secrets + ["-H", "Accept-Language: de", "--sitemap", "\(own.url)/index.xml"])
    func sent(_ request: OriginRequest) -> [String] {
      ["Authorization", "Cookie", "X-Api-Key", "X-Team"].filter { request.field($0) != nil }
    }
    #expect(Set(other.requests.map(\.path)) == ["/their.xml", "/listed", "/listed-there"])
    #expect(other.requests.flatMap(sent) == [])
    #expect(other.requests.allSatisfy { $0.field("Accept-Language") == "de" })
    for request in own.requests {
      #expect(sent(request).count == (request.path == "/named-by-other" ? 0 : 4), "\(request.path)")
    }
    #expect(Set(own.requests.map(\.path)) == ["/index.xml", "/map.xml", "/listed", "/named-by-other"])
  }

  @Test("URLs of the command line come first; a bar can be set for the site")
  func gate() throws {
    let origin = try Self.site()
    let run = try BuiltProgram().inspect(
      "--live", "--json", "--expect", "lifetime>=1d", "--sitemap", "\(origin.url)/a.xml",
      "\(origin.url)/first")
    expect(run, 1)
    #expect(
      try run.objects.map(JSONObject.init).compactMap { $0["url"] }
        == ["first", "1", "2"].map { "\(origin.url)/\($0)" })
  }

  @Test("fetch warms a cache, and asks for nothing the second time but the sitemaps")
  func warmed() throws {
    let origin = try Self.site()
    let program = try BuiltProgram()
    for source in ["network", "cache"] {
      let run = try program.fetch("--json", "--sitemap", "\(origin.url)/index.xml")
      let shown = try run.objects.map(JSONObject.init)
      #expect(shown.compactMap { $0["url"] } == (1...5).map { "\(origin.url)/\($0)" }, "\(run.errors)")
      #expect(run.code == 0 && shown.allSatisfy { $0["source"] == source })
    }
    #expect(origin.requests.count == 4 + 5 + 4)
    #expect(try !program.hasStored("\(origin.url)/index.xml"))
  }

  static let problems: [(path: String, code: Int32, error: String, judged: Int)] = [
    ("html", 2, "it is not a sitemap: the text is not XML", 0),
    ("cut.xml", 2, "it ends before its last element", 1),
    ("short.gz", 2, "its compressed data is cut short", 1),
    ("damaged.gz", 2, "its gzip data is damaged", 0),
    ("gone.xml", 3, "the sitemap can't be fetched: status 404", 0),
    ("nested.xml", 3, "it is an index that an index lists; its sitemaps are not read", 2),
    ("foreign.xml", 0, "1 of 2 URLs are of another host than their sitemap, which sitemaps.org forbids", 2),
  ]
  @Test("what is wrong with a sitemap is one line; the others are read", arguments: problems)
  func problem(_ row: (path: String, code: Int32, error: String, judged: Int)) throws {
    let origin = try Self.site()
    let run = try BuiltProgram().inspect("--live", "--json", "--sitemap", "\(origin.url)/\(row.path)")
    #expect(run.code == row.code && run.errors.contains(row.error), "\(run.code): \(run.errors)")
    #expect(try run.objects.count == row.judged)
    // stdout stays what it is: the problem is no subject.
    let fetched = try BuiltProgram().fetch("--json", "--sitemap", "\(origin.url)/\(row.path)")
    #expect(fetched.code == row.code && fetched.errors.contains(row.error), "\(fetched.errors)")
  }

  @Test("what can't be reached is exit code 3")
  func unreachable() throws {
    let run = try BuiltProgram().inspect("--live", "--json", "--sitemap", "http://127.0.0.1:1/sitemap.xml")
    expect(run, 3, says: "--sitemap: http://127.0.0.1:1/sitemap.xml: ")
  }

  @Test("a sitemap of another origin than its index gets no credentials")
  func credentials() throws {
    let other = try Origin(always: .text(Self.sitemap([])))
    let origin = try Origin(always: .text(Self.index(["\(other.url)/s.xml"])))
    for words in [["fetch"], ["inspect", "--live"]] {
      let run = try BuiltProgram()(
        words + ["-H", "Authorization: Bearer x", "-H", "X-Mine: 1", "--sitemap", origin.url])
      expect(run, 0)
    }
    #expect(origin.requests.allSatisfy { $0["Authorization"] == "Bearer x" })
    #expect(
      other.requests.count == 2
        && other.requests.allSatisfy { $0["Authorization"] == nil && $0["X-Mine"] == nil })
  }
}
