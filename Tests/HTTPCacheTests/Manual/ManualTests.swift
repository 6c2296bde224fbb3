import Foundation
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
    let text = Manual.text(format).replacing("\\", with: "")
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

  @Test("a default that the environment sets names a variable that is read")
  func environment() {
    let read = Set(ProcessEnvironment.variables.map(\.name))
    for option in Self.tables.flatMap({ OptionTable.options(for: $0) }) {
      if let name = option.environment { #expect(read.contains(name)) }
    }
  }
}
