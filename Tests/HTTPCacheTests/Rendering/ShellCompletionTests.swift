import Foundation
import TestSupport
import Testing

@testable import httpcache

@Suite("Completion in real shells: a line is typed, then Tab", .timed)
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
    let lines = Self.rows.map { row in
      [row.typed, row.completed].map { $0.replacing("ORIGIN", with: origin.url) }
    }
    let words = try complete(lines.map { $0[0] }, in: shell, script: script, program)
    for (line, words) in zip(lines, words) { #expect(words == line[1], "\(shell.rawValue)") }
    #expect(words.count == lines.count)
  }

  /// Names that would run something, or not be what they are, if the shell saw them as they stand.
  static let hostile: [(path: String, typed: String)] = [
    ("a;touch${IFS}ran;", "ORIGIN/a"), ("b$(touch${IFS}ran)", "ORIGIN/b"), ("c`touch${IFS}ran`", "ORIGIN/c"),
    ("d'q;touch${IFS}ran;'", "ORIGIN/d"), ("e&touch${IFS}ran&", "ORIGIN/e"), ("f|touch${IFS}ran", "ORIGIN/f"),
    ("g!x*?y=[z]~{1,2}#", "ORIGIN/g"), ("h@i:j=k", "ORIGIN/h@i:"), ("i$(touch${IFS}ran)", "'ORIGIN/i"),
    ("j$(touch${IFS}ran)", "\"ORIGIN/j"), ("k`touch${IFS}ran`!", "\"ORIGIN/k"),
    ("l'$(touch${IFS}ran)'", "'ORIGIN/l"),
    ("m;touch${IFS}ran", "ORIGIN/m\\;t"), ("n\"$(touch${IFS}ran)\"", "\"ORIGIN/n"),
    ("o\";touch${IFS}ran;\"", "ORIGIN/o"), ("p\\;touch${IFS}ran", "ORIGIN/p"),
  ]

  /// What holds a space or a line break is not offered.
  static let unoffered = ["q r;touch ran", "s\n touch ran\n"]

  /// Stores what no request can be sent for, as a damaged or hostile database may hold it.
  private func store(_ names: [String], in program: BuiltProgram, like url: String) throws {
    let script = """
      import sqlite3, sys
      base = sqlite3.connect(sys.argv[1])
      columns = [row[1] for row in base.execute("PRAGMA table_info(entries)") if row[1] not in ("id", "uri")]
      names = ", ".join(columns)
      for name in sys.argv[3:]:
          base.execute(f"INSERT INTO entries (uri, {names}) SELECT ?, {names} FROM entries WHERE uri = ?", (name, sys.argv[2]))
      base.commit()
      """
    let run = try Executable.command(
      arguments: ["python3", "-c", script, program.executable.cache + "/cache.db", url] + names)
    expect(run, 0)
  }

  @Test(
    "a stored URL is inserted as one word, and nothing in it runs",
    arguments: ShellName.allCases.filter(isThere))
  func quotes(_ shell: ShellName) throws {
    let program = try BuiltProgram()
    let origin = "http://quoted.test"
    let server = try Origin(always: .fresh())
    #expect(
      try program.fetch("--resolve", "quoted.test:\(server.port):127.0.0.1", "\(server.url)/").code == 0)
    let names = Self.hostile.map { "\(origin)/\($0.path)" } + Self.unoffered.map { "\(origin)/\($0)" }
    try store(names, in: program, like: "\(server.url)/")
    let script = try program.directory.write(
      try program(["--generate-completion", shell.rawValue]).text, to: "script")
    let offered = Self.hostile.map { row in
      (typed: row.typed.replacing("ORIGIN", with: origin), completed: "\(origin)/\(row.path)")
    }
    let rows = offered + ["q", "s"].map { (typed: "\(origin)/\($0)", completed: "\(origin)/\($0)") }
    let words = try complete(
      rows.map { "httpcache inspect \($0.typed)" }, in: shell, script: script, program)
    for (row, words) in zip(rows, words) {
      #expect(words == "httpcache inspect \(row.completed)", "\(shell.rawValue): \(row.typed)")
    }
    #expect(words.count == rows.count)
    #expect(program.directory.contents(of: "ran") == nil)
  }

  /// The words that each line has become after Tab, as the shell gives them to a command after Enter.
  private func complete(
    _ lines: [String], in shell: ShellName, script: String, _ program: BuiltProgram
  ) throws -> [String] {
    let tool = PythonTools.root.appendingPathComponent("Tests/Tools/complete.py").path
    let path = URL(fileURLWithPath: program.executable.program).deletingLastPathComponent().path
    let run = try Executable.command(
      arguments: [
        "env", "HTTPCACHE_DIR=\(program.executable.cache)", "HOME=\(program.directory.path)",
        "PATH=\(path):/usr/bin:/bin", "sh", "-c", "cd \"$1\" && shift && exec python3 \"$@\"", "sh",
        program.directory.path, tool, shell.rawValue, script,
      ] + lines)
    expect(run, 0)
    return run.text.split(separator: "\n").map(String.init)
  }
}
