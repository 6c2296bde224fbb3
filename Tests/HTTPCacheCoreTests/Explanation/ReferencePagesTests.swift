import Foundation
import Testing

@testable import HTTPCacheCore

/// The pages of `docs/` that are made from the tables that the program uses: `UPDATE_DOCS=1` writes them anew.
@Suite("docs/reasons.md and docs/findings.md")
struct ReferencePagesTests {
  static let reasons: String =
    "# Every reason\n\nThe `code` of a reason never changes. Made from the table that the program uses.\n\n"
    + "| code | effect | reference |\n| --- | --- | --- |\n"
    + Rule.allCases.map { "| `\($0.rawValue)` | \($0.effect.rawValue) | \($0.reference) |\n" }.joined()

  static let findings: String =
    "# Every finding\n\nThe `code` of a finding never changes. Made from the table that the program uses. Errors are dropped or\n"
    + "misread by a recipient; warnings are valid, but do not do what was most likely meant; infos are worth knowing.\n\n"
    + "| code | usually | what | reference |\n| --- | --- | --- | --- |\n"
    + Finding.Code.allCases.map { code in
      "| `\(code.rawValue)` | \(code.usualSeverity.rawValue) | \(code.summary.replacing("|", with: "\\|")) | \(code.reference) |\n"
    }.joined()

  @Test("the page is what the table says", arguments: [("reasons.md", reasons), ("findings.md", findings)])
  func page(_ name: String, _ text: String) throws {
    let docs = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("docs")
    let file = docs.appendingPathComponent(name)
    if ProcessInfo.processInfo.environment["UPDATE_DOCS"] != nil { try Data(text.utf8).write(to: file) }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }

  @Test("the catalogue has every rule that is declared in the sources, and none twice")
  func rules() throws {
    let declaration =
      /static let \w+ = Self\(\s*"([a-z0-9-]+)", \.(?:allows|forbids|requiresValidation|notes),/
    var declared: [String] = []
    for file in try LayeringTests.files("HTTPCacheCore") {
      declared += file.lines.joined(separator: "\n").matches(of: declaration).map { String($0.1) }
    }
    #expect(declared.sorted() == Rule.allCases.map(\.rawValue).sorted())
    #expect(Set(declared).count == declared.count)
    for rule in Rule.allCases { #expect(Rule(rawValue: rule.rawValue)?.reference == rule.reference) }
    #expect(Rule(rawValue: "no-such-rule") == nil)
  }

  @Test("every rule has a sentence of its own")
  func sentences() {
    let sentences = Rule.allCases.map { Reason($0).sentence }
    #expect(Set(sentences).count == sentences.count && !sentences.contains(""))
  }
}
