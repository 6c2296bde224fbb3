import Foundation
import HTTPCacheCore
import TestSupport
import Testing

@testable import httpcache

@Suite("inspect --expect-file", .timed)
struct ExpectationFileTests {
  private static let docs = PythonTools.root.appendingPathComponent("docs")

  /// Judges two heads, as `/assets/a` and `/b`, against a file.
  private static func inspect(_ file: String, _ options: String...) throws -> Executable.Run {
    let program = try BuiltProgram()
    let path = try program.directory.write(file, to: "expectations.json")
    let entries = [("assets/a", "max-age=60"), ("b?x=1", "no-store")].map { name, control in
      #"{"request":{"url":"http://a.test/\#(name)"},"response":{"status":200,"headers":["#
        + #"{"name":"Cache-Control","value":"\#(control)"},{"name":"Set-Cookie","value":"a=b"}]}}"#
    }
    let log = #"{"log":{"entries":[\#(entries.joined(separator: ","))]}}"#
    return try program(["inspect", "--har", "-", "--expect-file", path] + options, stdin: log)
  }

  @Test("the report names the check and its pattern; a pattern that met nothing is said")
  func patterns() throws {
    let file = #"""
      [{"url": "*/assets/*", "expect": ["storable", "lifetime>=1h"]},
       {"url": "http://a.test/b?x=1", "expect": ["not-storable"]}, {"url": "*/b", "expect": ["storable"]}]
      """#
    let run = try Self.inspect(file)
    #expect(run.code == 1 && run.text.contains("\nChecks that do not hold\n  GET http://a.test/assets/"))
    #expect(run.text.contains("\n    lifetime>=1h (pattern */assets/*) does not hold: 1 minute, from"))
    let each = try Self.inspect(file, "-v").text
    #expect(each.contains("check failed: lifetime>=1h (pattern */assets/*) does not hold: 1 minute, from"))
    #expect(run.errors == "httpcache: warning: --expect-file: the pattern */b matched no subject\n")
    let none = #"[{"url": "*/x", "expect": ["fresh"]}, {"url": "*/y", "expect": ["fresh"]}]"#
    let line = "httpcache: warning: --expect-file: 2 patterns matched no subject; --strict names them"
    #expect(try Self.inspect(none).errorLines == [line])
    #expect(try Self.inspect(none, "--strict").errorLines.count == 2)
    let object = try #require(try Self.inspect(file, "--json", "-q").objects.first)
    #expect(object["failed_checks"] as? [String] == ["lifetime>=1h"])
    #expect(
      object["failed_patterns"] as? [[String: String]] == [
        ["pattern": "*/assets/*", "check": "lifetime>=1h"]
      ])
    let github = try Self.inspect(file, "--format", "github")
    #expect(github.text.contains("title=check failed%3A lifetime>=1h (pattern */assets/*)::"))
  }

  @Test("a pattern may have its own cache, profile and limit, which stands instead of --fail-on")
  func settings() throws {
    let shared = #"[{"url": "*/assets/*", "expect": ["storable"], "shared": true, "fail-on": "warning"}]"#
    let run = try Self.inspect(shared, "-v")
    #expect(
      run.code == 1
        && run.text.contains("reached --fail-on: set-cookie-shared-cacheable (pattern */assets/*)"))
    let lenient = #"[{"url": "*", "fail-on": "error", "profile": "urlcache"}]"#
    #expect(try Self.inspect(lenient, "--fail-on", "info").code == 0)
  }

  static let refused: [(file: String, message: String)] = [
    ("{}", "1:1: an array is expected here"), ("[]", "1:1: there is no pattern in it"),
    (
      "[{\"url\": \"*\", \"expect\": [\"fresh\",\n  \"lifetme>1h\"]}]",
      "2:3: 'lifetme>1h' is not a check; did you mean 'lifetime>1h'?"
    ),
    (#"[{"url": "*", "expect": "storable"}]"#, #"1:25: 'expect' is a list: write ["storable"]"#),
    ("[\n{\"ulr\": \"*\"}]", "2:2: unknown key 'ulr'; did you mean 'url'?"),
    (#"[{"expect": ["fresh"]}]"#, "1:2: 'url' is missing"),
    (#"[{"url": "*"}]"#, "1:2: it checks nothing: give 'expect', 'fail-on' or 'accept'"),
    (#"[{"url": "*", "shared": 1}]"#, "1:25: 'shared' is true or false"),
    (
      #"[{"url": "*", "kind": "picture"}]"#,
      "1:23: 'kind' is one of page, script, style, font, image, media, feed, data, download, other"
    ),
    (#"[{"url": "*", "versioned": "yes"}]"#, "1:28: 'versioned' is true or false"),
    (#"[{"url": "*", "profile": "x"}]"#, "1:26: 'profile' is one of rfc9111, urlcache"),
    (#"[{"url": "*", "fail-on": "fatal"}]"#, "1:26: 'fail-on' is one of error, warning, info"),
    (#"[{"url": "", "expect": ["fresh"]}]"#, "1:10: '' is not allowed here"),
    (#"[{"url": "*", "url": "*"}]"#, "1:15: 'url' stands twice"),
    ("[{\"url\": \"*\",]", "1:14: a member's name in quotes is expected here"),
  ]
  @Test("what can't be understood is exit 2, in one line with line and column", arguments: refused)
  func malformed(_ row: (file: String, message: String)) throws {
    let run = try Self.inspect(row.file)
    #expect(run.code == 2 && run.output.isEmpty && run.errorLines.count == 1)
    #expect(run.errors.contains("/expectations.json:\(row.message) (byte "), "\(run.errors)")
  }

  static let checks: [(text: String, meant: String?)] = [
    ("lifetme>=30d", "lifetime>=30d"), ("max-age>=30d", "lifetime>=30d"), ("no-store", "directive=no-store"),
    ("not-fresh", "stale"), ("storabel", "storable"), ("Fresh", "fresh"), ("cacheable", "storable"),
    ("no-etag", nil), ("imutable", "directive=immutable"), ("code=200", "status=200"), ("nonsense", nil),
    ("lifetime>=soon", nil), ("", nil),
  ]
  @Test("a check that is none: the one that was meant can be read", arguments: checks)
  func meant(_ row: (text: String, meant: String?)) {
    #expect(HTTPCacheCore.Expectation.nearest(to: row.text, isFetch: false) == row.meant)
  }

  static let urls: [(pattern: String, url: LongText, isMatch: Bool)] = [
    ("*", "", true), ("a*c", "abc", true), ("a*c", "ac", true), ("a*c", "acb", false), ("a?c", "abc", false),
    ("*.css", "a.css.css", true), ("**a**", "bab", true), ("", "a", false), ("a", "", false),
    ("*a*b*a", "aabba", true),
    (String(repeating: "a*", count: 50) + "b", LongText(String(repeating: "a", count: 5_000)), false),
  ]
  @Test("patterns", arguments: urls)
  func pattern(_ row: (pattern: String, url: LongText, isMatch: Bool)) {
    #expect(WildcardPattern(row.pattern).matches(row.url.text) == row.isMatch)
  }

  static let paths: [(pattern: String, url: String, isMatch: Bool)] = [
    ("/x", "https://a.test/x", true), ("/x", "http://preview.test:3000/x", true),
    ("/x", "http://a.test/x?v=1", false), ("/x?*", "http://a.test/x?v=1", true),
    ("/", "http://a.test", true), ("/", "http://a.test/x", false), ("/x", "http://a.test/y/x", false),
    ("/*", "http://a.test/y/x", true), ("//a.test/x", "http://a.test/x", false),
    ("*/x", "http://a.test/y/x", true), ("http://a.test/x", "http://b.test/x", false),
    ("/*", "data:text/plain,/x", false),
    // A name is one part of a URL.
    ("/:name", "http://a.test/x", true), ("/:name", "http://a.test/", false),
    ("/:name", "http://a.test/x/y", false), ("/:name", "http://a.test/x?y", false),
    ("/:name", "http://a.test/x.js", true), ("/:name/", "http://a.test/x/", true),
    ("/:name/", "http://a.test/x/y/", false), ("/:dir/:name.js", "http://a.test/x/y.min.js", true),
    ("/:dir/:name.js", "http://a.test/x/.js", false), ("/app-:hash.js", "http://a.test/app-1a.js", true),
    ("/app.:hash.js", "http://a.test/app.1a.js", true), ("/app_:a-:b.js", "http://a.test/app_1-2-3.js", true),
    ("/x?page=:value", "http://a.test/x?page=2", true),
    ("/x?page=:value", "http://a.test/x?page=2&a=1", false),
    ("/x?page=:value&*", "http://a.test/x?page=2&a=1", true),
    ("/x?page=:value", "http://a.test/x?page=", false),
    ("http://a.test/:name", "http://a.test/x", true), ("/*/:name.css", "http://a.test/x/y/z.css", true),
    // Any other colon is itself, and so is one behind a backslash.
    ("/x:name", "http://a.test/x:name", true), ("/x:name", "http://a.test/xy", false),
    ("http://a.test:80/x", "http://a.test/x", false), ("/:1", "http://a.test/:1", true),
    ("/:1", "http://a.test/1", false), ("/\\:name", "http://a.test/:name", true),
    ("/\\:name", "http://a.test/x", false), ("/x\\:y", "http://a.test/x:y", true),
  ]
  @Test("a pattern that begins with a slash is a path on every host", arguments: paths)
  func path(_ row: (pattern: String, url: String, isMatch: Bool)) throws {
    let target = try TargetURI(recorded: row.url, allowsForeign: true)
    #expect(URLPattern(row.pattern).matches(target) == row.isMatch)
  }

  @Test(
    "the schema takes the examples, and refuses what the program refuses", .enabled(if: PythonTools.areThere))
  func schema() throws {
    let schema = Self.docs.appendingPathComponent("expectations.schema.json")
    let page = try String(contentsOf: Self.docs.appendingPathComponent("expectations.md"), encoding: .utf8)
    let example = try String(
      contentsOf: Self.docs.appendingPathComponent("examples/expectations.json"), encoding: .utf8)
    #expect(page.contains(example.dropLast()))
    #expect(
      try PythonTools.validate(
        [
          example,
          #"[{"url":"/:name","kind":"page","versioned":false,"expect":["status=200","ttl > 1d","vary!=a"]}]"#,
        ], against: schema) == "")
    #expect(try Self.inspect(example).code == 1)
    for row in Self.refused where !row.message.contains("expected here") && !row.message.contains("twice") {
      #expect(try PythonTools.validate([row.file], against: schema) != "", "\(row.file)")
    }
  }
}
