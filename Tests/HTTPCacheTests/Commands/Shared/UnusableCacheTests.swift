import Foundation
import TestSupport
import Testing

@Suite("A cache that can't be used, in words", .timed)
struct UnusableCacheTests {
  /// Runs the program as a user who owns nothing of the directory, where this one may do so.
  private func runAsAnother(_ program: BuiltProgram, _ words: [String]) throws -> Executable.Run? {
    let isRoot = geteuid() == 0
    let prefix = isRoot ? ["setpriv", "--reuid", "65534", "--clear-groups"] : []
    if isRoot {
      let probe = try Executable.command(arguments: prefix + [program.executable.program, "--version"])
      guard probe.code == 0 else { return nil }
    }
    return try Executable.command(
      arguments: prefix + [program.executable.program] + words,
      environment: ["HTTPCACHE_DIR": program.directory.file("closed/cache")])
  }

  @Test("a directory that can't be made is one warning that says why, and the fetch works")
  func cannotBeMade() throws {
    let origin = try Origin(always: .fresh("body"))
    let program = try BuiltProgram()
    let closed = program.directory.file("closed")
    try FileManager.default.createDirectory(atPath: closed, withIntermediateDirectories: false)
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: closed)
    for directory in [program.directory.path] {
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: directory)
    }
    guard let run = try runAsAnother(program, ["fetch", origin.url + "/"]) else { return }
    #expect(run.code == 0 && run.text == "body")
    #expect(
      run.errors == "httpcache: warning: can't make the cache directory \(closed)/cache: permission denied\n")
    let offline = try #require(
      try runAsAnother(program, ["fetch", "--policy", "cache-only", origin.url + "/"]))
    expect(offline, 5)
  }

  @Test("a cache that may not be written answers, and one warning says why nothing is stored")
  func cannotBeWritten() throws {
    let origin = try Origin(always: .fresh("body"))
    let program = try BuiltProgram()
    let cache = program.directory.file("closed/cache")
    let closed = program.directory.file("closed")
    try FileManager.default.createDirectory(atPath: closed, withIntermediateDirectories: false)
    #expect(try program.fetch("--cache-dir", cache, origin.url + "/old").code == 0)
    // Its owner may read all of it, and write nothing.
    if geteuid() == 0 { #expect(try Executable.command("chown", "-R", "65534", closed).code == 0) }
    #expect(try Executable.command("chmod", "a+rx", program.directory.path).code == 0)
    #expect(try Executable.command("chmod", "-R", "a+rX,a-w", closed).code == 0)
    defer { _ = try? Executable.command("chmod", "-R", "u+w", closed) }
    guard let old = try runAsAnother(program, ["fetch", origin.url + "/old"]) else { return }
    #expect(old.code == 0 && old.errors.isEmpty, "\(old.errors)")
    let new = try #require(try runAsAnother(program, ["fetch", "--explain", origin.url + "/new"]))
    #expect(new.code == 0 && new.text == "body" && !new.errors.contains("Stored and reused"))
    #expect(new.errors.contains("warning: no permission to write to the cache at \(cache)"), "\(new.errors)")
  }

  @Test("a parent that is no directory is named as such")
  func parentIsAFile() throws {
    let origin = try Origin(always: .fresh("body"))
    let program = try BuiltProgram()
    let file = try program.directory.write("", to: "file")
    let run = try program.fetch("--cache-dir", file + "/cache", origin.url + "/")
    #expect(run.code == 0 && run.text == "body")
    #expect(run.errorLines.count == 1 && !run.errors.contains("error 2"), "\(run.errors)")
  }

  typealias Row = (sql: String, said: String, words: [String])
  static let broken: [Row] = [
    ("DROP TABLE bodies", "no such table: bodies", ["trim", "--all"]),
    ("DROP TABLE totals", "no such table: totals", ["stats"]),
    ("ALTER TABLE entries RENAME COLUMN fields TO f", "no such column: fields", ["inspect", "--all"]),
  ]

  @Test("tables that were changed are an error that names it, and never a new cache", arguments: broken)
  func changedSchema(_ row: Row) throws {
    let origin = try Origin(always: .fresh("body"))
    let program = try BuiltProgram()
    #expect(try program.fetch(origin.url + "/").code == 0)
    let sql = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute(sys.argv[2]); c.commit()"
    let database = program.directory.file("cache/cache.db")
    #expect(try Executable.command("python3", "-c", sql, database, row.sql).code == 0)
    let run = try program.fetch(origin.url + "/other")
    #expect(run.code == 0 && run.text == "body")
    #expect(run.errorLines.count == 1 && run.errors.contains("can't be used as it is"), "\(run.errors)")
    let told = try program(row.words)
    expect(told, 5, says: row.said)
    let names = try FileManager.default.contentsOfDirectory(atPath: program.directory.file("cache"))
    #expect(!names.contains { $0.contains("damaged") })
    let verified = try program(["stats", "--verify"])
    #expect(verified.code == 1 && verified.text.contains(row.said), "\(verified.text)")
    #expect(try program(["stats", "--repair"]).code == 0)
    #expect(try program(["stats", "--verify"]).code == 0)
  }

  @Test(
    "what keeps the cache from being used is found by --verify, and --repair begins anew",
    arguments: [
      "DROP TABLE activity", "PRAGMA user_version=2",
      "CREATE TRIGGER t BEFORE INSERT ON entries BEGIN SELECT raise(abort, 'no'); END",
    ])
  func repaired(_ change: String) throws {
    let origin = try Origin(always: .fresh("body"))
    let program = try BuiltProgram()
    #expect(try program.fetch(origin.url + "/").code == 0)
    let sql = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute(sys.argv[2]); c.commit()"
    let database = program.directory.file("cache/cache.db")
    #expect(try Executable.command("python3", "-c", sql, database, change).code == 0)
    #expect(try program(["stats", "--verify"]).code == 1)
    #expect(try program(["stats", "--repair"]).code == 0)
    #expect(try program(["stats", "--verify"]).code == 0)
    #expect(try program.fetch("--expect", "stored", origin.url + "/").code == 0)
    #expect(try program(["stats"]).code == 0)
  }

  @Test("a time of invalidation that can't be true keeps nothing from being stored")
  func nonsenseOfInvalidation() throws {
    let origin = try Origin(always: .fresh("body"))
    let program = try BuiltProgram()
    #expect(try program.fetch(origin.url + "/").code == 0)
    let sql =
      "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); "
      + "c.execute('UPDATE totals SET invalidated_at = 9223372036854775807'); c.commit()"
    #expect(try Executable.command("python3", "-c", sql, program.directory.file("cache/cache.db")).code == 0)
    #expect(try program.fetch("--expect", "stored", origin.url + "/other").code == 0)
  }

  @Test("a pattern that is too long is exit 2 and one clear line, and leaves the cache as it is")
  func longPattern() throws {
    let origin = try Origin(always: .fresh("body"))
    let program = try BuiltProgram()
    #expect(try program.fetch(origin.url + "/").code == 0)
    let run = try program(["trim", "--url", "*" + String(repeating: "x", count: 60_000)])
    #expect(run.code == 2 && run.errorLines.count == 1 && run.errors.utf8.count < 200)
    #expect(try program(["trim", "--url", "*" + String(repeating: "x", count: 49_000)]).code == 0)
    #expect(try program.hasStored(origin.url + "/"))
  }
}
