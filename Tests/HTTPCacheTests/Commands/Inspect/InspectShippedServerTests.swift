import TestSupport
import Testing

/// What is wrong with a site is found, and nothing else: each server serves the same files as it is shipped, without a line
/// on caches.
@Suite("inspect --live --probe: servers as they are shipped", .timed)
struct InspectShippedServerTests {
  /// The files of the site by their paths, and their content.
  private static let files: [String: [UInt8]] = [
    "index.html": Array((links + String(repeating: "<p>A page.</p>\n", count: 300)).utf8),
    "assets/site.9c0ffee1.css": Array(String(repeating: "p { color: red }\n", count: 300).utf8),
    "assets/app.3f9ac2d1.js": Array(String(repeating: "console.log(1);\n", count: 300).utf8),
    "picture.png": bytes(20_000), "font.woff2": bytes(9000), "film.mp4": bytes(200_000),
    "data.json": Array("{\"a\": [\(String(repeating: "1, ", count: 500))1]}\n".utf8),
    "notes.txt": Array(String(repeating: "A note.\n", count: 300).utf8), "empty.txt": [],
  ]

  private static let links = """
    <!doctype html><title>A site</title><link rel=stylesheet href=/assets/site.9c0ffee1.css>
    <script src=/assets/app.3f9ac2d1.js></script><img src=/picture.png>

    """

  private static func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
  }

  private static let page = "/"
  private static let versioned = ["/assets/site.9c0ffee1.css", "/assets/app.3f9ac2d1.js"]
  private static let coded = [page, "/notes.txt"] + versioned
  private static let plain = ["/picture.png", "/font.woff2", "/film.mp4", "/data.json", "/notes.txt"]
  private static let missing = "/gone.txt"
  private static let paths = [page] + versioned + plain + ["/empty.txt", missing]

  /// What is worse than an info, and true of a server as it is shipped.
  private struct Truth {
    let code: String
    let paths: [String]
  }

  /// True of every server: nothing is there.
  private static let gone = Truth(code: "answered-with-error", paths: [missing])
  /// True of every server that sends Last-Modified and no Cache-Control: browsers guess how long they use the page, and it
  /// names files that the next deployment takes away.
  private static let guessed = Truth(code: "page-outlives-its-files", paths: [page])
  /// True of these, too: browsers guess for how many days they use data that changes under its name.
  private static let guessedData = Truth(
    code: "lifetime-long-for-unversioned-data", paths: ["/data.json", "/notes.txt", "/empty.txt"])

  /// The probes that have to be named, and those that are done unless told.
  private static let every = [
    "--probe=validate,encoding,head,range,origin,missing,users,representations,header,suffix",
    "--probe-as", "Cookie: user=a", "--probe-as", "Cookie: user=b",
  ]

  /// Asks for the whole site by the usual probes, then for a file of each kind by all.
  private static func judge(_ url: String, _ truths: Truth...) throws {
    try judge(url, paths, ["--probe"], truths)
    try judge(url, [page, versioned[1], "/data.json", "/notes.txt", missing], every, truths)
  }

  private static func judge(_ url: String, _ paths: [String], _ words: [String], _ truths: [Truth]) throws {
    let run = try BuiltProgram()(["inspect", "--live", "--json"] + words + paths.map { url + $0 })
    let subjects = try run.objects.map(JSONObject.init)
    #expect(run.code == 0 && subjects.count == paths.count, "\(run.errors)")
    for (path, subject) in zip(paths, subjects) {
      let codes = (subject.members["findings"] as? [[String: Any]] ?? []).filter {
        $0["severity"] as? String != "info"
      }.compactMap { $0["code"] as? String }
      let expected = truths.filter { $0.paths.contains(path) }.map(\.code)
      #expect(codes.sorted() == expected.sorted(), "\(path)")
      let probes = subject.members["probes"] as? [[String: Any]] ?? []
      // As a user nobody gets what is not there.
      let failed = probes.filter { $0["outcome"] as? String == "failed" && $0["probe"] as? String != "users" }
      #expect(!probes.isEmpty && failed.isEmpty, "\(path): \(failed)")
      let count = probes.filter { !["users", "representations"].contains($0["probe"] as? String ?? "") }
        .reduce(1) { $0 + ($1["requests"] as? [Any] ?? []).count }
      #expect(count <= 24, "\(path): \(count) requests")
    }
  }

  @Test("nginx of Debian", .enabled(if: ConfiguredServer.isShipped(.nginx), "no nginx"))
  func nginx() throws {
    let server = try ConfiguredServer(shipped: .nginx, files: Self.files)
    try Self.judge(
      server.url, Self.gone, Self.guessed, Self.guessedData,
      // `gzip on` without `gzip_vary on`: pages come in a coding, and nothing says so, neither with what is not there.
      Truth(code: "encoding-negotiated-without-vary", paths: [Self.page]),
      Truth(code: "encoded-without-vary", paths: [Self.missing]))
  }

  @Test("Apache of Debian", .enabled(if: ConfiguredServer.isShipped(.apache), "no apache2"))
  func apache() throws {
    let server = try ConfiguredServer(shipped: .apache, files: Self.files)
    try Self.judge(
      server.url, Self.gone, Self.guessed, Self.guessedData,
      // mod_deflate puts `-gzip` behind the tag, and does not know it again.
      Truth(code: "encoded-variant-not-revalidated", paths: Self.coded))
  }

  @Test("Caddy with its file_server", .enabled(if: ConfiguredServer.isShipped(.caddy), "no caddy"))
  func caddy() throws {
    let server = try ConfiguredServer(shipped: .caddy, files: Self.files)
    try Self.judge(server.url, Self.gone, Self.guessed, Self.guessedData)
  }

  @Test(
    "Varnish before nginx, whose codings it takes away where none is asked for",
    .enabled(if: Varnish.isThere && ConfiguredServer.isShipped(.nginx), "no varnish"))
  func varnish() throws {
    let nginx = try ConfiguredServer(shipped: .nginx, files: Self.files)
    let varnish = try Varnish(before: nginx.address)
    try Self.judge(varnish.url, Self.gone, Self.guessed, Self.guessedData)
  }

  @Test(
    "Node.js with the file server of its guides", .enabled(if: InstalledServer.isThere("node"), "no node"))
  func node() throws {
    let directory = try TemporaryDirectory()
    try ConfiguredServer.write(Self.files, to: directory)
    let server = try InstalledServer("node", in: directory) { port in
      [InstalledServer.tool("static_server.mjs"), port, directory.file("pid"), directory.file("root")]
    }
    try Self.judge(
      "http://\(server.address)", Self.gone,
      // It sends no lifetime, no date and no tag, so that each use is a download.
      Truth(code: "lifetime-missing", paths: [Self.page] + Self.plain),
      Truth(code: "versioned-file-not-reused", paths: Self.versioned))
  }

  @Test(
    "a film of more than a probe reads is answered in parts",
    .enabled(if: ConfiguredServer.isShipped(.nginx), "no nginx"))
  func film() throws {
    let film = [UInt8](repeating: 7, count: 5 << 20)
    let server = try ConfiguredServer(shipped: .nginx, files: ["film.mp4": film])
    let subject = try #require(
      try BuiltProgram().inspected("--live", "--probe=range", "\(server.url)/film.mp4").first)
    let probe = JSONObject((subject.members["probes"] as? [[String: Any]])?.first ?? [:])
    #expect(probe["outcome"] == "passed", "\(probe["reason"] ?? "") \(subject.codes("findings"))")
  }
}
