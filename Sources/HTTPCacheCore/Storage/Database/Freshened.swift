/// An entry and what it becomes.
struct Freshened {
  let entry: StoredEntry
  let response: StoredResponse
  /// The same without the credentials that it was selected by, unless they are to be kept.
  let sealed: StoredResponse
  let at: Instant

  /// Freshens the row as part of a transaction; false where the entry is gone.
  func write(
    to connection: SQLiteConnection, _ change: inout TransactionChange
  ) throws(StoreError) -> Bool {
    guard entry.response.key == response.key else { return false }
    // Nearly always the row is as it was found, and need not be read again.
    if entry.response.selectingFields.isEmpty {
      let found = OldRow(size: entry.size, selecting: FieldSection())
      if try overwrite(found, in: connection, &change) { return true }
    }
    var old: OldRow?
    try connection.run(Self.selection, [.integer(entry.id.number)]) { row in
      guard let size = row.integer(0), row.integer(1) == Int64(bitPattern: entry.bodyChecksum),
        let selecting = row.blob(2).flatMap(BytePairs.init(checking:))
      else { return false }
      old = OldRow(size: size, selecting: FieldSection(selecting))
      return false
    }
    guard let old else { return false }
    return try overwrite(old, in: connection, &change)
  }

  /// What a row is expected to hold before it is freshened.
  private struct OldRow {
    let size: Int64
    let selecting: FieldSection
  }

  /// Freshens a row; false where it is gone or holds something else.
  private func overwrite(
    _ old: OldRow, in connection: SQLiteConnection, _ change: inout TransactionChange
  ) throws(StoreError) -> Bool {
    let number = entry.id.number
    // What was written as it is was meant to be kept so.
    var new = old.selecting.hasOpenCredentials ? response : sealed
    if new.bodyLength != entry.response.bodyLength { new.bodyLength = entry.response.bodyLength }
    let file: String? = if case .file(let name) = entry.bodyLocation { name } else { nil }
    let record = EntryRecord(
      response: new, storedAt: entry.storedAt, bodyFile: file, bodyChecksum: entry.bodyChecksum)
    // Exact to a minute is enough, and an index less to be changed.
    let isRecentlyUsed = (0..<60).contains(at - entry.lastUsedAt)
    try connection.run(
      isRecentlyUsed ? Self.freshening : Self.freshenAndUse,
      [
        .integer(number), .integer(at.epoch), .integer(Int64(bitPattern: entry.bodyChecksum)),
        .integer(old.size), .blob(old.selecting.pairs.bytes),
      ] + record.changingValues + DerivedColumns(new).values)
    guard connection.changes == 1 else { return false }
    if entry.response.head.hasGroups || new.head.hasGroups {
      try EntryGroups.delete(number, from: connection)
      try EntryGroups.insert(number, of: new, into: connection)
    }
    change.resize(number, by: record.size - old.size)
    return true
  }

  private static let selection = "SELECT size, body_sum, selecting FROM entries WHERE id = ?1"

  /// Leaves the columns that an index would have to be changed for, where they can't change.
  private static let freshening = freshening()
  private static let freshenAndUse = freshening(", last_used_at = ?2")

  private static func freshening(_ more: String = "") -> String {
    """
    UPDATE entries SET (\(EntryRecord.changingColumns), \(DerivedColumns.columns)) =
    (\(EntryRecord.places(6...(EntryRecord.changingCount + DerivedColumns.count + 5))))\(more)
    WHERE id = ?1 AND body_sum = ?3 AND size = ?4 AND selecting = ?5
    """
  }
}
