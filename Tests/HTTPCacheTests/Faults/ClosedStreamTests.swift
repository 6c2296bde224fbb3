import Foundation
import TestSupport
import Testing

@Suite("Faults: stdin, stdout or stderr is closed at the start", .timed)
struct ClosedStreamTests {
  typealias Row = (words: String, closed: String, code: Int32, said: String)
  static let rows: [Row] = [
    ("fetch ORIGIN", ">&-", 5, "can't write the body: Bad file descriptor"),
    ("fetch --json ORIGIN", ">&-", 5, "can't write to standard output: Bad file descriptor"),
    ("fetch -o file ORIGIN", ">&-", 0, ""), ("fetch -q ORIGIN", "2>&-", 0, ""),
    ("fetch --explain ORIGIN", "2>&-", 0, ""), ("fetch ORIGIN", "<&-", 0, ""),
    ("fetch -o file ORIGIN", "<&- >&- 2>&-", 0, ""),
    ("fetch --input-file -", "<&-", 2, "can't read standard input: Bad file descriptor"),
  ]

  /// Commands that write to stdout at once, in the end, or more than its buffer holds.
  static let commands = [
    "fetch ORIGIN", "fetch --json ORIGIN", "fetch -D - -o file ORIGIN", "fetch -c - -o file ORIGIN",
    "fetch -o /dev/stdout ORIGIN", "inspect --all", "inspect --all --format table", "inspect --all --json",
    "revalidate --all", "revalidate --all --json", "revalidate --all --dry-run", "trim --all --dry-run",
    "trim --all --dry-run --json", "stats", "stats --html -", "stats --verify", "--version",
  ]

  @Test("a failure of stdout is one error; a reader that has closed the pipe is none", arguments: commands)
  func unwritable(_ words: String) throws {
    let origin = try Origin(always: .fresh("the body"))
    let program = try BuiltProgram()
    // 80 KB of names: more than the buffer of stdout holds.
    let urls = (0..<20).map { "\(origin.url)/\($0)\(String(repeating: "u", count: 4_000))" }
    #expect(try program(["fetch", "-o", "/dev/null"] + urls).code == 0)
    let line = words.replacing("ORIGIN", with: "'\(origin.url)/'")
    func run(_ before: String, _ after: String) throws -> Executable.Run {
      let script =
        "cd '\(program.directory.path)' && \(before) exec '\(program.executable.program)' \(line) \(after)"
      return try Executable.command(
        arguments: ["sh", "-c", script], environment: ["HTTPCACHE_DIR": program.executable.cache])
    }
    let failed = try run("", ">&-")
    #expect(
      failed.code == 5 && failed.errors.components(separatedBy: "error:").count == 2, "\(failed.errors)")
    // Descriptor 4 lets the pipe be opened for writing without a reader, and is closed again.
    let closed = try run("mkfifo pipe && exec 4<>pipe 5>pipe 4<&- &&", ">&5")
    // A command that installs no handler ends by SIGPIPE.
    #expect([0, 128 + SIGPIPE].contains(closed.code) && closed.errors.isEmpty, "\(closed)")
  }

  @Test("a reader that closes the pipe ends a batch: the rest is not requested, nothing is said")
  func readerGone() throws {
    let state = Guarded((answers: 0, isReaderGone: false))
    // A few answers come before the reader has gone, and a few afterwards; the others are held back.
    let origin = try Origin { _ in
      let number = state.use { state in
        state.answers += 1
        return state.answers
      }
      Waiting.until { number <= (state.use(\.isReaderGone) ? 140 : 40) }
      return .fresh("the body")
    }
    let program = try BuiltProgram()
    let list = try program.directory.write(
      (0..<600).map { "\(origin.url)/\($0)\n" }.joined(), to: "list")
    for words in ["fetch -q --json --input-file", "inspect --live --json --input-file"] {
      let before = origin.requests.count
      state.use { $0 = (0, false) }
      let running = try RunningProgram(
        program.executable, words.split(separator: " ").map(String.init) + [list])
      #expect(!running.nextLine().isEmpty, "\(words)")
      try running.closeOutput()
      state.use { $0.isReaderGone = true }
      let end = running.end(within: 60)
      #expect(end?.isQuiet(by: SIGPIPE) == true, "\(words): \(String(describing: end))")
      #expect(origin.requests.count - before < 200, "\(words)")
    }
    #expect(try program(["stats", "--verify"]).code == 0)
  }

  @Test(
    "what is read or written there fails, is reported, and no other file takes its place", arguments: rows)
  func closed(_ row: Row) throws {
    let origin = try Origin(always: .fresh("the body"))
    let program = try BuiltProgram()
    let words = row.words.replacing("ORIGIN", with: "'\(origin.url)/'")
    for round in ["empty", "filled"] {
      if round == "filled" { #expect(try program.fetch("\(origin.url)/").code == 0) }
      let run = try Executable.command(
        arguments: [
          "sh", "-c",
          "cd '\(program.directory.path)' && exec '\(program.executable.program)' \(words) \(row.closed)",
        ], environment: ["HTTPCACHE_DIR": program.executable.cache])
      #expect(run.code == row.code, "\(row) with a cache that is \(round): \(run.errors)")
      #expect(run.errors.contains(row.said) || row.said.isEmpty, "\(row): \(run.errors)")
      if row.words.contains("-o file"), row.code == 0 {
        #expect(program.directory.contents(of: "file") == bytes("the body"), "\(row)")
      }
    }
    #expect(try program(["stats", "--verify"]).code == 0)
  }
}
