/// What several writes have changed together, for the figures that are kept of the whole.
struct TransactionChange {
  /// What went.
  var removal = Removal()
  /// The entry that was written last; it stays when others are evicted.
  private(set) var newest: Int64 = 0
  private var nextNumber: Int64?
  private var latestInvalidation: Int64?
  private var entries: Int64 = 0
  private var bytes: Int64 = 0
  private var fileBytes: Int64 = 0

  /// Gives a number that no entry has had.
  mutating func takeNumber(_ connection: SQLiteConnection, path: String) throws(StoreError) -> Int64 {
    var next = nextNumber
    if next == nil { next = try Totals.nextNumber(connection) }
    guard let number = next, number < .max else {
      throw .unusable(path: path, reason: "no number is left for a new entry")
    }
    nextNumber = number + 1
    newest = number
    return number
  }

  /// Whether a response belongs to what was made invalid since it was asked for.
  mutating func isInvalidated(
    _ arrival: Arrival, in connection: SQLiteConnection
  ) throws(StoreError) -> Bool {
    if latestInvalidation == nil { latestInvalidation = try InvalidationTable.latest(in: connection) ?? 0 }
    guard let latestInvalidation, latestInvalidation >= arrival.askedAt else { return false }
    return try InvalidationTable.covers(
      arrival.response, askedAt: arrival.askedAt, in: connection)
  }

  /// Has the time of the latest invalidation read again: one has been added.
  mutating func forgetLatestInvalidation() { latestInvalidation = nil }

  /// Notes a new entry.
  mutating func add(_ record: EntryRecord) {
    entries += 1
    bytes = bytes.addingSaturated(record.size)
    fileBytes = fileBytes.addingSaturated(record.fileSize)
  }

  /// Notes that an entry has another size.
  mutating func resize(_ number: Int64, by difference: Int64, files: Int64 = 0) {
    newest = number
    bytes = bytes.addingSaturated(difference)
    fileBytes = fileBytes.addingSaturated(files)
  }

  /// What has come less what has gone, and the number that the next entry gets; nil where nothing has changed.
  ///
  /// It is one sum: what came and went again within a transaction never was part of the totals.
  mutating func takeDifference() -> (totals: StoreTotals, next: Int64)? {
    let gone = removal.takeUncounted()
    let totals = StoreTotals(entries: entries, bytes: bytes, fileBytes: fileBytes).subtracting(gone)
    (entries, bytes, fileBytes) = (0, 0, 0)
    guard totals != .none || nextNumber != nil else { return nil }
    return (totals, nextNumber ?? 0)
  }
}
