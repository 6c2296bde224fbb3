import Foundation
import TestSupport
import Testing

@Suite("inspect as a gate: what every format says of what failed", .timed)
struct InspectGateTests {
  static let head = "HTTP/1.1 200 OK\r\nCache-Control: max-age=86400\r\nETag: \"1\"\r\n\r\n"
  static let sentence = "lifetime<=1h does not hold: 1 day, from Cache-Control: max-age=86400"

  /// A log of many responses that all fail one check.
  private static func log(_ count: Int) -> String {
    let entries = (0..<count).map { number in
      #"{"startedDateTime":"2026-01-12T16:45:57Z","request":{"url":"http://a.test:81/\#(number)"},"response":{"status":200,"headers":["#
        + #"{"name":"Cache-Control","value":"max-age=86400"}]}}"#
    }
    return #"{"log":{"entries":[\#(entries.joined(separator: ","))]}}"#
  }

  @Test("the actual value and its field", arguments: ["table", "json", "github", "junit", "sarif"])
  func sentence(_ format: String) throws {
    let run = try BuiltProgram().inspect(
      "--headers", "-", "--format", format, "--expect", "lifetime<=1h", stdin: Self.head)
    let text = run.text.replacingOccurrences(of: "&lt;", with: "<")
    #expect(run.code == 1 && text.contains(Self.sentence))
    let last = format == "table" ? run.text.split(separator: "\n").last.map(String.init) : run.errorLines.last
    #expect(last?.contains("1 judged, 1 failed: ") == true)
  }

  @Test("the actual value and its field: in text, and of a fetch")
  func textAndFetch() throws {
    let run = try BuiltProgram().inspect("--headers", "-", "--expect", "lifetime<=1h", stdin: Self.head)
    let unfolded = run.text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    #expect(unfolded.contains(Self.sentence))
    let origin = try origin(("Cache-Control", "max-age=86400"))
    let program = try BuiltProgram()
    let fetched = try program.fetch("--expect", "lifetime<=1h", "--expect", "source=cache", origin.url)
    expect(fetched, 1)
    #expect(
      fetched.errorLines == [
        "httpcache: error: \(origin.url)/: \(Self.sentence)",
        "httpcache: error: \(origin.url)/: source=cache does not hold: source=network",
      ])
  }

  @Test("fetch: stored holds where the response is in the cache afterwards, however it came there")
  func stored() throws {
    let origin = try origin(("Cache-Control", "max-age=60"))
    let program = try BuiltProgram()
    for _ in 0..<2 {
      let object = try program.fetched("--expect", "stored", origin.url)
      #expect(object.bool("stored") == true && object.int("exit_code") == 0)
    }
    #expect(origin.requests.count == 1)
    let kept = try program.fetch("--expect", "not-stored", origin.url)
    expect(kept, 1, says: "not-stored does not hold: stored")
  }

  @Test("one format goes to standard output, the others to files")
  func files() throws {
    let program = try BuiltProgram()
    let (sarif, junit) = (program.directory.file("a.sarif"), program.directory.file("a.xml"))
    let run = try program(
      [
        "inspect", "--headers", "-", "--format", "sarif=\(sarif)", "--format", "json", "--format",
        "junit=\(junit)",
      ], stdin: Self.head)
    expect(run, 0)
    #expect(try run.objects.count == 1)
    #expect(run.errorLines.count == 1 && run.errors.hasPrefix("httpcache: 1 judged: "))
    let document = try JSONSerialization.jsonObject(
      with: Data(program.directory.contents(of: "a.sarif") ?? []))
    #expect((document as? [String: Any])?["version"] as? String == "2.1.0")
    #expect(
      String(decoding: program.directory.contents(of: "a.xml") ?? [], as: UTF8.self).hasSuffix(
        "</testsuites>\n"))
    let text = try program(["inspect", "--headers", "-", "--format", "sarif=\(sarif)"], stdin: Self.head)
    #expect(text.text.hasPrefix("GET "))
    let absent = program.directory.file("none/a.sarif")
    let broken = try program(["inspect", "--headers", "-", "--format", "sarif=\(absent)"], stdin: Self.head)
    #expect(broken.code == 5 && broken.errors.contains("can't write \(absent): ") && !broken.text.isEmpty)
  }

  @Test("table: a line a subject with its columns in their places")
  func table() throws {
    let run = try BuiltProgram().inspect("--har", "-", "--format", "table", stdin: Self.log(30))
    let lines = run.text.split(separator: "\n").map(String.init)
    #expect(lines.count == 32 && lines.last == "30 judged: 0 errors, 0 warnings; nothing was asked to fail")
    let words = lines[1].split(separator: " ").map(String.init)
    #expect(lines[0].split(separator: " ").first == "VERDICT")
    #expect(Array(words.prefix(2)) == ["reused", "200"] && words.contains("1d"))
    #expect(lines[1].hasSuffix("  http://a.test:81/0"))
  }

  private static let mistake = "HTTP/1.1 200 OK\r\nCache-Control: max-age = 60\r\nETag: \"1\"\r\n\r\n"

  @Test("a failed gate says what to write: the end of a table, a summary, JUnit's message; -q stays one line")
  func remedy() throws {
    func run(_ words: String...) throws -> String {
      try BuiltProgram()(
        ["inspect", "--headers", "-", "--url", "https://a.test/a.css"] + words, stdin: Self.mistake
      ).text
    }
    let lines =
      "  warning space-around-equals: 1  https://a.test/a.css\n    Write `Cache-Control: max-age=60`.\n1 judged, "
    let table = try run("--format", "table", "--fail-on", "warning")
    #expect(table.contains(lines), "\(table)")
    // Nothing failed by a code: each check stands below its subject.
    #expect(try !run("--format", "table", "--expect", "lifetime>=1d").contains("Write "))
    #expect(try !run("--format", "table").contains("Write "))
    let summary = try run("--format", "summary")
    #expect(
      summary.contains("  warning space-around-equals: 1  /a.css\n    Write `Cache-Control: max-age=60`.\n"),
      "\(summary)")
    let junit = try run("--format", "junit", "--fail-on", "warning")
    #expect(
      junit.contains("<failure message=\"space-around-equals: Write `Cache-Control: max-age=60`.\" type="),
      "\(junit)")
    #expect(
      try run("--format", "github", "--fail-on", "warning").contains("Write `Cache-Control: max-age=60`."))
    for format in ["text", "table"] {
      #expect(try run("--format", format, "--fail-on", "warning", "-q").split(separator: "\n").count == 1)
    }
  }

  @Test(
    "GitHub: ten annotations of a level, the errors first, the rest on the page of the run; green is quiet")
  func github() throws {
    let program = try BuiltProgram()
    let page = program.directory.file("summary.md")
    let words = ["inspect", "--har", "-", "--format", "github"]
    let run = try program(
      words + ["--expect", "lifetime<=1h"], stdin: Self.log(30), environment: ["GITHUB_STEP_SUMMARY": page])
    let levels = run.text.split(separator: "\n").map { $0.dropFirst(2).prefix { $0 != " " } }
    #expect(levels.prefix(10).allSatisfy { $0 == "error" })
    for level in ["error", "warning", "notice"] { #expect(levels.count { $0 == level } <= 10) }
    #expect(run.errorLines.last == "httpcache: 30 judged, 30 failed: 0 errors, 0 warnings")
    let rows = String(decoding: program.directory.contents(of: "summary.md") ?? [], as: UTF8.self)
      .split(separator: "\n")
    #expect(rows.first == "### Cache headers: 30 judged, 30 failed: 0 errors, 0 warnings")
    #expect(rows.count { $0.hasPrefix("| error |") } == 20)
    let green = try program(words + ["--expect", "lifetime>=1h"], stdin: Self.log(30))
    #expect(green.code == 0 && green.text.isEmpty)
  }

  @Test("a pattern that no subject met stands in every format, and fails with --strict")
  func unmet() throws {
    let program = try BuiltProgram()
    let file = try program.directory.write(
      "[{\"url\": \"*\", \"expect\": [\"fresh\"]},\n {\"url\": \"*/b\", \"expect\": [\"fresh\"]}]",
      to: "e.json")
    let shown = [
      "json": #""pattern":"*/b","line":2,"failed":true"#,
      "github": "::error file=\(file),line=2,title=pattern not met::the pattern */b matched no subject",
      "junit": #"name="*/b">"#, "sarif": #""ruleId":"pattern-not-met""#,
      "table": "the pattern */b matched no subject",
    ]
    for (format, text) in shown {
      let words = ["inspect", "--headers", "-", "--expect-file", file, "--format", format]
      let strict = try program(words + ["--strict"], stdin: Self.head)
      #expect(strict.code == 1 && strict.text.contains(text), "\(format): \(strict.text)")
      #expect(strict.errors.contains("matched no subject"))
      let lax = try program(words, stdin: Self.head)
      #expect(lax.code == 0 && !(lax.text + lax.errors).contains("*/b"), "one head meets few patterns")
    }
  }

  @Test("SARIF: what GitHub's code scanning asks of a location, and fingerprints that stay")
  func codeScanning() throws {
    let program = try BuiltProgram()
    let file = try program.directory.write(
      "[\n{\"url\": \"*/3\",\n\"expect\": [\"lifetime<=1h\"], \"fail-on\": \"info\"}]", to: "e.json")
    let words = ["inspect", "--har", "-", "--expect-file", file, "--format", "sarif", "-q"]
    let runs = try (0..<2).map { _ in try program(words, stdin: Self.log(5)) }
    #expect(runs[0].code == 1 && runs[0].text == runs[1].text)
    let document = try JSONSerialization.jsonObject(with: Data(runs[0].output)) as? [String: Any]
    let results = try #require((document?["runs"] as? [[String: Any]])?.first?["results"] as? [[String: Any]])
    var prints: Set<String> = []
    for result in results.map(JSONObject.init) {
      let location = JSONObject(try #require((result.members["locations"] as? [[String: Any]])?.first))
      let place = location.object("physicalLocation")
      let uri = try #require(place.object("artifactLocation")["uri"])
      #expect(!uri.isEmpty && !uri.contains(":") && !uri.hasPrefix("/"))
      // All that fails, fails by the pattern of the fourth response.
      let names = location.members["logicalLocations"] as? [[String: String]]
      let isCheck = names?.first?["fullyQualifiedName"] == "GET http://a.test:81/3"
      #expect(place.object("region").int("startLine") == (isCheck ? 2 : 1))
      let isRight = isCheck ? uri == "e.json" : uri.hasPrefix("a.test%3A81/")
      #expect(isRight, "\(uri)")
      prints.insert(try #require(result.object("partialFingerprints")["primaryLocationLineHash"]))
    }
    #expect(prints.count == results.count && results.count > 5)
  }
}
