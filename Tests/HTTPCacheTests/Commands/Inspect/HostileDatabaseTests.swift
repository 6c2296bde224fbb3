import Foundation
import TestSupport
import Testing

@Suite("Databases that were made to do harm: a Cache.db, and rows of the cache", .timed)
struct HostileDatabaseTests {
  private static let tools = PythonTools.root.appendingPathComponent("Tests/Tools").path

  /// Makes a Cache.db with one entry, and does something to it with Python's `db`.
  private static func cacheDB(_ script: String, in directory: TemporaryDirectory) throws -> String {
    let made = try Executable.command("python3", tools + "/cache_db.py", directory.path, "plain")
    try #require(made.code == 0, "\(made.errors)")
    let path = directory.file("Cache.db")
    let head = """
      import sqlite3, struct, sys, plistlib, datetime
      db = sqlite3.connect(sys.argv[1])

      """
    let run = try Executable.command("python3", "-c", head + script + "\ndb.commit()", path)
    try #require(run.code == 0, "\(run.errors)")
    return path
  }

  static let refused: [(what: String, script: String)] = [
    (
      "a view in a table's place",
      """
      db.execute("ALTER TABLE cfurl_cache_response RENAME TO r")
      db.execute("CREATE VIEW cfurl_cache_response AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
        "SELECT i AS entry_ID, 'https://a.test/' AS request_key, NULL AS time_stamp FROM n")
      """
    ),
    ("a view beside", "db.execute('CREATE VIEW v AS SELECT 1')"),
    (
      "a trigger",
      "db.execute('CREATE TRIGGER t AFTER INSERT ON cfurl_cache_response BEGIN DELETE FROM cfurl_cache_response; END')"
    ),
    (
      "a generated column",
      "db.execute('ALTER TABLE cfurl_cache_blob_data ADD COLUMN g AS (zeroblob(1000000000))')"
    ),
    ("a virtual table", "db.execute('CREATE VIRTUAL TABLE f USING fts5(a)')"),
  ]

  @Test("a schema that runs code is refused: exit 2", arguments: refused)
  func refusesCode(_ row: (what: String, script: String)) throws {
    let program = try BuiltProgram()
    let path = try Self.cacheDB(row.script, in: program.directory)
    let run = try program.inspect("--cache-db", path)
    #expect(run.code == 2 && run.output.isEmpty, "\(row.what): \(run.errors)")
    #expect(run.errors.contains("its schema holds a view, a trigger"), "\(row.what)")
  }

  @Test("tables in which nothing is found at once are not searched row by row")
  func slow() throws {
    let program = try BuiltProgram()
    let script = """
      for table in ("response", "blob_data", "receiver_data"):
        db.execute("DROP TABLE cfurl_cache_" + table)
      db.execute("CREATE TABLE cfurl_cache_response (entry_ID INTEGER, request_key TEXT, time_stamp)")
      db.execute("CREATE TABLE cfurl_cache_blob_data (entry_ID INTEGER, response_object, request_object, user_info)")
      db.execute("CREATE TABLE cfurl_cache_receiver_data (entry_ID INTEGER, isDataOnFS, receiver_data)")
      for table in ("response", "blob_data", "receiver_data"):
        db.executemany("INSERT INTO cfurl_cache_%s VALUES (?, ?, 0%s)" % (table, ", 0" if table == "blob_data" else ""),
          ((i, "https://a.test/%d" % i) for i in range(20000)))
      """
    let path = try Self.cacheDB(script, in: program.directory)
    let run = try program.inspect("--cache-db", path)
    expect(run, 5, says: "the database is damaged")
  }

  static let dates = [
    "db.execute('UPDATE cfurl_cache_response SET time_stamp = -9223372036854775808')",
    "db.execute('UPDATE cfurl_cache_response SET time_stamp = 9223372036854775807')",
    "db.execute('UPDATE cfurl_cache_response SET time_stamp = -1e308')",
    "db.execute('UPDATE cfurl_cache_response SET time_stamp = 9e999')",
    """
    info = plistlib.dumps({"d": datetime.datetime(2001, 1, 1)}, fmt=plistlib.FMT_BINARY)
    info = info.replace(b"\\x33" + bytes(8), b"\\x33" + struct.pack(">d", -2.0 ** 63))
    db.execute("UPDATE cfurl_cache_blob_data SET user_info = ?", (info,))
    """,
  ]

  @Test("no time traps", arguments: dates)
  func times(_ script: String) throws {
    let program = try BuiltProgram()
    // Without a time in the response object that of the row counts.
    let withoutTime = """
      object = db.execute("SELECT response_object FROM cfurl_cache_blob_data").fetchone()[0]
      object = plistlib.loads(object)
      object["Array"][1] = 0
      object = plistlib.dumps(object, fmt=plistlib.FMT_BINARY)
      db.execute("UPDATE cfurl_cache_blob_data SET response_object = ?", (object,))

      """
    let path = try Self.cacheDB(withoutTime + script, in: program.directory)
    let run = try program(["inspect", "--json", "--cache-db", path])
    expect(run, 0)
    #expect(try run.objects.count == 2)
  }

  static let figures = [
    "UPDATE entries SET size = 9223372036854775807, body_length = 9223372036854775807, uses = 9223372036854775807",
    "UPDATE entries SET size = -9223372036854775808, transfer_ms = -9223372036854775808, uses = -9223372036854775808",
    "UPDATE totals SET entries = -9223372036854775808, bytes = -9223372036854775808, file_bytes = -9223372036854775808",
    "UPDATE totals SET entries = 9223372036854775807, bytes = 9223372036854775807, file_bytes = 9223372036854775807",
    "UPDATE activity SET hits = 9223372036854775807, misses = 9223372036854775807, bytes = 9223372036854775807",
    "UPDATE activity SET hits = -9223372036854775808, misses = 1, milliseconds = -9223372036854775808",
    "UPDATE OR REPLACE activity SET start = 9223372036854775807",
    "UPDATE OR REPLACE activity SET start = -9223372036854775808",
    "UPDATE entries SET received_at = -9223372036854775808, last_used_at = 9223372036854775807",
  ]

  @Test("no figure of a damaged row traps", arguments: figures)
  func damagedFigures(_ sql: String) throws {
    let origin = try Origin(always: .fresh("body"))
    let program = try BuiltProgram()
    #expect(try program.fetch(origin.url + "/a", origin.url + "/b").code == 0)
    #expect(try program.fetch(origin.url + "/a").code == 0)
    #expect(try program(["stats"]).code == 0)
    let script = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute(sys.argv[2]); c.commit()"
    let database = program.directory.file("cache/cache.db")
    #expect(try Executable.command("python3", "-c", script, database, sql).code == 0)
    let commands = [
      ["stats"],
      ["stats", "--json", "--by", "host", "--by", "size", "--by", "age", "--by", "freshness", "--top", "1"],
      ["stats", "--html", "page.html"], ["trim", "--dry-run", "--to", "0"], ["trim", "--dry-run", "--all"],
      ["inspect", "--all"], ["fetch", origin.url + "/a", origin.url + "/c"], ["trim", "--max-entries", "1"],
      ["stats", "--repair"], ["stats", "--verify"],
    ]
    for command in commands {
      let run = try program(command)
      #expect(run.code == 0, "\(command): \(run.errors)")
    }
  }
}
