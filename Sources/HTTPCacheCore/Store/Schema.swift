/// The tables of the database, and which version of them this program knows.
enum Schema {
  /// "hcch": tells this program's databases from all others.
  static let applicationID: Int64 = 0x6863_6368

  /// The version that this program writes.
  static let version: Int64 = 1

  /// Has to run before the first table; the journal mode lasts.
  static let preparation = "PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL;"

  static let creation = """
    CREATE TABLE entries (
      id INTEGER PRIMARY KEY,
      method TEXT NOT NULL, uri TEXT NOT NULL, selecting BLOB NOT NULL,
      version TEXT NOT NULL, status INTEGER NOT NULL, reason TEXT NOT NULL, fields BLOB NOT NULL,
      requested_at INTEGER NOT NULL, received_at INTEGER NOT NULL, used_at INTEGER NOT NULL,
      user_info BLOB NOT NULL, body_length INTEGER NOT NULL, body_file TEXT, body_sum INTEGER NOT NULL,
      head_sum INTEGER NOT NULL, size INTEGER NOT NULL);
    CREATE INDEX entries_by_key ON entries (uri, method);
    CREATE INDEX entries_by_use ON entries (used_at);
    CREATE TABLE bodies (id INTEGER PRIMARY KEY, data BLOB NOT NULL);
    CREATE TABLE totals (entries INTEGER NOT NULL, bytes INTEGER NOT NULL);
    INSERT INTO totals VALUES (0, 0);
    PRAGMA application_id = \(applicationID);
    PRAGMA user_version = \(version);
    """

  /// Checks whose database it is, and makes the tables where it is new.
  ///
  /// - Parameters:
  ///   - connection: open for writing.
  ///   - path: named in errors.
  /// - Throws: `.newerSchema`, `.foreign`, or what SQLite said.
  static func prepare(_ connection: SQLiteConnection, path: String) throws(StoreError) {
    if try check(connection, path: path) { return }
    try connection.execute(preparation)
    try connection.write { () throws(StoreError) in
      // Another process may have been faster.
      if try check(connection, path: path) { return }
      try connection.execute(creation)
    }
  }

  /// Whether the tables are there.
  ///
  /// - Throws: `.newerSchema`, `.foreign`, or what SQLite said.
  static func check(_ connection: SQLiteConnection, path: String) throws(StoreError) -> Bool {
    let found = try connection.number("PRAGMA user_version")
    let owner = try connection.number("PRAGMA application_id")
    if owner == applicationID {
      guard found <= version else {
        throw .newerSchema(path: path, found: Int(clamping: found), known: Int(version))
      }
      return found == version
    }
    let tables = try connection.number("SELECT count(*) FROM sqlite_schema")
    guard owner == 0, found == 0, tables == 0 else { throw .foreign(path: path) }
    return false
  }
}
