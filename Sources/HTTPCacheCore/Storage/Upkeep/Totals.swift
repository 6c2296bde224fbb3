/// The row that keeps the totals of the store, so that reading them needs no sum.
///
/// The row may be damaged, like any row: impossible totals are counted anew before they have any effect.
enum Totals {
  /// The totals in the row; nil if there is no row, or a total is not a number.
  static func read(_ connection: SQLiteConnection) throws(StoreError) -> StoreTotals? {
    try connection.first("SELECT entries, bytes, file_bytes FROM totals") { row in
      guard let entries = row.integer(0), let bytes = row.integer(1), let fileBytes = row.integer(2) else {
        return nil
      }
      return StoreTotals(entries: entries, bytes: bytes, fileBytes: fileBytes)
    }
  }

  /// The totals, counted by a walk through all entries, and the greatest entry number.
  ///
  /// An entry whose row names a size larger than the disk counts as 0 bytes.
  ///
  /// - Throws: the error of the database.
  static func counted(
    _ connection: SQLiteConnection, diskBytes: Int64
  ) throws(StoreError) -> (totals: StoreTotals, lastNumber: Int64) {
    var (totals, last) = (StoreTotals(), Int64(0))
    try connection.run("SELECT id, size, body_length, body_file IS NULL FROM entries") { row in
      last = max(last, row.integer(0) ?? 0)
      let (size, length) = (row.integer(1) ?? 0, row.integer(2) ?? 0)
      let isFile = row.integer(3) == 0 && (0...diskBytes).contains(length)
      totals.add(
        StoreTotals(
          entries: 1, bytes: (0...diskBytes).contains(size) ? size : 0,
          fileBytes: isFile ? EntryRecord.fileSize(bodyLength: length) : 0))
      return true
    }
    return (totals, last)
  }

  /// Adds a difference to the row, in the transaction that stores and removes the entries; the next entry then gets
  /// at least the number `next`.
  ///
  /// - Returns: false if there is no row.
  /// - Throws: the error of the database.
  static func add(
    _ difference: StoreTotals, next: Int64, in connection: SQLiteConnection
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
    try connection.first("SELECT (SELECT next_id FROM totals), (SELECT max(id) FROM entries)") { row in
      let kept = row.integer(0).flatMap { (1..<greatestNumber).contains($0) ? $0 : nil } ?? 1
      let next = max(kept, max(0, row.integer(1) ?? 0).addingSaturated(1))
      return next < .max ? next : nil
    }
  }

  /// Copies the two values that stay when all entries are removed: the number of the next entry, and the time of the
  /// latest invalidation.
  static func copyNumbers(from old: SQLiteConnection, to new: SQLiteConnection) throws(StoreError) {
    try new.run(
      "UPDATE totals SET next_id = ?1, invalidated_at = ?2",
      [.integer(try nextNumber(old) ?? 1), .integer(try InvalidationTable.latest(in: old) ?? 0)])
  }

  /// Counts the totals anew, and writes the row, whether or not there is one.
  static func recount(in connection: SQLiteConnection, diskBytes: Int64) throws(StoreError) {
    let (totals, last) = try counted(connection, diskBytes: diskBytes)
    try connection.run(
      """
      INSERT INTO totals (id, entries, bytes, file_bytes, next_id) VALUES (1, ?1, ?2, ?3, ?4)
      ON CONFLICT (id) DO UPDATE SET entries = ?1, bytes = ?2, file_bytes = ?3, next_id = CASE
      WHEN typeof(next_id) = 'integer' AND next_id BETWEEN ?4 AND \(greatestNumber) THEN next_id ELSE ?4 END
      """,
      [
        .integer(totals.entries), .integer(totals.bytes), .integer(totals.fileBytes),
        .integer(last.addingSaturated(1)),
      ])
  }

  /// Whether the next entry will get a number greater than `number`, the greatest of all entries.
  static func isNextAbove(_ number: Int64, _ connection: SQLiteConnection) throws(StoreError) -> Bool {
    let next = try connection.integer("SELECT next_id FROM totals")
    return next.map { $0 > number && $0 <= greatestNumber } ?? false
  }
}

/// The number of entries in a store, and their bytes.
package struct StoreTotals: Sendable, Hashable {
  package private(set) var entries: Int64

  /// The bytes that the entries count for.
  package private(set) var bytes: Int64

  /// How many of `bytes` are bodies in files of their own, in whole blocks.
  package private(set) var fileBytes: Int64

  package init(entries: Int64 = 0, bytes: Int64 = 0, fileBytes: Int64 = 0) {
    self.entries = entries
    self.bytes = bytes
    self.fileBytes = fileBytes
  }

  /// Whether the totals are possible on a disk of `diskBytes`: no negative value, and no more bytes in files than in
  /// all entries.
  func isPossible(diskBytes: Int64) -> Bool {
    entries >= 0 && fileBytes >= 0 && bytes >= fileBytes && bytes <= diskBytes
  }

  /// Adds other totals, saturating.
  mutating func add(_ other: StoreTotals) {
    entries = entries.addingSaturated(other.entries)
    bytes = bytes.addingSaturated(other.bytes)
    fileBytes = fileBytes.addingSaturated(other.fileBytes)
  }

  /// The difference, saturating.
  func subtracting(_ other: StoreTotals) -> StoreTotals {
    StoreTotals(
      entries: entries.subtractingSaturated(other.entries), bytes: bytes.subtractingSaturated(other.bytes),
      fileBytes: fileBytes.subtractingSaturated(other.fileBytes))
  }
}
