import CSQLite
import CSystem

/// Makes, opens, reads and writes the database of one directory, and moves a damaged one aside.
final class Database {
  let options: StoreOptions

  /// A message that the user should see once, such as that a damaged cache was moved aside; the caller shows it.
  private(set) var notice: String?

  let directory: StoreDirectory

  /// Nil if there is nothing to read, or after `close`.
  private var connection: SQLiteConnection?
  private var databaseFile: ino_t = 0
  private let limits: ConnectionLimits
  /// Whether this object has counted the totals: merely doubtful totals are counted only once.
  var hasCountedTotals = false
  /// Whether this object has seen to it that removals can be noted on a full disk.
  var hasRoomForRemovals = false
  private var isReadyToWrite = false
  private var hasMadeTables = false
  private var hasMovedLog = false
  /// Whether rows were changed of which no file may keep the former content.
  var erasesOnClose = false

  /// The key that credentials are sealed with, which never changes; nil before `CredentialSeal` first needs it.
  var credentialKey: [UInt8]?

  /// Whether the database has this version's columns; false only for an older one that is open for reading only, and so
  /// not migrated.
  private(set) var isCurrent = true

  private init(directory: StoreDirectory, options: StoreOptions) {
    self.directory = directory
    self.options = options
    limits = ConnectionLimits(
      busyMilliseconds: options.busyMilliseconds, isInterrupted: options.isInterrupted)
  }

  deinit { close() }

  /// Opens the database; creates a missing one, unless it is opened for reading only.
  static func open(_ directory: StoreDirectory, _ options: StoreOptions) throws(StoreError)
    -> sending Database
  {
    let database = Database(directory: directory, options: options)
    guard try directory.prepare(isReadOnly: options.isReadOnly) else { return database }
    do throws(StoreError) {
      try database.connect()
    } catch .damaged where !options.isReadOnly {
      try database.beginAnew()
    }
    return database
  }

  /// Moves a database that can't be used aside, and opens a new one in its place.
  static func openAnew(_ directory: StoreDirectory, _ options: StoreOptions) throws(StoreError)
    -> sending Database
  {
    let database = Database(directory: directory, options: options)
    guard try directory.prepare(isReadOnly: false) else { return database }
    database.databaseFile = try directory.databaseStatus()?.st_ino ?? 0
    try database.beginAnew()
    return database
  }

  /// Whether there is a database to read from.
  var isOpen: Bool { connection != nil }

  /// Closes the database; it reads as empty then.
  func close() {
    guard let connection else { return }
    if erasesOnClose { emptyLogQuietly() }
    // Move the log into the database if it is long or has made the tables: otherwise each later open would read it.
    // Skip this if `moveLog` has moved most of the log already, so that the end of a batch does not wait for the
    // disk.
    if !options.isReadOnly { connection.setCheckpointsOnClose(!hasMovedLog && (isLogLong || hasMadeTables)) }
    connection.close()
    self.connection = nil
  }

  /// Moves a long log into the database ahead of `close`, which then has less to move.
  func moveLog() {
    guard isReadyToWrite, let connection, isLogLong else { return }
    do throws(StoreError) {
      try connection.run("PRAGMA wal_checkpoint(PASSIVE)")
      hasMovedLog = true
    } catch {
      // `close`, or the next process that writes, moves the rest of the log into the database.
    }
  }

  /// Empties the log, which may hold deleted content, unless another process uses it.
  func emptyLogQuietly() {
    do throws(StoreError) {
      try withoutWaiting { () throws(StoreError) in
        try read { (connection) throws(StoreError) in try emptyLog(of: connection) }
      }
    } catch {
      // The next writer moves the log into the database.
    }
  }

  /// Moves the log into the database, and truncates its file; false if another process prevents that.
  func emptyLog(of connection: SQLiteConnection) throws(StoreError) -> Bool {
    var isDone = true
    try connection.run("PRAGMA wal_checkpoint(TRUNCATE)") { row in
      isDone = row.integer(0) == 0
      return true
    }
    return isDone
  }

  private var isLogLong: Bool {
    do throws(StoreError) {
      return (try StoreDirectory.status(of: directory.log)?.st_size ?? 0) > 256 << 10
    } catch {
      return false
    }
  }

  /// Runs work that reads the database; nil if there is no database to read.
  @discardableResult
  func read<Result>(
    _ work: (SQLiteConnection) throws(StoreError) -> Result
  ) throws(StoreError) -> Result? {
    guard let connection else { return nil }
    do throws(StoreError) {
      return try work(connection)
    } catch .damaged(let path) where !options.isReadOnly {
      try beginAnew()
      throw .damaged(path: path)
    }
  }

  /// The values that `value` makes of the rows, without those for which it gives nil; none if there is no database to
  /// read.
  func rows<Value>(
    _ sql: String, _ values: [SQLiteValue] = [], _ value: (SQLiteRow) -> Value?
  ) throws(StoreError) -> [Value] {
    try read { (connection) throws(StoreError) in try connection.rows(sql, values, value) } ?? []
  }

  /// Runs work in a write transaction.
  func write<Result>(
    _ work: (SQLiteConnection) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    guard !options.isReadOnly, let connection else { throw .readOnly(path: directory.path) }
    let result = try read { (connection) throws(StoreError) in
      try prepareToWrite(connection)
      return try connection.write { () throws(StoreError) in try work(connection) }
    }
    guard let result else { throw .readOnly(path: connection.path) }
    return result
  }

  /// Replaces all that is stored by a new database, in one transaction; the file stays the same.
  ///
  /// The time does not depend on how much is stored, since no stored page is read or freed. Another process that has
  /// the database open sees either the old or the new content, and waits as for any transaction. `fill` gets the old
  /// database, locked against writers, and the new one, with empty tables.
  ///
  /// - Returns: false if the database has no log, so that the lock would keep readers out; nothing has changed then.
  /// - Throws: the error of SQLite; nothing has changed then.
  func replace(
    _ fill: (_ old: SQLiteConnection, _ new: SQLiteConnection) throws(StoreError) -> Void
  ) throws(StoreError) -> Bool {
    guard !options.isReadOnly else { throw .readOnly(path: directory.path) }
    return try read { (connection) throws(StoreError) in
      try prepareToWrite(connection)
      guard try Schema.isUsingLog(connection) else { return false }
      let old = try makeConnection(flags: SQLITE_OPEN_READWRITE)
      defer { old.close() }
      let new = try SQLiteConnection(
        uri: ":memory:", path: directory.path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
        limits: limits)
      defer { new.close() }
      try Schema.create(in: new, pageSize: connection.pageSize())
      try connection.replaceContent(by: new) { () throws(StoreError) in try fill(old, new) }
      return true
    } ?? false
  }

  /// Runs work that fails at once if another process holds the lock.
  @discardableResult
  func withoutWaiting<Result>(_ work: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    limits.busyMilliseconds = 0
    defer { limits.busyMilliseconds = options.busyMilliseconds }
    return try work()
  }

  /// The bytes that the log may take before it is moved into the database.
  var logLimit: Int64 { min(4 << 20, max(64 << 10, options.capacity / 16)) }

  private func prepareToWrite(_ connection: SQLiteConnection) throws(StoreError) {
    guard !isReadyToWrite else { return }
    try Schema.useLog(in: connection)
    try connection.execute(
      """
      PRAGMA synchronous=NORMAL; PRAGMA secure_delete=ON; PRAGMA journal_size_limit=\(2 * logLimit);
      PRAGMA wal_autocheckpoint=\(logLimit / connection.pageSize())
      """)
    isReadyToWrite = true
  }

  private func connect() throws(StoreError) {
    if options.isReadOnly {
      guard try directory.databaseStatus(isReadOnly: true) != nil else { return }
      try undoInterruptedCreation()
      let opened = try makeConnection(flags: SQLITE_OPEN_READONLY, parameter: try immutableParameter())
      // For reading only, a database without tables counts as an empty store, and an older one is not migrated.
      let state = try Schema.state(of: opened)
      isCurrent = state == .ready
      if state != .empty { connection = opened }
      return
    }
    if let file = try directory.databaseStatus() {
      databaseFile = file.st_ino
      let opened = try makeConnection(flags: SQLITE_OPEN_READWRITE)
      if try Schema.state(of: opened) == .ready {
        connection = opened
        return
      }
    }
    try directory.whileLocked(limits) { () throws(StoreError) in try create() }
  }

  /// Makes the database or its missing tables; the caller holds the directory's lock.
  private func create() throws(StoreError) {
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let opened = try makeConnection(flags: flags, parameter: directory.modeParameter)
    switch try Schema.state(of: opened) {
    case .ready: break
    case .older: try Schema.migrate(opened)
    case .empty:
      try Schema.create(in: opened, pageSize: Schema.pageSize(capacity: options.capacity))
      hasMadeTables = true
    }
    databaseFile = try directory.databaseStatus()?.st_ino ?? 0
    connection = opened
  }

  private func makeConnection(flags: Int32, parameter: String = "") throws(StoreError) -> SQLiteConnection {
    let opened = try SQLiteConnection(
      uri: directory.databaseURI(parameter: parameter), path: directory.path, flags: flags,
      limits: limits)
    // If the file were mapped into memory, another process that truncates it would crash this one.
    try opened.execute("PRAGMA mmap_size=0; PRAGMA cell_size_check=ON")
    return opened
  }

  /// Rolls back the writes of a process that was killed before the database had its write-ahead log.
  ///
  /// SQLite leaves that to the next connection that reads, but forbids it to one that is open for reading only.
  private func undoInterruptedCreation() throws(StoreError) {
    guard let journal = try StoreDirectory.status(of: directory.journal), journal.st_size > 0,
      journal.st_uid == geteuid(), access(directory.path.cText, W_OK) == 0
    else { return }
    let opened = try makeConnection(flags: SQLITE_OPEN_READWRITE)
    defer { opened.close() }
    _ = try Schema.state(of: opened)
  }

  /// Without write permission in the directory, SQLite can't share the log with other processes; `immutable` tells it
  /// not to try.
  private func immutableParameter() throws(StoreError) -> String {
    guard access(directory.path.cText, W_OK) != 0 else { return "" }
    let log = try StoreDirectory.status(of: directory.log)
    return (log?.st_size ?? 0) == 0 ? "?immutable=1" : ""
  }

  /// Moves the database aside, since it holds what may not answer any more and could not be removed; false if that fails.
  func setAside() -> Bool {
    do throws(StoreError) {
      try beginAnew(since: Self.lostRemoval)
      return true
    } catch {
      return notice != nil
    }
  }

  /// Moves a database aside that could not be opened to take a removal; returns the message for the user, nil if that
  /// fails.
  static func setAside(_ directory: StoreDirectory) -> String? {
    let limits = ConnectionLimits(busyMilliseconds: 1000, isInterrupted: nil)
    do throws(StoreError) {
      return try directory.whileLocked(limits) { () throws(StoreError) in
        try directory.databaseStatus() == nil ? nil : try moveAside(directory, since: lostRemoval)
      }
    } catch {
      return nil
    }
  }

  private static let lostRemoval = "could not take a removal"

  /// Moves a database aside that, for instance, was damaged, and makes a new one; only one of several processes that find
  /// the damage does so.
  func beginAnew(since cause: String = "was damaged") throws(StoreError) {
    connection?.close()
    connection = nil
    isReadyToWrite = false
    credentialKey = nil
    try directory.whileLocked(limits) { () throws(StoreError) in
      if let file = try directory.databaseStatus(), file.st_ino == databaseFile {
        notice = try Self.moveAside(directory, since: cause)
      }
      try create()
    }
  }

  /// Moves the database of a directory and its bodies aside; the caller holds the directory's lock.
  ///
  /// - Returns: the message for the user.
  private static func moveAside(
    _ directory: StoreDirectory, since cause: String
  ) throws(StoreError) -> String {
    let name = StoreDirectory.damagedSuffix + StoreDirectory.randomName()
    BodySweep.removeDamaged(in: directory)
    // Move the bodies first: after this, a writer that still has the old database open can't add a body.
    rename(directory.bodies.cText, (directory.bodies + name).cText)
    guard rename(directory.database.cText, (directory.database + name).cText) == 0 else {
      throw StoreError(errno: errno, path: directory.path)
    }
    rename(directory.log.cText, (directory.database + name + "-wal").cText)
    unlink((directory.database + "-shm").cText)
    BodySweep.removeAll(in: directory.bodies + name)
    // Its removals are gone with it.
    unlink(directory.removals.cText)
    return "the cache at \(directory.path) \(cause); it was moved aside to cache.db\(name)"
  }
}
