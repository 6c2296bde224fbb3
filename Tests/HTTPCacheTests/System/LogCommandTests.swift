import TestSupport
import Testing

@testable import HTTPCacheCore

@testable import httpcache

@Suite("No line of a report becomes a command of GitHub's log", .timed)
struct LogCommandTests {
  static let lines: [(text: String, shown: String)] = [
    ("::error::x", "\\x3a:error::x"), ("  ::x", "  \\x3a:x"), ("a ::x", "a ::x"), (":x::", ":x::"),
    ("a\n::b\n \t::c", "a\n\\x3a:b\n \t\\x3a:c"), (":\n::", ":\n\\x3a:"), (":::", "\\x3a::"),
    ("\u{A0}::x", "\u{A0}\\x3a:x"), ("\u{3000}::x", "\u{3000}\\x3a:x"), ("::", "\\x3a:"), (":", ":"),
  ]

  @Test("a line that begins as one does", arguments: lines)
  func begins(_ row: (text: String, shown: String)) { #expect(Escaping.disarmed(row.text) == row.shown) }

  static let inner: [(text: String, shown: String)] = [
    ("a##[error]b", "a#\\x23[error]b"), ("###[", "##\\x23["), ("##", "##"), ("#[", "#["), ("##x[", "##x["),
  ]

  @Test("the older form, anywhere in a text", arguments: inner)
  func holds(_ row: (text: String, shown: String)) {
    #expect(Escaping.escaped(row.text) == row.shown)
    #expect(!XMLText.escaped(row.text).contains("##["))
    for padding in 0..<20 {
      let text = String(repeating: "x", count: padding) + row.text
      let json = String(decoding: JSONWriter.bytes { $0.value(text) }, as: UTF8.self)
      #expect(!json.contains("##["))
      #expect(json.replacing("\\u0023", with: "#") == "\"\(text)\"")
    }
  }

  /// Every value of it would be obeyed where it stood at the beginning of a line.
  private static let head = """
    HTTP/1.1 200 ::error::reason\r
    Cache-Control: ::error::a=1, max-age=::error::b, ::error::\(String(repeating: "c", count: 70)), max-age=9\r
    Content-Type: ::error::type\r
    Vary: ::error::vary\r
    ETag: ::error::tag ::error::\(String(repeating: "d", count: 75)) ##[error]tag\r
    Last-Modified: ::error::modified ##[error]modified\r
    Expires: ::error::\(String(repeating: "e", count: 80)) ::error::expires\r
    Date: ##[error]date\r
    Location: ::error::location\r
    CDN-Cache-Control: ::error::cdn\r
    Content-Length: 0\r
    \r

    """

  /// The lines that the runner of GitHub Actions would obey.
  private func commands(_ text: String) -> [Substring] {
    text.split(whereSeparator: \.isNewline).filter {
      $0.drop(while: \.isWhitespace).hasPrefix("::") || $0.contains("##[")
    }
  }

  static let reports: [[String]] = [
    ["fetch", "--explain", "-v"], ["fetch", "--json"], ["inspect", "--live"],
    ["inspect", "--live", "--json"],
    ["inspect", "--live", "--format", "junit", "--fail-on", "info"],
    ["inspect", "--live", "--format", "sarif"], ["inspect", "--live", "--expect", "etag=::error::x"],
    ["inspect"], ["stats", "--by", "type"], ["stats", "--json", "--by", "type"],
    ["trim", "--dry-run", "--all"],
    ["revalidate", "--dry-run"], ["revalidate"],
  ]

  @Test("whatever an origin says, in every report", arguments: reports, ["30", "80", "200"])
  func report(_ words: [String], columns: String) throws {
    let origin = try Origin(always: .rawText(Self.head))
    let program = try BuiltProgram()
    let url = origin.url + "/?::error::##[error]"
    #expect(try program.fetch("-H", "::error::x: 1", url).code == 2, "no name of a field")
    _ = try program.fetch(url)
    let hasURL = ["fetch", "inspect", "revalidate"].contains(words[0])
    let run = try program(words + (hasURL ? [url] : []), environment: ["COLUMNS": columns])
    #expect(!run.output.isEmpty || !run.errors.isEmpty)
    #expect(commands(run.text) + commands(run.errors) == [], "\(words)")
  }

  @Test("the commands that are meant are all that --format github writes")
  func github() throws {
    let origin = try Origin(always: .rawText(Self.head))
    let run = try BuiltProgram().inspect("--live", "--format", "github", origin.url + "/::error::##[error]")
    let lines = run.text.split(separator: "\n")
    #expect(!lines.isEmpty && lines.allSatisfy { $0.hasPrefix("::") && !$0.contains("##[") })
    #expect(commands(run.errors) == [])
  }
}
