import Foundation
import TestSupport
import Testing

@Suite("fetch: redirects, files and several URLs", .timed)
struct FetchOutputTests {
  /// Answers with its own path, and redirects `/to?URL` there.
  private static func echo() throws -> Origin {
    try Origin { request in
      if request.path == "/to" {
        let location = String(request.target.dropFirst("/to?".count))
        return .response(status: 302, reason: "Found", fields: [("Location", location)])
      }
      return .response(fields: [("Cache-Control", "max-age=60")], body: bytes(request.path))
    }
  }

  @Test("redirects are followed hop by hop through the cache")
  func redirect() throws {
    let origin = try Self.echo()
    let httpcache = try Executable()
    _ = try httpcache("fetch", origin.url + "/there")
    let run = try httpcache("fetch", "--json", "-o", "body", origin.url + "/to?/there")
    #expect(try run.object["source"] as? String == "cache")
    #expect(try run.object["url"] as? String == origin.url + "/there")
    #expect(
      try httpcache("fetch", "--no-location", "--json", origin.url + "/to?/there").object["status"] as? Int
        == 302)
    #expect(try httpcache("fetch", "--max-redirects", "3", origin.url + "/to?/to?/there").code == 0)
    #expect(try httpcache("fetch", "--max-redirects", "0", origin.url + "/to?/there").code == 3)
    #expect(try httpcache("fetch", origin.url + "/to?file:///etc/passwd").code == 3)
  }

  @Test("credentials stay with their origin")
  func credentialsOnRedirect() throws {
    let other = try Self.echo()
    let origin = try Self.echo()
    let url =
      origin.url.replacingOccurrences(of: "http://", with: "http://user:pw@") + "/to?\(other.url)/there"
    let run = try Executable()("fetch", "-H", "Cookie: id=1", "-H", "X-Other: 2", url)
    expect(run, 0)
    let (first, second) = (try #require(origin.requests.first), try #require(other.requests.first))
    #expect(first.field("Authorization") == "Basic dXNlcjpwdw==" && first.field("Cookie") == "id=1")
    #expect(second.field("Authorization") == nil && second.field("Cookie") == nil)
    #expect(second.field("X-Other") == "2")
  }

  @Test("bodies come out in the order of the URLs, also where many are transferred at once")
  func order() throws {
    let origin = try Self.echo()
    let paths = (0..<40).map { "/\($0)" }
    let run = try Executable().run(
      ["fetch", "--input-file", "-"], input: paths.map { origin.url + $0 + "\n" }.joined())
    #expect(run.text == paths.joined())
    #expect(origin.connectionCount <= 6)
  }

  @Test("a missing --output-dir is made; what can't be made is one error, and nothing is asked")
  func missingOutputDirectory() throws {
    let origin = try Origin(always: .fresh())
    let program = try BuiltProgram()
    let urls = [origin.url + "/a", origin.url + "/b"]
    #expect(try program(["fetch", "--output-dir", "deep/er"] + urls).code == 0)
    #expect(program.directory.contents(of: "deep/er/b") == Array("fresh".utf8))
    let refused = try program(["fetch", "--policy", "reload", "--output-dir", "deep/er/b/c"] + urls)
    #expect(refused.code == 5 && refused.errorLines.count == 1)
    #expect(refused.errors.hasPrefix("httpcache: error: can't make the directory deep/er/b/c: "))
    #expect(origin.requests.count == 2)
  }

  @Test("--output-dir --flat names files after the URLs, and never one over another")
  func outputDirectory() throws {
    let origin = try Self.echo()
    let httpcache = try Executable()
    let urls = ["/a/x.css", "/b/x.css", "/c%2fd", "/"].map { origin.url + $0 }
    let run = try httpcache.run(
      ["fetch", "--json", "--flat", "--output-dir", httpcache.directory.path] + urls)
    expect(run, 5, says: "names no file")
    #expect(try run.objects.map { $0["body_file"] as? String }.count == 4)
    let read = { (name: String) in try String(contentsOfFile: httpcache.directory.file(name), encoding: .utf8)
    }
    #expect(try read("x.css") == "/a/x.css" && read("x.css.1") == "/b/x.css" && read("index.html") == "/")
  }

  @Test("checks that do not hold are exit 1 and are named")
  func expectations() throws {
    let origin = try Self.echo()
    let httpcache = try Executable()
    let run = try httpcache("fetch", "--expect", "lifetime>=1h", "--expect", "fresh", origin.url)
    #expect(run.code == 1 && run.errors.contains("lifetime>=1h") && !run.errors.contains("check fresh"))
  }

  @Test("a hostile head reaches the terminal escaped in explanations, and as it is in -i only")
  func escaping() throws {
    let origin = try origin(("Cache-Control", "max-age=60\u{1B}[31m"), ("Vary", "a\u{1B}b"))
    let run = try Executable()("fetch", "--explain", origin.url)
    #expect(!run.errors.contains("\u{1B}"))
    #expect(!(try Executable()("inspect", "--live", origin.url).text.contains("\u{1B}")))
  }
}
