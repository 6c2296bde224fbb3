import CSQLite

/// What a store is to keep to.
package struct StoreOptions: Sendable {
  /// How large it may grow, in bytes.
  package var capacity: Int64
  /// The largest body, in bytes.
  package var maxEntrySize: Int64
  /// Whether nothing at all is written.
  package var isReadOnly: Bool
  /// How long a lock of another process is waited for.
  package var busyMilliseconds: Int32 = 5000
  /// The largest body that lies in the database; SQLite reads small ones faster than the file system does.
  package var inlineLimit = 16 * 1024

  package init(capacity: Int64 = 1 << 30, maxEntrySize: Int64? = nil, isReadOnly: Bool = false) {
    self.capacity = capacity
    self.maxEntrySize = maxEntrySize ?? capacity / 20
    self.isReadOnly = isReadOnly
  }
}

/// Responses on disk: rows in a database, large bodies in files beside it.
///
/// Many processes may use one directory. Nothing here decides what may be stored or reused.
package final class Store {
  let directory: StoreDirectory
  let options: StoreOptions
  /// nil where a cache that is only read is not there: it is empty.
  let connection: SQLiteConnection?
  private var isReadyToWrite = false

  /// Whether nothing is written.
  package var isReadOnly: Bool { options.isReadOnly }

  private init(_ directory: StoreDirectory, _ options: StoreOptions, _ connection: SQLiteConnection?) {
    self.directory = directory
    self.options = options
    self.connection = connection
  }

  /// Opens the store of a directory, which is made where it is missing.
  ///
  /// - Parameters:
  ///   - path: the directory.
  ///   - options: bounds.
  /// - Returns: the open store.
  /// - Throws: why it can't be used; a damaged database has been renamed aside then, and the next opening begins
  ///   a new one.
  package static func open(directory path: String, options: StoreOptions) throws(StoreError) -> Store {
    let directory = StoreDirectory(path: path)
    if options.isReadOnly { return try openForReading(directory, options) }
    try directory.create()
    do throws(StoreError) {
      return try openForWriting(directory, options)
    } catch {
      guard case .damaged = error else { throw error }
      try setAside(directory, options)
      throw error
    }
  }

  private static func openForWriting(
    _ directory: StoreDirectory, _ options: StoreOptions
  ) throws(StoreError) -> Store {
    if !directory.hasDatabase { try directory.createDatabaseFile() }
    let connection = try SQLiteConnection(
      path: directory.databasePath, flags: SQLITE_OPEN_READWRITE, busyMilliseconds: options.busyMilliseconds)
    let isMade = try Schema.check(connection, path: directory.databasePath)
    if !isMade {
      try directory.exclusively { () throws(StoreError) in
        try Schema.prepare(connection, path: directory.databasePath)
      }
    }
    return Store(directory, options, connection)
  }

  private static func openForReading(
    _ directory: StoreDirectory, _ options: StoreOptions
  ) throws(StoreError) -> Store {
    guard try directory.check(), directory.hasDatabase else { return Store(directory, options, nil) }
    let name = directory.databasePath
    let connection = try SQLiteConnection(
      path: directory.isFrozen ? "file:\(escaped(name))?immutable=1" : name,
      flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, busyMilliseconds: options.busyMilliseconds)
    let isMade = try Schema.check(connection, path: name)
    return Store(directory, options, isMade ? connection : nil)
  }

  /// A path as it may stand in a `file:` URI.
  private static func escaped(_ path: String) -> String {
    path.map { ["%": "%25", "?": "%3f", "#": "%23"][$0] ?? String($0) }.joined()
  }

  /// Renames a damaged database aside, unless another process has done so meanwhile.
  private static func setAside(_ directory: StoreDirectory, _ options: StoreOptions) throws(StoreError) {
    try directory.exclusively { () throws(StoreError) in
      do throws(StoreError) {
        _ = try openForReading(directory, options)
      } catch {
        guard case .damaged = error else { throw error }
        directory.setDatabaseAside()
      }
    }
  }

  /// What every writing needs to be set once a connection.
  func writable() throws(StoreError) -> SQLiteConnection {
    guard let connection, !isReadOnly else { throw .readOnly }
    if !isReadyToWrite {
      try connection.execute(
        """
        PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON; PRAGMA cell_size_check = ON;
        PRAGMA journal_size_limit = 4194304
        """)
      isReadyToWrite = true
    }
    return connection
  }

  /// All variants that are stored under a key, the newest first; damaged rows are left out.
  package func responses(for key: CacheKey) throws(StoreError) -> [StoredEntry] {
    guard let connection else { return [] }
    let rows = try connection.statement(
      "SELECT \(EntryRow.columns) FROM entries WHERE uri = ?1 AND method = ?2 ORDER BY received_at DESC, id DESC"
    )
    rows.bind(1, key.uri)
    rows.bind(2, key.method)
    defer { rows.reset() }
    var entries: [StoredEntry] = []
    while try rows.step() {
      if let entry = EntryRow.read(rows), entry.response.key == key { entries.append(entry) }
    }
    return entries
  }

  /// Opens a body and verifies it.
  ///
  /// - Throws: `.damagedBody` where it is not what was stored, or gone.
  package func openBody(_ entry: StoredEntry) throws(StoreError) -> BodyReader {
    if let file = entry.bodyFile {
      return try BodyReader(file: "\(directory.bodiesPath)/\(file)", of: entry)
    }
    guard let connection else { throw .damagedBody }
    let row = try connection.statement("SELECT data FROM bodies WHERE id = ?1")
    row.bind(1, entry.id.row)
    defer { row.reset() }
    return try BodyReader(inline: try row.step() ? row.bytes(0) : [], of: entry)
  }

  /// Gives everything stored, in the order of the keys; read in pages, so that no lock is held long.
  ///
  /// - Parameter visit: returns false to end.
  /// - Throws: what SQLite said.
  package func forEach(_ visit: (StoredEntry) -> Bool) throws(StoreError) {
    guard let connection else { return }
    var last: (uri: String, id: Int64) = ("", 0)
    while true {
      let rows = try connection.statement(
        """
        SELECT \(EntryRow.columns) FROM entries WHERE (uri, id) > (?1, ?2) ORDER BY uri, id LIMIT 256
        """)
      rows.bind(1, last.uri)
      rows.bind(2, last.id)
      var page: [StoredEntry] = []
      var count = 0
      while try rows.step() {
        count += 1
        last = (rows.text(2) ?? "", rows.int(0))
        if let entry = EntryRow.read(rows) { page.append(entry) }
      }
      rows.reset()
      for entry in page where !visit(entry) { return }
      if count < 256 { return }
    }
  }

  /// How many responses are stored, and how many bytes they take: kept figures, not sums.
  package func totals() throws(StoreError) -> (entries: Int64, bytes: Int64) {
    guard let connection else { return (0, 0) }
    let row = try connection.statement("SELECT entries, bytes FROM totals")
    defer { row.reset() }
    return try row.step() ? (row.int(0), row.int(1)) : (0, 0)
  }
}
