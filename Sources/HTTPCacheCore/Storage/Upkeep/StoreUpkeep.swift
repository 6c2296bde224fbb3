/// The functions of a store for the commands `trim` and `stats`.
extension Store {
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
    try Trimming(database: database).trim(selection, bytes: bytes, entries: entries, goOn: goOn)
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
    try Trimming(database: database).forEachToTrim(selection, bytes: bytes, entries: entries, visit)
  }

  /// Reads and checks every response and body; `goOn` gets the number of entries read so far and returns whether to
  /// go on.
  ///
  /// - Returns: the damage, and the files that killed processes left.
  /// - Throws: if the database can't be read at all.
  package func verify(_ goOn: (Int64) -> Bool = { _ in true }) throws(StoreError) -> VerificationReport {
    try Verification(database: database).verify(goOn)
  }

  /// Removes the damaged entries and leftover files that a verification found, and nothing else; a database that is
  /// damaged as a whole is replaced by a new one.
  ///
  /// - Throws: the error of the database.
  package func repair(_ report: VerificationReport) throws(StoreError) {
    try Verification(database: database).repair(report)
  }

  /// The figures since a moment, or all, including those that are still in the log of uses.
  ///
  /// The moment is exact to the second for the last hour, then to the minute, then to the hour; for the figures of the
  /// remote cache to the hour.
  ///
  /// - Throws: the error of the database.
  package func activity(since: Instant? = nil) throws(StoreError) -> Activity {
    try database.activity([ActivityTable.self, RemoteActivityTable.self], since: since, by: .max)[0]
      ?? Activity()
  }

  /// The figures of each day (UTC) that has any, in order, with the day's first moment; without those of the remote
  /// cache.
  ///
  /// - Throws: the error of the database.
  package func activityByDay() throws(StoreError) -> [(day: Instant, activity: Activity)] {
    let days = try database.activity([ActivityTable.self], since: nil, by: 86_400)
    return days.sorted { $0.key < $1.key }.map { (Instant(epoch: $0.key * 86_400), $0.value) }
  }

  /// Sets the kept figures to zero; the stored responses stay.
  package func resetActivity() throws(StoreError) {
    try UsageLog(database: database).fold()
    try database.write { (connection) throws(StoreError) in
      for table in [ActivityTable.self, RemoteActivityTable.self] as [any FigureTable.Type]
      where try table.isThere(in: connection) {
        try connection.execute("DELETE FROM \(table.name)")
      }
    }
  }

  /// The first entries in an order, the greatest first.
  ///
  /// - Throws: the error of the database.
  package func top(_ order: TopOrder, count: Int) throws(StoreError) -> [StoredEntry] {
    guard database.isCurrent else { return [] }
    try UsageLog(database: database).bringUpToDate()
    return try EntryReader(database: database).entries(orderedBy: "\(order.column) DESC, id", count: count)
  }
}
