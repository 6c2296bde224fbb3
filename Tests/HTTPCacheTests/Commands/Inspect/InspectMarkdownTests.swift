import Foundation
import TestSupport
import Testing

/// Contract: `--format markdown` is what a comment under a merge request wants.
@Suite("inspect --format markdown: a comment under a merge request", .timed)
struct InspectMarkdownTests {
  private static let heads = """
    HTTP/1.1 200 OK
    Cache-Control: max-age = 60
    ETag: "a"


    """

  private static func comment(_ heads: String, _ words: [String] = []) throws -> String {
    let run = try BuiltProgram()(["inspect", "--headers", "-", "--format", "markdown"] + words, stdin: heads)
    #expect(run.code < 2, "\(run.errors)")
    return run.text
  }

  @Test("the last line first, then failed checks, groups with advice and URLs, and the rest folded")
  func order() throws {
    let text = try Self.comment(
      Self.heads, ["--url", "https://a.test/a.css", "--expect", "lifetime>=1d", "--fail-on", "warning"])
    let parts = [
      "### Cache headers: 1 judged, 1 failed: 0 errors, 1 warning\n", "\n#### Checks that do not hold\n",
      "- **`lifetime>=1d` does not hold**\n  - `https://a.test/a.css`: ", "\n#### What is wrong\n",
      "- **warning** `space-around-equals` × 1, fails the gate: ", "Write `Cache-Control: max-age=60`.",
      "\n    - `https://a.test/a.css`\n", "<details><summary>What becomes of the responses</summary>",
      "#### Response by response",
      "<details><summary><code>GET https://a.test/a.css</code> 200, warning, failed",
      "```http\nCache-Control: max-age = 60\n", "Send:\n\n```http\nCache-Control: max-age=60\n",
    ]
    var rest = text[...]
    for part in parts {
      let range = try #require(rest.firstRange(of: part), "\(part) in \(text)")
      rest = rest[range.upperBound...]
    }
    #expect(rest.hasSuffix("</details>\n"))
  }

  @Test("text of a server mentions nobody, links nowhere and closes nothing")
  func foreign() throws {
    let hostile = #"x, @octocat #1 </details><img src=x> [a](https://evil.test) ``` |"#
    let text = try Self.comment(
      "HTTP/1.1 200 OK\nCache-Control: \(hostile)\nETag: \(hostile)\nVary: \(hostile)\n\n",
      ["--url", "http://a.test/@octocat</details>", "--fail-on", "info"])
    // What is left without spans and blocks of code has nothing of it.
    let outside = text.replacing(#/(?ms)^(`{3,})http\n.*?^\1$/#, with: "")
      .replacing(#/(`+)(?!`)(?:.*?[^`])\1(?!`)/#, with: "").replacing(#/<code>.*?</code>/#, with: "")
    for word in ["@octocat", "#1 ", "<img", "](", "evil.test"] {
      #expect(!outside.contains(word), "\(word): \(outside)")
    }
    let (opened, closed) = (outside.ranges(of: "<details>").count, outside.ranges(of: "</details>").count)
    #expect(opened > 1 && opened == closed, "\(outside)")
  }

  @Test("it fits into a comment, and counts what it leaves out")
  func bounded() throws {
    let lines = (0..<400).map { number in
      let path = String(repeating: "long/", count: 400)
      return
        #"{"url": "https://h\#(number).test/\#(path)\#(number)", "status": 200, "received_at": "2026-01-12T16:45:57Z", "#
        + #""response": [["Cache-Control", "max-age = \#(number)"], ["X-\#(number)", "\#(path)"]]}"#
    }
    let run = try BuiltProgram()(
      ["inspect", "--jsonl", "-", "--format", "markdown", "--fail-on", "warning"],
      stdin: lines.joined(separator: "\n"))
    #expect(run.code == 1 && run.text.utf8.count < 65_536)
    #expect(run.text.contains("and 380 more; `--format html` has them."), "\(run.text.suffix(300))")
  }

  @Test("of merged summaries it has what the runs had")
  func merged() throws {
    let program = try BuiltProgram()
    let summary = program.directory.file("s.json")
    _ = try program(
      [
        "inspect", "--headers", "-", "--url", "https://a.test/a.css", "--expect", "lifetime>=1d", "--fail-on",
        "warning", "--summary", summary, "-q",
      ], stdin: Self.heads)
    let merged = try program.inspect("--merge-summaries", summary, summary, "--format", "markdown")
    expect(merged, 1)
    for part in [
      "- **`lifetime>=1d` does not hold**\n  - `https://a.test/a.css`",
      "`space-around-equals` × 2, fails the gate",
      "Write `Cache-Control: max-age=60`.",
    ] { #expect(merged.text.contains(part), "\(part) in \(merged.text)") }
  }
}
