import TestSupport
import Testing

@Suite("inspect --har: the built program judges a log", .timed)
struct InspectHARTests {
  static let log = """
    {"log":{"version":"1.2","entries":[
    {"startedDateTime":"2026-01-12T16:45:57.000Z","time":1500,
     "request":{"method":"GET","url":"http://a.test/a.css","headers":[]},
     "response":{"status":200,"headers":[{"name":"Cache-Control","value":"max-age=60"},{"name":"ETag","value":"\\"1\\""},
       {"name":"Date","value":"Mon, 12 Jan 2026 16:45:58 GMT"}],"content":{"size":3,"text":"abc"}}},
    {"_fromCache":"disk","startedDateTime":"2026-01-12T16:45:58.000Z","time":1,
     "request":{"method":"GET","url":"http://a.test/b","headers":[]},
     "response":{"status":200,"headers":[{"name":"Cache-Control","value":"no-store"}]}},
    {"request":{"method":"GET","url":"http://a.test/blocked"},"response":{"status":0}},
    {"request":{"method":"GET","url":"data:,x"},"response":{"status":200}}
    ]}}
    """

  private func inspect(_ options: String..., log: String = log) throws -> Executable.Run {
    try BuiltProgram()(["inspect", "--har", "-"] + options, stdin: log)
  }

  @Test("each entry is judged as of the moment it was received, or --at")
  func moments() throws {
    let lines = try inspect("--json").objects.map(JSONObject.init)
    let verdicts = lines.filter { $0["error"] == nil }
    #expect(verdicts.map { $0["url"] } == ["http://a.test/a.css", "http://a.test/b"])
    #expect(verdicts[0]["origin"] == "har" && verdicts[0].bool("reusable") == true)
    #expect(verdicts[0].object("freshness")["expires_at"] == "2026-01-12T16:46:57Z")
    #expect(verdicts[0].object("user_info")["cache_date"] == "2026-01-12T16:45:58Z")
    let later = try inspect("--json", "--at", "2026-01-12T17:00:00Z").objects.map(JSONObject.init)
    #expect(later[0].object("freshness")["state"] == "stale")
  }

  @Test("an entry that a cache answered does not come from the server")
  func fromCache() throws {
    let verdicts = try inspect("--json", "--profile", "urlcache").objects.map(JSONObject.init)
    // The first condition is about schemes: an entry of another one is judged, too.
    #expect(verdicts.last?["url"] == "data:,x" && verdicts.last?.bool("storable") == false)
    #expect(verdicts.last?.codes("reasons").contains("scheme-not-cached") == true)
    #expect(verdicts[0].codes("reasons").contains("urlcache-from-server"))
    #expect(verdicts[1].codes("reasons").contains("not-from-server") && verdicts[1].bool("storable") == false)
  }

  @Test("-q leaves the text in a file as it is", arguments: ["text", "summary", "table"])
  func quietFile(format: String) throws {
    let program = try BuiltProgram()
    let texts = try [[], ["-q"]].map { words in
      let run = try program(
        ["inspect", "--har", "-", "--format", "\(format)=report"] + words, stdin: Self.log)
      expect(run, 0)
      return program.directory.contents(of: "report")
    }
    #expect(texts[0]?.isEmpty == false && texts[0] == texts[1])
  }

  @Test("a summary ends the text, and goes to stderr beside JSON; what was skipped is counted")
  func summary() throws {
    let text = try inspect()
    expect(text, 0)
    #expect(text.text.hasPrefix("2 responses from "))
    #expect(text.text.contains("  reused without asking the origin\n"))
    #expect(text.text.contains("  of all, answered by a cache\n"))
    #expect(text.text.hasSuffix("; nothing was asked to fail\n"))
    #expect(text.errorLines.count { $0.contains(": skipped 1 entry ") } == 2)
    let json = try inspect("--json")
    #expect(json.text.split(separator: "\n").allSatisfy { $0.hasPrefix("{") })
    #expect(json.errors.hasSuffix("; nothing was asked to fail\n"))
    #expect(try inspect("--json", "-q").errors.isEmpty)
  }

  @Test("what is skipped stands in JSON and JUnit, and under -v, each with its own cause")
  func skipped() throws {
    let json = try inspect("--json").objects.map(JSONObject.init).filter { $0["error"] != nil }
    #expect(json.map { $0["url"] } == ["http://a.test/blocked", "data:,x"])
    #expect(json.first?["error"] == "there is no response: it was blocked or cancelled (status 0)")
    #expect(json.last?["error"] == "the scheme data is neither http nor https")
    let junit = try inspect("--format", "junit").text
    #expect(junit.contains("<skipped message=\"there is no response:") && junit.contains(" skipped=\"2\">"))
    let listed = try inspect("-v").errorLines.filter { $0.hasPrefix("httpcache: skipped ") }
    #expect(listed.count == 2 && listed[0].contains("http://a.test/blocked: there is no response"))
  }

  @Test("a long log is judged on several threads: in its order, each entry once, all counted")
  func order() throws {
    let entries = (0..<3000).map { index in
      let status = index % 10 == 9 ? 0 : 200
      return
        #"{"request":{"url":"http://a.test/\#(index)"},"response":{"status":\#(status),"headers":[{"name":"A","value":"b"}]}}"#
    }
    let run = try inspect(
      "--json", "--expect", "storable", log: #"{"log":{"entries":[\#(entries.joined(separator: ","))]}}"#)
    let urls = try run.objects.map(JSONObject.init).filter { $0["error"] == nil }.map { $0["url"] }
    #expect(urls == (0..<3000).filter { $0 % 10 != 9 }.map { "http://a.test/\($0)" })
    #expect(
      run.errors.contains(" skipped 300 entries ")
        && run.errors.contains("2,700 responses from http://a.test, "))
  }

  @Test("a byte order mark before the log is no matter; a file and several are")
  func files() throws {
    #expect(try inspect("--json", "-q", log: "\u{FEFF}" + Self.log).objects.count == 4)
    let program = try BuiltProgram()
    let path = try program.directory.write(Self.log, to: "a.har")
    let run = try program([
      "inspect", "--har", path, "--har", path, "--format", "sarif", "-q", "--expect", "stale",
    ])
    #expect(run.code == 1 && run.text.contains("\"uri\":\"a.test/"))
    #expect(try program(["inspect", "--json", "-q", "--har", path, "--har", path]).objects.count == 8)
  }

  static let damaged: [(log: String, message: String)] = [
    ("", "standard input:1:1: the text ends within a value (byte 0)"),
    ("{\"log\":\n{\"entries\":[}}", "standard input:2:13: a value is expected here (byte 20)"),
    ("{}", "standard input:1:1: there is no \"log\" with \"entries\" in it (byte 0)"),
    ("HTTP/1.1 200 OK", "standard input:1:1: an object is expected here (byte 0)"),
  ]
  @Test("a damaged log is exit 2, and the place is named", arguments: damaged)
  func malformed(_ row: (log: String, message: String)) throws {
    let run = try inspect(log: row.log)
    #expect(run.code == 2 && run.errors == "httpcache: error: --har: \(row.message)\n")
  }

  @Test(
    "a log that is cut after its first entry leaves whole documents behind", arguments: ["junit", "sarif"])
  func cut(_ format: String) throws {
    let run = try inspect("--format", format, log: String(Self.log.prefix(700)))
    expect(run, 2)
    #expect(run.text.hasSuffix(format == "junit" ? "</testsuites>\n" : "}]}\n"))
  }

  @Test("memory does not grow with the log")
  func memory() throws {
    let program = try BuiltProgram()
    let script = """
      import resource, subprocess, sys
      body = 'x' * 1000000
      entry = '{"request":{"url":"http://a.test/%d"},"response":{"status":200,"content":{"text":"' + body + '"}}}'
      child = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
      child.stdin.write(b'{"log":{"entries":[')
      for i in range(100):
        child.stdin.write((',' if i else '').encode() + (entry % i).encode())
      child.stdin.write(b']}}')
      child.stdin.close()
      print(child.wait(), resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
      """
    let run = try Executable.command(
      "python3", "-c", script, program.executable.program, "inspect", "--har", "-", "-q")
    let figures = run.text.split(separator: " ").compactMap { Int($0.filter(\.isNumber)) }
    try #require(figures.count == 2)
    // The address sanitizer begins with 48 MiB of its own; the bodies are 100 MB.
    let most = (Sanitizer.isThere ? 112 : 64) * 1024
    #expect(figures[0] == 0 && figures[1] < most, "\(run.text)")
  }
}
