import CSQLite
import CSystem
import TestSupport
import Testing

@testable import HTTPCacheCore

@Suite("docs/urlcache.md: which files are a Cache.db, and which are refused", .timed)
struct CacheDatabaseTests {
  private static let tables = """
    CREATE TABLE cfurl_cache_response(entry_ID INTEGER PRIMARY KEY, version INTEGER, hash_value INTEGER,
      storage_policy INTEGER, request_key TEXT UNIQUE, time_stamp NOT NULL DEFAULT CURRENT_TIMESTAMP, partition TEXT);
    CREATE TABLE cfurl_cache_blob_data(entry_ID INTEGER PRIMARY KEY, response_object BLOB, request_object BLOB,
      proto_props BLOB, user_info BLOB);
    CREATE TABLE cfurl_cache_receiver_data(entry_ID INTEGER PRIMARY KEY, isDataOnFS INTEGER, receiver_data BLOB);
    """

  /// Makes a database by SQL, as another program does.
  private static func make(_ path: String, _ sql: String) {
    var handle: OpaquePointer?
    sqlite3_open(path, &handle)
    #expect(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK, "\(sql)")
    sqlite3_close(handle)
  }

  /// The URLs of a database that SQL makes.
  private static func keys(_ sql: String) throws -> [String?] {
    let directory = try TemporaryDirectory()
    let path = directory.file("Cache.db")
    make(path, sql)
    let database = try CacheDatabase(path: path, temporaryDirectory: directory.path)
    var keys: [String?] = []
    try database.forEachRow {
      keys.append($0.requestKey)
      return keys.count < 3
    }
    return keys
  }

  @Test("rows come in the order in which they were made, and no more than are wanted")
  func rows() throws {
    let added = ["c", "a", "b", "d"].enumerated().map { number, key in
      """
      INSERT INTO cfurl_cache_response(entry_ID, request_key) VALUES(\(number + 1), '\(key)');
      INSERT INTO cfurl_cache_blob_data(entry_ID) VALUES(\(number + 1));
      INSERT INTO cfurl_cache_receiver_data(entry_ID) VALUES(\(number + 1));
      """
    }
    #expect(try Self.keys(Self.tables) == [])
    #expect(try Self.keys(Self.tables + added.joined()) == ["c", "a", "b"])
  }

  static let refused: [(rule: String, sql: String, error: CacheDBError)] = [
    ("another program's", "CREATE TABLE other(a);", .foreign),
    ("a view, which reading would run", tables + "CREATE VIEW v AS SELECT 1;", .runsCode),
    (
      "a trigger",
      tables + "CREATE TRIGGER t AFTER INSERT ON cfurl_cache_response BEGIN SELECT 1; END;", .runsCode
    ),
    (
      "a column that is computed",
      tables + "ALTER TABLE cfurl_cache_blob_data ADD COLUMN x AS (1);", .runsCode
    ),
  ]

  @Test(arguments: refused)
  func isRefused(_ row: (rule: String, sql: String, error: CacheDBError)) {
    #expect(throws: row.error, "\(row.rule)") { try Self.keys(row.sql) }
  }

  @Test("a file that is no database")
  func text() throws {
    let directory = try TemporaryDirectory()
    TemporaryCache.write([UInt8](repeating: 0x61, count: 5_000), to: directory.file("text"))
    #expect(throws: CacheDBError.notDatabase) {
      try CacheDatabase(path: directory.file("text"), temporaryDirectory: directory.path)
    }
    #expect(throws: CacheDBError.unreadable(code: ENOENT)) {
      try CacheDatabase(path: directory.file("missing"), temporaryDirectory: directory.path)
    }
  }
}
