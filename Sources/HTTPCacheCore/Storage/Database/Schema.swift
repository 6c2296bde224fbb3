/// Makes the tables, and tells this program's databases from those of others.
enum Schema {
  /// `htca`, in the header of the database.
  static let applicationID: Int64 = 0x6874_6361
  static let version: Int64 = 3

  enum State {
    case ready
    /// The database of an older version of this program.
    case older
    /// A database without content: its file was created, but not its tables.
    case empty
  }

  /// The state of a database; this only reads.
  static func state(of connection: SQLiteConnection) throws(StoreError) -> State {
    let application = try connection.integer("PRAGMA application_id") ?? 0
    let found = try connection.integer("PRAGMA user_version") ?? 0
    if application == applicationID {
      guard found <= version else {
        if found & 0x3FF == version, holdsOurTables(connection) { throw .damaged(path: connection.path) }
        throw .newerSchema(path: connection.path, found: Int(found), known: Int(version))
      }
      guard found >= 1 else { throw .damaged(path: connection.path) }
      return found == version ? .ready : .older
    }
    let tables = try connection.integer("SELECT count(*) FROM sqlite_schema") ?? 0
    guard application == 0, found == 0, tables == 0 else {
      // Another process may have made the tables between these three reads: look again.
      if try connection.integer("PRAGMA application_id") == applicationID { return try state(of: connection) }
      if found == version, isNearly(application), holdsOurTables(connection) {
        throw .damaged(path: connection.path)
      }
      throw .foreignDatabase(path: connection.path)
    }
    return .empty
  }

  /// Whether a number differs from our ID in one byte at most, as after damage; no other program's ID is that close
  /// by chance.
  private static func isNearly(_ application: Int64) -> Bool {
    let difference = application ^ applicationID
    return (0..<4).contains { difference & ~(Int64(0xFF) << ($0 * 8)) & 0xFFFF_FFFF == 0 }
  }

  /// Whether the tables are this version's: then a header that contradicts them is damaged.
  ///
  /// Callers ask only if the header has this version, or this version plus a multiple of 1024, which no release will
  /// have.
  private static func holdsOurTables(_ connection: SQLiteConnection) -> Bool {
    do throws(StoreError) {
      try connection.run(
        """
        SELECT \(EntryRecord.columns), transfer_ms, uses, bodies.body, bytes, file_bytes, next_id
        FROM entries, bodies, totals LIMIT 0
        """)
      return true
    } catch {
      return false
    }
  }

  /// The fault in the tables of a database that has our application id; nil if all tables are there and no trigger or view
  /// changes the effect of our statements.
  static func fault(_ connection: SQLiteConnection) throws(StoreError) -> String? {
    let foreign = try connection.integer(
      "SELECT count(*) FROM sqlite_schema WHERE type IN ('trigger', 'view')")
    if foreign != 0 { return "it has triggers or views, which this program never makes" }
    let names = try connection.rows("SELECT name FROM sqlite_schema WHERE type = 'table'") { $0.text(0) }
    let found = try connection.integer("PRAGMA user_version") ?? 0
    let needed: Set =
      found > 1
      ? ["entries", "bodies", "totals", "entry_groups", "activity"] : ["entries", "bodies", "totals"]
    if let missing = needed.subtracting(names).min() { return "no such table: \(missing)" }
    let hasServers = try connection.integer(
      "SELECT count(*) FROM pragma_table_info('entries') WHERE name = 'server'")
    return (hasServers == 1) == (found == version) ? nil : "its tables are not those of its version, \(found)"
  }

  /// Makes the tables in an empty database, with pages of `pageSize` bytes; the caller holds the directory's lock,
  /// unless no other process can open the database.
  static func create(in connection: SQLiteConnection, pageSize: Int64) throws(StoreError) {
    // Both take effect only before the first table.
    try connection.execute("PRAGMA page_size=\(pageSize); PRAGMA auto_vacuum=INCREMENTAL")
    try useLog(in: connection)
    try connection.write(exclusively: true) { () throws(StoreError) in
      // Another process may have created the tables without taking our lock.
      guard try state(of: connection) == .empty else { return }
      for sql in [tables, EntryGroups.table, ActivityTable.table, laterIndexes] {
        try connection.execute(sql)
      }
      try connection.execute("PRAGMA application_id=\(applicationID); PRAGMA user_version=\(version)")
    }
  }

  /// Brings an older database up to date and keeps the stored responses; the caller holds the directory's lock.
  static func migrate(_ connection: SQLiteConnection) throws(StoreError) {
    try connection.write(exclusively: true) { () throws(StoreError) in
      guard try state(of: connection) == .older else { return }
      let found = try connection.integer("PRAGMA user_version") ?? 0
      // Versions 1 and 2 recorded neither credentials nor server: their stored responses answer no request any more.
      try connection.execute("ALTER TABLE entries ADD COLUMN \(serverColumn)")
      try connection.execute("ALTER TABLE entries ADD COLUMN \(askedColumn)")
      try connection.execute("ALTER TABLE totals ADD COLUMN \(invalidatedColumn)")
      if found < 2 { try migrateFromFirst(connection) }
      try connection.execute("PRAGMA user_version=\(version)")
    }
  }

  /// Adds to a database of version 1 the groups, the figures, and the columns by which entries are counted.
  private static func migrateFromFirst(_ connection: SQLiteConnection) throws(StoreError) {
    try connection.execute(EntryGroups.table)
    try connection.execute(ActivityTable.table)
    try connection.execute("ALTER TABLE entries ADD COLUMN type TEXT NOT NULL DEFAULT ''")
    for column in ["fresh_until", "fresh_until_shared", "transfer_ms", "uses"] {
      try connection.execute("ALTER TABLE entries ADD COLUMN \(column) INTEGER NOT NULL DEFAULT 0")
    }
    try fillDerivedColumns(connection)
    try connection.execute(laterIndexes)
  }

  /// Entries are always written with their server; the default is for entries of older versions.
  private static let serverColumn = "server TEXT NOT NULL DEFAULT '\(CacheKey.unknownServer)'"

  /// When the response was requested, in microseconds since 1970: tells which of two requests was the later one.
  private static let askedColumn = "asked_at INTEGER NOT NULL DEFAULT 0"

  /// The time of the latest invalidation, in microseconds since 1970: a response requested later needs no comparison.
  private static let invalidatedColumn = "invalidated_at INTEGER NOT NULL DEFAULT 0"

  private static func fillDerivedColumns(_ connection: SQLiteConnection) throws(StoreError) {
    var last: Int64 = 0
    while true {
      let start = last
      let page = try connection.rows(
        "SELECT id, \(EntryRecord.columns) FROM entries WHERE id > ?1 ORDER BY id LIMIT 1000",
        [.integer(start)]
      ) { row -> (number: Int64, response: StoredResponse)? in
        last = row.integer(0) ?? last
        return EntryRecord(row: row, from: 1).map { (last, $0.response) }
      }
      guard last > start else { return }
      for (number, response) in page {
        try EntryGroups.insert(number, of: response, into: connection)
        try connection.run(
          "UPDATE entries SET (\(DerivedColumns.columns)) = (?2, ?3, ?4) WHERE id = ?1",
          [.integer(number)] + DerivedColumns(response).values)
      }
    }
  }

  /// The bytes of a page in a new database.
  ///
  /// With pages of 16 KiB, responses that were stored together are read, written and moved out of the log with a third
  /// of the calls that pages of 4 KiB take, and single ones as fast; still larger pages make lookups in another order
  /// slow. A small cache has pages of 4 KiB, since each table and index takes one page at least.
  static func pageSize(capacity: Int64) -> Int64 { capacity < 64 << 20 ? 4096 : 16 << 10 }

  private static let laterIndexes = """
    CREATE INDEX entries_by_cache_date ON entries (received_at);
    CREATE INDEX entries_by_freshness ON entries (fresh_until);
    CREATE INDEX entries_by_status ON entries (status) WHERE status <> 200;
    """

  /// Turns on write-ahead logging; if the file system does not support it, SQLite keeps its rollback journal.
  static func useLog(in connection: SQLiteConnection) throws(StoreError) {
    guard try !isUsingLog(connection) else { return }
    try connection.run("PRAGMA journal_mode=WAL")
  }

  static func isUsingLog(_ connection: SQLiteConnection) throws(StoreError) -> Bool {
    try connection.first("PRAGMA journal_mode") { $0.text(0) } == "wal"
  }

  /// Bodies have a table of their own, so that reading and walking through entries does not read bodies.
  private static let tables = """
    CREATE TABLE entries (
      id INTEGER PRIMARY KEY,
      uri TEXT NOT NULL,
      method TEXT NOT NULL,
      version TEXT NOT NULL,
      status INTEGER NOT NULL,
      reason TEXT NOT NULL,
      fields BLOB NOT NULL,
      selecting BLOB NOT NULL,
      user_info BLOB NOT NULL,
      requested_at INTEGER NOT NULL,
      received_at INTEGER NOT NULL,
      stored_at INTEGER NOT NULL,
      body_length INTEGER NOT NULL,
      body_file TEXT,
      body_sum INTEGER NOT NULL,
      head_sum INTEGER NOT NULL,
      size INTEGER NOT NULL,
      last_used_at INTEGER NOT NULL,
      type TEXT NOT NULL DEFAULT '',
      fresh_until INTEGER NOT NULL DEFAULT 0,
      fresh_until_shared INTEGER NOT NULL DEFAULT 0,
      transfer_ms INTEGER NOT NULL DEFAULT 0,
      uses INTEGER NOT NULL DEFAULT 0,
      \(serverColumn),
      \(askedColumn)
    );
    CREATE TABLE bodies (id INTEGER PRIMARY KEY, body BLOB NOT NULL);
    CREATE TABLE totals (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      entries INTEGER NOT NULL,
      bytes INTEGER NOT NULL,
      file_bytes INTEGER NOT NULL,
      next_id INTEGER NOT NULL,
      \(invalidatedColumn)
    );
    INSERT INTO totals VALUES (1, 0, 0, 0, 1, 0);
    CREATE INDEX entries_by_key ON entries (uri, method);
    CREATE INDEX entries_by_use ON entries (last_used_at);
    CREATE UNIQUE INDEX entries_by_file ON entries (body_file) WHERE body_file IS NOT NULL;
    """
}
