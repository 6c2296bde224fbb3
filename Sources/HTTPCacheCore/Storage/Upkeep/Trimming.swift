/// The entries that a trim removed.
package struct TrimReport: Sendable, Hashable {
  package var removed: Int64 = 0
  /// The bytes that the removed entries counted for.
  package var removedBytes: Int64 = 0

  package init() {}

  fileprivate mutating func add(_ removal: Removal) {
    removed = removed.addingSaturated(removal.count)
    removedBytes = removedBytes.addingSaturated(removal.bytes)
  }
}

extension Store {
  /// The range of how many entries one transaction removes: as many as take about a second, since other processes
  /// wait for its lock.
  private static let batchLengths = 1024...65_536
  private static let batchMicroseconds: Int64 = 1_000_000

  /// How many entries are chosen together; their numbers take two megabytes.
  private static let shareLength: Int64 = 1 << 18

  private var eviction: Eviction { Eviction(database: database) }

  /// Removes the selected entries, if any, then the least recently used ones until the rest is within the limits, if
  /// any.
  ///
  /// Each batch is a transaction of its own, after which the files of its bodies are removed; a fetch at the same
  /// time waits for one batch at most. `goOn` is called between batches. Files that killed processes left in the
  /// directory more than an hour ago are also removed. If all entries were selected, their bytes are erased from
  /// every file of the cache.
  ///
  /// - Throws: `StoreError`; some entries may have been removed already.
  package func trim(
    _ selection: EntrySelection?, bytes: Int64? = nil, entries: Int64? = nil, goOn: () -> Bool = { true }
  ) throws(StoreError) -> TrimReport {
    BodySweep(database: database).run(digits: BodySweep.allDigits)
    try UsageLog(database: database).fold()
    var report = TrimReport()
    var isEmptied = false
    if let selection, !selection.isRestricted, goOn() { isEmptied = try removeAll(&report) }
    try StoreTransaction.run(in: database, isEvicting: false) { (transaction) throws(StoreError) in
      try transaction.recount()
    }
    if let selection, !isEmptied { try remove(selection, &report, goOn) }
    if let entries {
      try removeExcess(measuredBy: "1", &report, goOn) { (connection) throws(StoreError) in
        (try Totals.read(connection)?.entries ?? 0).subtractingSaturated(max(0, entries))
      }
    }
    if let bytes {
      // A page that is given back may have been half empty.
      try removeExcess(measuredBy: "2 * size", &report, goOn) { (connection) throws(StoreError) in
        try eviction.usedBytes(connection).subtractingSaturated(max(0, bytes))
      }
    }
    try giveBackFreePages(goOn)
    guard goOn() else { return report }
    // With all entries deleted, erase their bytes from all files, too.
    if let selection, !selection.isRestricted {
      try erase()
    } else if report.removed > 0 {
      database.emptyLogQuietly()
    }
    return report
  }

  private func remove(
    _ selection: EntrySelection, _ report: inout TrimReport, _ goOn: () -> Bool
  ) throws(StoreError) {
    let (condition, values) = selection.sql
    try removeShares(&report, goOn, stillToGo: { _ in .max }) { (connection) throws(StoreError) in
      let numbers = try connection.rows(
        "SELECT id FROM entries WHERE \(condition) LIMIT \(Self.shareLength)", values
      ) { $0.integer(0) }
      return Share(numbers: numbers, condition: condition, values: values)
    }
  }

  /// Removes the least recently used entries, until there is no excess; `measure` is an SQL expression for the most that the
  /// removal of an entry takes from the excess.
  private func removeExcess(
    measuredBy measure: String, _ report: inout TrimReport, _ goOn: () -> Bool,
    _ excess: (SQLiteConnection) throws(StoreError) -> Int64
  ) throws(StoreError) {
    try removeShares(&report, goOn, stillToGo: excess) { (connection) throws(StoreError) in
      var (share, last) = (Share(condition: "last_used_at <= ?"), Int64(0))
      var left = try excess(connection)
      guard left > 0 else { return share }
      try connection.run(
        "SELECT id, last_used_at, \(measure) FROM entries ORDER BY last_used_at, id LIMIT \(Self.shareLength)"
      ) { row in
        share.numbers.append(row.integer(0) ?? 0)
        last = row.integer(1) ?? .max
        left = left.subtractingSaturated(max(1, row.integer(2) ?? 1))
        return left > 0
      }
      share.values = [.integer(last)]
      return share
    }
  }

  /// Entries that are to be removed, and the condition that each has to meet still when its turn comes.
  private struct Share {
    var numbers: [Int64] = []
    let condition: String
    var values: [SQLiteValue] = []
  }

  /// Removes chosen entries, of which no more than `stillToGo` have to go, until none is chosen.
  ///
  /// In the order in which they are chosen, entries are on pages all over the database, so that each transaction would
  /// write nearly all pages. They are removed in the order of their numbers, in which rows lie.
  private func removeShares(
    _ report: inout TrimReport, _ goOn: () -> Bool,
    stillToGo: (SQLiteConnection) throws(StoreError) -> Int64,
    choose: (SQLiteConnection) throws(StoreError) -> Share
  ) throws(StoreError) {
    while goOn(), let share = try database.read(choose) {
      var left = share.numbers.sorted()[...]
      let before = report.removed
      try removeBatches(&report, goOn) { (transaction, most) throws(StoreError) in
        let count = min(Int64(most), try stillToGo(transaction.connection))
        guard count > 0, !left.isEmpty else { return }
        let some = Array(left.prefix(Int(count)))
        left = left.dropFirst(some.count)
        try transaction.delete(
          where: "\(share.condition) AND id IN (SELECT value FROM json_each(?))", share.values + [.list(some)]
        )
      }
      guard report.removed > before else { return }
    }
  }

  private func removeBatches(
    _ report: inout TrimReport, _ goOn: () -> Bool,
    _ work: (inout StoreTransaction, _ most: Int) throws(StoreError) -> Void
  ) throws(StoreError) {
    var most = Self.batchLengths.lowerBound
    while goOn() {
      let (_, committed) = try StoreTransaction.run(in: database, isEvicting: false) {
        (transaction) throws(StoreError) in
        try work(&transaction, most)
      }
      guard committed.removal.count > 0 else { return }
      report.add(committed.removal)
      let next = committed.microseconds < Self.batchMicroseconds ? most * 2 : most / 2
      most = min(max(next, Self.batchLengths.lowerBound), Self.batchLengths.upperBound)
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
      removal = try Removal(ofAllIn: old, database.directory)
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

  /// Visits the URL and size of each entry that a trim with the same arguments would remove, until `visit` returns
  /// false.
  ///
  /// Sizes are those that the entries count for.
  ///
  /// - Throws: the error of the database.
  package func forEachToTrim(
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
    try forEachByUse(outside: selection) { entry in
      guard left.entries > entries ?? .max || left.bytes > bytes ?? .max else { return false }
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
    let source =
      selection.host == nil && selection.urlPattern == nil && selection.url == nil
      ? "entries NOT INDEXED" : "entries"
    var last = Int64.min
    while true {
      let page = try database.rows(
        """
        SELECT id, uri, size FROM \(source) WHERE (\(condition)) AND id > ? ORDER BY id LIMIT \(Self.pageLength)
        """, values + [.integer(last)]
      ) { row -> (uri: String, size: Int64)? in
        last = row.integer(0) ?? .max
        return (row.text(1) ?? "(a row without a URL)", row.integer(2) ?? 0)
      }
      for (uri, size) in page {
        guard visit(uri, size) else { return }
      }
      guard page.count == Self.pageLength else { return }
    }
  }

  private static let pageLength = 4096
}

// MARK: - Erasing

extension Store {
  /// Erases the bytes of deleted entries from every file of the cache, once all entries have been deleted.
  ///
  /// SQLite overwrites deleted rows and freed pages. Copies can remain within other pages, so `VACUUM` writes the
  /// database anew, and in the log, so it is emptied. Damaged databases that were moved aside and files that dead
  /// processes left are removed; files of living writers stay.
  ///
  /// - Throws: `StoreError`, also `locked` if a reading process keeps the log from being emptied.
  private func erase() throws(StoreError) {
    BodySweep.removeDamaged(in: database.directory)
    BodySweep(database: database).removeAbandoned()
    try database.write { (connection) throws(StoreError) in
      try InvalidationTable.forgetNames(in: connection)
    }
    let isEmptied = try database.read { (connection) throws(StoreError) in
      try connection.run("PRAGMA temp_store=MEMORY")
      try connection.run("VACUUM")
      return try database.emptyLog(of: connection)
    }
    guard isEmptied != false else { throw .locked(path: database.directory.path) }
  }
}
