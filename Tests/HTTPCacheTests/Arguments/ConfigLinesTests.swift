import TestSupport
import Testing

@testable import httpcache

/// The cases are those of curl's manual, "-K, --config".
@Suite("Files of --config", .timed)
struct ConfigLinesTests {
  typealias Row = (text: String, option: String, value: String?)
  static let rows: [Row] = [
    ("compressed", "compressed", nil), ("--compressed # a remark", "--compressed", nil),
    ("  user-agent = agent", "user-agent", "agent"), ("user-agent: agent", "user-agent", "agent"),
    ("user-agent agent\r", "user-agent", "agent"),
    (#"url = "https://a.test/?b#c""#, "url", "https://a.test/?b#c"),
    (#"header = "A: \"b\"\t\\""#, "header", "A: \"b\"\t\\"), (#"user-agent = """#, "user-agent", ""),
    ("-X POST", "-X", "POST"), ("--max-time=5", "--max-time=5", nil),
  ]

  @Test(arguments: rows)
  func line(_ row: Row) throws {
    let lines = try ConfigLines(Array("\u{FEFF}# a comment\n\n\(row.text)\n".utf8), name: "f").lines
    #expect(lines == [ConfigLines.Line(number: 3, option: row.option, value: row.value)])
  }

  static let faults: [(text: String, message: String)] = [
    ("-i\nuser-agent = \"a", "f:2: a quote that does not close"),
    ("user-agent = a b", "f:1: more than one value"),
  ]

  @Test(arguments: faults)
  func fault(_ row: (text: String, message: String)) {
    let error = #expect(throws: UsageError.self) { try ConfigLines(Array(row.text.utf8), name: "f") }
    #expect(error?.message == row.message)
  }

  @Test("options and URLs stand where --config stands; its errors name the line")
  func scanned() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("-fsX POST\nmax-stale = 5\nurl = x\nmax-time: 9\n", to: "c")
    let parsed = try arguments(["fetch", "-i", "-K", path, "y", "-m", "3"])
    #expect(parsed.operands == ["x", "y"])
    #expect(
      parsed.occurrences.map { "\($0.spelling) \($0.value ?? "-")" }
        == ["-i -", "-f -", "-s -", "-X POST", "--max-stale 5", "--max-time 9", "-m 3"])
    let rows = [
      ("include = x", "option --include takes no value"), ("-i x", "option -i takes no value"),
      ("url", "option url needs a value"), ("config = \(path)", "a file of --config names no other"),
      ("trace = f", "curl's --trace is not an option of httpcache"),
      ("max-time", "option --max-time needs a value"),
    ]
    for (text, message) in rows {
      let wrong = try directory.write("\n\(text)\n", to: "w")
      let error = #expect(throws: UsageError.self) { try arguments(["fetch", "-K", wrong, "y"]) }
      #expect(error?.message == "\(wrong):2: \(message)")
    }
  }
}
