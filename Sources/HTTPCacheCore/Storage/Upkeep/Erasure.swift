/// Removes the bytes of deleted entries from all files of the cache.
struct Erasure {
  let database: Database

  /// Erases the bytes of deleted entries from every file of the cache, once all entries have been deleted.
  ///
  /// SQLite overwrites deleted rows and freed pages. Copies can remain within other pages, so `VACUUM` writes the
  /// database anew, and in the log, so it is emptied. Damaged databases that were moved aside and files that dead
  /// processes left are removed; files of living writers stay.
  ///
  /// - Throws: `StoreError`, also `locked` if a reading process keeps the log from being emptied.
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

  /// Empties the log, which may hold deleted rows, unless another process uses it.
  func emptyLogQuietly() {
    do throws(StoreError) {
      try database.withoutWaiting { () throws(StoreError) in
        try database.read { (connection) throws(StoreError) in try emptyLog(of: connection) }
      }
    } catch {
      // The next writer moves the log into the database.
    }
  }

  /// Moves the log into the database, and truncates its file; false if another process prevents that.
  private func emptyLog(of connection: SQLiteConnection) throws(StoreError) -> Bool {
    var isDone = true
    try connection.run("PRAGMA wal_checkpoint(TRUNCATE)") { row in
      isDone = row.integer(0) == 0
      return true
    }
    return isDone
  }
}
