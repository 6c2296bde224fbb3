import Foundation
import TestSupport
import Testing

@Suite("help CODE, and what SARIF says of a rule")
struct CodeHelpTextTests {
  @Test("a finding: its meaning, an example, and the lines to write; a reason: its sentence")
  func text() throws {
    let run = try BuiltProgram()(["help", "max-age-invalid"])
    #expect(
      run.code == 0 && run.text.hasPrefix("max-age-invalid\n\nmax-age or s-maxage is not"), "\(run.text)")
    #expect(run.text.contains("\n  nginx    add_header Cache-Control \"max-age=3600\" always;\n"))
    let reason = try BuiltProgram()(["help", "no-store"])
    #expect(reason.code == 0 && reason.text.contains("A reason that forbids storing, or use"))
    #expect(try BuiltProgram()(["help", "max-age-invalit"]).code == 2)
  }

  @Test("SARIF: each rule has its help, as Markdown too, and the address of its reference")
  func sarif() throws {
    let run = try BuiltProgram()(
      ["inspect", "--headers", "-", "--format", "sarif"], stdin: "HTTP/1.1 200 OK\r\n\r\n")
    let document = try JSONSerialization.jsonObject(with: Data(run.text.utf8)) as? [String: Any]
    let runs = document?["runs"] as? [[String: Any]]
    let driver = (runs?.first?["tool"] as? [String: Any])?["driver"] as? [String: Any]
    let rules = try #require(driver?["rules"] as? [[String: Any]])
    let rule = try #require(rules.first { $0["id"] as? String == "max-age-invalid" })
    #expect(rule["helpUri"] as? String == "https://www.rfc-editor.org/rfc/rfc9111#section-4.2.1")
    let help = try #require(rule["help"] as? [String: String])
    #expect(help["text"]?.contains("Send:") == true && help["markdown"]?.contains("```text") == true)
  }
}
