import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite("inspect: --fail-on and the formats of CI systems", .timed)
struct InspectReportTests {
  /// A head with findings of every severity, and characters that each format has to escape.
  static let hostile =
    "HTTP/1.1 200 OK\r\nCache-Control: public; max-age=60, 100%,a:b<&>\"']]>, \u{1}\u{1B}[31m\r\n"
    + "ETag: W/\"\u{202E}\"\r\nVary: Cookie, [x](http://evil.test)\r\n\r\n"
  static let url = "http://a.test/x?100%25,a:b&c='\u{FFFE}"

  private func report(_ format: String, _ options: String..., head: String = hostile) throws -> Executable.Run
  {
    try BuiltProgram()(
      ["inspect", "--headers", "-", "--url", Self.url, "--format", format] + options, stdin: head)
  }

  static let severities: [(head: String, limit: String, code: Int32)] = [
    ("Cache-Control: max-age=x", "error", 1), ("Cache-Control: max-age=x", "info", 1),
    ("Cache-Control: max-age=60\r\nVary: *\r\nDate: Mon, 12 Jan 2026 17:45:57 GMT", "error", 0),
    ("Cache-Control: max-age=60\r\nVary: *\r\nDate: Mon, 12 Jan 2026 17:45:57 GMT", "warning", 1),
    ("Cache-Control: no-store\r\nDate: Mon, 12 Jan 2026 17:45:57 GMT", "info", 0),
  ]
  @Test("a finding of the severity or above is exit 1", arguments: severities)
  func failOn(_ row: (head: String, limit: String, code: Int32)) throws {
    let at = "2026-01-12T17:45:57Z"
    let run = try report(
      "text", "--fail-on", row.limit, "--at", at, head: "HTTP/1.1 200 OK\r\n\(row.head)\r\n\r\n")
    #expect(run.code == row.code)
    #expect(run.text.contains("reached --fail-on: ") == (row.code == 1))
  }

  @Test("every report but JSON has … in place of a credential in the query of a URL")
  func credentials() throws {
    let program = try BuiltProgram()
    let secret = "zX9kQ2mTvB7LpR4w"
    let fields = #"[["Cache-Control","max-age = 60"],["Location","/b?sig=\#(secret)"],["ETag","a"]]"#
    let line = #"{"url":"http://a.test/x?page=7&access_token=\#(secret)","status":302,"response":\#(fields)}"#
    let log = try program.directory.write(line, to: "log.jsonl")
    let forms = ["text", "summary", "table", "github", "junit", "sarif", "html", "markdown", "json"]
    let run = try program(
      ["inspect", "--jsonl", log, "-v", "--expect", "status=200"]
        + forms.flatMap { ["--format", "\($0)=\(program.directory.path)/\($0)"] })
    expect(run, 1)
    for form in forms {
      let text = try String(contentsOfFile: "\(program.directory.path)/\(form)", encoding: .utf8)
      #expect(text.contains(secret) == (form == "json"), "\(form)")
      #expect(text.contains("page=7"), "\(form)")
    }
  }

  @Test("GitHub: one command a line, with nothing in it that the runner would read as another")
  func github() throws {
    let run = try report("github", "--fail-on", "error", "--expect", "lifetime>=1h")
    #expect(run.code == 1 && run.errors.hasPrefix("httpcache: 1 judged, 1 failed: "))
    let lines = run.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.first?.hasPrefix("::error title=check failed%3A lifetime>=1h::GET http://a.test/") == true)
    let form = try Regex("::(error|warning|notice) title=[^:,%]*(%3A[^:,%]*)?::GET .*")
    for line in lines { #expect(line.wholeMatch(of: form) != nil, "\(line)") }
    #expect(run.text.contains("100%25") && !run.text.contains("100%,") && !run.text.contains("\u{1B}"))
    #expect(
      lines.contains { $0.hasPrefix("::warning title=") }
        && lines.contains { $0.hasPrefix("::notice title=") })
  }

  @Test("JUnit: a suite, a case, the counts, and no character that XML forbids")
  func junit() throws {
    let run = try report("junit", "--fail-on", "warning", head: Self.hostile + Self.hostile)
    let document = try XMLDocument(data: Data(run.output))
    let root = try #require(document.rootElement())
    #expect(root.name == "testsuites" && root.attribute(forName: "tests")?.stringValue == "2")
    let suite = try #require(root.elements(forName: "testsuite").first)
    #expect(suite.attribute(forName: "name")?.stringValue == "headers")
    #expect(suite.attribute(forName: "failures")?.stringValue == "2")
    let cases = suite.elements(forName: "testcase")
    #expect(cases.count == 2 && cases[0].elements(forName: "failure").count == 1)
    #expect(
      cases[0].attribute(forName: "name")?.stringValue?.hasPrefix("GET http://a.test/x?100%25,a:b&c='")
        == true)
    #expect(cases[0].elements(forName: "failure").first?.stringValue?.contains("\\x1b[31m") == true)
  }

  @Test("JUnit: what could not be judged is an error, and the document is whole")
  func junitErrors() throws {
    let run = try BuiltProgram().inspect("--format", "junit", "--live", "http://127.0.0.1:1/")
    expect(run, 3)
    let root = try #require(try XMLDocument(data: Data(run.output)).rootElement())
    #expect(root.attribute(forName: "errors")?.stringValue == "1")
    #expect(root.elements(forName: "testsuite").first?.attribute(forName: "name")?.stringValue == "live")
  }

  @Test("an error of the command line prints no document", arguments: ["sarif", "junit", "github", "json"])
  func usage(_ format: String) throws {
    let run = try report(format, head: "nonsense\r\n")
    #expect(run.code == 2 && run.output.isEmpty)
  }

  @Test("the text fits 80 columns whatever is long in it")
  func columns() throws {
    let long = String(repeating: "directive-of-no-use, ", count: 30) + String(repeating: "x", count: 300)
    let url =
      "http://a.test/" + String(repeating: "segment/", count: 30) + "?" + String(repeating: "y", count: 200)
    for (profile, control) in [("rfc9111", long), ("urlcache", long), ("urlcache", "max-age=60")] {
      let run = try BuiltProgram()(
        [
          "inspect", "--headers", "-", "--url", url, "--profile", profile, "--shared", "--expect",
          "vary=\(url)",
        ],
        stdin: "HTTP/1.1 200 OK\r\nCache-Control: \(control)\r\nETag: \(long)\r\n\r\n")
      let wide = run.text.split(separator: "\n").filter { $0.count > 80 }
      #expect(wide.isEmpty, "\(wide)")
    }
  }
}

@Suite("inspect --format sarif: the schema of SARIF 2.1.0", .timed, .enabled(if: PythonTools.areThere))
struct SARIFTests {
  /// From the source distribution of sarif-om on PyPI, where `make test` takes it.
  private static let schema = PythonTools.directory.appendingPathComponent("sarif-2.1.0-rtm.4.json")

  @Test("findings, failed checks, nothing at all, and what could not be judged are valid")
  func valid() throws {
    let program = try BuiltProgram()
    let words = ["inspect", "--format", "sarif"]
    let path = try program.directory.write(InspectReportTests.hostile, to: "a b%:é.txt")
    let runs = [
      try program(
        words + ["--headers", "-", "--url", InspectReportTests.url], stdin: InspectReportTests.hostile),
      try program(
        words + ["--headers", path, "--expect", "lifetime>=1d", "--fail-on", "info", "--expect", "vary=x"]),
      try program(words + ["--all"]), try program(words + ["--live", "http://127.0.0.1:1/"]),
    ]
    #expect(runs.map(\.code) == [0, 1, 0, 3])
    #expect(try PythonTools.validate(runs.map(\.text), against: Self.schema) == "")
    #expect(runs[1].text.contains("a%20b%25%3A%C3%A9.txt"))
    #expect(runs[3].text.contains(#""executionSuccessful":false"#))
  }

  @Test("each result points at its rule")
  func rules() throws {
    let run = try BuiltProgram().inspect(
      "--format", "sarif", "--headers", "-", "--expect", "not-storable", stdin: InspectReportTests.hostile)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    let sarif = try #require((object["runs"] as? [[String: Any]])?.first)
    let driver = (sarif["tool"] as? [String: Any])?["driver"] as? [String: Any]
    let rules = try #require(driver?["rules"] as? [[String: Any]])
    let results = try #require(sarif["results"] as? [[String: Any]])
    #expect(results.count > 3)
    for result in results {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
    }
  }
}
