/// Deletes so that deleted means gone.
struct Erasure {
  let database: Database

  /// Leaves no byte of what was deleted in any file of the cache, once everything was.
  ///
  /// SQLite overwrites rows that go, and pages that are freed with them. What is left are copies that it made within
  /// pages, which writing the database anew leaves behind, and in the log, which is emptied; and what was set aside or
  /// left by processes that died. What living writers have under way stays.
  ///
  /// - Throws: `StoreError`, also `locked` where a process that reads keeps the log from being emptied.
  func erase() throws(StoreError) {
    BodySweep.removeDamaged(in: database.directory)
    BodySweep(database: database).removeAbandoned()
    try database.write { (connection) throws(StoreError) in
      try InvalidationTable.forgetNames(in: connection)
    }
    let isEmptied = try database.read { (connection) throws(StoreError) in
      try connection.run("PRAGMA temp_store=MEMORY")
      try connection.run("VACUUM")
      return try emptyLog(of: connection)
    }
    guard isEmptied != false else { throw .locked(path: database.directory.path) }
  }

  /// Empties the log where no other process uses it; until then it still holds deleted rows.
  func emptyLogQuietly() {
    do throws(StoreError) {
      try database.withoutWaiting { () throws(StoreError) in
        try database.read { (connection) throws(StoreError) in try emptyLog(of: connection) }
      }
    } catch {
      // The next writer moves it.
    }
  }

  /// Moves the log into the database, and cuts its file; false where another process kept it from that.
  private func emptyLog(of connection: SQLiteConnection) throws(StoreError) -> Bool {
    var isDone = true
    try connection.run("PRAGMA wal_checkpoint(TRUNCATE)") { row in
      isDone = row.integer(0) == 0
      return true
    }
    return isDone
  }
}
