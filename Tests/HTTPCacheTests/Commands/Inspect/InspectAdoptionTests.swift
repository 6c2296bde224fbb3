import Foundation
import TestSupport
import Testing

/// Contract, "Adopting the gate".
@Suite("inspect: a gate that is green on its first day", .timed)
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
    expect(written, 0, says: "at 1 URL pattern")
    let text = String(decoding: try #require(program.directory.contents(of: "baseline.json")), as: UTF8.self)
    #expect(
      text.contains(
        #"{"code":"space-around-equals","severity":"warning","method":"GET","url":"/app.:version.js","kind":"script","versioned":true,"count":1}"#
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
    expect(twice, 1)
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

  static let moved = [
    (
      name: "baseline.json", option: "--baseline",
      text: #"{"version":2,"findings":[{"code":"CODE","severity":"info","url":"*"}]}"#
    ),
    (
      name: "expect.json", option: "--expect-file",
      text: #"[{"url":"https://a.test/*","accept":[{"code":"CODE","reason":"by a rule of the host"}]}]"#
    ),
  ]
  @Test(
    "a file with the code that versions before gave manifests covers them by it, and nothing else",
    arguments: moved)
  func former(_ row: (name: String, option: String, text: String)) throws {
    let program = try BuiltProgram()
    let head =
      "HTTP/1.1 200 OK\nContent-Type: application/json\nCache-Control: max-age=172800\nETag: \"a\"\nDate: Mon, 12 Jan 2026 16:45:57 GMT\n"
    func run(_ code: String, _ path: String) throws -> Int32 {
      let file = try program.directory.write(row.text.replacing("CODE", with: code), to: row.name)
      return try Self.inspect(program, [row.option, file], head: head, url: "https://a.test\(path)").code
    }
    #expect(try run("lifetime-long-for-unversioned-html", "/manifest.json") == 0)
    #expect(try run("lifetime-missing", "/manifest.json") == 1)
    #expect(try run("lifetime-long-for-unversioned-html", "/jwks.json") == 1)
  }

  @Test("--prune-baseline takes nothing out where a subject could not be judged: it was not asked")
  func pruneFailed() throws {
    let program = try BuiltProgram()
    let origin = try Origin(always: .fresh())
    let text = #"{"version": 2, "findings": [{"code": "validator-missing", "url": "http://127.0.0.1:*"}]}"#
    let file = try program.directory.write(text, to: "baseline.json")
    let words = ["--live", "--baseline", file, "--prune-baseline", "http://127.0.0.1:1/"]
    let run = try program(["inspect"] + words + ["\(origin.url)/"])
    expect(run, 3, says: "nothing is removed")
    #expect(program.directory.contents(of: "baseline.json") == Array(text.utf8))
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
    expect(held, 1, says: "nothing was judged")
    // The last line does not call anything judged in a red build.
    #expect(!held.text.contains("judged, 0 failed"), "\(held.text)")
    #expect(try program(["inspect"] + row.words, stdin: row.input).code == 0)
  }

  @Test("an empty list is nothing judged, for fetch, too")
  func emptyList() throws {
    let program = try BuiltProgram()
    for words in [["inspect", "--live", "--fail-on", "error"], ["fetch", "--expect", "stored"]] {
      let run = try program(words + ["--input-file", "-"], stdin: "")
      expect(run, 1, says: "so no check holds")
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
    expect(written, 0)
    let held = try Self.inspect(
      program, ["--baseline", baseline, "--expect-file", expectations, "--strict"], url: preview)
    expect(held, 0)
    let worse = try Self.inspect(
      program, ["--baseline", baseline, "--expect-file", expectations],
      head: "HTTP/1.1 200 OK\nCache-Control: max-age=5\n", url: preview)
    #expect(worse.code == 1 && worse.text.contains("(pattern /:name.js) does not hold"), "\(worse.text)")
    let lines = ["a.test", "b.test"].map { host in
      #"{"url": "https://\#(host)/x.css", "status": 200, "response": [["Cache-Control", "max-age = 60"]]}"#
    }
    let two = try program(
      ["inspect", "--jsonl", "-", "--write-baseline", baseline, "--write-expect-file", expectations],
      stdin: lines.joined(separator: "\n"))
    expect(two, 0)
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
    expect(run, 3, says: "nothing is written")
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
    #expect(gone.errors.contains("  directive-unknown-near-miss GET /app.:version.js"))
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
    expect(over, 1, says: "was accepted until 2026-01-31 (the CDN), and counts again")
    let later = try run(#"{"code": "space-around-equals", "reason": "the CDN", "until": "2999-12-31"}"#)
    expect(later, 0)
    for (text, error) in [
      (#"{"code": "space-around-equals"}"#, "'reason' is missing"),
      (#"{"reason": "x"}"#, "'code' is missing"),
      (#"{"code": "space-around-equal", "reason": "x"}"#, "did you mean 'space-around-equals'?"),
      (#"{"code": "vary-star", "reason": "x", "until": "soon"}"#, "'soon' is not a date"),
      (#"{"code": "vary-star", "because": "x"}"#, "unknown key 'because'"),
    ] {
      let run = try run(text)
      expect(run, 2, says: error)
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
    expect(run, 0)
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
    expect(run, 0)
    let text = String(decoding: program.directory.contents(of: "e.json") ?? [], as: UTF8.self)
    #expect(text.contains(#""url":"/blog/:name/","kind":"page","expect":["lifetime<=10m"#), "\(text)")
    #expect(text.contains(#""url":"/blog/mine/","kind":"page","expect":["lifetime<=1m"#), "\(text)")
    #expect(
      text.contains(#""url":"/blog/mine/","kind":"page","expect":["not-storable"],"shared":true"#), "\(text)")
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

  static let bad: [(text: String, error: String)] = [
    ("", "ends"), ("[]", "baseline.json:1:1"), ("{}", "'version' is missing"),
    (#"{"version": 3}"#, "another version"),
    (
      #"{"version": 2, "findings": [{"code": "x", "severity": "bad", "url": "y"}]}"#,
      "one of error, warning, info"
    ),
    (
      #"{"version": 2, "findings": [{"code": "x", "url": "y", "kind": "picture"}]}"#,
      "'kind' is one of page, script, style"
    ),
    (
      #"{"version": 2, "findings": [{"code": "x", "url": "y", "versioned": 1}]}"#,
      "'versioned' is true or false"
    ),
    (#"{"version": 1, "findings": [{"code": "x"}]}"#, "'code' and 'url' are needed"),
    (#"{"version": 1, "findings": [{"code": "x", "url": "y", "count": 0}]}"#, "above 0"),
  ]
  @Test("a baseline that can't be read is one clear line and exit code 2", arguments: bad)
  func unreadable(_ row: (text: String, error: String)) throws {
    let program = try BuiltProgram()
    let file = try program.directory.write(row.text, to: "baseline.json")
    let run = try Self.inspect(program, ["--baseline", file])
    expect(run, 2, says: row.error)
    #expect(try Self.inspect(program, ["--baseline", program.directory.file("none")]).code == 2)
    #expect(try Self.inspect(program, ["--prune-baseline"]).code == 2)
    let twice = try Self.inspect(program, ["--write-baseline", file, "--format", "html=\(file)"])
    expect(twice, 2, says: "name one file")
    let unwritable = try Self.inspect(program, ["--write-baseline", program.directory.file("none/x")])
    expect(unwritable, 5)
  }
}
