import Foundation
import HTTPCacheCore
import TestSupport
import Testing

@Suite(
  "docs/recipes.md: what the page shows is right, where the server runs here and where it does not", .timed)
struct RecipesPageTests {
  private static func page() throws -> String {
    try String(contentsOf: PythonTools.root.appendingPathComponent("docs/recipes.md"), encoding: .utf8)
  }

  /// The text of every block of a language.
  private static func blocks(_ language: String) throws -> [String] {
    try page().components(separatedBy: "\n```\(language)\n").dropFirst().map {
      $0.components(separatedBy: "\n```")[0] + "\n"
    }
  }

  /// What each of the files is to be answered with, for browsers.
  private static let expectations = #"""
    [{"url": "/assets/*", "versioned": true, "expect": ["status=200", "directive=immutable", "lifetime=365d", "validator"]},
     {"url": "/assets/*", "versioned": false, "expect": ["status=200", "directive=no-cache"]},
     {"url": "/", "expect": ["status=200", "directive=no-cache", "validator", "field:CDN-Cache-Control=max-age=60"]},
     {"url": "/img/*", "expect": ["status=200", "lifetime=1d"]},
     {"url": "/downloads/*", "expect": ["status=200", "lifetime=1h", "strong-etag"]},
     {"url": "/api/*", "expect": ["status=200", "not-storable"]},
     {"url": "*", "fail-on": "warning"}]
    """#

  private static let files = [
    "index.html": "<p>A page.</p>\n", "assets/app.3f9ac2d1.js": "let x = 1\n",
    "assets/index-DiwrgTda.js": "let y = 1\n", "assets/app-settings.js": "let z = 1\n", "img/photo.jpg": "x",
    "downloads/tool-1.4.tar": "xyz",
  ]

  @Test(
    "the site of each server that is installed, for browsers and for shared caches",
    arguments: ConfiguredServer.installed.filter { $0 != .varnish })
  func sites(_ kind: ConfiguredServer.Kind) throws {
    let block = try #require(try Self.blocks(kind == .caddy ? "caddyfile" : kind.rawValue).first)
    let application = try Origin(
      always: .text(
        "{}",
        fields: [
          ("Content-Type", "application/json"), ("Cache-Control", "max-age=60"), ("Date", HTTPClock.now),
          ("Expires", "Thu, 01 Jan 1970 00:00:00 GMT"),
        ]))
    let server = try ConfiguredServer(kind, files: Self.files) { directory, port in
      block.replacingOccurrences(of: "listen 8080", with: "listen 127.0.0.1:\(port)")
        .replacingOccurrences(of: "*:8080", with: "127.0.0.1:\(port)")
        .replacingOccurrences(of: "http://:8080", with: "http://127.0.0.1:\(port)")
        .replacingOccurrences(of: "/srv/site", with: "\(directory)/root")
        .replacingOccurrences(of: "127.0.0.1:3000", with: "127.0.0.1:\(application.port)")
    }
    let program = try BuiltProgram()
    let file = try program.directory.write(Self.expectations, to: "expectations.json")
    let assets = Self.files.keys.filter { $0.hasPrefix("assets/") }
    let urls = (["", "img/photo.jpg", "downloads/tool-1.4.tar", "api/me"] + assets).map {
      "\(server.url)/\($0)"
    }
    let run = try program(["inspect", "--live", "--expect-file", file, "--strict"] + urls)
    #expect(run.code == 0, "\(kind): \(run.text)\(run.errors)")
    let shared = try program(["inspect", "--live", "--shared", "--fail-on", "warning"] + urls)
    #expect(shared.code == 0, "\(kind): \(shared.text)\(shared.errors)")
  }

  @Test(
    "the heads that the documentation of the others promises have no warning, for browsers and for shared caches"
  )
  func heads() throws {
    let blocks = try Self.blocks("http")
    #expect(blocks.count == 5)
    for head in blocks.flatMap({ $0.components(separatedBy: "\n\n") }) {
      let lines = head.split(separator: "\n").map(String.init)
      let path = try #require(lines.first).dropFirst("GET ".count)
      let text =
        "HTTP/1.1 200 OK\nDate: \(HTTPClock.now)\n" + lines.dropFirst().joined(separator: "\n") + "\n"
      for role in [[], ["--shared"]] {
        let run = try BuiltProgram()(
          ["inspect", "--headers", "-", "--url", "https://example.com\(path)", "--fail-on", "warning"] + role,
          stdin: text)
        expect(run, 0)
      }
    }
  }

  @Test("every server that the page names has a section, and what is one line stands at the end")
  func servers() throws {
    let titles = try Self.page().components(separatedBy: "\n## ").dropFirst().map { $0.prefix { $0 != "\n" } }
    #expect(
      titles == [
        "nginx", "Apache", "Caddy", "Express", "Django", "Rails", "Next.js", "S3 with CloudFront",
        "Single lines",
      ])
  }
}
