import Foundation
import TestSupport
import Testing

@Suite("inspect: what many responses come to", .timed)
struct InspectSummaryTests {
  /// A log of one page: its own hosts, and somebody else's.
  private static let log: String = {
    let entries: [(url: String, fields: [(String, String)], bytes: Int)] = [
      ("https://www.shop.test/", [("Cache-Control", "no-store")], 90_000),
      ("https://static.shop.test/app.js", [("Cache-Control", "max-age=x"), ("ETag", "\"1\"")], 50_000),
      ("https://static.shop.test/b.js", [("Cache-Control", "max-age=600"), ("ETag", "\"1\"")], 40_000),
      ("https://ads.test/a.js", [("Cache-Control", "max-age=x"), ("ETag", "\"1\"")], 3_000),
      ("https://notshop.test/pixel", [], 2_000),
    ]
    let texts = entries.map { entry in
      let fields = entry.fields + [("Date", "Mon, 12 Jan 2026 16:45:57 GMT")]
      let headers = fields.map { ["name": $0.0, "value": $0.1] }
      let object: [String: Any] = [
        "startedDateTime": "2026-01-12T16:45:57Z", "time": 0,
        "request": ["method": "GET", "url": entry.url, "headers": []],
        "response": [
          "status": 200, "headers": headers, "content": ["size": entry.bytes], "bodySize": entry.bytes,
        ],
      ]
      guard let data = try? JSONSerialization.data(withJSONObject: object) else { return "{}" }
      return String(decoding: data, as: UTF8.self)
    }
    return #"{"log":{"entries":[\#(texts.joined(separator: ","))]}}"#
  }()

  private func inspect(_ options: String...) throws -> Executable.Run {
    try BuiltProgram()(["inspect", "--har", "-"] + options, stdin: Self.log)
  }

  @Test("what becomes of them, first and third party apart; findings by code and host; what costs most")
  func summary() throws {
    let lines = try inspect().text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(lines[0] == "5 responses from 4 hosts, 180.7 KiB; first party is shop.test")
    func numbers(_ label: String) -> [String] {
      lines.first { $0.hasSuffix("  \(label)") }?.split(separator: " ").prefix(5).map(String.init) ?? []
    }
    #expect(numbers("reused without asking the origin") == ["1", "39.1", "KiB", "1", "0"])
    #expect(numbers("not stored") == ["1", "87.9", "KiB", "1", "0"])
    #expect(numbers("stored, but downloaded in full each time") == ["1", "2.0", "KiB", "0", "1"])
    let own = try #require(lines.firstIndex { $0.hasPrefix("Findings (") })
    let others = try #require(lines.firstIndex(of: "Findings of third parties"))
    #expect(lines[own + 1] == "  error max-age-invalid: 1  https://static.shop.test/app.js")
    #expect(own < others && lines[others + 1] == "  error max-age-invalid: 1  https://ads.test/a.js")
    let costs = try #require(lines.firstIndex(of: "What each visit downloads again"))
    #expect(lines[costs + 1].contains("87.9 KiB  no-store") && lines[costs + 2].contains("no-lifetime"))
    #expect(costs < own && lines[costs - 1].isEmpty)
    #expect(lines.suffix(2) == ["5 judged: 2 errors, 1 warning; nothing was asked to fail", ""])
  }

  @Test("findings are counted by code and severity: an info is no example of an error")
  func severities() throws {
    func entry(_ path: String, _ modified: String) -> String {
      #"{"startedDateTime":"2026-01-12T16:45:57Z","time":0,"request":{"method":"GET","url":"https://a.test/\#(path)","headers":[]},"#
        + #""response":{"status":200,"headers":[{"name":"Date","value":"Mon, 12 Jan 2026 16:45:57 GMT"},"#
        + #"{"name":"Last-Modified","value":"\#(modified)"}],"content":{"size":9},"bodySize":9}}"#
    }
    let dashes = "Mon, 12-Jan-2026 15:45:57 GMT"
    let entries = (1...5).map { entry("habit\($0)", dashes) } + [entry("mistake", "tomorrow")]
    let log = #"{"log":{"entries":[\#(entries.joined(separator: ","))]}}"#
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json")
    defer { _ = try? FileManager.default.removeItem(at: file) }
    let text = try BuiltProgram()(["inspect", "--har", "-", "--summary", file.path], stdin: log).text
    // The summary in the file says the same.
    let merged = try BuiltProgram()(["inspect", "--merge-summaries", file.path]).text
    for text in [text, merged] {
      let lines = text.split(separator: "\n").map(String.init)
      let error = try #require(lines.firstIndex(of: "  error last-modified-invalid: 1  /mistake"))
      #expect(lines[0].hasPrefix("6 responses from https://a.test, ") && error < lines.count - 1)
      #expect(text.contains("5 last-modified-invalid"))
    }
  }

  @Test("what a summary of another's hand has can't command a terminal, nor overflow a sum")
  func foreignSummary() throws {
    let program = try BuiltProgram()
    func merged(_ product: String, requests: String, count: String) throws -> Executable.Run {
      let file = try program.directory.write(
        #"{"version":1,"count":1,"outcomes":{"reused":{"all":{"count":\#(count),"bytes":1}}},"edges":[{"product":"\#(product)","#
          + #""kinds":{"page":{"hits":{"requests":\#(requests),"bytes":-4}}}}]}"#, to: "summary.json")
      return try program(["inspect", "--merge-summaries", file, file])
    }
    let run = try merged(#"Edge\u001b[2J"#, requests: "2", count: "1")
    #expect(run.code == 0 && !run.text.contains("\u{1B}"), "\(run.text)")
    #expect(run.text.contains(#"Edge\x1b[2J"#), "\(run.text)")
    #expect(run.text.contains("4, 0 B"), "\(run.text)")
    for (requests, count) in [("4611686018427387904", "1"), ("1", "4611686018427387904"), ("-1", "1")] {
      let run = try merged("Edge", requests: requests, count: count)
      expect(run, 2, says: "a count is a whole number from 0 to")
    }
  }

  @Test(
    "an error is a line of its own, is used again while it is fresh, and a sound log names its origin, too")
  func errors() throws {
    func entry(_ path: String, _ status: Int) -> String {
      #"{"startedDateTime":"2026-01-12T16:45:57Z","time":0,"request":{"method":"GET","url":"https://a.test/\#(path)","headers":[]},"#
        + #""response":{"status":\#(status),"headers":[{"name":"Date","value":"Mon, 12 Jan 2026 16:45:57 GMT"},"#
        + #"{"name":"Cache-Control","value":"max-age=604800"},{"name":"ETag","value":"\"1\""}],"#
        + #""content":{"size":9},"bodySize":9}}"#
    }
    func run(_ entries: [String], _ options: String...) throws -> String {
      try BuiltProgram()(
        ["inspect", "--har", "-"] + options,
        stdin: #"{"log":{"entries":[\#(entries.joined(separator: ","))]}}"#
      ).text
    }
    let log = [entry("a.css", 200), entry("b.css", 404), entry("b.css", 404), entry("c.css", 503)]
    let text = try run(log, "--revisit", "1h")
    let lines = text.split(separator: "\n").map(String.init)
    func count(_ label: String) -> String? {
      lines.first { $0.hasSuffix("  \(label)") }?.split(separator: " ").first.map(String.init)
    }
    #expect(lines[0].hasPrefix("4 responses from https://a.test, "))
    #expect(
      count("reused without asking the origin") == "1" && count("answered with an error (4xx, 5xx)") == "3")
    let visit = try #require(lines.first { $0.hasPrefix("  1 hour") })
    #expect(visit.contains(" 4       36 B") && visit.hasSuffix(" 0        0 B"), "\(visit)")
    #expect(
      try run([entry("a.css", 200)], "--format", "summary").hasPrefix("1 response from https://a.test, "))
  }

  @Test(
    "--host and --first-party narrow what is judged, reported and failed",
    arguments: [
      (["--first-party"], 3, Int32(1)), (["--host", "ads.test"], 1, 1), (["--host", "www.shop.test"], 1, 0),
      (["--host", "shop.test"], 0, 1), (["--first-party", "--host", "ads.test"], 0, 1),
    ])
  func narrowing(_ options: [String], _ count: Int, _ code: Int32) throws {
    let run = try BuiltProgram()(
      ["inspect", "--har", "-", "--json", "--fail-on", "error"] + options, stdin: Self.log)
    #expect(try run.objects.count == count && run.code == code)
  }

  @Test("-v prints each whole, then the summary; -q the last line only")
  func loudness() throws {
    let verbose = try inspect("-v").text
    #expect(verbose.hasPrefix("GET https://www.shop.test/  200\nNot stored: "))
    #expect(
      verbose.contains("\n5 responses from 4 hosts")
        && verbose.hasSuffix("\n5 judged: 2 errors, 1 warning; nothing was asked to fail\n"))
    #expect(try inspect("-q", "--expect", "storable").text == "5 judged, 1 failed: 2 errors, 1 warning\n")
  }

  /// Heads with a mistake each; the codes differ, and the URLs too.
  private static let mistakes = [
    "Cache-Control: no-store", "Cache-Control: public; max-age=60", "Cache-Control: max-age=x",
    "Cache-Control: maxage=60", "Expires: tomorrow", "Cache-Control: public, private, max-age=60",
    "Cache-Control: no-cache", "Vary: *", "Cache-Control: max-age=60\r\nVary: Cookie", "Cache-Control:",
    "Cache-Control: public, max-age=60\r\nSet-Cookie: a=b", "Cache-Control: max-age=60\r\nETag: a",
    "Expires: Mon, 26 Jan 2016 17:45:57 GMT", "Cache-Control: max-age=60\r\nContent-Encoding: gzip",
    "Pragma: no-cache", "Cache-Control: max-age=60\r\nVary: a;b",
  ]

  @Test("a page of 16 assets, each with a mistake of its own, fits on 24 lines, also into a pipe")
  func page() throws {
    let origin = try Origin { request in
      guard let number = Int(request.path.dropFirst()), Self.mistakes.indices.contains(number) else {
        let links = Self.mistakes.indices.map { "<img src=/\($0)>" }.joined()
        return .text(
          links, fields: [("Content-Type", "text/html"), ("Cache-Control", "no-cache"), ("ETag", "\"1\"")])
      }
      let fields = Self.mistakes[number].split(separator: "\r\n").map { line in
        let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
        return (parts[0], parts.count > 1 ? String(parts[1].dropFirst()) : "")
      }
      return .text(
        String(repeating: "x", count: 900 - number), fields: fields + [("Content-Type", "image/png")])
    }
    let run = try BuiltProgram().inspect("--live", "--assets", "\(origin.url)/")
    let lines = run.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count <= 24 && lines.allSatisfy { $0.count <= 80 }, "\(run.text)")
    #expect(lines.first?.hasPrefix("17 responses from \(origin.url), ") == true)
    #expect(run.text.contains("\nWhat each visit downloads again: ") && run.text.contains("  no-store  "))
    #expect(lines.last?.hasPrefix("17 judged: ") == true && run.text.contains(" more codes"))
    let again = try BuiltProgram().inspect("--live", "--assets", "--revisit", "1h,30d", "\(origin.url)/").text
    #expect(
      again.contains("\nLater visits\n") && again.contains("  30 days   all ") && !again.contains(" others "))
  }

  @Test("a log of 400 entries of many hosts fits on 60 lines")
  func log400() throws {
    let entries = (0..<400).map { number in
      let fields = Self.mistakes[number % Self.mistakes.count].split(separator: "\r\n").map { line in
        let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
        let value = (parts.count > 1 ? parts[1].dropFirst() : "").replacing("\"", with: "\\\"")
        return #"{"name":"\#(parts[0])","value":"\#(value)"}"#
      }
      return #"{"startedDateTime":"2026-01-12T16:45:57Z","time":0,"request":{"method":"GET","url":"#
        + #""https://h\#(number % 9).\#(number % 2 == 0 ? "shop" : "ads").test/\#(number)","headers":[]},"#
        + #""response":{"status":200,"headers":[\#(fields.joined(separator: ","))],"content":{"size":9},"bodySize":9}}"#
    }
    let text = try BuiltProgram()(
      ["inspect", "--har", "-"], stdin: #"{"log":{"entries":[\#(entries.joined(separator: ","))]}}"#
    ).text
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count <= 60 && lines.first?.hasPrefix("400 responses from ") == true, "\(text)")
    #expect(text.contains(" more hosts") && lines.last?.hasPrefix("400 judged: ") == true)
  }

  @Test("more than 20 subjects have a summary, also into a pipe; --format summary sums up any number")
  func many() throws {
    let head = "HTTP/1.1 200 OK\r\nCache-Control: no-store\r\n\r\n"
    func text(_ count: Int, _ options: String...) throws -> String {
      try BuiltProgram()(
        ["inspect", "--headers", "-", "--url", "http://a.test/"] + options,
        stdin: String(repeating: head, count: count)
      ).text
    }
    #expect(try text(20).hasPrefix("GET http://a.test/  200\n"))
    #expect(try text(21).hasPrefix("21 responses from "))
    #expect(try text(21, "-v").hasPrefix("GET http://a.test/  200\n"))
    #expect(try text(2, "--format", "summary").hasPrefix("2 responses from "))
    #expect(try text(2, "--format", "summary", "-q").hasPrefix("2 judged: "))
  }

  @Test("checks that do not hold are listed with the URL")
  func failures() throws {
    let run = try inspect("--expect", "storable")
    #expect(
      run.code == 1
        && run.text.contains("\nChecks that do not hold\n  GET https://www.shop.test/\n    storable"))
  }
}
