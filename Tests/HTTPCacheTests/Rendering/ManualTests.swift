import Foundation
import TestSupport
import Testing

@testable import httpcache

@Suite("The manual, written from the table of options")
struct ManualTests {
  static let tables: [CommandName?] = [nil] + CommandName.allCases

  @Test("docs/reference.md is what the program prints: `make reference` writes it")
  func reference() throws {
    let page = PythonTools.root.appendingPathComponent("docs/reference.md")
    #expect(try String(contentsOf: page, encoding: .utf8) == Manual.text(.markdown))
  }

  @Test("every form names every option, value, variable and exit code", arguments: ManualFormat.allCases)
  func complete(_ format: ManualFormat) {
    var text = Manual.text(format)
    for (roff, plain) in [("\\fB", ""), ("\\fR", ""), ("\\(aq", "'"), ("\\", "")] {
      text = text.replacing(roff, with: plain)
    }
    for option in Self.tables.flatMap({ OptionTable.options(for: $0) }) {
      #expect(text.contains(option.synopsis))
      if let short = option.short { #expect(text.contains("-\(short)"), "\(option.long)") }
      for remark in option.remarks { #expect(text.contains(remark), "\(option.long)") }
    }
    for variable in ProcessEnvironment.variables { #expect(text.contains(variable.name)) }
    for code in ExitCode.allCases { #expect(text.contains(code.meaning)) }
    for command in CommandName.allCases {
      for example in command.examples where command != .help { #expect(text.contains(example.line)) }
    }
  }

  @Test("man formats the page without a warning")
  func man() throws {
    let directory = try TemporaryDirectory()
    let page = try directory.write(Manual.text(.man), to: "httpcache.1")
    let run = try Executable.command(
      "sh", "-c", "MANWIDTH=80 LC_ALL=C.UTF-8 man --warnings -E UTF-8 -l -Z '\(page)' >/dev/null")
    guard run.code != 127 else { return print("skipped: man is not there") }
    #expect(run.code == 0 && run.errors.isEmpty, "\(run.errors)")
  }

  @Test("a default that the environment sets names a variable that is read")
  func environment() {
    let read = Set(ProcessEnvironment.variables.map(\.name))
    for option in Self.tables.flatMap({ OptionTable.options(for: $0) }) {
      if let name = option.environment { #expect(read.contains(name)) }
    }
  }
}
