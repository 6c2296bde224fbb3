import Foundation
import TestSupport
import Testing

@Suite("Verdicts beside those of httplint", .timed, .enabled(if: PythonTools.areThere))
struct DifferentialTests {
  @Test("thousands of generated heads: every difference is explained, and no explanation is idle")
  func heads() throws {
    let tool = PythonTools.root.appendingPathComponent("Tests/Tools/differential.py").path
    let python = PythonTools.directory.appendingPathComponent("bin/python").path
    let program = try BuiltProgram().executable.program
    let run = try Executable.command(arguments: [python, tool, program, "2000"])
    #expect(run.code == 0 && run.text.hasSuffix(" compared, 0 not explained\n"), "\(run.text)\(run.errors)")
    #expect(!run.text.contains("explains nothing:"), "\(run.text)")
  }
}
