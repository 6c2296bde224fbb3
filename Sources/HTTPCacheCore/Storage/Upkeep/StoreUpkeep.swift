/// What the commands `trim` and `stats` ask of a store.
extension Store {
  /// Removes the selected entries, then the least recently used ones until the rest is within the limits.
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
    try Trimming(database: database).trim(selection, bytes: bytes, entries: entries, goOn: goOn)
  }

  /// Names what a trim with the same arguments would remove, by the sizes that entries are accounted for.
  ///
  /// - Parameters:
  ///   - selection: as in `trim`.
  ///   - bytes: as in `trim`.
  ///   - entries: as in `trim`.
  ///   - visit: gets the URL of each entry, and its size; returns whether to go on.
  /// - Throws: what the database said.
  package func forEachToTrim(
    _ selection: EntrySelection?, bytes: Int64?, entries: Int64?,
    _ visit: (_ uri: String, _ size: Int64) -> Bool
  ) throws(StoreError) {
    try Trimming(database: database).forEachToTrim(selection, bytes: bytes, entries: entries, visit)
  }

  /// Reads every response and body.
  ///
  /// - Parameter goOn: told how many entries were read so far; returns whether to go on.
  /// - Returns: the damage, and the leftovers of killed processes.
  /// - Throws: where the database can't be read at all.
  package func verify(_ goOn: (Int64) -> Bool = { _ in true }) throws(StoreError) -> VerificationReport {
    try Verification(database: database).verify(goOn)
  }

  /// Removes what a verification found, and nothing else; a database that is damaged as a whole makes way for a new one.
  ///
  /// - Parameter report: the result of a verification.
  /// - Throws: the error of the database.
  package func repair(_ report: VerificationReport) throws(StoreError) {
    try Verification(database: database).repair(report)
  }

  /// What the cache did since a moment, or ever.
  ///
  /// - Parameter since: exact to the second for the last hour, then to the minute, then to the hour; for the figures of
  ///   the remote cache to the hour.
  /// - Returns: the kept figures, with those of the log of uses.
  /// - Throws: the error of the database.
  package func activity(since: Instant? = nil) throws(StoreError) -> Activity {
    try database.activity([ActivityTable.self, RemoteActivityTable.self], since: since, by: .max)[0]
      ?? Activity()
  }

  /// What the cache did on each day (UTC) on which it did anything, in order, without the figures of the remote cache.
  ///
  /// - Returns: the day's first moment, and its figures.
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

  /// The entries that are first in an order.
  ///
  /// - Parameters:
  ///   - order: by what.
  ///   - count: how many.
  /// - Returns: the entries, the greatest first.
  /// - Throws: what the database said.
  package func top(_ order: TopOrder, count: Int) throws(StoreError) -> [StoredEntry] {
    guard database.isCurrent else { return [] }
    try UsageLog(database: database).bringUpToDate()
    return try EntryReader(database: database).entries(orderedBy: "\(order.column) DESC, id", count: count)
  }
}
