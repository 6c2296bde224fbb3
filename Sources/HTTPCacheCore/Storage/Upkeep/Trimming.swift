/// The entries that a trim removed.
package struct TrimReport: Sendable, Hashable {
  package var removed: Int64 = 0
  /// The bytes that the removed entries counted for.
  package var removedBytes: Int64 = 0

  package init() {}

  fileprivate mutating func add(_ removal: Removal) {
    removed = removed.addingSaturated(Int64(removal.count))
    removedBytes = removedBytes.addingSaturated(removal.bytes)
  }
}

/// Removes selected or surplus entries, and erases their bytes from every file of the cache.
struct Trimming {
  let database: Database

  /// The range of how many entries one transaction removes: as many as take about a second, since other processes
  /// wait for its lock.
  ///
  /// The entries of a transaction are on pages all over the database, so that a small transaction writes nearly as many
  /// pages as a large one.
  private static let batches = 1024...65_536
  private static let batchMicroseconds: Int64 = 1_000_000

  private var eviction: Eviction { Eviction(database: database) }

  func trim(
    _ selection: EntrySelection?, bytes: Int64?, entries: Int64?, goOn: () -> Bool
  ) throws(StoreError) -> TrimReport {
    BodySweep(database: database).run(digits: BodySweep.allDigits)
    try UsageLog(database: database).fold()
    var report = TrimReport()
    var isEmptied = false
    if let selection, !selection.isRestricted, goOn() { isEmptied = try removeAll(&report) }
    try database.write { (connection) throws(StoreError) in try Totals.recount(in: connection, of: database) }
    if let selection, !isEmptied { try remove(selection, &report, goOn) }
    if let entries { try removeExcess(over: entries, &report, goOn) }
    if let bytes {
      try removeBatches(&report, goOn) { (connection, most, removal) throws(StoreError) in
        try eviction.evictBatch(
          keeping: 0, budget: max(0, bytes), most: most, from: connection, &removal)
      }
    }
    try giveBackFreePages(goOn)
    guard goOn() else { return report }
    // With all entries deleted, erase their bytes from all files, too.
    if let selection, !selection.isRestricted {
      try Erasure(database: database).erase()
    } else if report.removed > 0 {
      Erasure(database: database).emptyLogQuietly()
    }
    return report
  }

  private func remove(
    _ selection: EntrySelection, _ report: inout TrimReport, _ goOn: () -> Bool
  ) throws(StoreError) {
    let (condition, values) = selection.sql
    try removeBatches(&report, goOn) { (connection, most, removal) throws(StoreError) in
      try removal.delete(
        "id IN (SELECT id FROM entries WHERE \(condition) LIMIT ?)", values + [.integer(Int64(most))],
        from: connection)
    }
  }

  /// Removes the least recently used entries, until no more than the limit are left.
  private func removeExcess(
    over limit: Int64, _ report: inout TrimReport, _ goOn: () -> Bool
  ) throws(StoreError) {
    try removeBatches(&report, goOn) { (connection, most, removal) throws(StoreError) in
      let excess = (try Totals.read(connection)?.entries ?? 0).subtractingSaturated(max(0, limit))
      guard excess > 0 else { return }
      try removal.delete(
        "id IN (SELECT id FROM entries ORDER BY last_used_at, id LIMIT ?1)",
        [.integer(min(excess, Int64(most)))], from: connection)
    }
  }

  private func removeBatches(
    _ report: inout TrimReport, _ goOn: () -> Bool,
    _ work: (SQLiteConnection, _ most: Int, inout Removal) throws(StoreError) -> Void
  ) throws(StoreError) {
    var most = Self.batches.lowerBound
    while goOn() {
      var removal = Removal()
      var time: Int64 = 0
      try database.write { (connection) throws(StoreError) in
        time = HostClock.microseconds()
        removal = Removal()
        try work(connection, most, &removal)
        try Totals.settle(&removal, in: connection, of: database)
      }
      time = HostClock.microseconds().subtractingSaturated(time)
      removal.unlinkFiles(in: database.directory)
      guard removal.count > 0 else { return }
      report.add(removal)
      let next = time < Self.batchMicroseconds ? most * 2 : most / 2
      most = min(max(next, Self.batches.lowerBound), Self.batches.upperBound)
    }
  }

  /// Removes all entries at once, in a time that does not grow with their number; the kept figures, the key of
  /// credentials and the noted invalidations stay.
  ///
  /// - Returns: false if this can't be done, and entries have to be deleted one by one.
  private func removeAll(_ report: inout TrimReport) throws(StoreError) -> Bool {
    // If a table is missing, this throws an error that names it.
    try database.read { (connection) throws(StoreError) in
      try connection.run("SELECT 1 FROM entries, bodies, entry_groups LIMIT 0")
    }
    var removal = Removal()
    let isDone = try database.replace { (old, new) throws(StoreError) in
      try removal.takeAll(of: old, in: database)
      let kept: [any KeptTable.Type] = [
        ActivityTable.self, RemoteActivityTable.self, CredentialSeal.self, InvalidationTable.self,
      ]
      for table in kept { try table.copy(from: old, to: new) }
      try Totals.copyNumbers(from: old, to: new)
    }
    guard isDone else { return false }
    removal.unlinkFiles(in: database.directory)
    report.add(removal)
    return true
  }

  /// Gives the free pages back to the file system, a few at a time.
  private func giveBackFreePages(_ goOn: () -> Bool) throws(StoreError) {
    while goOn() {
      let isDone = try database.read { (connection) throws(StoreError) in
        let free = try eviction.freeBytes(connection)
        guard free > eviction.freeLimit else { return true }
        try connection.run("PRAGMA incremental_vacuum(\((4 << 20) / connection.pageSize()))")
        // If the file can't be made smaller, don't try again.
        return try eviction.freeBytes(connection) >= free
      }
      guard isDone == false else { return }
    }
  }

  func forEachToTrim(
    _ selection: EntrySelection?, bytes: Int64?, entries: Int64?,
    _ visit: (_ uri: String, _ size: Int64) -> Bool
  ) throws(StoreError) {
    try UsageLog(database: database).bringUpToDate()
    var left: (entries: Int64, bytes: Int64) = (0, 0)
    let isLimited = bytes != nil || entries != nil
    try database.read { (connection) throws(StoreError) in
      guard isLimited else { return }
      let totals = try Totals.counted(connection, diskBytes: database.directory.diskBytes).totals
      left = (totals.entries, try eviction.databaseBytes(connection).addingSaturated(totals.fileBytes))
    }
    var isStopped = false
    if let selection {
      try forEachRow(selection) { uri, size in
        left.entries -= 1
        left.bytes = left.bytes.subtractingSaturated(size)
        isStopped = !visit(uri, size)
        return !isStopped
      }
    }
    guard !isStopped, isLimited else { return }
    try EntryReader(database: database).forEachByUse { entry in
      guard left.entries > entries ?? .max || left.bytes > bytes ?? .max else { return false }
      if let selection, selection.isMet(by: entry) { return true }
      left.entries -= 1
      left.bytes = left.bytes.subtractingSaturated(entry.size)
      return visit(entry.response.key.uri, entry.size)
    }
  }

  /// Visits the rows of a selection in the order of their pages in the database: in any other order, nearly every row
  /// would need another page.
  private func forEachRow(
    _ selection: EntrySelection, _ visit: (_ uri: String, _ size: Int64) -> Bool
  ) throws(StoreError) {
    let (condition, values) = selection.sql
    // Use only the index of URLs, for a host or a pattern: the rows of any other index are on pages all over the
    // database.
    let source = selection.host == nil && selection.urlPattern == nil ? "entries NOT INDEXED" : "entries"
    var last = Int64.min
    while true {
      var page: [(uri: String, size: Int64)] = []
      page.reserveCapacity(Self.pageLength)
      try database.read { (connection) throws(StoreError) in
        try connection.run(
          """
          SELECT id, uri, size FROM \(source) WHERE (\(condition)) AND id > ? ORDER BY id LIMIT \(Self.pageLength)
          """, values + [.integer(last)]
        ) { row in
          last = row.integer(0) ?? .max
          page.append((row.text(1) ?? "(a row without a URL)", row.integer(2) ?? 0))
          return true
        }
      }
      for (uri, size) in page {
        guard visit(uri, size) else { return }
      }
      guard page.count == Self.pageLength else { return }
    }
  }

  private static let pageLength = 4096
}
