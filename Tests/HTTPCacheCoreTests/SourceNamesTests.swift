import Foundation
import TestSupport
import Testing

@Suite("Names that one folder uses of another", .timed)
struct SourceNamesTests {
  private static let upper = """
    struct Upper {}
    private struct Hidden {}
    func made() -> Int { 1 }
    extension Int { var doubled: Int { self * 2 } }
    struct Outer { struct Inner {} }
    """

  static let rows: [(source: String, names: [String])] = [
    ("let one: Upper", ["Upper"]), ("let one = other.Upper()", []), ("let one: Hidden", []),
    ("// Upper\n/* Upper /* Upper */ Upper */ let text = \"Upper\"", []),
    ("let text = \"\"\"\n  \"Upper\" \\(Upper.self)\n  \"\"\"", ["Upper"]),
    ("let text = #\"\\(Upper.self) \\#(Upper(\")\"))\"#", ["Upper"]),
    ("struct Own { enum Upper {}; let one: Upper }", []),
    ("enum Own { case one, Upper }; extension Own { enum Inner {}; var one: Inner { .one } }", []),
    ("func own<Upper>(_ one: Upper) {}", []), ("let one = 5.doubled + 5.other", [".doubled"]),
    ("let one = made()", ["made"]), ("func own(made: Int) {}", []), ("let one: Inner", []),
    ("let one: Outer.Inner", ["Outer"]),
    ("func own(_ one: Any.Type) { switch one { case Upper.self: break; default: break } }", ["Upper"]),
  ]

  @Test(arguments: rows)
  func arrows(_ row: (source: String, names: [String])) throws {
    let root = try TemporaryDirectory()
    for (folder, source) in [("Lower", row.source), ("Upper", Self.upper)] {
      try FileManager.default.createDirectory(
        atPath: root.file(folder), withIntermediateDirectories: true)
      try source.write(toFile: root.file("\(folder)/Source.swift"), atomically: true, encoding: .utf8)
    }
    let arrows = try SourceNames(URL(fileURLWithPath: root.path)).arrows
    #expect(arrows.map(\.name) == row.names)
    #expect(arrows.allSatisfy { $0.from == "Lower" && $0.to == "Upper" })
  }
}
