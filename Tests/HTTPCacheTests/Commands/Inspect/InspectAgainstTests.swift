import Foundation
import TestSupport
import Testing

@Suite("inspect --against and --against-har: two deployments, two logs", .timed)
struct InspectAgainstTests {
  /// The parts that differ, by subject.
  private func parts(_ run: Executable.Run) throws -> [[String]] {
    try run.objects.map { object in
      let against = JSONObject(object).object("against")
      return (against.members["differs"] as? [[String: Any]] ?? []).compactMap { $0["part"] as? String }
    }
  }

  @Test("each live URL is asked from the other origin too; path and query stay")
  func live() throws {
    let one = try Origin(always: .fresh())
    let other = try Origin { request in
      request.path == "/b" ? .text("x", fields: [("Cache-Control", "no-store")]) : .fresh()
    }
    let program = try BuiltProgram()
    let run = try program.inspect(
      "--live", "--json", "--fail-on", "warning", "--against", other.url, "\(one.url)/a?q=1", "\(one.url)/b")
    expect(run, 1)
    let shown = try run.objects.map(JSONObject.init)
    #expect(shown.map { $0.object("against")["url"] } == ["\(other.url)/a?q=1", "\(other.url)/b"])
    #expect(try parts(run).first == [] && parts(run).last?.contains("storable") == true)
    #expect(shown.first?.codes("findings").contains { $0.hasPrefix("differs-") } == false)
    #expect(Set(other.requests.map(\.target)) == ["/a?q=1", "/b"])
    let text = try program.inspect("--live", "--against", other.url, "\(one.url)/b").text
    #expect(
      text.contains("warning differs-storing") && text.contains("may be stored here, may not be stored at"))
  }

  /// Answers with one content after another, the last one for all later requests, and the tag that is given.
  private func site(_ contents: [String], tag: String, age: Int = 0, type: String = "text/plain") throws
    -> Origin
  {
    let asked = Counter()
    return try Origin { _ in
      .fresh(
        contents[min(asked.next() - 1, contents.count - 1)],
        fields: [("ETag", tag), ("Content-Type", type)] + (age > 0 ? [("Age", "\(age)")] : []))
    }
  }

  @Test(
    "of many URLs, what differs comes first: each code with its pairs, and content as one",
    arguments: [false, true])
  func first(_ isGate: Bool) throws {
    let one = try Origin { request in
      .text("here \(request.path)", fields: [("Cache-Control", "max-age=60, max-age=70"), ("ETag", "bad")])
    }
    let other = try Origin { request in
      .text(
        "there \(request.path)",
        fields: [("Cache-Control", request.path.hasSuffix("1.js") ? "no-store" : "no-cache")])
    }
    let urls = (1...25).map {
      "\(one.url)/a/path/that/is/not/cut/file\($0).js"
    }
    let words = ["inspect", "--live", "--against", other.url] + (isGate ? ["--fail-on", "warning"] : [])
    let run = try BuiltProgram()(words + urls)
    let flat = run.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(run.code == (isGate ? 1 : 0))
    let differs = try #require(flat.range(of: "What differs"), "\(run.text)").lowerBound
    let findings = try #require(flat.range(of: "Findings ("), "\(run.text)").lowerBound
    #expect(differs < findings && !flat[differs..<findings].contains("more code"), "\(run.text)")
    for text in [
      "25 × other content, first \(urls[0])",
      "warning differs-storing: 3", "warning differs-lifetime: 25", "warning differs-directives: 25",
      "22 × The directives differ: `max-age=60` here, `no-cache` at \(other.url). First \(urls[1])",
      "3 × The directives differ: `max-age=60` here, `no-store` at \(other.url). First \(urls[0])",
    ] { #expect(flat[differs..<findings].contains(text), "\(text): \(run.text)") }
  }

  @Test("with -L each redirect is compared: one that leads to the judged deployment hides nothing")
  func redirects() throws {
    let one = try Origin { request in
      request.path == "/end" ? .fresh() : .text("", status: 301, fields: [("Location", "/end")])
    }
    let other = try Origin { [base = one.url] request in
      switch request.path {
      case "/end": .fresh()
      case "/away": .text("", status: 301, fields: [("Location", "\(base)/end")])
      case "/found": .text("", status: 302, fields: [("Location", "/end")])
      case "/none": .fresh()
      default: .text("", status: 301, fields: [("Location", "/end")])
      }
    }
    func differences(_ path: String) throws -> [[String]] {
      let run = try BuiltProgram().inspect(
        "--live", "-L", "--json", "--fail-on", "warning", "--against", other.url, "\(one.url)\(path)")
      #expect(run.code == (path == "/same" ? 0 : 1), "\(path) \(run.text)\(run.errors)")
      return try parts(run)
    }
    #expect(try differences("/same") == [[], []])
    #expect(try differences("/away") == [["location"], []])
    #expect(try differences("/found").first?.contains("status") == true)
    #expect(try differences("/none").first == ["status"])
  }

  @Test("a redirect of each to its own https is none; to https of the other is one")
  func ownScheme() throws {
    func site(_ location: String) throws -> Origin {
      try Origin(always: .text("", status: 301, fields: [("Location", location)]))
    }
    let one = try site("https://127.0.0.1/x")
    for (location, differs) in [("https://localhost/x", [[]]), ("https://127.0.0.1/x", [["location"]])] {
      let other = try site(location)
      let run = try BuiltProgram().inspect(
        "--live", "--json", "--against", "http://localhost:\(other.port)", "\(one.url)/x")
      #expect(try parts(run) == differs, "\(location) \(run.text)\(run.errors)")
    }
  }

  @Test("neither the age of an answer of a cache on the way nor what stands beside Vary: * is a difference")
  func sameInMeaning() throws {
    func site(_ fields: [(String, String)]) throws -> Origin {
      try Origin(always: .text("x", fields: [("Cache-Control", "max-age=60")] + fields))
    }
    let (edge, origin) = (try site([("Age", "70"), ("Vary", "*, Cookie")]), try site([("Vary", "*")]))
    let (old, new) = (try site([("Age", "70")]), try site([]))
    let program = try BuiltProgram()
    for (one, other) in [(edge, origin), (old, new)] {
      let run = try program(["inspect", "--live", "--json", "--against", other.url, "\(one.url)/a"])
      #expect(try parts(run) == [[]], "\(run.text)\(run.errors)")
    }
  }

  @Test("content is compared under the same Host, by the server that --against-connect-to names")
  func content() throws {
    let (edge, origin) = (try site(["old"], tag: "\"a\"", age: 1800), try site(["newer"], tag: "\"b\""))
    let program = try BuiltProgram()
    let server = "127.0.0.1:\(origin.port)"
    let words = ["inspect", "--live", "--json", "--fail-on", "warning", "--against-connect-to", server]
    let run = try program(words + ["\(edge.url)/a"])
    #expect(try run.code == 1 && parts(run) == [["content"]], "\(run.errors)")
    #expect(origin.requests.first?["Host"] == "127.0.0.1:\(edge.port)")
    // What differs at first is asked for once more on each side.
    #expect(edge.requests.count == 2 && origin.requests.count == 2)
    let object = JSONObject(try #require(try run.objects.first))
    #expect(
      object.object("against")["server"] == server && object.object("against")["url"] == "\(edge.url)/a")
    let text = try program(["inspect", "--live", "--against-connect-to", server, "\(edge.url)/a"]).text
    let flat = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(flat.contains("warning differs-content") && flat.contains("3 bytes with SHA-256"), "\(text)")
    // A second may pass between an answer and the verdict on it.
    #expect(
      flat.contains(/age 30 minutes( \d+ seconds?)? here, 5 bytes with/) && flat.contains("at \(server)"),
      "\(text)")
    let same = try program(words + ["--against", origin.url, "\(origin.url)/a"])
    #expect(try same.code == 0 && parts(same) == [[]], "\(same.errors)")
  }

  @Test("a page that changes by itself is not compared, and said")
  func changing() throws {
    let (edge, origin) = (try site(["1", "2"], tag: "\"a\""), try site(["3"], tag: "\"a\""))
    let run = try BuiltProgram()(["inspect", "--live", "--json", "--against", origin.url, "\(edge.url)/a"])
    #expect(try run.code == 0 && parts(run) == [[]], "\(run.errors)")
    let verdict = JSONObject(try #require(try run.objects.first))
    #expect(verdict.codes("reasons").contains("content-not-compared"))
    let findings = verdict.codes("findings")
    #expect(!findings.contains("content-not-compared") && !findings.contains("differs-content"))
    #expect(run.text.contains("two answers to the same request have different content here"))
  }

  @Test("what only differs in its coding has the same content, and an error page is not compared")
  func coded() throws {
    let coded = try Gzip.coded("content")
    let fields = [("Cache-Control", "max-age=3600"), ("Content-Encoding", "gzip")]
    let edge = try Origin { request in
      request.path == "/gone" ? .text("no", status: 404) : .response(fields: fields, body: coded)
    }
    let origin = try Origin { request in
      request.path == "/gone" ? .text("nothing", status: 404) : .fresh("content")
    }
    let run = try BuiltProgram()(
      ["inspect", "--live", "--json", "--against", origin.url, "\(edge.url)/a", "\(edge.url)/gone"])
    #expect(try run.code == 0 && parts(run) == [[], []], "\(run.errors)")
    #expect(edge.requests.count == 2 && origin.requests.count == 2)
  }

  @Test("the assets of a page are compared, too; those of other origins are not")
  func assets() throws {
    let third = try Origin(always: .fresh())
    @Sendable func site(_ request: OriginRequest, _ control: String) -> OriginReply {
      request.path == "/"
        ? .text("<img src=a><img src=\(third.url)/x>", fields: [("Content-Type", "text/html")])
        : .text("x", fields: [("Cache-Control", control)])
    }
    let one = try Origin { site($0, "max-age=60") }
    let other = try Origin { site($0, "max-age=61") }
    let run = try BuiltProgram().inspect(
      "--live", "--json", "--assets=all", "--against", other.url, "\(one.url)/")
    #expect(try parts(run) == [[], ["lifetime", "directives"], []], "\(run.errors)")
    #expect(third.requests.count == 1)
  }

  @Test("--fail-on counts differences only; what is wrong on both sides is shown")
  func failsForDifferencesOnly() throws {
    let wrong = [("Cache-Control", "max-age=1d")]
    let one = try Origin(always: .text("x", fields: wrong))
    let other = try Origin { request in
      request.path == "/b" ? .text("x", status: 503) : .text("x", fields: wrong)
    }
    let program = try BuiltProgram()
    let words = ["--live", "--fail-on", "warning", "--against", other.url]
    let same = try program(["inspect"] + words + ["\(one.url)/a"])
    #expect(same.code == 0 && same.text.contains("error max-age-invalid"), "\(same.text)\(same.errors)")
    let run = try program(["inspect"] + words + ["--json", "\(one.url)/a", "\(one.url)/b"])
    expect(run, 1)
    let failed = try run.objects.map { JSONObject($0).members["failed_findings"] as? [String] ?? [] }
    #expect(failed.first == [] && failed.last?.contains("differs-status") == true, "\(failed)")
    #expect(failed.last?.contains("max-age-invalid") == false, "\(failed)")
  }

  @Test("a summary groups by pair, the commonest first, with the first URL")
  func pairs() throws {
    let one = try Origin(always: .text("x", fields: [("Cache-Control", "no-cache")]))
    let other = try Origin { request in
      .text(
        "x", fields: [("Cache-Control", request.path.hasPrefix("/a") ? "no-cache, private" : "max-age=60")])
    }
    let urls = ["a1", "b1", "b2", "b3"].map { "\(one.url)/\($0)" }
    let run = try BuiltProgram()(
      ["inspect", "--live", "--format", "summary", "--fail-on", "warning", "--against", other.url] + urls)
    let flat = run.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      flat.contains("3 × The directives differ: `no-cache` here, `max-age=60` at"), "\(run.text)\(run.errors)"
    )
    #expect(flat.contains("1 × The directives differ: without them here, `private` at"), "\(run.text)")
    #expect(flat.contains("\(one.url)/b1"), "\(run.text)")
  }

  @Test("an origin that can't be reached is an error, and the URL is judged all the same")
  func unreachable() throws {
    let one = try Origin(always: .fresh())
    let run = try BuiltProgram().inspect(
      "--live", "--json", "--against", "http://127.0.0.1:1", "\(one.url)/a")
    expect(run, 3, says: "http://127.0.0.1:1/a: ")
    let shown = try run.objects.map(JSONObject.init)
    #expect(shown.map { $0["url"] } == ["\(one.url)/a", "http://127.0.0.1:1/a"])
    #expect(shown.last?["error"]?.isEmpty == false)
  }

  static let refusals: [(words: String, error: String)] = [
    ("--against http://b.test http://a.test/", "--against goes with --live only"),
    ("--live --against http://b.test/x http://a.test/", "--against takes a scheme, a host and a port"),
    ("--live --against http://b.test/?x http://a.test/", "--against takes a scheme, a host and a port"),
    ("--live --against http://:1/ http://a.test/", "is not a URL"),
    ("--against-connect-to b.test:80 http://a.test/", "--against-connect-to goes with --live only"),
    ("--live --against-connect-to b.test http://a.test/", "HOST:PORT"),
    ("--live --against-connect-to b.test:0 http://a.test/", "HOST:PORT"),
    ("--live --against-connect-to b.test:80 --unix-socket /x http://a.test/", "exclude each other"),
    ("--live --against-har b.har http://a.test/", "--against-har goes with --har only"),
    ("--har - --against-har -", "standard input"),
    ("--har none.har --against-har none.har", "can't read none.har"),
  ]
  @Test("what makes no sense is refused with exit code 2", arguments: refusals)
  func refuses(_ row: (words: String, error: String)) throws {
    let run = try BuiltProgram()(["inspect"] + row.words.split(separator: " ").map(String.init))
    expect(run, 2, says: row.error)
  }

  private static func log(_ entries: [(url: String, control: String)], status: Int = 200) -> String {
    let lines = entries.map { entry in
      #"{"startedDateTime":"2026-01-12T17:45:57Z","time":1,"request":{"method":"GET","url":"\#(entry.url)","headers":[]},"#
        + #""response":{"status":\#(status),"headers":[{"name":"Date","value":"Mon, 12 Jan 2026 17:45:57 GMT"},"#
        + #"{"name":"Cache-Control","value":"\#(entry.control)"}],"content":{"size":1}}}"#
    }
    return #"{"log":{"entries":["# + lines.joined(separator: ",") + "]}}"
  }

  @Test("a file that names its version is compared with the other log's file of its family")
  func families() throws {
    let program = try BuiltProgram()
    let assets = "http://a.test/assets"
    let one = try program.directory.write(
      Self.log([
        ("\(assets)/app.3f9ac2d1.js", "max-age=60"), ("\(assets)/app.3f9ac2d1.js", "max-age=60"),
        ("\(assets)/vendor.0a1b2c3d.js", "max-age=60"), ("\(assets)/plain.js", "max-age=60"),
        ("\(assets)/chunk-12.3f9ac2d1.js", "max-age=60"),
      ]), to: "one.har")
    let other = try program.directory.write(
      Self.log([
        ("\(assets)/chunk-7.77e0d1c2.js", "max-age=61"), ("\(assets)/app.77e0d1c2.js", "max-age=61"),
        ("\(assets)/vendor.9d8c7b6a.js", "max-age=60"),
      ]), to: "other.har")
    let run = try program.inspect("--har", one, "--against-har", other, "--json")
    #expect(try parts(run) == [["lifetime", "directives"], [], [], [], []])
    let urls = try run.objects.map { JSONObject($0).object("against").members["url"] as? String }
    #expect(urls == ["\(assets)/app.77e0d1c2.js", nil, "\(assets)/vendor.9d8c7b6a.js", nil, nil])
    #expect(run.errors.contains("2 URLs only in the judged log, 1 URL only in the other"), "\(run.errors)")
  }

  @Test("a visitor who had the response already was told so by a 304: that is no difference")
  func warmVisit() throws {
    let program = try BuiltProgram()
    func differences(_ status: Int, from other: Int) throws -> [[String]] {
      let one = try program.directory.write(
        Self.log([("http://a.test/a", "max-age=60")], status: status), to: "one.har")
      let two = try program.directory.write(
        Self.log([("http://a.test/a", "max-age=60")], status: other), to: "two.har")
      return try parts(try program.inspect("--har", one, "--against-har", two, "--json"))
    }
    #expect(try differences(200, from: 304) == [[]] && differences(304, from: 200) == [[]])
    #expect(try differences(304, from: 404).first?.contains("status") == true)
  }

  @Test("where the logs have no URL in common, nothing was compared, and the limit does not hold")
  func nothingInCommon() throws {
    let program = try BuiltProgram()
    let one = try program.directory.write(Self.log([("http://a.test/a", "max-age=60")]), to: "one.har")
    let other = try program.directory.write(Self.log([("http://b.test/a", "max-age=60")]), to: "two.har")
    let words = ["inspect", "--har", one, "--against-har", other]
    let run = try program(words + ["--fail-on", "error"])
    expect(run, 1, says: "so nothing was compared")
    #expect(try program(words).code == 0)
  }

  @Test("two logs are compared by method and URL, the entries of one URL in their order")
  func logs() throws {
    let program = try BuiltProgram()
    let (a, b) = ("http://a.test/a", "http://a.test/b")
    let one = try program.directory.write(
      Self.log([(a, "max-age=1"), (b, "no-store"), (a, "max-age=2"), ("http://a.test/one", "no-store")]),
      to: "one.har")
    let other = try program.directory.write(
      Self.log([
        (b, "no-store"), (a, "max-age=1"), (a, "max-age=3"), (a, "max-age=4"),
        ("http://a.test/x", "no-store"),
        ("http://a.test/y", "no-store"),
      ]), to: "other.har")
    let run = try program.inspect("--har", one, "--against-har", other, "--json", "--fail-on", "warning")
    expect(run, 1)
    #expect(try parts(run) == [[], [], ["lifetime", "directives"], []])
    #expect(try run.objects.map { JSONObject($0).members["against"] != nil } == [true, true, true, false])
    #expect(
      run.errors.contains("compared with \(other): 1 URL only in the judged log, 2 URLs only in the other"),
      "\(run.errors)")
    #expect(
      try program.inspect("--har", one, "--against-har", one, "--json").objects.allSatisfy {
        !JSONObject($0).codes("findings").contains { $0.hasPrefix("differs-") }
      })
  }
}
