import Foundation
import TestSupport
import Testing

/// Contract, "Adopting the gate": files of expectations.
@Suite("inspect: a file of expectations, as it is written, found, pruned and met", .timed)
struct InspectExpectFileTests {
  static let protections: [(today: String, url: String, tomorrow: String, code: Int32, what: String)] = [
    ("no-cache", "https://a.test/", "max-age=31536000", 1, "a start page that stays for a year"),
    ("no-cache", "https://a.test/", "no-cache, private", 0, "a start page that is kept more strictly"),
    ("no-cache", "https://a.test/", "max-age=0, must-revalidate", 0, "the same demand in other words"),
    ("max-age=60", "https://a.test/news", "max-age=3600", 1, "a page that stays longer"),
    ("max-age=60", "https://a.test/news", "max-age=30", 0, "a page that is newer"),
    ("private, max-age=60", "https://a.test/account", "public, max-age=60", 1, "a page that is shared now"),
    ("private, max-age=60", "https://a.test/account", "no-store", 0, "a page that is kept nowhere now"),
    ("no-store", "https://a.test/account", "private, max-age=60", 1, "a page that is kept now"),
    ("no-store", "https://a.test/app.js", "max-age=3600", 0, "a script that is mended"),
    (
      "max-age=31536000, immutable", "https://a.test/app.3f9ac2d1.js", "max-age=60", 1,
      "a version that is lost"
    ),
    ("max-age=60", "https://a.test/app.3f9ac2d1.js", "max-age=31536000", 0, "a version that stays longer"),
  ]
  @Test("--write-expect-file writes what protects", arguments: protections)
  func protects(_ row: (today: String, url: String, tomorrow: String, code: Int32, what: String)) throws {
    let program = try BuiltProgram()
    let file = program.directory.file("expect.json")
    func run(_ option: String, _ control: String) throws -> Executable.Run {
      try program(
        ["inspect", "--headers", "-", "--url", row.url, option, file],
        stdin: "HTTP/1.1 200 OK\nETag: \"a\"\nCache-Control: \(control)\n")
    }
    #expect(try run("--write-expect-file", row.today).code == 0)
    #expect(try run("--expect-file", row.today).code == 0, "today's answer meets it")
    let tomorrow = try run("--expect-file", row.tomorrow)
    #expect(tomorrow.code == row.code, "\(row.what): \(tomorrow.text)")
  }

  @Test(
    "--prune-expect-file takes out patterns of files that are gone, of the kinds that a run over a sitemap met, and no others"
  )
  func pruneExpectations() throws {
    let program = try BuiltProgram()
    let origin = try Origin { request in
      let fields = [("Date", HTTPClock.now), ("Cache-Control", "no-cache"), ("ETag", "\"1\"")]
      guard request.target == "/sitemap.xml" else {
        return .text("<p>A page.</p>", fields: fields + [("Content-Type", "text/html")])
      }
      let host = request.field("Host") ?? ""
      return .text(
        "<urlset><url><loc>http://\(host)/here/</loc></url></urlset>",
        fields: fields + [("Content-Type", "application/xml")])
    }
    let entries = ["/here/", "/gone/", "/gone", "/gone.css", "/api/*", "/kept/"].map { url in
      #"{"url": "\#(url)", "expect": ["status=200"]\#(url == "/kept/" ? #", "fail-on": "error""# : "")}"#
    }
    let text = "[\n" + entries.joined(separator: ",\n") + "\n]\n"
    func run(_ words: String...) throws -> (run: Executable.Run, left: [String]) {
      let file = try program.directory.write(text, to: "e.json")
      let run = try program(["inspect"] + words + ["--expect-file", file, "--prune-expect-file"])
      let left = String(decoding: program.directory.contents(of: "e.json") ?? [], as: UTF8.self)
      return (run, left.split(separator: "\"").map(String.init).filter { $0.hasPrefix("/") })
    }
    let pruned = try run("--live", "--sitemap", "\(origin.url)/sitemap.xml")
    #expect(pruned.run.code == 0 && pruned.left == ["/here/", "/gone.css", "/api/*", "/kept/"], "\(pruned)")
    let one = try run("--live", "\(origin.url)/here/")
    #expect(one.left.count == 6 && one.run.errors.contains("so nothing is removed"), "\(one)")
    let without = try program(["inspect", "--all", "--prune-expect-file"])
    expect(without, 2)
  }

  @Test("a finding that only a \"shared\" entry gives is told where it is accepted, and where it fails")
  func acceptedByRole() throws {
    let program = try BuiltProgram()
    let code = "error-status-long-lifetime"
    func run(_ accept: String, _ words: String...) throws -> Executable.Run {
      let file = try program.directory.write(
        #"[{"url": "*", "shared": true, "fail-on": "warning", "accept": [\#(accept)]}]"#, to: "expect.json")
      let head = "HTTP/1.1 404 Not Found\nCache-Control: max-age=60, s-maxage=864000\nETag: \"1\"\n"
      let all = ["inspect", "--headers", "-", "--url", "https://a.test/x", "--expect-file", file] + words
      return try program(all, stdin: head)
    }
    func findings(_ run: Executable.Run) throws -> [[String: Any]] {
      let all = try #require(run.objects.first)["findings"] as? [[String: Any]] ?? []
      return all.filter { $0["code"] as? String == code }
    }
    let accept = #"{"code": "\#(code)", "reason": "told"}"#
    let text = try run(accept)
    #expect(text.code == 0 && text.text.contains("1 finding hidden (1 accepted)"), "\(text.text)")
    #expect(text.text.contains("\(code), accepted: told"), "\(text.text)")
    #expect(try findings(run(accept, "--json")).map { $0["hidden"] as? String } == ["accepted"])
    let failed = try run("", "--json")
    #expect(try failed.code == 1 && findings(failed).map { $0["hidden"] as? String } == [nil])
  }

  @Test("--write-expect-file writes what today's answers meet, and the next release meets it, too")
  func expectations() throws {
    let program = try BuiltProgram()
    let file = program.directory.file("expect.json")
    let head = "HTTP/1.1 200 OK\nCache-Control: max-age=31536000, immutable\nETag: \"a\"\n"
    func run(_ words: [String], _ head: String, _ url: String) throws -> Executable.Run {
      try program(["inspect", "--headers", "-", "--url", url] + words, stdin: head)
    }
    let written = try run(["--write-expect-file", file], head, "https://a.test/s/app.3f9ac2d1.js")
    expect(written, 0, says: "expectations for 1 pattern")
    let text = String(decoding: program.directory.contents(of: "expect.json") ?? [], as: UTF8.self)
    #expect(
      text.contains(#""url":"/s/:name.js","kind":"script","versioned":true"#)
        && text.contains("lifetime>=365d")
        && text.contains("directive=immutable") && text.contains("validator"), "\(text)")
    #expect(try run(["--expect-file", file], head, "https://a.test/s/app.00aa11bb.js").code == 0)
    let worse = "HTTP/1.1 200 OK\nCache-Control: max-age=60\nETag: \"a\"\n"
    #expect(try run(["--expect-file", file], worse, "https://a.test/s/app.00aa11bb.js").code == 1)
    let expires =
      "HTTP/1.1 200 OK\nDate: Mon, 12 Jan 2026 16:45:57 GMT\nExpires: Mon, 12 Jan 2026 18:45:57 GMT\n"
    #expect(try run(["--write-expect-file", file], expires, "https://a.test/x").code == 0)
    let moved =
      "HTTP/1.1 200 OK\nDate: Mon, 12 Jan 2026 16:45:57 GMT\nExpires: Mon, 12 Jan 2026 18:45:56 GMT\n"
    #expect(try run(["--expect-file", file], moved, "https://a.test/x").code == 0)
    let nothing = try run(
      ["--write-expect-file", file + "2"], expires + "\nHTTP/1.1 404 No\nCache-Control: no-store\n",
      "https://a.test/x")
    #expect(
      nothing.errors.contains("is not written: nothing holds for all answers of a pattern"),
      "\(nothing.errors)")
  }

  @Test("--write-expect-file: patterns match every method, so the answer to a POST meets their checks, too")
  func expectationsOfEveryMethod() throws {
    let program = try BuiltProgram()
    let file = program.directory.file("expect.json")
    func log(_ method: String, _ url: String, _ control: String) -> String {
      """
      {"url": "\(url)", "status": 200, "method": "\(method)", "response": [["Cache-Control", "\(control)"], \
      ["ETag", "\\"1\\""], ["Content-Type", "text/css"]]}

      """
    }
    func run(_ words: String..., lines: String) throws -> Executable.Run {
      try program(["inspect", "--jsonl", "-", "-q"] + words, stdin: lines)
    }
    let both =
      log("GET", "https://a.test/x", "max-age=60") + log("POST", "https://a.test/x", "no-store")
      + log("POST", "https://a.test/only/posted", "no-store")
    #expect(try run("--write-expect-file", file, lines: both).code == 0)
    let text = String(decoding: program.directory.contents(of: "expect.json") ?? [], as: UTF8.self)
    #expect(
      text.contains(#""url":"/x""#) && !text.contains("storable") && !text.contains("posted"), "\(text)")
    let held = try run("--expect-file", file, lines: both)
    expect(held, 0)
    let nothing = try run(
      "--write-expect-file", file,
      lines: log("GET", "https://a.test/x", "max-age=60")
        + log("POST", "https://a.test/x", "no-store").replacing("200", with: "404"))
    #expect(nothing.errors.contains("; the file of an earlier run stays as it was"), "\(nothing.errors)")
  }

  @Test(".httpcache.json is found up to the root of the repository, and named; --no-expect-file goes without")
  func found() throws {
    let program = try BuiltProgram()
    let root = program.directory.file("repository")
    let deep = root + "/site/assets"
    try FileManager.default.createDirectory(atPath: deep, withIntermediateDirectories: true)
    let checks = #"[{"url": "*", "expect": ["lifetime>=1d"]}]"#
    func run(_ words: String...) throws -> Executable.Run {
      let head = try program.directory.write("HTTP/1.1 200 OK\nCache-Control: max-age=60\n", to: "head")
      return try Executable.command(
        "sh", "-c",
        "cd '\(deep)' && exec '\(program.executable.program)' inspect --headers '\(head)' --url https://a.test/ "
          + words.joined(separator: " "))
    }
    try Data(checks.utf8).write(to: URL(fileURLWithPath: root + "/.httpcache.json"))
    #expect(try run().code == 0, "without a repository only the working directory counts")
    try FileManager.default.createDirectory(atPath: root + "/.git", withIntermediateDirectories: true)
    let found = try run()
    #expect(
      found.code == 1 && found.errors.contains("checks of ")
        && found.errors.contains("/repository/.httpcache.json"))
    #expect(try run("--no-expect-file").code == 0)
    #expect(try run("--strict").code == 1)
    let strict = try program(["inspect", "--headers", "-", "--strict"], stdin: "HTTP/1.1 200 OK\n")
    expect(strict, 2, says: "--strict goes with --expect-file")
    try Data("[]".utf8).write(to: URL(fileURLWithPath: root + "/.httpcache.json"))
    let broken = try run()
    expect(broken, 2, says: "--no-expect-file goes without it")
  }
}
