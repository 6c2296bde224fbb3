import Foundation
import TestSupport
import Testing

@Suite("What a page shows on a console is what is printed there, command by command")
struct ConsolePagesTests {
  static let pages = [
    "README.md", "docs/guide.md", "docs/library.md", "docs/caching.md", "docs/configuration.md",
    "docs/inspect.md", "docs/probes.md", "docs/scale.md", "docs/site.md",
  ]

  #if os(Linux)
  static let platformPages = ["docs/urlcache.md"]
  #else
  static let platformPages: [String] = []
  #endif

  @Test("docs/library.md shows the program that is compiled")
  func librarySource() throws {
    let docs = PythonTools.root.appendingPathComponent("docs")
    let page = try String(contentsOf: docs.appendingPathComponent("library.md"), encoding: .utf8)
    let source = try String(
      contentsOf: docs.appendingPathComponent("examples/library/main.swift"), encoding: .utf8)
    #expect(page.contains("```swift\n\(source)```"))
  }

  @Test(arguments: pages + platformPages)
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
