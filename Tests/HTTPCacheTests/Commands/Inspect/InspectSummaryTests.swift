import Foundation
import TestSupport
import Testing

@Suite("inspect: what many responses come to")
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
    let own = try #require(lines.firstIndex(of: "Findings"))
    let others = try #require(lines.firstIndex(of: "Findings of third parties"))
    #expect(lines[own + 1] == "  error max-age-invalid: 1")
    #expect(lines[own + 3].hasSuffix("  https://static.shop.test/app.js"))
    #expect(own < others && lines[others + 1] == "  error max-age-invalid: 1")
    #expect(lines[others + 3].hasSuffix("  https://ads.test/a.js"))
    let costs = try #require(lines.firstIndex(of: "What each visit downloads again"))
    #expect(lines[costs + 1].contains("87.9 KiB  no-store") && lines[costs + 2].contains("no-lifetime"))
    #expect(lines.suffix(2) == ["5 judged, 0 failed", ""])
  }

  @Test("findings are counted by code and severity: an info is no example of an error")
  func severities() throws {
    func entry(_ path: String, _ expires: String) -> String {
      #"{"startedDateTime":"2026-01-12T16:45:57Z","time":0,"request":{"method":"GET","url":"https://a.test/\#(path)","headers":[]},"#
        + #""response":{"status":200,"headers":[{"name":"Date","value":"Mon, 12 Jan 2026 16:45:57 GMT"},"#
        + #"{"name":"Expires","value":"\#(expires)"}],"content":{"size":9},"bodySize":9}}"#
    }
    let entries = (1...5).map { entry("habit\($0)", "0") } + [entry("mistake", "tomorrow")]
    let log = #"{"log":{"entries":[\#(entries.joined(separator: ","))]}}"#
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json")
    defer { _ = try? FileManager.default.removeItem(at: file) }
    let text = try BuiltProgram()(["inspect", "--har", "-", "--summary", file.path], stdin: log).text
    // The summary in the file says the same.
    let merged = try BuiltProgram()(["inspect", "--merge-summaries", file.path]).text
    for text in [text, merged] {
      let lines = text.split(separator: "\n").map(String.init)
      let error = try #require(lines.firstIndex(of: "  error expires-invalid: 1"))
      #expect(lines[error + 2].hasSuffix("https://a.test/mistake"))
      #expect(text.contains("5 expires-invalid"))
    }
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
    #expect(verbose.contains("\n5 responses from 4 hosts") && verbose.hasSuffix("\n5 judged, 0 failed\n"))
    #expect(try inspect("-q", "--expect", "storable").text == "5 judged, 1 failed\n")
  }

  @Test("checks that do not hold are listed with the URL")
  func failures() throws {
    let run = try inspect("--expect", "storable")
    #expect(
      run.code == 1
        && run.text.contains("\nChecks that do not hold\n  GET https://www.shop.test/\n    storable"))
  }
}
