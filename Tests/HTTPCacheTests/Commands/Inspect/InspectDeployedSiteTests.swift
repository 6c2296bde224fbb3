import Foundation
import TestSupport
import Testing

/// A row of README.md's table "What do you see?".
enum SymptomRow {
  /// The words of its first command, for a URL, and the directory of what was built.
  static func words(_ symptom: String, url: String, dist: String = "dist") throws -> [String] {
    let page = try String(
      contentsOf: PythonTools.root.appendingPathComponent("README.md"), encoding: .utf8)
    let row = try #require(page.split(separator: "\n").first { $0.hasPrefix("| \(symptom)") }, "\(symptom)")
    let command = try #require(row.split(separator: "`").dropFirst().first)
    // A deployment that does not hold is not waited for.
    return command.split(separator: " ").dropFirst().map {
      $0 == "URL" ? url : $0 == "10m" ? "0" : String($0).replacing("dist", with: dist)
    }
  }
}

@Suite("same-as=DIR asks what visitors ask, and a script that is answered by a page is an error", .timed)
struct InspectDeployedSiteTests {
  /// What a build leaves: pages, files with special names, and files for hosts.
  private static let files = [
    "index.html": "<script src=/_next/%5Bslug%5D-3f9ac2d1.js></script>", "404.html": "lost",
    "pricing.html": "prices",
    "about/index.html": "about", "docs/install.html": "install", "icon@2x.png": "icon", "a b+c.txt": "text",
    "50%.txt": "half", "h#y.txt": "hash", "_next/[slug]-3f9ac2d1.js": "x()", "[raw].js": "y()",
    ".well-known/security.txt": "mail", ".git/HEAD": "ref", ".DS_Store": "x", "app.js.map": "{}",
    "drafts/new.html": "draft",
    "_headers": "/*", "_redirects": "/a /b", "functions/api.js": "export", "vercel.json": "{}",
  ]

  /// A directory with these files; returns its path.
  private static func directory(_ files: [String: String], in program: BuiltProgram) throws -> String {
    for (name, content) in files {
      let file = URL(fileURLWithPath: program.directory.file("dist/\(name)"))
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(content.utf8).write(to: file)
    }
    return program.directory.file("dist")
  }

  /// A host that redirects pages to their names without `.html`, and keeps some files for itself.
  private static func host(_ changed: [String: String] = [:]) throws -> Origin {
    try Origin { request in
      let path = request.path.removingPercentEncoding ?? ""
      let served = files.filter {
        !$0.key.hasPrefix("_h") && !$0.key.hasPrefix("_re") && !$0.key.hasPrefix("functions/")
      }
      .merging(changed) { $1 }
      if path.hasSuffix(".html") {
        return .text("", status: 308, fields: [("Location", String(path.dropLast(5)))])
      }
      let names = [path.dropFirst() + "index.html", path.dropFirst(), path.dropFirst() + ".html"].map(
        String.init)
      guard let name = names.first(where: { served[$0] != nil }), let content = served[name] else {
        // The start page stands for what is missing.
        return request.path == "/_redirects"
          ? .text(files["index.html"] ?? "", fields: [("Content-Type", "text/html")])
          : .text("lost", status: 404, fields: [("Content-Type", "text/html")])
      }
      return .text(content, fields: [("Cache-Control", "no-cache"), ("ETag", "\"1\"")])
    }
  }

  private func check(_ host: Origin, _ program: BuiltProgram, _ words: String...) throws -> Executable.Run {
    let dist = try Self.directory(Self.files, in: program)
    return try program(
      ["inspect", "--live", "--json", "--expect", "same-as=\(dist)", "--expect", "status=200"] + words + [
        "\(host.url)/"
      ])
  }

  @Test("each file is asked for as a link asks for it, and a page by the redirect to its short form")
  func asked() throws {
    let (host, program) = (try Self.host(), try BuiltProgram())
    let run = try check(host, program, "--exclude", "*.map", "--exclude", "drafts/")
    expect(run, 0)
    let targets = Set(host.requests.map(\.target))
    let expected = [
      "/", "/404.html", "/404", "/pricing.html", "/pricing", "/about/", "/docs/install.html", "/docs/install",
      "/icon@2x.png", "/a%20b+c.txt", "/50%25.txt", "/h%23y.txt", "/_next/%5Bslug%5D-3f9ac2d1.js",
      "/[raw].js",
      "/.well-known/security.txt", "/_headers", "/_redirects", "/functions/api.js", "/vercel.json",
    ]
    #expect(targets == Set(expected), "\(targets.symmetricDifference(expected))")
    let urls = try run.objects.compactMap { $0["url"] as? String }
    #expect(urls.contains("\(host.url)/pricing.html") && !urls.contains("\(host.url)/pricing"), "\(urls)")
    #expect(
      !urls.contains { $0.hasSuffix("/_headers") } && urls.contains("\(host.url)/vercel.json"), "\(urls)")
    for line in [
      "left out: 2 names that begin with a dot and 2 files by --exclude",
      "3 pages are redirected to their short form, whose content is compared: \(host.url)/404.html to /404",
      "not compared, since the host keeps it for itself: _headers, _redirects and functions/",
    ] { #expect(run.errorLines.count { $0.hasSuffix(line) } == 1, "\(line): \(run.errors)") }
  }

  private static let faulty: [(what: String, changed: [String: String], name: String)] = [
    ("an old page behind its short form", ["pricing.html": "old"], "pricing.html"),
    ("an old file for a host that gives it away", ["vercel.json": "{ }"], "vercel.json"),
    ("an old copy of a name with special characters", ["icon@2x.png": "old"], "icon@2x.png"),
  ]

  @Test("what is not what was built is red, with -L and without", arguments: faulty)
  func faults(_ row: (what: String, changed: [String: String], name: String)) throws {
    for words in [[], ["-L"]] {
      let program = try BuiltProgram()
      let host = try Self.host(row.changed)
      let dist = try Self.directory(Self.files, in: program)
      let run = try program(
        ["inspect", "--live", "--json", "--expect", "same-as=\(dist)"] + words + ["\(host.url)/"])
      let red = try run.objects.filter { !(($0["failures"] as? [Any]) ?? []).isEmpty }.compactMap {
        $0["url"] as? String
      }
      #expect(
        run.code == 1 && red == ["\(host.url)/\(row.name)"], "\(row.what) \(words): \(run.errors) \(red)")
    }
  }

  @Test("a page that leads to the start page is red, and --exclude without a directory is refused")
  func elsewhere() throws {
    let site = try Origin { request in
      request.path == "/a.html" ? .text("", status: 308, fields: [("Location", "/")]) : .fresh("home")
    }
    for words in [[], ["-L"]] {
      let program = try BuiltProgram()
      let dist = try Self.directory(["index.html": "home", "a.html": "a"], in: program)
      let run = try program(
        ["inspect", "--live", "-q", "--expect", "same-as=\(dist)"] + words + ["\(site.url)/"])
      #expect(run.code == 1, "\(words): \(run.text)\(run.errors)")
    }
    let stray = try BuiltProgram().inspect("--live", "--exclude", "*.map", "\(site.url)/")
    expect(stray, 2, says: "--exclude")
  }

  private static let servers = ConfiguredServer.installed.filter { $0 == .nginx || $0 == .caddy }

  @Test("servers that are configured for clean URLs hold, and do not with another page", arguments: servers)
  func cleanURLs(_ kind: ConfiguredServer.Kind) throws {
    let files = [
      "index.html": "home\n", "pricing.html": "prices\n", "about/index.html": "about\n", "icon@2x.jpg": "i\n",
    ]
    func server(_ files: [String: String]) throws -> ConfiguredServer {
      try ConfiguredServer(kind, files: files) { directory, port in
        kind == .nginx
          ? """
          server { listen 127.0.0.1:\(port); root \(directory)/root; absolute_redirect off;
            location ~ ^(.+)\\.html$ { if ($request_uri ~ ^(.+)\\.html$) { return 301 $1; } }
            location / { try_files $uri $uri.html $uri/index.html =404; } }
          """
          : """
          http://127.0.0.1:\(port) {
          \troot * \(directory)/root
          \t@page path_regexp page ^(.+)\\.html$
          \tredir @page {re.page.1} 308
          \ttry_files {path} {path}.html {path}/index.html
          \tfile_server
          }

          """
      }
    }
    let program = try BuiltProgram()
    let dist = try Self.directory(files, in: program)
    func check(_ server: ConfiguredServer) throws -> Executable.Run {
      try program(SymptomRow.words("an old version after a deploy", url: "\(server.url)/", dist: dist))
    }
    let held = try check(server(files))
    expect(held, 0)
    let red = try check(server(files.merging(["pricing.html": "old\n"]) { $1 }))
    #expect(red.code == 1 && red.text.contains("4 judged, 1 failed"), "\(red.text)\(red.errors)")
  }
}

@Suite(
  "An application of one page behind nginx, after three deploys", .timed,
  .enabled(if: InstalledServer.isThere("nginx"), "nginx is not installed"))
struct InspectSinglePageTests {
  /// The files of a deployment; the start page loads a module, and the module a style.
  private static func files(_ hash: String) -> [String: String] {
    [
      "index.html":
        "<!doctype html><script type=module src=/assets/index-\(hash).js></script><div id=root></div>\n",
      "assets/index-\(hash).js": "go()\n", "assets/extra-\(hash).js": "more()\n",
    ]
  }

  /// The server with the files of the last deployment, and the start page of an earlier one where a cache kept it.
  private static func server(_ files: [String: String], control: String) throws -> ConfiguredServer {
    try ConfiguredServer(.nginx, files: files) { directory, port in
      """
      server { listen 127.0.0.1:\(port); root \(directory)/root; add_header Cache-Control "\(control)";
        location / { try_files $uri /index.html; } }
      """
    }
  }

  private func errors(_ run: Executable.Run) throws -> [String] {
    try run.objects.flatMap { object in
      (object["findings"] as? [[String: Any]] ?? []).filter { $0["severity"] as? String == "error" }
        .compactMap { $0["code"] as? String }
    }
  }

  private static let hashes = ["DkR3tz9a", "B7xq2Lm4", "Cw9Zk1pT"]

  @Test("README's rows for a page without scripts: each names the file, for as long as it stays so")
  func rows() throws {
    let program = try BuiltProgram()
    // The third deployment, whose start page names a file of the second, as from a cache.
    var files = Self.files(Self.hashes[2])
    files["index.html"] = Self.files(Self.hashes[1])["index.html"]
    for (control, says) in [("no-cache", "stays blank."), ("max-age=3600", "for up to 1 hour")] {
      let server = try Self.server(files, control: control)
      let run = try program([
        "inspect", "--live", "--assets", "--json", "--fail-on", "error", "\(server.url)/",
      ])
      #expect(try run.code == 1 && errors(run) == ["file-answered-by-page"], "\(control): \(run.text)")
      #expect(run.text.contains("browsers refuse a module script") && run.text.contains(says), "\(run.text)")
      // The list of what the deployments before had.
      let list = Self.hashes[..<2].flatMap {
        ["\(server.url)/assets/index-\($0).js", "\(server.url)/assets/extra-\($0).js"]
      }
      let names = try program.directory.write(list.joined(separator: "\n") + "\n", to: "last-files.txt")
      let last = try program(
        [
          "inspect", "--live", "--json", "--expect", "status=200", "--fail-on", "error", "--input-file",
          names,
        ])
      #expect(
        try last.code == 1 && errors(last) == Array(repeating: "file-answered-by-page", count: 4),
        "\(last.text)")
    }
  }

  @Test("what is there has no such finding, and neither has a page that is opened")
  func sound() throws {
    let program = try BuiltProgram()
    let server = try Self.server(Self.files(Self.hashes[2]), control: "no-cache")
    let run = try program(["inspect", "--live", "--assets", "--json", "--fail-on", "error", "\(server.url)/"])
    #expect(try run.code == 0 && errors(run).isEmpty && run.objects.count == 2, "\(run.text)")
    let opened = try program.inspect(
      "--live", "--json", "-H", "Sec-Fetch-Dest: document", "\(server.url)/assets/index-\(Self.hashes[0]).js")
    #expect(try errors(opened).isEmpty, "\(opened.text)")
  }
}
