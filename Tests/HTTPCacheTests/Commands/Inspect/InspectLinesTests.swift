import Foundation
import TestSupport
import Testing

/// Contract, "Beyond one machine": one object a line in, one verdict a line out.
@Suite("inspect --jsonl", .timed)
struct InspectLinesTests {
  /// A line of a response; each has a URL of its own.
  private static func line(_ index: Int, _ control: String = "max-age=60") -> String {
    #"{"url": "https://h\#(index % 7).test/\#(index)", "method": "GET", "status": 200, "request": [], "response": "#
      + #"[["Cache-Control", "\#(control)"], ["ETag", "\"\#(index)\""]], "received_at": "2026-01-12T16:45:57Z", "#
      + #""body_bytes": \#(index)}"#
  }

  @Test("a verdict a line, in the order of the lines, judged as of their receipt")
  func order() throws {
    let text = (0..<2000).map { Self.line($0) }.joined(separator: "\n")
    let run = try BuiltProgram()(["inspect", "--jsonl", "-", "-q"], stdin: text)
    let verdicts = try run.objects.map(JSONObject.init)
    #expect(run.code == 0 && run.errors.isEmpty)
    #expect(verdicts.map { $0["url"] } == (0..<2000).map { "https://h\($0 % 7).test/\($0)" })
    #expect(verdicts.allSatisfy { $0["origin"] == "jsonl" && $0.object("freshness").int("age") == 0 })
  }

  @Test("a line that can't be read is named by its number and passed over; the exit code is 2 at the end")
  func badLines() throws {
    let text = [
      Self.line(1), "nonsense", "", "[]", #"{"url": "https://a.test/"}"#, #"{"status": 200}"#,
      #"{"url": "https://a.test/", "status": 200, "received_at": "bad"}"#,
      Self.line(2) + " {}", Self.line(3),
      #"{"url": "https://a.test/", "status": 200, "received_at": 1768236357000}"#,
      #"{"url": "https://a.test/", "status": 99999999999999999999}"#,
      #"{"url": "https://a.test/", "status": 1200}"#,
    ].joined(separator: "\r\n")
    let run = try BuiltProgram()(["inspect", "--jsonl", "-", "-q"], stdin: text)
    expect(run, 2)
    #expect(try run.objects.count == 2)
    #expect(
      run.errorLines.compactMap { $0.firstMatch(of: #/--jsonl: line (\d+): /#).map { String($0.1) } } == [
        "2", "4", "5", "6", "7", "8", "10", "11", "12",
      ], "\(run.errors)")
    #expect(run.errors.contains("'received_at' is after the year 9999; it is in seconds"), "\(run.errors)")
    #expect(run.errors.contains("'status' is not a number from 0 to 999"), "\(run.errors)")
  }

  @Test("what HAR may have, a line may have: objects for fields, numbers for times, packed by gzip")
  func forms() throws {
    let program = try BuiltProgram()
    let text =
      #"{"url": "https://a.test/", "status": "200", "response": {"Cache-Control": ["max-age=60", "public"]}, "#
      + #""received_at": 1768236357, "extra": {"a": [1]}}"# + "\n"
    let packed = program.directory.file("lines.gz")
    try Data(Gzip.coded(text)).write(to: URL(fileURLWithPath: packed))
    let verdict = try #require(try program.inspected("--jsonl", packed, "-q").first)
    #expect(verdict.object("freshness").int("lifetime") == 60)
    #expect(verdict.object("user_info")["cache_date"] == "2026-01-12T16:45:57Z")
  }

  @Test("what shards give, put together, is byte for byte what one process gives; so are their summaries")
  func shards() throws {
    let program = try BuiltProgram()
    // Most are kept for one time in each shard: a lifetime of most that differs between runs is none in their sum.
    let controls = ["max-age=60", "no-store", "public; max-age=9", "max-age=3600", "max-age = 60"]
    let lines = (0..<3000).map { Self.line($0, controls[$0 % controls.count]) + "\n" }
    func run(_ lines: ArraySlice<String>, _ summary: String) throws -> String {
      try program(
        [
          "inspect", "--jsonl", "-", "-q", "--fail-on", "error", "--summary", program.directory.file(summary),
        ],
        stdin: lines.joined()
      ).text
    }
    let whole = try run(lines[...], "whole")
    #expect(try run(lines[..<700], "a") + run(lines[700..<701], "b") + run(lines[701...], "c") == whole)
    let files = ["a", "b", "c"].map(program.directory.file)
    let merged = try program(
      ["inspect", "--summary", program.directory.file("merged"), "--merge-summaries"] + files)
    #expect(
      merged.code == 1 && merged.text.contains("3000 judged, 600 failed: 600 errors, 600 warnings"),
      "\(merged.text)")
    #expect(program.directory.contents(of: "merged") == program.directory.contents(of: "whole"))
    for (format, text) in [("html", "cache-control-not-comma-separated × 600"), ("json", #""count":3000"#)] {
      let report = try program(["inspect", "--format", format, "--merge-summaries"] + files)
      #expect(report.text.contains(text), "\(report.text.prefix(300))")
    }
  }

  @Test("a merge keeps what a run has: failed checks, later visits, advice with URLs")
  func mergesEverything() throws {
    let program = try BuiltProgram()
    let entry =
      #"{"startedDateTime": "2026-01-12T16:45:57Z", "time": 1, "request": {"method": "GET", "url": "https://a.test/a.css", "#
      + #""headers": []}, "response": {"status": 200, "headers": [{"name": "Date", "value": "Mon, 12 Jan 2026 17:45:57 GMT"}, "#
      + #"{"name": "Content-Type", "value": "text/css"}, {"name": "Cache-Control", "value": "max-age = 60"}], "#
      + #""bodySize": 1000, "content": {"size": 1000}}}"#
    let log = #"{"log": {"version": "1.2", "entries": [\#(entry)]}}"#
    let files = try ["a", "b"].map { name in
      let file = program.directory.file(name)
      let run = try program(
        ["inspect", "--har", "-", "--revisit", "1h,2d", "--expect", "lifetime>=1d", "--summary", file, "-q"],
        stdin: log)
      expect(run, 1)
      return file
    }
    let text = try program(["inspect", "--merge-summaries"] + files).text
    for part in [
      "Later visits", "  1 hour    all ", "1.9 KiB of 2 files wasted", "lifetime>=1d does not hold",
      "warning space-around-equals: 2  /a.css\n    Write `Cache-Control: max-age=60`.\n",
    ] { #expect(text.contains(part), "\(part) in \(text)") }
    let html = try program(["inspect", "--format", "html", "--merge-summaries"] + files).text
    for part in [
      "<h2>Checks that do not hold</h2>", "<h3 class=\"failed\">lifetime&gt;=1d does not hold</h3>",
      "<p class=\"mend\">Write <code>Cache-Control: max-age=60</code>.</p>", "<li>https://a.test/a.css</li>",
      "<h2>Later visits</h2>",
    ] { #expect(html.contains(part), "\(part)") }
  }

  @Test("a format that can't show a summary alone is exit code 2, and one line that names those which can")
  func unfitFormats() throws {
    let program = try BuiltProgram()
    let file = try program.directory.write(#"{"version": 1}"#, to: "s")
    for words in [
      ["--format", "table"], ["--format", "github"], ["--format", "junit=x.xml"], ["--format", "sarif"],
    ] {
      let run = try program(["inspect", "--merge-summaries", file] + words)
      #expect(run.code == 2 && run.errorLines.count == 1, "\(run.errors)")
      #expect(
        run.errors.hasSuffix("it goes with --format text, summary, json, html, markdown\n"), "\(run.errors)")
    }
    for format in ["text", "summary", "json", "html", "markdown"] {
      #expect(try program.inspect("--merge-summaries", file, "--format", format).code == 0, "\(format)")
    }
  }

  @Test(
    "what can't work on sums is refused",
    arguments: ["--fail-on=error", "--expect=fresh", "--baseline=x", "--host=a"])
  func refusedOnSums(_ option: String) throws {
    let run = try BuiltProgram().inspect("--merge-summaries", "x", option)
    expect(run, 2, says: "goes with responses only")
  }

  static let bad: [(text: String, error: String)] = [
    ("{}", "'version' is missing"), (#"{"version": 9}"#, "another version"), ("x", ":1:1"),
    (#"{"version": 1, "count": -1}"#, "a count is a whole number"),
  ]
  @Test("a file that is no summary is exit code 2 and one line", arguments: bad)
  func noSummary(_ row: (text: String, error: String)) throws {
    let program = try BuiltProgram()
    let run = try program.inspect("--merge-summaries", try program.directory.write(row.text, to: "s"))
    #expect(run.code == 2 && run.errorLines.count == 1 && run.errors.contains(row.error), "\(run.errors)")
  }
}
