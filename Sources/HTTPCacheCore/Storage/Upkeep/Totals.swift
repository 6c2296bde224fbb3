/// The row that keeps the totals of the store, so that reading them needs no sum.
///
/// The row may be damaged, like any row: impossible totals are counted anew before they have any effect.
enum Totals {
  /// The totals in the row; nil if there is no row, or a total is not a number.
  static func read(_ connection: SQLiteConnection) throws(StoreError) -> StoreTotals? {
    var totals: StoreTotals?
    try connection.run("SELECT entries, bytes, file_bytes FROM totals") { row in
      if let entries = row.integer(0), let bytes = row.integer(1), let fileBytes = row.integer(2) {
        totals = StoreTotals(entries: entries, bytes: bytes, fileBytes: fileBytes)
      }
      return false
    }
    return totals
  }

  /// The totals, counted by a walk through all entries, and the greatest entry number.
  ///
  /// An entry whose row names a size larger than the disk counts as 0 bytes.
  ///
  /// - Throws: the error of the database.
  static func counted(
    _ connection: SQLiteConnection, diskBytes: Int64
  ) throws(StoreError) -> (totals: StoreTotals, lastNumber: Int64) {
    var (entries, bytes, fileBytes, last): (Int64, Int64, Int64, Int64) = (0, 0, 0, 0)
    try connection.run("SELECT id, size, body_length, body_file IS NULL FROM entries") { row in
      entries += 1
      last = max(last, row.integer(0) ?? 0)
      let size = row.integer(1) ?? 0
      if (0...diskBytes).contains(size) { bytes = bytes.addingSaturated(size) }
      let length = row.integer(2) ?? 0
      guard row.integer(3) == 0, (0...diskBytes).contains(length) else { return true }
      fileBytes = fileBytes.addingSaturated(EntryRecord.fileSize(bodyLength: length))
      return true
    }
    return (StoreTotals(entries: entries, bytes: bytes, fileBytes: fileBytes), last)
  }

  /// Adds a difference to the row, in the transaction that stores and removes the entries; the next entry then gets
  /// at least the number `next`.
  ///
  /// - Returns: false if there is no row.
  /// - Throws: the error of the database.
  private static func add(
    _ difference: StoreTotals, next: Int64 = 0, in connection: SQLiteConnection
  ) throws(StoreError) -> Bool {
    try connection.run(
      """
      UPDATE totals SET entries = entries + ?1, bytes = bytes + ?2, file_bytes = file_bytes + ?3,
      next_id = max(next_id, ?4)
      """,
      [
        .integer(difference.entries), .integer(difference.bytes), .integer(difference.fileBytes),
        .integer(next),
      ])
    return connection.changes > 0
  }

  /// More entries than any store can have had: a greater number is damage.
  private static let greatestNumber: Int64 = 1 << 62

  /// A number that no entry has, and, unless the row is damaged, none has had.
  static func nextNumber(_ connection: SQLiteConnection) throws(StoreError) -> Int64? {
    var next: Int64?
    try connection.run("SELECT (SELECT next_id FROM totals), (SELECT max(id) FROM entries)") { row in
      let kept = row.integer(0).flatMap { (1..<greatestNumber).contains($0) ? $0 : nil } ?? 1
      next = max(kept, max(0, row.integer(1) ?? 0).addingSaturated(1))
      return false
    }
    return next.flatMap { $0 < .max ? $0 : nil }
  }

  /// Copies the two values that stay when all entries are removed: the number of the next entry, and the time of the
  /// latest invalidation.
  static func copyNumbers(from old: SQLiteConnection, to new: SQLiteConnection) throws(StoreError) {
    try new.run(
      "UPDATE totals SET next_id = ?1, invalidated_at = ?2",
      [.integer(try nextNumber(old) ?? 1), .integer(try InvalidationTable.latest(in: old) ?? 0)])
  }

  /// Writes the row, whether or not there is one.
  private static func replace(
    by totals: StoreTotals, lastNumber: Int64, in connection: SQLiteConnection
  ) throws(StoreError) {
    try connection.run(
      """
      INSERT INTO totals (id, entries, bytes, file_bytes, next_id) VALUES (1, ?1, ?2, ?3, ?4)
      ON CONFLICT (id) DO UPDATE SET entries = ?1, bytes = ?2, file_bytes = ?3, next_id = CASE
      WHEN typeof(next_id) = 'integer' AND next_id BETWEEN ?4 AND \(greatestNumber) THEN next_id ELSE ?4 END
      """,
      [
        .integer(totals.entries), .integer(totals.bytes), .integer(totals.fileBytes),
        .integer(lastNumber.addingSaturated(1)),
      ])
  }

  /// Whether the next entry will get a number greater than `number`, the greatest of all entries.
  static func isNextAbove(_ number: Int64, _ connection: SQLiteConnection) throws(StoreError) -> Bool {
    let next = try connection.integer("SELECT next_id FROM totals")
    return next.map { $0 > number && $0 <= greatestNumber } ?? false
  }

  /// Counts the totals anew, as part of a transaction.
  static func recount(in connection: SQLiteConnection, of database: Database) throws(StoreError) {
    let (totals, last) = try counted(connection, diskBytes: database.directory.diskBytes)
    try replace(by: totals, lastNumber: last, in: connection)
    database.hasCountedTotals = true
  }

  /// Adds the changes of a transaction to the totals, as part of that transaction.
  static func settle(
    _ change: inout TransactionChange, in connection: SQLiteConnection, of database: Database
  ) throws(StoreError) {
    guard let difference = change.takeDifference() else { return }
    if try !add(difference.totals, next: difference.next, in: connection) {
      try recount(in: connection, of: database)
    }
  }

  /// Subtracts the entries that a transaction removes from the totals, as part of that transaction.
  static func settle(
    _ removal: inout Removal, in connection: SQLiteConnection, of database: Database
  ) throws(StoreError) {
    let gone = removal.takeUncounted()
    guard gone != .none else { return }
    if try !add(StoreTotals.none.subtracting(gone), in: connection) {
      try recount(in: connection, of: database)
    }
  }
}

extension StoreTotals {
  static let none = StoreTotals(entries: 0, bytes: 0, fileBytes: 0)

  /// Whether the totals are possible on a disk of `diskBytes`: no negative value, and no more bytes in files than in
  /// all entries.
  func isPossible(diskBytes: Int64) -> Bool {
    entries >= 0 && fileBytes >= 0 && bytes >= fileBytes && bytes <= diskBytes
  }

  /// The difference, saturating.
  func subtracting(_ other: StoreTotals) -> StoreTotals {
    StoreTotals(
      entries: entries.subtractingSaturated(other.entries), bytes: bytes.subtractingSaturated(other.bytes),
      fileBytes: fileBytes.subtractingSaturated(other.fileBytes))
  }
}

/// The number of entries in a store, and their bytes.
package struct StoreTotals: Sendable, Hashable {
  package let entries: Int64

  /// The bytes that the entries count for.
  package let bytes: Int64

  /// How many of `bytes` are bodies in files of their own, in whole blocks.
  package let fileBytes: Int64

  package init(entries: Int64, bytes: Int64, fileBytes: Int64) {
    self.entries = entries
    self.bytes = bytes
    self.fileBytes = fileBytes
  }
}
