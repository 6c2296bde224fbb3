import Foundation
import TestSupport
import Testing

/// Contract, "Adopting the gate".
@Suite("inspect --write-expect-file over a file that is there: what people wrote stays", .timed)
struct InspectWrittenAgainTests {
  private static func lines(_ answers: (path: String, type: String, control: String)...) -> String {
    answers.map { answer in
      """
      {"url": "https://a.test\(answer.path)", "status": 200, "received_at": "2026-01-12T16:45:57Z", \
      "response": [["Date", "Mon, 12 Jan 2026 16:45:57 GMT"], ["Content-Type", "\(answer.type)"], ["ETag", "\\"1\\""], \
      ["Cache-Control", "\(answer.control)"]]}
      """
    }.joined(separator: "\n")
  }

  private static let site = lines(
    ("/blog/a/", "text/html", "no-cache, max-age = 60"), ("/blog/b/", "text/html", "no-cache, max-age = 60"),
    ("/assets/app.3f9ac2d1.js", "text/javascript", "max-age=31536000, immutable"))

  private static func write(_ program: BuiltProgram, _ words: String...) throws -> Executable.Run {
    try program(
      ["inspect", "--no-expect-file", "--jsonl", "-", "--format", "text", "--write-expect-file", "e.json"]
        + words,
      stdin: site)
  }

  private static func text(_ program: BuiltProgram, _ name: String = "e.json") -> String {
    String(decoding: program.directory.contents(of: name) ?? [], as: UTF8.self)
  }

  @Test("an entry with the same selectors gets today's checks and keeps the rest; others stay byte for byte")
  func renewed() throws {
    let program = try BuiltProgram()
    let byHand =
      #"{ "url": "/legacy/*",  "accept": [{"code": "expires-invalid", "reason": "[the] \"old\" CMS"}] }"#
    let family = #"{"url": "/blog/:name/", "kind": "page", "expect": ["storable"], "fail-on": "error"}"#
    let other = #"{"url": "/blog/:name/", "expect": ["storable"]}"#
    _ = try program.directory.write("[\(byHand), \(family),\n\(other)]", to: "e.json")
    let run = try Self.write(program, "-v")
    expect(run, 0)
    #expect(run.errors.contains("e.json: expectations for 2 patterns: 1 new, 1 renewed, 0 replaced, 2 kept"))
    #expect(run.errors.contains("  renewed /blog/:name/") && run.errors.contains("  kept /legacy/*"))
    let text = Self.text(program)
    #expect(text.contains(byHand) && text.contains(other), "\(text)")
    #expect(
      text.contains(
        #"{"url": "/blog/:name/", "kind": "page", "expect": ["lifetime<=1m","revalidated-each-time","validator"], "fail-on": "error"}"#
      ),
      "\(text)")
    #expect(try Self.write(program).errors.contains("0 new, 2 renewed, 0 replaced, 2 kept"))
    #expect(Self.text(program) == text, "what is the same is written the same")
  }

  /// An entry that is there, and whether today's families take its place.
  static let former: [(entry: String, isReplaced: Bool)] = [
    (#"{"url":"/blog/*/","expect":["revalidated-each-time","validator"]}"#, true),
    (#"{"url":"/assets/*.js","expect":["storable","lifetime>=365d","directive=immutable"]}"#, true),
    (#"{"url":"https://a.test/assets/*.js","expect":["storable"]}"#, true),
    (#"{"url":"/blog/a/","expect":["lifetime<=1m"],"shared":true}"#, true),
    // Other URLs, other checks, or what the former rule never wrote.
    (#"{"url":"/blog/*","expect":["validator"]}"#, false),
    (#"{"url":"/assets/*.js","expect":["directive=public"]}"#, false),
    (#"{"url":"/assets/*.js","expect":["storable"],"fail-on":"error"}"#, false),
    (#"{"url":"/assets/*.js","expect":["storable"],"profile":"rfc9111"}"#, false),
    (#"{"url":"/assets/*.js","kind":"script","expect":["storable"]}"#, false),
    (#"{"url":"/assets/*.js","accept":[{"code":"vary-star","reason":"x"}]}"#, false),
  ]
  @Test("an entry of the former rule goes where it is the very pattern of today's URLs", arguments: former)
  func replaced(_ row: (entry: String, isReplaced: Bool)) throws {
    let program = try BuiltProgram()
    _ = try program.directory.write("[\(row.entry)]", to: "e.json")
    let run = try Self.write(program)
    #expect(
      run.code == 0 && Self.text(program).contains(row.entry) != row.isReplaced, "\(Self.text(program))")
    #expect(
      run.errors.contains(row.isReplaced ? "1 replaced, 0 kept" : "0 replaced, 1 kept"), "\(run.errors)")
  }

  @Test("what the file accepts stays out of a baseline that is written with it")
  func accepted() throws {
    let program = try BuiltProgram()
    _ = try program.directory.write(
      #"[{"url": "/blog/*", "accept": [{"code": "space-around-equals", "reason": "the CMS"}]}]"#, to: "e.json"
    )
    #expect(try Self.write(program, "--write-baseline", "b.json").code == 0)
    #expect(!Self.text(program, "b.json").contains("space-around-equals"))
    #expect(Self.text(program).contains("the CMS"))
    let held = try program(
      [
        "inspect", "--jsonl", "-", "-q", "--format", "text", "--expect-file", "e.json", "--baseline",
        "b.json",
      ],
      stdin: Self.site)
    expect(held, 0)
  }

  @Test("a file that can't be read is exit code 2, and stays as it is; one with nothing in it is written")
  func unreadable() throws {
    let program = try BuiltProgram()
    _ = try program.directory.write(#"[{"url": "*", "kind": "pages"}]"#, to: "e.json")
    let run = try Self.write(program)
    expect(run, 2, says: "--write-expect-file: e.json:1:23: 'kind' is one of page")
    #expect(Self.text(program).contains("pages"))
    for empty in ["", "[]\n"] {
      _ = try program.directory.write(empty, to: "e.json")
      #expect(try Self.write(program).code == 0 && Self.text(program).contains("/blog/:name/"))
    }
  }
}
