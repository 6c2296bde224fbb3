import Foundation
import TestSupport
import Testing

/// Contract, "Adopting the gate".
@Suite("inspect: a gate that is green on its first day")
struct InspectAdoptionTests {
  /// A head with one warning (a space around `=`), and a head with two.
  private static let one =
    "HTTP/1.1 200 OK\nCache-Control: max-age = 60\nETag: \"a\"\nDate: Mon, 12 Jan 2026 16:45:57 GMT\n"
  private static let other =
    "HTTP/1.1 200 OK\nCache-Control: max-age = 60, s_maxage=1\nETag: \"a\"\nDate: Mon, 12 Jan 2026 16:45:57 GMT\n"

  private static func inspect(
    _ program: BuiltProgram, _ words: [String], head: String = one,
    url: String = "https://a.test/app.3f9ac2d1.js"
  ) throws -> Executable.Run {
    try program(
      ["inspect", "--headers", "-", "--url", url, "--at", "2026-01-12T16:45:57Z", "--fail-on", "warning"]
        + words,
      stdin: head)
  }

  @Test("what is written down does not fail, neither today nor after the next release; what is new does")
  func baseline() throws {
    let program = try BuiltProgram()
    let file = program.directory.file("baseline.json")
    #expect(try Self.inspect(program, []).code == 1)
    let written = try Self.inspect(program, ["--write-baseline", file])
    #expect(written.code == 0 && written.errors.contains("at 1 URL pattern"), "\(written.errors)")
    let text = String(decoding: try #require(program.directory.contents(of: "baseline.json")), as: UTF8.self)
    #expect(
      text.contains(
        #"{"code":"space-around-equals","severity":"warning","method":"GET","url":"/app.*.js","count":1}"#
      ),
      "\(text)")
    let next = try Self.inspect(program, ["--baseline", file], url: "https://a.test/app.99ffee11.js")
    #expect(next.code == 0 && next.text.contains("hidden, since it is in the baseline"), "\(next.text)")
    #expect(next.text.contains("hidden ("))
    let new = try Self.inspect(program, ["--baseline", file], head: Self.other)
    #expect(new.code == 1 && new.text.contains("reached --fail-on: directive-unknown-near-miss"))
    #expect(!new.text.contains("reached --fail-on: space-around-equals"))
    // Two responses of one pattern are more than the one that was there.
    let twice = try Self.inspect(program, ["--baseline", file], head: Self.one + "\n" + Self.one)
    #expect(twice.code == 1)
  }

  @Test(
    "a finding that has become worse is not hidden, unless the baseline is of version 1; one that is better is"
  )
  func severities() throws {
    let program = try BuiltProgram()
    func run(_ version: Int, _ severity: String) throws -> Int32 {
      let file = try program.directory.write(
        #"{"version": \#(version), "findings": [{"code": "space-around-equals", \#(severity) "url": "https://a.test/*"}]}"#,
        to: "baseline.json")
      return try Self.inspect(program, ["--baseline", file]).code
    }
    #expect(try run(2, #""severity": "warning","#) == 0)
    #expect(try run(2, #""severity": "error","#) == 0)
    #expect(try run(2, #""severity": "info","#) == 1)
    #expect(try run(1, "") == 0)
  }

  @Test("--prune-baseline takes nothing out where a subject could not be judged: it was not asked")
  func pruneFailed() throws {
    let program = try BuiltProgram()
    let origin = try Origin(always: .fresh())
    let text = #"{"version": 2, "findings": [{"code": "validator-missing", "url": "http://127.0.0.1:*"}]}"#
    let file = try program.directory.write(text, to: "baseline.json")
    let words = ["--live", "--baseline", file, "--prune-baseline", "http://127.0.0.1:1/"]
    let run = try program(["inspect"] + words + ["\(origin.url)/"])
    #expect(run.code == 3 && run.errors.contains("nothing is removed"), "\(run.errors)")
    #expect(program.directory.contents(of: "baseline.json") == Array(text.utf8))
  }

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

  static let nothing: [(words: [String], input: String)] = [
    (["--har", "-"], #"{"log":{"entries":[{"request":{"url":"http://a.test/"},"response":{"status":0}}]}}"#),
    (["--har", "-"], #"{"log":{"entries":[]}}"#),
    (
      ["--har", "-"], #"{"log":{"entries":[{"request":{"url":"http://a.test/"},"response":{"status":200}}]}}"#
    ),
    (["--jsonl", "-"], ""), (["--all"], ""),
  ]
  @Test("nothing judged is exit code 1 where something was to be held, and said", arguments: nothing)
  func nothingJudged(_ row: (words: [String], input: String)) throws {
    let program = try BuiltProgram()
    let held = try program(["inspect", "--fail-on", "error"] + row.words, stdin: row.input)
    #expect(held.code == 1 && held.errors.contains("nothing was judged"), "\(held.errors)")
    #expect(try program(["inspect"] + row.words, stdin: row.input).code == 0)
  }

  @Test("an empty list is nothing judged, for fetch, too")
  func emptyList() throws {
    let program = try BuiltProgram()
    for words in [["inspect", "--live", "--fail-on", "error"], ["fetch", "--expect", "stored"]] {
      let run = try program(words + ["--input-file", "-"], stdin: "")
      #expect(run.code == 1 && run.errors.contains("so no check holds"), "\(run.errors)")
    }
    #expect(try program(["fetch", "--input-file", "-"], stdin: "").code == 0)
  }

  @Test("what a run over one host writes holds for a preview on another host; a run over two names them")
  func previews() throws {
    let program = try BuiltProgram()
    let (baseline, expectations) = (
      program.directory.file("base.json"), program.directory.file("expect.json")
    )
    let preview = "http://preview-17.test:3000/app.99ffee11.js"
    let written = try Self.inspect(
      program, ["--write-baseline", baseline, "--write-expect-file", expectations])
    #expect(written.code == 0, "\(written.errors)")
    let held = try Self.inspect(
      program, ["--baseline", baseline, "--expect-file", expectations, "--strict"], url: preview)
    #expect(held.code == 0, "\(held.text)\(held.errors)")
    let worse = try Self.inspect(
      program, ["--baseline", baseline, "--expect-file", expectations],
      head: "HTTP/1.1 200 OK\nCache-Control: max-age=5\n", url: preview)
    #expect(worse.code == 1 && worse.text.contains("(pattern /*.js) does not hold"), "\(worse.text)")
    let lines = ["a.test", "b.test"].map { host in
      #"{"url": "https://\#(host)/x.css", "status": 200, "response": [["Cache-Control", "max-age = 60"]]}"#
    }
    let two = try program(
      ["inspect", "--jsonl", "-", "--write-baseline", baseline, "--write-expect-file", expectations],
      stdin: lines.joined(separator: "\n"))
    #expect(two.code == 0, "\(two.errors)")
    for name in ["base.json", "expect.json"] {
      let text = String(decoding: program.directory.contents(of: name) ?? [], as: UTF8.self)
      #expect(
        text.contains(#""url":"https://a.test/"#) && text.contains(#""url":"https://b.test/"#), "\(text)")
    }
  }

  @Test("where a subject could not be judged, nothing is written over what was there")
  func partial() throws {
    let program = try BuiltProgram()
    let file = try program.directory.write("kept", to: "baseline.json")
    let run = try program.inspect("--live", "--write-baseline", file, "http://127.0.0.1:1/")
    #expect(run.code == 3 && run.errors.contains("nothing is written"))
    #expect(program.directory.contents(of: "baseline.json") == Array("kept".utf8))
  }

  @Test("a check that does not hold is never hidden")
  func checks() throws {
    let program = try BuiltProgram()
    let file = program.directory.file("baseline.json")
    #expect(try Self.inspect(program, ["--write-baseline", file, "--expect", "lifetime>=1d"]).code == 1)
    #expect(try Self.inspect(program, ["--baseline", file, "--expect", "lifetime>=1d"]).code == 1)
  }

  @Test("what a run does not find is named: gone, or not asked for; only what is gone is taken out")
  func prune() throws {
    let program = try BuiltProgram()
    let file = program.directory.file("baseline.json")
    _ = try Self.inspect(program, ["--write-baseline", file], head: Self.other)
    let before = program.directory.contents(of: "baseline.json")
    let gone = try Self.inspect(program, ["--baseline", file])
    #expect(gone.errors.contains("baseline: 1 finding gone; --prune-baseline"), "\(gone.errors)")
    #expect(gone.errors.contains("  directive-unknown-near-miss GET /app.*.js"))
    let elsewhere = try Self.inspect(
      program, ["--baseline", file, "--prune-baseline"], head: "HTTP/1.1 204\n\n", url: "https://b.test/")
    #expect(elsewhere.errors.contains("not asked for") && !elsewhere.errors.contains("gone"))
    #expect(program.directory.contents(of: "baseline.json") == before)
    #expect(try Self.inspect(program, ["--baseline", file, "--prune-baseline"]).code == 0)
    let pruned = String(decoding: program.directory.contents(of: "baseline.json") ?? [], as: UTF8.self)
    #expect(!pruned.contains("near-miss") && pruned.contains("space-around-equals"))
  }

  @Test("an accepted finding needs a reason, may be over on a day, and is shown with its reason")
  func accepted() throws {
    let program = try BuiltProgram()
    func run(_ accept: String) throws -> Executable.Run {
      let file = try program.directory.write(
        #"[{"url": "*", "accept": [\#(accept)], "fail-on": "warning"}]"#, to: "expect.json")
      return try Self.inspect(program, ["--expect-file", file])
    }
    let good = try run(#"{"code": "space-around-equals", "reason": "the CDN writes it"}"#)
    #expect(good.code == 0 && good.text.contains("space-around-equals, accepted: the CDN writes it"))
    let over = try run(#"{"code": "space-around-equals", "reason": "the CDN", "until": "2026-01-31"}"#)
    #expect(
      over.code == 1 && over.errors.contains("was accepted until 2026-01-31 (the CDN), and counts again"))
    let later = try run(#"{"code": "space-around-equals", "reason": "the CDN", "until": "2999-12-31"}"#)
    #expect(later.code == 0)
    for (text, error) in [
      (#"{"code": "space-around-equals"}"#, "'reason' is missing"),
      (#"{"reason": "x"}"#, "'code' is missing"),
      (#"{"code": "space-around-equal", "reason": "x"}"#, "did you mean 'space-around-equals'?"),
      (#"{"code": "vary-star", "reason": "x", "until": "soon"}"#, "'soon' is not a date"),
      (#"{"code": "vary-star", "because": "x"}"#, "unknown key 'because'"),
    ] {
      let run = try run(text)
      #expect(run.code == 2 && run.errors.contains(error), "\(run.errors)")
    }
  }

  @Test("what is no finding any more is passed over in both files, and named once; pruning takes it out")
  func former() throws {
    let program = try BuiltProgram()
    let accept = #"{"code": "public-not-needed", "reason": "a habit"}"#
    let old = #"{"code": "legacy-directive", "url": "URL"}"#
    let expectations = try program.directory.write(
      #"[{"url": "*", "accept": [\#(accept)]}, {"url": "*/", "accept": [\#(accept)]}]"#, to: "expect.json")
    let baseline = try program.directory.write(
      #"{"version": 2, "findings": [\#(["*", "/"].map { old.replacing("URL", with: $0) }.joined(separator: ", "))]}"#,
      to: "baseline.json")
    let run = try Self.inspect(
      program, ["--expect-file", expectations, "--baseline", baseline, "--prune-baseline"],
      head: "HTTP/1.1 200 OK\nCache-Control: public, max-age=60, pre-check=60\nETag: \"a\"\n")
    #expect(run.code == 0, "\(run.errors)")
    for (path, code) in [(expectations, "public-not-needed"), (baseline, "legacy-directive")] {
      let lines = run.errorLines.filter { $0.contains("no findings any more") && $0.contains(path) }
      #expect(lines.count == 1, "\(run.errors)")
      #expect(lines.first?.hasSuffix("passed over: \(code) (httpcache help \(code))") == true, "\(lines)")
    }
    #expect(!run.errors.contains("baseline: "), "what is no finding any more is not gone: \(run.errors)")
    let pruned = String(decoding: program.directory.contents(of: "baseline.json") ?? [], as: UTF8.self)
    #expect(pruned.contains(#""version": 2"#) && !pruned.contains("legacy-directive"), "\(pruned)")
    let help = try program(["help", "public-not-needed"])
    #expect(help.code == 0 && help.text.contains("It is no finding any more"), "\(help.text)")
    let none = try program(["help", "status-not-heuristic"])
    let words = "It is no finding any more: the reason nothing-allows-storing says it."
    #expect(none.code == 0 && none.text == "status-not-heuristic\n\n\(words)\n", "\(none.text)")
  }

  @Test("every format counts what is hidden, and none takes it for a failure")
  func formats() throws {
    let program = try BuiltProgram()
    let file = program.directory.file("baseline.json")
    _ = try Self.inspect(program, ["--write-baseline", file])
    for format in ["json", "github", "junit", "sarif", "table"] {
      let run = try Self.inspect(program, ["--baseline", file, "--format", format])
      #expect(run.code == 0 && (run.text + run.errors).contains("hidden ("), "\(format): \(run.errors)")
    }
    let json = try #require(try Self.inspect(program, ["--baseline", file, "--json"]).objects.first)
    let findings = json["findings"] as? [[String: Any]] ?? []
    #expect(findings.allSatisfy { $0["hidden"] as? String == "baseline" } && !findings.isEmpty)
    let sarif = try Self.inspect(program, ["--baseline", file, "--format", "sarif"]).text
    #expect(sarif.contains(#""suppressions":[{"kind":"external","justification":"it is in the baseline"}]"#))
  }

  /// The lines of a site: a path, a status, a type and fields.
  private static func lines(_ answers: [(path: String, status: Int, type: String, control: String)]) -> String
  {
    answers.map { answer in
      """
      {"url": "https://a.test\(answer.path)", "status": \(answer.status), "received_at": "2026-01-12T16:45:57Z", \
      "response": [["Date", "Mon, 12 Jan 2026 16:45:57 GMT"], ["Content-Type", "\(answer.type)"], ["ETag", "\\"1\\""], \
      ["Cache-Control", "\(answer.control)"]]}
      """
    }.joined(separator: "\n")
  }

  private static func pages(_ numbers: Range<Int>, _ form: String, _ control: String) -> [(
    path: String, status: Int, type: String, control: String
  )] {
    numbers.map { ("/blog/" + form.replacing("N", with: "\($0)"), 200, "text/html", control) }
  }

  /// Forms of the URLs of pages; the last names what no number tells.
  static let forms = ["post-N/", "post-N.html", "post-N", "N-xy/", "wordN"]

  @Test(
    "forty pages are a family: the next one has to be as they are, and those that go are missed by nobody",
    arguments: forms)
  func families(_ form: String) throws {
    let program = try BuiltProgram()
    let (expectations, baseline) = (program.directory.file("e.json"), program.directory.file("b.json"))
    func run(_ words: [String], _ pages: [(path: String, status: Int, type: String, control: String)]) throws
      -> Executable.Run
    {
      try program(["inspect", "--jsonl", "-", "-q"] + words, stdin: Self.lines(pages))
    }
    let today = Self.pages(0..<40, form, "no-cache")
    #expect(try run(["--write-expect-file", expectations], today).code == 0)
    let text = String(decoding: program.directory.contents(of: "e.json") ?? [], as: UTF8.self)
    #expect(text.split(separator: "\n").count == 3 && !text.contains("status"), "\(text)")
    let held = ["--expect-file", expectations, "--strict"]
    #expect(
      try run(held, Self.pages(5..<30, form, "no-cache") + Self.pages(90..<91, form, "no-cache")).code == 0)
    // In place of no-cache, no-store is neither better nor worse.
    #expect(try run(held, Self.pages(0..<5, form, "no-store")).code == 0)
    #expect(
      try run(held, Self.pages(0..<5, form, "no-cache") + Self.pages(90..<91, form, "max-age=86400")).code
        == 1)

    let known = Self.pages(0..<40, form, "no-cache, max-age = 60")
    #expect(try run(["--write-baseline", baseline], known).code == 0)
    let more = known + Self.pages(50..<60, form, "no-cache, max-age = 60")
    #expect(try run(["--baseline", baseline], more).code == 0, "what is known of a family is nothing new")
    #expect(
      try run(["--baseline", baseline], known + Self.pages(50..<51, form, "max-age=60; no-store")).code == 1)
  }

  @Test("a page that keeps to more than its family has an entry of its own; a page alone asks for its status")
  func ownEntries() throws {
    let program = try BuiltProgram()
    let file = program.directory.file("e.json")
    let today =
      Self.pages(0..<4, "N/", "max-age=600") + [
        ("/blog/mine/", 200, "text/html", "private, max-age=60"), ("/", 200, "text/html", "no-cache"),
      ]
    let run = try program(
      ["inspect", "--jsonl", "-", "-q", "--write-expect-file", file], stdin: Self.lines(today))
    #expect(run.code == 0, "\(run.errors)")
    let text = String(decoding: program.directory.contents(of: "e.json") ?? [], as: UTF8.self)
    #expect(text.contains(#""url":"/blog/*/","expect":["lifetime<=10m"#), "\(text)")
    #expect(text.contains(#""url":"/blog/mine/","expect":["lifetime<=1m"#), "\(text)")
    #expect(text.contains(#""url":"/blog/mine/","expect":["not-storable"],"shared":true"#), "\(text)")
    #expect(text.contains(#""url":"/","expect":["status=200""#), "\(text)")
  }

  @Test("an answer with an error stands by its URL: another one of the directory is new")
  func errorsByURL() throws {
    let program = try BuiltProgram()
    let file = program.directory.file("b.json")
    func run(_ option: String, _ paths: [String]) throws -> Executable.Run {
      let lines = Self.lines(paths.map { ($0, 404, "text/html", "no-cache") })
      return try program(
        ["inspect", "--jsonl", "-", "-q", "--format", "text", option, file]
          + (option == "--baseline" ? ["--fail-on", "info"] : []), stdin: lines)
    }
    let known = ["/blog/1/", "/blog/2/", "/blog/3/", "/a.png", "/b.png"]
    #expect(try run("--write-baseline", known).code == 0)
    #expect(try run("--baseline", known).code == 0)
    for new in ["/blog/4/", "/c.png"] {
      let more = try run("--baseline", known + [new])
      #expect(more.code == 1 && more.text.contains("1 failed"), "\(more.text)")
    }
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
    #expect(without.code == 2, "\(without.errors)")
  }

  @Test("a baseline of a log is used up in the order of the log, on however many threads")
  func log() throws {
    let entries = (0..<600).map { index in
      """
      {"startedDateTime": "2026-01-12T16:45:57Z", "time": 1, "request": {"method": "GET", "url": "https://a.test/\
      \(index % 3)/p\(index)x.css", "headers": []}, "response": {"status": 200, "headers": [{"name": "Cache-Control", \
      "value": "max-age = 60"}, {"name": "ETag", "value": "\\"1\\""}], "content": {"size": 1, "mimeType": "text/css"}}}
      """
    }
    let program = try BuiltProgram()
    func write(_ count: Int, _ name: String) throws -> String {
      let list = entries.prefix(count).joined(separator: ",")
      return try program.directory.write(
        "{\"log\": {\"version\": \"1.2\", \"entries\": [\(list)]}}", to: name)
    }
    let file = program.directory.file("baseline.json")
    let (some, all) = (try write(500, "some.har"), try write(600, "all.har"))
    #expect(try program.inspect("--har", some, "--write-baseline", file, "-q").code == 0)
    let same = try program.inspect("--har", some, "--baseline", file, "-q")
    #expect(same.code == 0 && same.text.hasPrefix("500 judged, 0 failed: "), "\(same.text)")
    let more = try program.inspect("--har", all, "--baseline", file, "-q")
    // Another one of a family with what is known of it is nothing new.
    #expect(more.code == 0 && more.text.hasPrefix("600 judged, 0 failed: "), "\(more.text)")
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
    #expect(written.code == 0 && written.errors.contains("expectations for 1 pattern"), "\(written.errors)")
    let text = String(decoding: program.directory.contents(of: "expect.json") ?? [], as: UTF8.self)
    #expect(
      text.contains(#""url":"/s/*.js""#) && text.contains("lifetime>=365d")
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
    #expect(held.code == 0, "\(held.text)\(held.errors)")
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
    let strict = try Self.inspect(program, ["--strict"])
    #expect(strict.code == 2 && strict.errors.contains("--strict goes with --expect-file"))
    try Data("[]".utf8).write(to: URL(fileURLWithPath: root + "/.httpcache.json"))
    let broken = try run()
    #expect(
      broken.code == 2 && broken.errors.contains("--no-expect-file goes without it"), "\(broken.errors)")
  }

  static let bad: [(text: String, error: String)] = [
    ("", "ends"), ("[]", "baseline.json:1:1"), ("{}", "'version' is missing"),
    (#"{"version": 3}"#, "another version"),
    (
      #"{"version": 2, "findings": [{"code": "x", "severity": "bad", "url": "y"}]}"#,
      "one of error, warning, info"
    ),
    (#"{"version": 1, "findings": [{"code": "x"}]}"#, "'code' and 'url' are needed"),
    (#"{"version": 1, "findings": [{"code": "x", "url": "y", "count": 0}]}"#, "above 0"),
  ]
  @Test("a baseline that can't be read is one clear line and exit code 2", arguments: bad)
  func unreadable(_ row: (text: String, error: String)) throws {
    let program = try BuiltProgram()
    let file = try program.directory.write(row.text, to: "baseline.json")
    let run = try Self.inspect(program, ["--baseline", file])
    #expect(run.code == 2 && run.errors.contains(row.error), "\(run.errors)")
    #expect(try Self.inspect(program, ["--baseline", program.directory.file("none")]).code == 2)
    #expect(try Self.inspect(program, ["--prune-baseline"]).code == 2)
    let twice = try Self.inspect(program, ["--write-baseline", file, "--format", "html=\(file)"])
    #expect(twice.code == 2 && twice.errors.contains("name one file"))
    let unwritable = try Self.inspect(program, ["--write-baseline", program.directory.file("none/x")])
    #expect(unwritable.code == 5)
  }
}
