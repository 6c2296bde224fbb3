import Foundation
import TestSupport
import Testing

@Suite("What a page shows on a console is what is printed there, command by command")
struct ConsolePagesTests {
  @Test(arguments: ["README.md"])
  func page(_ name: String) throws {
    let program = try BuiltProgram()
    let app = program.directory.file("Library/Caches/com.example.App")
    try FileManager.default.createDirectory(atPath: app, withIntermediateDirectories: true)
    let tools = PythonTools.root.appendingPathComponent("Tests/Tools").path
    #expect(try Executable.command("python3", "\(tools)/cache_db.py", app, "docs").code == 0)
    let programs = URL(fileURLWithPath: program.executable.program).deletingLastPathComponent().path
    let run = try Executable.command(
      "env", "HOME_OF_EXAMPLES=\(program.directory.path)", "sh", "-c",
      "cd '\(PythonTools.root.path)' && exec python3 '\(tools)/console.py' '\(name)' '\(programs)'")
    #expect(run.code == 0, "\(run.text)\(run.errors)")
  }
}
