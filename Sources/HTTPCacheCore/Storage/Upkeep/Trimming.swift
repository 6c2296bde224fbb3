/// What a trim did.
package struct TrimReport: Sendable, Hashable {
  /// Entries that went.
  package var removed: Int64 = 0
  /// The bytes they were accounted for.
  package var removedBytes: Int64 = 0

  package init() {}
}

/// Removes what is selected or too much, and deletes so that nothing of it is left.
struct Trimming {
  let database: Database

  /// How many entries go in one transaction: few enough that no process waits long for the lock.
  private static let batch = 1024

  private var eviction: Eviction { Eviction(database: database) }

  func trim(
    _ selection: EntrySelection?, bytes: Int64?, entries: Int64?, goOn: () -> Bool
  ) throws(StoreError) -> TrimReport {
    BodySweep(database: database).run(digits: BodySweep.allDigits)
    try UsageLog(database: database).fold()
    try database.write { (connection) throws(StoreError) in try Totals.recount(in: connection, of: database) }
    var report = TrimReport()
    if let selection {
      let (condition, values) = selection.sql
      try removeBatches(&report, goOn) { (connection, removal) throws(StoreError) in
        try removal.delete(
          "id IN (SELECT id FROM entries WHERE \(condition) LIMIT \(Self.batch))", values,
          from: connection)
      }
    }
    if let entries {
      try removeBatches(&report, goOn) { (connection, removal) throws(StoreError) in
        let excess = (try Totals.read(connection)?.entries ?? 0).subtractingSaturated(max(0, entries))
        guard excess > 0 else { return }
        try removal.delete(
          "id IN (SELECT id FROM entries ORDER BY last_used_at, id LIMIT ?1)",
          [.integer(min(excess, Int64(Self.batch)))], from: connection)
      }
    }
    if let bytes {
      try removeBatches(&report, goOn) { (connection, removal) throws(StoreError) in
        try eviction.evictBatch(keeping: 0, budget: max(0, bytes), from: connection, &removal)
      }
    }
    try giveBackFreePages(goOn)
    guard goOn() else { return report }
    // Deleted means gone.
    if let selection, !selection.isRestricted {
      try Erasure(database: database).erase()
    } else if report.removed > 0 {
      Erasure(database: database).emptyLogQuietly()
    }
    return report
  }

  private func removeBatches(
    _ report: inout TrimReport, _ goOn: () -> Bool,
    _ work: (SQLiteConnection, inout Removal) throws(StoreError) -> Void
  ) throws(StoreError) {
    while goOn() {
      var removal = Removal()
      try database.write { (connection) throws(StoreError) in
        removal = Removal()
        try work(connection, &removal)
        try Totals.settle(&removal, in: connection, of: database)
      }
      removal.unlinkFiles(in: database.directory)
      guard removal.count > 0 else { return }
      report.removed += Int64(removal.count)
      report.removedBytes = report.removedBytes.addingSaturated(removal.bytes)
    }
  }

  /// Gives the free pages back to the file system, a few at a time.
  private func giveBackFreePages(_ goOn: () -> Bool) throws(StoreError) {
    while goOn() {
      let isDone = try database.read { (connection) throws(StoreError) in
        let free = try eviction.freeBytes(connection)
        guard free > eviction.freeLimit else { return true }
        try connection.run("PRAGMA incremental_vacuum(\((4 << 20) / connection.pageSize()))")
        // Where the file can't be made smaller there is no use in trying again.
        return try eviction.freeBytes(connection) >= free
      }
      guard isDone == false else { return }
    }
  }

  func forEachToTrim(
    _ selection: EntrySelection?, bytes: Int64?, entries: Int64?, _ visit: (StoredEntry) -> Bool
  ) throws(StoreError) {
    var left: (entries: Int64, bytes: Int64) = (0, 0)
    try database.read { (connection) throws(StoreError) in
      let totals = try Totals.counted(connection, diskBytes: database.directory.diskBytes).totals
      left = (totals.entries, try eviction.databaseBytes(connection).addingSaturated(totals.fileBytes))
    }
    let reader = EntryReader(database: database)
    var isStopped = false
    if let selection {
      try reader.forEach(selection) { entry in
        left.entries -= 1
        left.bytes = left.bytes.subtractingSaturated(entry.size)
        isStopped = !visit(entry)
        return !isStopped
      }
    }
    guard !isStopped, bytes != nil || entries != nil else { return }
    try reader.forEachByUse { entry in
      guard left.entries > entries ?? .max || left.bytes > bytes ?? .max else { return false }
      if let selection, selection.isMet(by: entry) { return true }
      left.entries -= 1
      left.bytes = left.bytes.subtractingSaturated(entry.size)
      return visit(entry)
    }
  }
}
