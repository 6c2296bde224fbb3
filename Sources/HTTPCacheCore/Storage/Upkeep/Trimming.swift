/// What a trim did.
package struct TrimReport: Sendable, Hashable {
  /// Entries that went.
  package var removed: Int64 = 0
  /// The bytes they were accounted for.
  package var removedBytes: Int64 = 0

  package init() {}
}

extension Store {
  /// How many entries go in one transaction: few enough that no process waits long for the lock.
  private static let trimBatch = 1024

  /// Removes what is selected, and then the least recently used until what is left is within the limits.
  ///
  /// Each batch is a transaction of its own, and the files of bodies go after it; a fetch beside it waits for one
  /// batch at most. Also removes what killed processes left in the directory more than an hour ago. Where everything
  /// was selected, nothing of it is left in any file of the cache afterwards.
  ///
  /// - Parameters:
  ///   - selection: what goes in any case; nil for nothing.
  ///   - bytes: what database and bodies may take afterwards; nil for no limit.
  ///   - entries: how many may be left; nil for no limit.
  ///   - goOn: asked between batches.
  /// - Returns: what went.
  /// - Throws: `StoreError`; some may have gone already.
  package func trim(
    _ selection: EntrySelection?, bytes: Int64? = nil, entries: Int64? = nil, goOn: () -> Bool = { true }
  ) throws(StoreError) -> TrimReport {
    BodySweep.run(in: self, digits: BodySweep.allDigits)
    try foldUses()
    try write { (connection) throws(StoreError) in try countTotals(in: connection) }
    var report = TrimReport()
    if let selection {
      let (condition, values) = selection.sql
      try removeBatches(&report, goOn) { (connection, removal) throws(StoreError) in
        try removal.delete(
          "id IN (SELECT id FROM entries WHERE \(condition) LIMIT \(Self.trimBatch))", values,
          from: connection)
      }
    }
    if let entries {
      try removeBatches(&report, goOn) { (connection, removal) throws(StoreError) in
        let excess = (try Totals.read(connection)?.entries ?? 0).subtractingSaturated(max(0, entries))
        guard excess > 0 else { return }
        try removal.delete(
          "id IN (SELECT id FROM entries ORDER BY last_used_at, id LIMIT ?1)",
          [.integer(min(excess, Int64(Self.trimBatch)))], from: connection)
      }
    }
    if let bytes {
      try removeBatches(&report, goOn) { (connection, removal) throws(StoreError) in
        try evictBatch(keeping: 0, budget: max(0, bytes), from: connection, &removal)
      }
    }
    try giveBackFreePages(goOn)
    guard goOn() else { return report }
    // Deleted means gone.
    if let selection, !selection.isRestricted { try erase() } else if report.removed > 0 { emptyLogQuietly() }
    return report
  }

  private func removeBatches(
    _ report: inout TrimReport, _ goOn: () -> Bool,
    _ work: (SQLiteConnection, inout Removal) throws(StoreError) -> Void
  ) throws(StoreError) {
    while goOn() {
      var removal = Removal()
      try write { (connection) throws(StoreError) in
        removal = Removal()
        try work(connection, &removal)
        try settle(&removal, in: connection)
      }
      removal.unlinkFiles(in: directory)
      guard removal.count > 0 else { return }
      report.removed += Int64(removal.count)
      report.removedBytes = report.removedBytes.addingSaturated(removal.bytes)
    }
  }

  /// Gives the free pages back to the file system, a few at a time.
  private func giveBackFreePages(_ goOn: () -> Bool) throws(StoreError) {
    while goOn() {
      let isDone = try guarded { (connection) throws(StoreError) in
        let free = try freeBytes(connection)
        guard free > freeLimit else { return true }
        try connection.run("PRAGMA incremental_vacuum(\((4 << 20) / connection.pageSize()))")
        // Where the file can't be made smaller there is no use in trying again.
        return try freeBytes(connection) >= free
      }
      guard isDone == false else { return }
    }
  }

  /// Names what a trim with the same arguments would remove, by the sizes that entries are accounted for.
  ///
  /// - Parameters:
  ///   - selection: as in `trim`.
  ///   - bytes: as in `trim`.
  ///   - entries: as in `trim`.
  ///   - visit: gets each entry; returns whether to go on.
  /// - Throws: what the database said.
  package func forEachToTrim(
    _ selection: EntrySelection?, bytes: Int64?, entries: Int64?, _ visit: (StoredEntry) -> Bool
  ) throws(StoreError) {
    var left: (entries: Int64, bytes: Int64) = (0, 0)
    _ = try guarded { (connection) throws(StoreError) in
      let totals = try Totals.counted(connection, diskBytes: diskBytes).totals
      left = (totals.entries, try databaseBytes(connection).addingSaturated(totals.fileBytes))
    }
    var isStopped = false
    if let selection {
      try forEach(selection) { entry in
        left.entries -= 1
        left.bytes = left.bytes.subtractingSaturated(entry.size)
        isStopped = !visit(entry)
        return !isStopped
      }
    }
    guard !isStopped, bytes != nil || entries != nil else { return }
    try forEachByUse { entry in
      guard left.entries > entries ?? .max || left.bytes > bytes ?? .max else { return false }
      if let selection, selection.isMet(by: entry) { return true }
      left.entries -= 1
      left.bytes = left.bytes.subtractingSaturated(entry.size)
      return visit(entry)
    }
  }
}
