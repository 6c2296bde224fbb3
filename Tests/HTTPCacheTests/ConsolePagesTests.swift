import Foundation
import TestSupport
import Testing

@Suite("What a page shows on a console is what is printed there, command by command", .timed)
struct ConsolePagesTests {
  private static let docs = PythonTools.root.appendingPathComponent("docs")

  /// Every page that shows a console, so that no page can show what nobody runs.
  static let pages: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: docs.path)) ?? []
    let pages = names.sorted().filter { $0.hasSuffix(".md") }.map { "docs/\($0)" }
    return (["README.md"] + pages).filter { name in
      #if !os(Linux)
      // Foundation's URLCache does something else there.
      if name == "docs/urlcache.md" { return false }
      #endif
      let page = try? String(contentsOf: PythonTools.root.appendingPathComponent(name), encoding: .utf8)
      return page?.contains("```console") ?? false
    }
  }()

  @Test(
    "docs/library.md shows every file of the program that is compiled, and each takes twenty lines at most")
  func librarySource() throws {
    let page = try String(contentsOf: Self.docs.appendingPathComponent("library.md"), encoding: .utf8)
    let examples = Self.docs.appendingPathComponent("examples/library")
    let names = try FileManager.default.contentsOfDirectory(atPath: examples.path)
    #expect(names.count == 13)
    for name in names {
      let source = try String(contentsOf: examples.appendingPathComponent(name), encoding: .utf8)
      #expect(page.contains("```swift\n\(source)```"), "\(name)")
      #expect(source.split(separator: "\n").count <= 20, "\(name)")
    }
  }

  @Test("the pages are found")
  func found() { #expect(Self.pages.count > 10) }

  @Test(arguments: pages)
  func page(_ name: String) throws {
    let program = try Executable().program
    let programs = URL(fileURLWithPath: program).deletingLastPathComponent().path
    let tool = PythonTools.root.appendingPathComponent("Tests/Tools/console.py").path
    let run = try Executable.command(
      "python3", tool, PythonTools.root.appendingPathComponent(name).path, programs)
    expect(run, 0)
  }
}
