import Testing

@testable import HTTPCacheCore

@Suite("gitignore(5): which files a line leaves out", .timed)
struct IgnorePatternTests {
  typealias Row = (rule: String, lines: [String], out: [String], stays: [String])

  static let rows: [Row] = [
    ("a name at any depth", ["a.map"], ["a.map", "b/a.map", "b/c/a.map"], ["a.mapx", "a.map/b"]),
    ("* stands for all but a slash", ["*.map"], [".map", "a.map", "b/a.map"], ["a.js"]),
    (
      "a slash binds to the directory", ["/a.js", "b/*.js"], ["a.js", "b/c.js"],
      ["b/a/c.js", "c/a.js", "x/b/c.js"]
    ),
    ("a slash at the end means directories", ["drafts/"], ["drafts/", "a/drafts/"], ["drafts"]),
    ("** before a slash: in all directories", ["**/a/b"], ["a/b", "x/a/b", "x/y/a/b"], ["a/x/b"]),
    ("** at the end: all that is in it", ["a/**"], ["a/b", "a/b/c"], ["a", "b/a/c"]),
    ("** between slashes: none, or more directories", ["a/**/b"], ["a/b", "a/x/b", "a/x/y/b"], ["b", "ab"]),
    ("? is one character", ["a?.js"], ["ab.js"], ["a.js", "abc.js", "a/.js"]),
    ("characters in brackets", ["[a-c]x", "[!0-9]y"], ["ax", "cx", "zy"], ["dx", "1y"]),
    (
      "a backslash before what means itself", ["\\*.js", "\\!a", "\\#b", "[slug\\]"], ["*.js", "!a", "#b"],
      ["a.js", "a"]
    ),
    ("a bracket that nothing closes means itself", ["a[b"], ["a[b"], ["ab"]),
    ("! takes in again", ["*.js", "!keep.js"], ["a.js"], ["keep.js"]),
    ("the last line decides", ["!keep.js", "*.js"], ["keep.js"], ["a.css"]),
    ("spaces at the end are none of it, unless escaped", ["a.js  ", "b\\ "], ["a.js", "b "], ["b"]),
  ]

  @Test(arguments: rows)
  func leavesOut(_ row: Row) throws {
    let lines = try row.lines.map { try #require(IgnorePattern($0)) }
    func isOut(_ path: String) -> Bool {
      IgnorePattern.leavesOut(
        path.hasSuffix("/") ? String(path.dropLast()) : path, isDirectory: path.hasSuffix("/"), lines)
    }
    for path in row.out { #expect(isOut(path), "\(row.rule): \(path)") }
    for path in row.stays { #expect(!isOut(path), "\(row.rule): \(path)") }
  }

  @Test("what leaves nothing out is no pattern", arguments: ["", "  ", "# a comment", "/", "!"])
  func none(_ line: String) { #expect(IgnorePattern(line) == nil) }

  @Test("a pattern of many stars takes no time without bound")
  func stars() throws {
    let pattern = try #require(IgnorePattern(String(repeating: "*a", count: 40) + "b"))
    #expect(!IgnorePattern.leavesOut(String(repeating: "a", count: 4000), isDirectory: false, [pattern]))
  }
}
