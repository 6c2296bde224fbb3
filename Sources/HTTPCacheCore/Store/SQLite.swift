import CSQLite

/// One connection to a database, and what its errors mean.
final class SQLiteConnection {
  private let path: String
  private var database: OpaquePointer?
  private var prepared: [String: SQLiteStatement] = [:]

  /// Opens a database that is there.
  ///
  /// - Parameters:
  ///   - path: the file, or a `file:` URI.
  ///   - flags: of `sqlite3_open_v2`.
  ///   - busyMilliseconds: how long a lock is waited for.
  /// - Throws: what SQLite said.
  init(path: String, flags: Int32, busyMilliseconds: Int32) throws(StoreError) {
    self.path = path
    let code = sqlite3_open_v2(path, &database, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, database != nil else {
      let error = error(code)
      sqlite3_close_v2(database)
      throw error
    }
    sqlite3_busy_timeout(database, busyMilliseconds)
    try check(csqlite_set_defensive(database))
    sqlite3_limit(database, SQLITE_LIMIT_LENGTH, 64 << 20)
  }

  /// Changes how long a lock is waited for.
  func setBusyTimeout(_ milliseconds: Int32) { sqlite3_busy_timeout(database, milliseconds) }

  /// Runs statements without parameters.
  func execute(_ sql: String) throws(StoreError) { try check(sqlite3_exec(database, sql, nil, nil, nil)) }

  /// A statement, prepared once a connection.
  func statement(_ sql: String) throws(StoreError) -> SQLiteStatement {
    if let known = prepared[sql] {
      known.reset()
      return known
    }
    var handle: OpaquePointer?
    try check(sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil))
    guard let handle else { throw error(SQLITE_MISUSE) }
    let statement = SQLiteStatement(handle, of: self)
    prepared[sql] = statement
    return statement
  }

  /// The first column of the first row, as a number; 0 where there is none.
  func number(_ sql: String) throws(StoreError) -> Int64 {
    let statement = try statement(sql)
    defer { statement.reset() }
    return try statement.step() ? statement.int(0) : 0
  }

  /// Does something in a write transaction; all of it, or nothing.
  func write<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    try execute("BEGIN IMMEDIATE")
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      // Where the rollback fails too, SQLite has rolled back by itself.
      sqlite3_exec(database, "ROLLBACK", nil, nil, nil)
      throw error
    }
  }

  var lastInsertedID: Int64 { sqlite3_last_insert_rowid(database) }

  var changes: Int { Int(sqlite3_changes(database)) }

  func check(_ code: Int32) throws(StoreError) {
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// What a result code means.
  func error(_ code: Int32) -> StoreError {
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: .locked(path: path)
    case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged(path: path)
    case SQLITE_FULL: .full(path: path)
    default: .io(path: path, said: String(cString: sqlite3_errstr(code)))
    }
  }

  deinit {
    for statement in prepared.values { statement.finish() }
    sqlite3_close_v2(database)
  }
}

/// A prepared statement: parameters are bound by position from 1, columns read by position from 0.
final class SQLiteStatement {
  private let handle: OpaquePointer
  private unowned let connection: SQLiteConnection

  init(_ handle: OpaquePointer, of connection: SQLiteConnection) {
    self.handle = handle
    self.connection = connection
  }

  func bind(_ index: Int32, _ value: Int64?) {
    if let value { sqlite3_bind_int64(handle, index, value) } else { sqlite3_bind_null(handle, index) }
  }

  func bind(_ index: Int32, _ text: String?) {
    guard let text else {
      sqlite3_bind_null(handle, index)
      return
    }
    // SQLITE_TRANSIENT, which Swift can't name: SQLite copies the text.
    sqlite3_bind_text(
      handle, index, text, Int32(text.utf8.count), unsafeBitCast(-1, to: sqlite3_destructor_type.self))
  }

  func bind(_ index: Int32, _ bytes: [UInt8]) {
    if bytes.isEmpty { return _ = sqlite3_bind_zeroblob(handle, index, 0) }
    _ = bytes.withUnsafeBytes {
      sqlite3_bind_blob(
        handle, index, $0.baseAddress, Int32($0.count), unsafeBitCast(-1, to: sqlite3_destructor_type.self))
    }
  }

  /// Goes to the next row; false where there is none.
  func step() throws(StoreError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code:
      reset()
      throw connection.error(code)
    }
  }

  /// Runs a statement that has no rows.
  func run() throws(StoreError) {
    _ = try step()
    reset()
  }

  func int(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  func text(_ column: Int32) -> String? {
    sqlite3_column_text(handle, column).map { pointer in
      let count = Int(sqlite3_column_bytes(handle, column))
      return String(decoding: UnsafeRawBufferPointer(start: pointer, count: count), as: UTF8.self)
    }
  }

  func bytes(_ column: Int32) -> [UInt8] {
    guard let pointer = sqlite3_column_blob(handle, column) else { return [] }
    return Array(UnsafeRawBufferPointer(start: pointer, count: Int(sqlite3_column_bytes(handle, column))))
  }

  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  func finish() { sqlite3_finalize(handle) }
}
