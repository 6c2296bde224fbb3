import Foundation
import TestSupport
import Testing

@Suite("Faults: stdin, stdout or stderr is closed at the start")
struct ClosedStreamTests {
  typealias Row = (words: String, closed: String, code: Int32, said: String)
  static let rows: [Row] = [
    ("fetch ORIGIN", ">&-", 5, "can't write the body: Bad file descriptor"),
    ("fetch --json ORIGIN", ">&-", 5, "can't write to standard output: Bad file descriptor"),
    ("inspect --all --json", ">&-", 5, "can't write to standard output: Bad file descriptor"),
    ("revalidate --all --json", ">&-", 5, "can't write to standard output: Bad file descriptor"),
    ("stats", ">&-", 5, "can't write"), ("--version", ">&-", 5, "can't write"),
    ("fetch -o file ORIGIN", ">&-", 0, ""), ("fetch -q ORIGIN", "2>&-", 0, ""),
    ("fetch --explain ORIGIN", "2>&-", 0, ""), ("fetch ORIGIN", "<&-", 0, ""),
    ("fetch -o file ORIGIN", "<&- >&- 2>&-", 0, ""),
    ("fetch --input-file -", "<&-", 2, "can't read standard input: Bad file descriptor"),
  ]

  @Test(
    "what is read or written there fails, is reported, and no other file takes its place", arguments: rows)
  func closed(_ row: Row) throws {
    let origin = try Origin(always: .fresh("the body"))
    let program = try BuiltProgram()
    let words = row.words.replacing("ORIGIN", with: "'\(origin.url)/'")
    for round in ["empty", "filled"] {
      if round == "filled" { #expect(try program.fetch("\(origin.url)/").code == 0) }
      let says = !row.words.hasPrefix("inspect") && !row.words.hasPrefix("revalidate") || round == "filled"
      let run = try Executable.command(
        arguments: [
          "sh", "-c",
          "cd '\(program.directory.path)' && exec '\(program.executable.program)' \(words) \(row.closed)",
        ], environment: ["HTTPCACHE_DIR": program.executable.cache])
      guard says else { continue }
      #expect(run.code == row.code, "\(row) with a cache that is \(round): \(run.errors)")
      #expect(run.errors.contains(row.said) || row.said.isEmpty, "\(row): \(run.errors)")
      if row.words.contains("-o file"), row.code == 0 {
        #expect(program.directory.contents(of: "file") == bytes("the body"), "\(row)")
      }
    }
    #expect(try program(["stats", "--verify"]).code == 0)
  }
}
