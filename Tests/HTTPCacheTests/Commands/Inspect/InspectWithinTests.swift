import Foundation
import TestSupport
import Testing

@Suite("inspect --live --within: is the deploy live", .timed)
struct InspectWithinTests {
  /// Answers with the tag `old` as long as a round says so: one reply for each request, the last one for all later ones.
  private func origin(_ replies: [OriginReply], port: UInt16 = 0, host: String = "127.0.0.1") throws -> Origin
  {
    let asked = Counter()
    return try Origin(port: port, host: host) { _ in replies[min(asked.next() - 1, replies.count - 1)] }
  }

  private let old = OriginReply.fresh("old", fields: [("ETag", "\"v1\""), ("Age", "120")])
  private let new = OriginReply.fresh("new", fields: [("ETag", "\"v2\"")])

  private let words = ["inspect", "--live", "--every", "0.02", "--expect", "etag=\"v2\""]

  @Test("two servers turn at different times: it ends when both have turned, and tells each change once")
  func turns() throws {
    let (one, other) = (try origin([old, new]), try origin([old, old, old, new]))
    let run = try BuiltProgram()(words + ["--json", "--within", "60", "\(one.url)/a", "\(other.url)/b"])
    expect(run, 0)
    #expect(one.requests.count == 4 && other.requests.count == 4)
    #expect(try run.objects.count == 2)
    let lines = run.errorLines
    #expect(lines.count { $0.contains("\(one.url)/a: etag=\"v2\" does not hold: another entity tag") } == 1)
    #expect(lines.contains { $0.contains("ETag: \"v1\"; edge hit, age 2 minutes") }, "\(run.errors)")
    #expect(lines.count { $0.hasSuffix(": 1 of 2 hold") } == 1 && lines.count == 5, "\(run.errors)")
    #expect(
      lines.contains { $0.contains("everything holds since") && $0.hasSuffix("(4 rounds)") }, "\(run.errors)")
    // A visitor's request: nothing that tells a cache to stand aside.
    let request = try #require(one.requests.first)
    #expect(request["Cache-Control"] == nil && request["Pragma"] == nil && request.target == "/a")
  }

  @Test("the report of the last round has only what fails; with -v, and as JSON, all of it")
  func failuresOnly() throws {
    let edge = try Origin { request in request.path == "/old" ? old : new }
    let (first, second) = ("\(edge.url)/new", "\(edge.url)/old")
    let program = try BuiltProgram()
    func run(_ more: String...) throws -> Executable.Run {
      try program(words + ["--within", "0"] + more + [first, second])
    }
    for format in ["text", "table"] {
      let text = try run("--format", format).text
      #expect(
        text.contains(second) && !text.contains(first) && text.contains("2 judged, 1 failed"), "\(text)")
    }
    #expect(try run("-v").text.contains(first) && run("--json").text.contains(first))
    let held = try program(words + ["--within", "60", first])
    #expect(held.code == 0 && held.text.split(separator: "\n").count == 1, "\(held.text)")
    let many = try program(words + ["--within", "0", "--format", "summary", first, second]).text
    #expect(many.contains("etag=\"v2\" does not hold") && !many.contains("responses from"), "\(many)")
  }

  @Test("an edge that flips back once begins a new row")
  func flips() throws {
    let edge = try origin([new, old, new, new, new])
    let run = try BuiltProgram()(words + ["-q", "--within", "60", "--stable", "3", edge.url])
    #expect(run.code == 0 && edge.requests.count == 5, "\(run.errors)")
    #expect(run.errors.isEmpty)
    // Each round comes as a new visitor: a connection that is kept leads to the same machine again and again.
    #expect(edge.connectionCount == 5)
  }

  @Test("a sitemap that can't be read is asked for again, and said once where it stays so")
  func sitemap() throws {
    let asked = Counter()
    let site = try Origin { request in
      guard request.path == "/sitemap.xml" else { return .fresh("new", fields: [("ETag", "\"v2\"")]) }
      let list = "<urlset><url><loc>http://\(request["Host"] ?? "")/a</loc></url></urlset>"
      return asked.next() == 1 ? .text("", status: 404) : .text(list, fields: [("Content-Type", "text/xml")])
    }
    let program = try BuiltProgram()
    let run = try program(words + ["--within", "60", "--sitemap", "\(site.url)/sitemap.xml"])
    #expect(run.code == 0 && asked.next() == 3, "\(run.errors)")
    #expect(!run.errors.contains("status 404") && run.errors.contains("--sitemap: a sitemap can't be read"))
    let gone = try Origin(always: .text("", status: 404))
    let failed = try program(words + ["--within", "2", "--sitemap", "\(gone.url)/sitemap.xml"])
    #expect(failed.code == 3 && gone.requests.count > 1, "\(failed.errors)")
    #expect(failed.errorLines.count { $0.contains("status 404") } == 1)
  }

  @Test("a sitemap that hangs does not outlive the time")
  func hangingSitemap() throws {
    let site = try Origin(always: .stall)
    let run = try BuiltProgram()(
      words + ["--within", "0.1", "--sitemap", "\(site.url)/sitemap.xml"])
    #expect(run.code == 3 && site.requests.count == 1, "\(run.errors)")
    #expect(
      run.errors.contains("given up after") && run.errors.contains("--sitemap: \(site.url)/sitemap.xml: "))
  }

  @Test("findings that a baseline has do not count, in any round")
  func baseline() throws {
    let edge = try origin([.text("x", fields: [("Cache-Control", "max-age=60, max-age=70")])])
    let program = try BuiltProgram()
    let file = program.directory.file("baseline.json")
    let words = ["inspect", "--live", "-q", "--fail-on", "info", "--every", "0.02"]
    #expect(try program(words + ["--within", "0.1", edge.url]).code == 1)
    #expect(try program(["inspect", "--live", "-q", "--write-baseline", file, edge.url]).code == 0)
    let asked = edge.requests.count
    let run = try program(words + ["--within", "60", "--stable", "2", "--baseline", file, edge.url])
    #expect(run.code == 0 && edge.requests.count == asked + 2, "\(run.errors)")
  }

  @Test("what does not hold in time is exit code 1, with the value, the state of the edge and the age")
  func over() throws {
    let edge = try origin([old])
    let program = try BuiltProgram()
    let run = try program(words + ["--within", "0.1", edge.url])
    expect(run, 1)
    #expect(run.errors.contains("given up after ") && run.errors.contains(": 1 of 1 does not hold\n"))
    #expect(
      run.errorLines.last?.contains("from ETag: \"v1\"; edge hit, age 2 minutes, since the start") == true)
    // Held, but not often enough.
    let late = try origin([new])
    let few = try program(words + ["--within", "0.01", "--stable", "9", late.url])
    expect(few, 1, says: " of 9 times in a row")
    for format in ["junit", "github", "table"] {
      let report = try program(words + ["--within", "0.01", "--stable", "9", "--format", format, late.url])
      let text = report.text + report.errors
      let last = "\(report.text)".contains("failures=\"1\"") || text.contains("1 judged, 1 failed")
      #expect(report.code == 1 && last && text.contains("--stable 9"), "\(format): \(text)")
    }
    let nowhere = try program(words + ["--within", "0.05", "http://127.0.0.1:1/"])
    expect(nowhere, 3, says: "given up after")
    #expect(
      nowhere.errors.contains("  http://127.0.0.1:1/: the origin can't be reached"), "\(nowhere.errors)")
  }

  @Test("Retry-After is waited for, and one beyond the time ends it at once")
  func retryAfter() throws {
    let busy = OriginReply.text("", status: 503, fields: [("Retry-After", "1")])
    let soon = try origin([busy, new])
    let program = try BuiltProgram()
    #expect(try program(words + ["-q", "--within", "60", soon.url]).code == 0)
    #expect(soon.requests.count == 2)
    let far = try origin([.text("", status: 429, fields: [("Retry-After", "3600")])])
    let given = try program(words + ["-q", "--within", "60", far.url])
    #expect(given.code == 1 && far.requests.count == 1)
    #expect(
      given.errors.contains("does not hold; a Retry-After of 1 hour reaches beyond --within\n"),
      "\(given.errors)")
  }

  @Test("--each-address asks every node, and names the one that lags")
  func nodes() throws {
    let one = try origin([new])
    let other = try origin([old], port: UInt16(one.port) ?? 0, host: "127.0.0.2")
    let name = "edge.test:\(one.port)"
    let run = try BuiltProgram()(
      words + [
        "--within", "0.1", "--each-address", "--resolve", "\(name):127.0.0.1,127.0.0.2", "http://\(name)/",
      ])
    #expect(
      run.code == 1 && !one.requests.isEmpty && one.requests.count == other.requests.count, "\(run.errors)")
    #expect(run.errors.contains(": 1 of 2 hold\n") && !run.errors.contains("127.0.0.1: "), "\(run.errors)")
    #expect(run.errors.contains("  http://\(name)/ at 127.0.0.2: etag=\"v2\" does not hold"))
    #expect(run.errors.contains(": 1 of 2 do not hold"))
  }

  @Test(
    "each report names the address of each node",
    arguments: ["text", "table", "github", "junit", "sarif", "html", "markdown"])
  func nodesOfReports(format: String) throws {
    let one = try origin([old])
    let other = try origin([old], port: UInt16(one.port) ?? 0, host: "127.0.0.2")
    let name = "edge.test:\(one.port)"
    let run = try BuiltProgram()(
      words + [
        "--within", "0.1", "--each-address", "--resolve", "\(name):127.0.0.1,127.0.0.2", "--format", format,
        "http://\(name)/",
      ])
    for node in ["127.0.0.1", "127.0.0.2"] {
      let words = format == "text" ? "Received from \(node):\(one.port)" : "http://\(name)/ at \(node)"
      #expect(run.text.contains(words), "\(run.text)")
    }
    _ = other
  }

  @Test("assets and a directory: all of it has to be there")
  func deployment() throws {
    let asked = Counter()
    let page = ("Content-Type", "text/html")
    let edge = try Origin { request in
      // The script is there a round later than its page.
      request.path == "/"
        ? .fresh("<script src=app.js></script>", fields: [page])
        : .fresh(asked.next() > 1 ? "new" : "old")
    }
    let program = try BuiltProgram()
    let dist = program.directory.file("dist")
    try FileManager.default.createDirectory(atPath: dist, withIntermediateDirectories: true)
    for (name, text) in [("index.html", "<script src=app.js></script>"), ("app.js", "new")] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(dist)/\(name)"))
    }
    let words = [
      "inspect", "--live", "-q", "--within", "60", "--every", "0.02", "--expect", "same-as=\(dist)",
    ]
    #expect(try program(words + ["--assets", "\(edge.url)/"]).code == 0)
    #expect(asked.next() == 3)
    #expect(try program(words + ["\(edge.url)/"]).code == 0)
  }

  @Test("a file that changes between two rounds is read again, also where its request had failed")
  func changedFile() throws {
    let program = try BuiltProgram()
    // So many URLs that other threads begin to read their files before the answers arrive.
    let names = (0..<40).map { "\($0).txt" }
    try FileManager.default.createDirectory(
      atPath: program.directory.file("dist"), withIntermediateDirectories: true)
    for name in names { _ = try program.directory.write("old", to: "dist/\(name)") }
    let last = try #require(names.last)
    let asked = Counter()
    let edge = try Origin { request in
      guard request.path == "/\(last)" else { return .fresh("old") }
      guard asked.next() == 1 else { return .fresh("new") }
      _ = try? program.directory.write("new", to: "dist/\(last)")
      return .raw(Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\ncut".utf8))
    }
    let run = try program(
      [
        "inspect", "--live", "-q", "--within", "60", "--every", "0.02",
        "--expect", "same-as=\(program.directory.file("dist"))",
      ] + names.map { "\(edge.url)/\($0)" })
    expect(run, 0)
    // The body that was cut, and one round more.
    #expect(edge.requests.count { $0.path == "/\(last)" } == 2)
  }

  @Test(
    "a real cache in front serves the old version until its lifetime is over", .enabled(if: Nginx.isThere))
  func nginx() throws {
    let changed = Counter()
    let site = try Origin { _ in
      let isFirst = changed.next() == 1
      return .text(
        isFirst ? "old" : "new",
        fields: [
          ("Cache-Control", isFirst ? "max-age=1" : "max-age=3600"), ("ETag", isFirst ? "\"v1\"" : "\"v2\""),
        ])
    }
    let edge = try NginxCache(before: site)
    let run = try BuiltProgram()(
      words + ["--within", "60", "--every", "0.1", "--stable", "2", "\(edge.url)/a"])
    #expect(run.code == 0 && changed.next() == 3, "\(run.errors)")
    #expect(run.errors.contains("ETag: \"v1\"; edge miss"))
    #expect(run.errorLines.last?.contains("2 times in a row") == true)
  }

  /// An origin that gives a node of nginx its first version for so many seconds, then the second one.
  private func changing(_ lifetimes: [String: Int]) throws -> Origin {
    let asked = lifetimes.mapValues { _ in Counter() }
    return try Origin { request in
      let node = request["X-Node"] ?? ""
      let isOld = asked[node]?.next() == 1
      let fields = [("Cache-Control", "max-age=\(isOld ? lifetimes[node] ?? 0 : 3600)")]
      return .text(isOld ? "old" : "new", fields: fields + [("ETag", isOld ? "\"v1\"" : "\"v2\"")])
    }
  }

  @Test(
    "two nodes of nginx turn at different times: it ends with the answer by which the later one turns",
    .enabled(if: Nginx.isThere))
  func realNodes() throws {
    let site = try changing(["1": 1, "2": 2])
    let edge = try NginxCache(before: site, nodes: 2)
    let (url, name) = edge.named
    let run = try BuiltProgram()(
      words + name + ["--within", "60", "--every", "0.1", "--each-address", "\(url)/a"])
    #expect(run.code == 0 && site.requests.count == 4, "\(run.errors)")
    let turned = run.errorLines.filter { $0.hasSuffix(": 1 of 2 hold") }
    #expect(turned.count == 1, "\(run.errors)")
    #expect(run.errorLines.last?.contains("everything holds since") == true, "\(run.errors)")
  }

  @Test(
    "a purge that fails for one node of nginx: exit code 1, and that node is named",
    .enabled(if: Nginx.isThere))
  func failedPurge() throws {
    let site = try changing(["1": 3600, "2": 3600])
    let edge = try NginxCache(before: site, nodes: 2)
    let program = try BuiltProgram()
    for node in 1...2 { _ = try program(["inspect", "--live", "-q", "\(edge.url(ofNode: node))/a"]) }
    _ = try program(["inspect", "--live", "-q", "-H", "X-Purge: 1", "\(edge.url)/a"])
    let (url, name) = edge.named
    // Both nodes have the page under the name by which they were asked: nginx leaves the host out of its key.
    let run = try program(words + name + ["--within", "0.1", "--each-address", "\(url)/a"])
    #expect(run.code == 1 && site.requests.count == 3, "\(run.errors)")
    #expect(run.errors.contains(": 1 of 2 hold\n"), "\(run.errors)")
    #expect(run.errors.contains(": 1 of 2 do not hold\n"))
    #expect(
      run.errors.contains(
        "at 127.0.0.2: etag=\"v2\" does not hold: another entity tag, from ETag: \"v1\"; edge hit"))
  }

  @Test("SIGINT: it says how far it came")
  func interrupted() throws {
    let edge = try origin([old])
    let program = try BuiltProgram()
    let running = try RunningProgram(
      program.executable, words + ["--within", "600", "--every", "0.02", edge.url])
    // The second request tells that the first round is over.
    Waiting.until { edge.requests.count >= 2 }
    let end = try #require(running.end(by: SIGINT))
    #expect(end.code == 128 + SIGINT)
    #expect(end.errors.contains("interrupted after ") && end.errors.contains("1 of 1 does not hold"))
  }

  static let refused: [(words: String, says: String)] = [
    ("--live --within 1m http://a.test/", "--within waits for checks"),
    ("--live --within 1m --repeat 2 --expect fresh http://a.test/", "exclude each other"),
    ("--live --within 1m --probe --expect fresh http://a.test/", "exclude each other"),
    ("--live --within 1m --method POST --expect fresh http://a.test/", "only GET and HEAD"),
    ("--live --stable 2 http://a.test/", "--stable goes with --within only"),
    ("--within 1m --expect fresh http://a.test/", "goes with --live only"),
  ]

  @Test("what can't be waited for is exit code 2", arguments: refused)
  func refuses(_ row: (words: String, says: String)) throws {
    let run = try BuiltProgram()(["inspect"] + row.words.split(separator: " ").map(String.init))
    expect(run, 2, says: row.says)
  }
}
