import Foundation
import TestSupport
import Testing

@Suite("inspect --cache-db: a database of URLCache, made from its documented layout", .timed)
struct InspectCacheDBTests {
  private static let root = PythonTools.root.appendingPathComponent("Tests")

  /// Makes a variant of the database; gives its path.
  private static func make(_ variant: String, in directory: TemporaryDirectory) throws -> String {
    let tool = root.appendingPathComponent("Tools/cache_db.py").path
    let run = try Executable.command("python3", tool, directory.path, variant)
    try #require(run.code == 0, "\(run.errors)")
    return directory.file("Cache.db")
  }

  /// The names and bytes of what lies in a directory, but for what the runs of the program leave.
  private static func contents(_ directory: TemporaryDirectory) throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path).filter {
      $0.hasPrefix("Cache")
    }
    var contents: [String: Data] = [:]
    for name in names { contents[name] = try Data(contentsOf: URL(fileURLWithPath: directory.file(name))) }
    return contents
  }

  /// Makes a database whose pages are damaged; gives its path.
  private static func damaged(in directory: TemporaryDirectory, as name: String) throws -> String {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: make("full", in: directory)))
    for offset in stride(from: 4096, to: bytes.count, by: 7) { bytes[offset] = 0xA5 }
    try bytes.write(to: URL(fileURLWithPath: directory.file(name)))
    return directory.file(name)
  }

  private static func verdicts(_ variant: String) throws -> [JSONObject] {
    let program = try BuiltProgram()
    let path = try make(variant, in: program.directory)
    let before = try contents(program.directory)
    let run = try program(["inspect", "--json", "-q", "--cache-db", path])
    #expect(run.code == 0 && run.errors.isEmpty)
    #expect(try contents(program.directory) == before)
    return try run.objects.map(JSONObject.init)
  }

  @Test(
    "each entry is judged by both profiles as of its receipt, and nothing is written, whatever lies beside the file",
    arguments: ["plain", "old", "rollback", "wal-only"])
  func variants(_ variant: String) throws {
    let verdicts = try Self.verdicts(variant)
    #expect(verdicts.map { $0["profile"] } == ["rfc9111", "urlcache"])
    for verdict in verdicts {
      #expect(verdict["origin"] == "cache-db" && verdict["url"] == "https://a.test/plain")
      #expect(verdict.bool("storable") == true && verdict.bool("reusable") == true)
      #expect(
        verdict.object("freshness").int("lifetime") == 3600 && verdict.object("freshness").int("age") == 0)
      #expect(verdict.object("user_info")["cache_date"] == "2026-01-14T19:42:38Z")
      #expect(
        verdict.object("user_info")["Cached Date"] == "yesterday" && verdict.object("user_info")["n"] == "7")
    }
  }

  @Test("bodies, permuted items, repeated lines, archives, credentials, other statuses")
  func everyForm() throws {
    var byURL: [String: JSONObject] = [:]
    for verdict in try Self.verdicts("full") where verdict["profile"] == "urlcache" {
      byURL[verdict["url"]?.replacing("https://a.test/", with: "") ?? ""] = verdict
    }
    #expect(byURL["large"]?.codes("findings") == [] && byURL["text-name"]?.codes("findings") == [])
    #expect(byURL["lost"]?.codes("findings") == ["cache-db-body-missing"])
    #expect(byURL["escape"]?.codes("findings") == ["cache-db-body-missing"])
    #expect(byURL["permuted"]?.int("status") == 203)
    #expect(byURL["permuted"]?.object("freshness").int("lifetime") == 3600)
    #expect(byURL["gzip"]?.codes("findings") == ["encoded-without-vary"])
    #expect(byURL["archived-info"]?.object("user_info")["cache_note"] == "kept")
    #expect(byURL["strange-info"]?.object("user_info").int("unreadable_bytes") == 9)
    #expect(byURL["post"]?["method"] == "POST")
    #expect(byURL["post"]?.codes("findings").contains("cache-db-credentials") == true)
    #expect(
      byURL["error"]?.codes("findings") == [
        "answered-with-error", "cache-db-stored-all-the-same",
      ])
    #expect(byURL["late"]?.object("user_info")["cache_date"] == "2026-01-14T20:42:38Z")
    #expect(byURL["number"]?.object("user_info")["cache_date"] == "2026-01-14T19:42:38Z")
    #expect(byURL["cut"] == nil && byURL["archived"] == nil)
    #expect(byURL["data:,x"]?.codes("reasons").contains("scheme-not-cached") == true)
  }

  @Test("no credential reaches a report", arguments: ["text", "json", "github", "junit", "sarif"])
  func secrets(_ format: String) throws {
    let program = try BuiltProgram()
    let path = try Self.make("full", in: program.directory)
    let run = try program(["inspect", "--cache-db", path, "--format", format])
    #expect(run.code == 0 && !run.text.contains("s3cret") && !run.errors.contains("s3cret"))
    #expect(run.errors.contains("skipped 2 entries whose response object is of an unknown form"))
  }

  @Test(
    "nor does the name of a file that can't be judged",
    arguments: ["text", "table", "json", "github", "junit", "sarif", "html", "markdown"])
  func secretName(_ format: String) throws {
    let program = try BuiltProgram()
    let path = try Self.damaged(in: program.directory, as: "u:s3cret@h.db")
    let run = try program(["inspect", "--cache-db", path, "--format", format])
    #expect(run.code == 5 && !run.text.contains("s3cret") && !run.errors.contains("s3cret"), "\(run.text)")
  }

  @Test(
    "a program that writes meanwhile is respected: what it has committed is judged, and nothing is changed")
  func writer() throws {
    let program = try BuiltProgram()
    let script = """
      import json, subprocess, sys
      tool, directory, program = sys.argv[1:]
      writer = subprocess.Popen([sys.executable, tool, directory, 'live'], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
      def urls():
        run = subprocess.run([program, 'inspect', '--json', '-q', '--cache-db', directory + '/Cache.db'], capture_output=True, text=True)
        return run.returncode, [json.loads(line)['url'] for line in run.stdout.splitlines()], run.stderr
      for step in ('ready', 'writing'):
        assert writer.stdout.readline().strip() == step
        print(urls())
        writer.stdin.write('\\n'); writer.stdin.flush()
      writer.communicate()
      """
    let tool = Self.root.appendingPathComponent("Tools/cache_db.py").path
    let run = try Executable.command(
      "python3", "-c", script, tool, program.directory.path, program.executable.program)
    let line = "(0, ['https://a.test/plain', 'https://a.test/plain'], '')\n"
    #expect(run.text == line + line, "\(run.errors)")
  }

  @Test("a header that contradicts itself makes no log appear beside the file", arguments: [18, 19])
  func header(_ offset: Int) throws {
    let program = try BuiltProgram()
    let path = try Self.make("plain", in: program.directory)
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    bytes[offset] = 1
    try bytes.write(to: URL(fileURLWithPath: path))
    let before = try Self.contents(program.directory)
    _ = try program.inspect("--cache-db", path)
    #expect(try Self.contents(program.directory) == before)
  }

  @Test("what is no Cache.db is exit 2, a damaged one exit 5")
  func notOne() throws {
    let program = try BuiltProgram()
    let text = try program.directory.write("no database", to: "text.db")
    #expect(
      try program.inspect("--cache-db", text).errorLines.first?.hasSuffix("it is not a SQLite database")
        == true)
    #expect(try program.inspect("--cache-db", program.directory.file("none")).code == 2)
    #expect(try program.inspect("--cache-db", program.directory.path).code == 2)
    let foreign = try Executable.command(
      "python3", "-c", "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('CREATE TABLE a(b)')",
      program.directory.file("foreign.db"))
    expect(foreign, 0)
    #expect(try program.inspect("--cache-db", program.directory.file("foreign.db")).code == 2)

    let path = try Self.damaged(in: program.directory, as: "Cache.db")
    let run = try program.inspect("--cache-db", path)
    expect(run, 5, says: "the database is damaged")
  }
}
