import Foundation
import TestSupport
import Testing

@testable import httpcache

@Suite("Completion in real shells: a line is typed, then Tab")
struct ShellCompletionTests {
  private static func isThere(_ shell: ShellName) -> Bool {
    let found = ["/bin/", "/usr/bin/"].contains {
      FileManager.default.isExecutableFile(atPath: $0 + shell.rawValue)
    }
    if !found { print("skipped: \(shell.rawValue) is not there") }
    return found
  }

  /// What is typed, and what it becomes.
  static let rows: [(typed: String, completed: String)] = [
    ("httpcache ins", "httpcache inspect"),
    ("httpcache fetch --polic", "httpcache fetch --policy"),
    ("httpcache fetch --policy cache-o", "httpcache fetch --policy cache-only"),
    ("httpcache fetch --policy=cache-o", "httpcache fetch --policy=cache-only"),
    ("httpcache inspect ORIGIN/st", "httpcache inspect ORIGIN/style.css"),
    ("httpcache trim --host 127", "httpcache trim --host 127.0.0.1"),
    ("httpcache fetch -o only-f", "httpcache fetch -o only-file"),
  ]

  @Test(arguments: ShellName.allCases.filter(isThere))
  func completes(_ shell: ShellName) throws {
    let program = try BuiltProgram()
    let origin = try Origin(always: .fresh())
    #expect(try program.fetch("\(origin.url)/style.css").code == 0)
    let script = try program.directory.write(
      try program(["--generate-completion", shell.rawValue]).text, to: "script")
    _ = try program.directory.write("", to: "only-file")
    let tool = PythonTools.root.appendingPathComponent("Tests/Tools/complete.py").path
    let path = URL(fileURLWithPath: program.executable.program).deletingLastPathComponent().path
    for row in Self.rows {
      let (typed, completed) = (
        row.typed.replacing("ORIGIN", with: origin.url), row.completed.replacing("ORIGIN", with: origin.url)
      )
      let run = try Executable.command(
        arguments: [
          "env", "HTTPCACHE_DIR=\(program.executable.cache)", "HOME=\(program.directory.path)",
          "PATH=\(path):/usr/bin:/bin", "sh", "-c",
          "cd '\(program.directory.path)' && exec python3 '\(tool)' \(shell.rawValue) '\(script)' '\(typed)'",
        ])
      #expect(run.text.dropLast() == completed, "\(shell.rawValue): \(run.errors)")
    }
  }
}
