import CSQLite

/// One connection to a SQLite database, and the statements it has prepared; for one thread at a time.
final class SQLiteConnection {
  /// The longest text or blob that is read or written, in bytes.
  static let longestValue: Int64 = 16 << 20
  /// Blobs of at least this many bytes are bound without a copy; for shorter ones a copy is faster.
  private static let leastUncopied = 1024

  let path: String
  private let handle: OpaquePointer
  let limits: ConnectionLimits
  /// The prepared statements: so few that a linear search is fast.
  private var statements: [(sql: String, place: UInt, statement: OpaquePointer)] = []
  private var isClosed = false
  private var knownPageSize: Int64?

  /// Opens a database by a URI, hardened against a damaged or hostile file; errors show `path`.
  ///
  /// Nothing is read from the file yet, and closing leaves the log as it is until `setCheckpointsOnClose(true)`.
  init(uri: String, path: String, flags: Int32, limits: ConnectionLimits) throws(StoreError) {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(uri, &opened, flags | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let opened else {
      sqlite3_close_v2(opened)
      throw StoreError(sqlite: code, path: path)
    }
    self.handle = opened
    self.path = path
    self.limits = limits
    sqlite3_extended_result_codes(opened, 1)
    limits.install(on: opened)
    _ = csqlite_configure(opened, SQLITE_DBCONFIG_DEFENSIVE, 1)
    _ = csqlite_configure(opened, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    _ = csqlite_configure(opened, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
    sqlite3_limit(opened, SQLITE_LIMIT_LENGTH, Int32(Self.longestValue))
  }

  deinit { close() }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    for (_, _, statement) in statements { sqlite3_finalize(statement) }
    statements = []
    sqlite3_close_v2(handle)
  }

  /// Whether the last connection to close moves the log into the database.
  func setCheckpointsOnClose(_ isOn: Bool) {
    _ = csqlite_configure(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, isOn ? 0 : 1)
  }

  /// How many rows the last statement changed.
  var changes: Int { Int(sqlite3_changes(handle)) }

  /// The bytes of a page; SQLite can't change them once there is a table.
  func pageSize() throws(StoreError) -> Int64 {
    if let knownPageSize { return knownPageSize }
    let size = try integer("PRAGMA page_size") ?? 4096
    knownPageSize = size
    return size
  }

  /// Runs statements that have no parameters, and ignores their rows.
  func execute(_ sql: String) throws(StoreError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// Runs one statement to its end, or until `visit` returns false.
  ///
  /// Each row is valid during its visit only. The statement stays prepared, so use few different texts.
  func run(
    _ sql: String, _ values: [SQLiteValue] = [], _ visit: (SQLiteRow) -> Bool = { _ in true }
  ) throws(StoreError) {
    let statement = try prepared(sql)
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    try bind(values[...], to: statement) { () throws(StoreError) in
      while true {
        switch sqlite3_step(statement) {
        case SQLITE_ROW:
          guard visit(SQLiteRow(statement: statement)) else { return }
        case SQLITE_DONE: return
        case let code: throw failure(code)
        }
      }
    }
  }

  /// Binds values to the parameters in order, while `work` runs: SQLite reads large values in place, without a copy.
  private func bind(
    _ values: ArraySlice<SQLiteValue>, to statement: OpaquePointer, for work: () throws(StoreError) -> Void
  ) throws(StoreError) {
    for index in values.indices {
      if case .blob(let bytes) = values[index], bytes.count >= Self.leastUncopied {
        return try bytes.withUnsafeBufferPointer { (bytes) throws(StoreError) in
          let code = csqlite_bind_lasting_blob(statement, Int32(index + 1), bytes.baseAddress, bytes.count)
          guard code == SQLITE_OK else { throw failure(code) }
          try bind(values[(index + 1)...], to: statement, for: work)
        }
      }
      let code = values[index].bind(to: statement, at: Int32(index + 1))
      guard code == SQLITE_OK else { throw failure(code) }
    }
    try work()
  }

  /// The values that `value` makes of the rows, without those for which it gives nil.
  func rows<Value>(
    _ sql: String, _ values: [SQLiteValue] = [], _ value: (SQLiteRow) -> Value?
  ) throws(StoreError) -> [Value] {
    var found: [Value] = []
    try run(sql, values) { row in
      if let value = value(row) { found.append(value) }
      return true
    }
    return found
  }

  /// The value that `value` makes of the first row; nil if there is no row.
  func first<Value>(
    _ sql: String, _ values: [SQLiteValue] = [], _ value: (SQLiteRow) -> Value?
  ) throws(StoreError) -> Value? {
    var found: Value?
    try run(sql, values) { row in
      found = value(row)
      return false
    }
    return found
  }

  /// The integer in the first column of the first row; nil if there is no row, or its value is not an integer.
  func integer(_ sql: String, _ values: [SQLiteValue] = []) throws(StoreError) -> Int64? {
    try first(sql, values) { $0.integer(0) }
  }

  /// Runs work that only reads; in a transaction, all its reads see the same state of the database.
  func read(isTransaction: Bool, _ work: () throws(StoreError) -> Void) throws(StoreError) {
    if isTransaction { try transact("BEGIN", work) } else { try work() }
  }

  /// Runs work in a transaction that holds the write lock from its beginning.
  func write<Result>(
    exclusively: Bool = false, _ work: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try transact(exclusively ? "BEGIN EXCLUSIVE" : "BEGIN IMMEDIATE", work)
  }

  private func transact<Result>(
    _ begin: String, _ work: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try run(begin)
    do throws(StoreError) {
      let result = try work()
      try run("COMMIT")
      return result
    } catch {
      // Some errors have rolled back already.
      if sqlite3_get_autocommit(handle) == 0 { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
      throw error
    }
  }

  /// Replaces the content of the database by the content of `new`, in one transaction.
  ///
  /// `new` must have its tables, and pages of the same size; `fill` adds to it once no other connection can write to
  /// this database.
  ///
  /// - Throws: the error of SQLite or of `fill`; nothing has changed then.
  func replaceContent(
    by new: SQLiteConnection, _ fill: () throws(StoreError) -> Void
  ) throws(StoreError) {
    guard let copy = sqlite3_backup_init(handle, "main", new.handle, "main") else {
      throw failure(sqlite3_errcode(handle))
    }
    var code: Int32
    do throws(StoreError) {
      // A step of no pages takes the lock for writing, which is kept until the end.
      code = sqlite3_backup_step(copy, 0)
      if code == SQLITE_OK {
        try fill()
        code = sqlite3_backup_step(copy, -1)
      }
    } catch {
      sqlite3_backup_finish(copy)
      throw error
    }
    let end = sqlite3_backup_finish(copy)
    guard code == SQLITE_DONE, end == SQLITE_OK else { throw failure(end == SQLITE_OK ? code : end) }
  }

  /// The error for a result code.
  ///
  /// SQLite also reports a corrupt database if the disk failed to read a page; here that becomes an input error.
  private func failure(_ code: Int32) -> StoreError {
    let isCorrupt = [SQLITE_CORRUPT, SQLITE_NOTADB].contains(code & 0xFF)
    let isUnread = isCorrupt && csqlite_is_unread(handle) != 0
    return StoreError(
      sqlite: isUnread ? SQLITE_IOERR : code, path: path,
      said: isUnread ? nil : String(cString: sqlite3_errmsg(handle)))
  }

  private func prepared(_ sql: String) throws(StoreError) -> OpaquePointer {
    // Nearly all texts are constants: compare addresses before bytes.
    let place = Self.place(of: sql)
    let known = statements.firstIndex { $0.place == place && $0.sql == sql }
    if let known = known ?? statements.firstIndex(where: { $0.sql == sql }) {
      return statements[known].statement
    }
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK, let statement else { throw failure(code) }
    statements.append((sql, place, statement))
    return statement
  }

  /// The address of a text, valid while the text is kept; 0 for a text that is short enough to be held inline.
  private static func place(of sql: String) -> UInt {
    var sql = sql
    guard sql.utf8.count > 15 else { return 0 }
    return sql.withUTF8 { UInt(bitPattern: $0.baseAddress) }
  }
}

extension SQLiteConnection {
  /// The URI under which SQLite opens a database.
  static func uri(_ path: String) -> String {
    (path.hasPrefix("/") ? "file://" : "file:") + escaped(path)
  }

  /// A path, escaped for such a URI or one of its parameters.
  static func escaped(_ path: String) -> String {
    var escaped: [UInt8] = []
    for byte in path.originalBytes {
      switch byte {
      // % ? # & and all bytes beyond ASCII.
      case 0x25, 0x3F, 0x23, 0x26, 0x80...0xFF: escaped += byte.percentEncoded
      default: escaped.append(byte)
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }
}
