import CSystem

/// The rows that one transaction deletes, and the files that are unlinked after it.
struct Removal {
  private(set) var count = 0
  private(set) var bytes: Int64 = 0
  private var uncounted = StoreTotals.none
  private var files: [String] = []

  /// Deletes one entry's rows, if they are there.
  mutating func delete(_ number: Int64, from connection: SQLiteConnection) throws(StoreError) {
    try delete("id = ?1", [.integer(number)], from: connection)
  }

  /// Deletes the rows of entries; a missing row is not an error.
  mutating func delete(_ numbers: [Int64], from connection: SQLiteConnection) throws(StoreError) {
    guard !numbers.isEmpty else { return }
    try delete("id IN (SELECT value FROM json_each(?1))", [Self.list(numbers)], from: connection)
  }

  /// Deletes the rows of entries that meet a condition.
  mutating func delete(
    _ condition: String, _ values: [SQLiteValue], from connection: SQLiteConnection
  ) throws(StoreError) {
    var removed: [Int64] = []
    var sizes: (bytes: Int64, fileBytes: Int64) = (0, 0)
    var names: [String] = []
    try connection.run(
      "DELETE FROM entries WHERE \(condition) RETURNING id, size, body_length, body_file, status", values
    ) { row in
      removed.append(row.integer(0) ?? 0)
      sizes.bytes = sizes.bytes.addingSaturated(row.integer(1) ?? 0)
      guard let file = row.text(3) else { return true }
      let fileSize = EntryRecord.fileSize(bodyLength: row.integer(2) ?? 0)
      sizes.fileBytes = sizes.fileBytes.addingSaturated(fileSize)
      names += Self.names(ofFile: file, status: row.integer(4))
      return true
    }
    guard !removed.isEmpty else { return }
    for table in ["bodies", "entry_groups"] {
      try connection.run(
        "DELETE FROM \(table) WHERE id IN (SELECT value FROM json_each(?1))", [Self.list(removed)])
    }
    count += removed.count
    bytes = bytes.addingSaturated(sizes.bytes)
    uncounted = StoreTotals(
      entries: uncounted.entries + Int64(removed.count), bytes: uncounted.bytes.addingSaturated(sizes.bytes),
      fileBytes: uncounted.fileBytes.addingSaturated(sizes.fileBytes))
    files += names
  }

  /// Notes all entries of a database as removed, since an empty database replaces it.
  mutating func takeAll(of connection: SQLiteConnection, in database: Database) throws(StoreError) {
    let entries = try connection.integer("SELECT count(*) FROM entries") ?? 0
    var totals = try Totals.read(connection)
    // Count the totals anew only if the kept ones can't be true: counting walks through all entries.
    if totals?.entries != entries || totals?.isPossible(diskBytes: database.directory.diskBytes) != true {
      totals = try Totals.counted(connection, diskBytes: database.directory.diskBytes).totals
    }
    var names: [String] = []
    try connection.run("SELECT body_file, status FROM entries WHERE body_file IS NOT NULL") { row in
      if let file = row.text(0) { names += Self.names(ofFile: file, status: row.integer(1)) }
      return true
    }
    count += Int(clamping: entries)
    bytes = bytes.addingSaturated(totals?.bytes ?? 0)
    files += names
  }

  /// The files that are unlinked with a row.
  private static func names(ofFile file: String, status: Int64?) -> [String] {
    guard StoreDirectory.isBodyName(file) else { return [] }
    // A part may have a growth file.
    return status == 206 ? [file, file + Growth.suffix] : [file]
  }

  private static func list(_ numbers: [Int64]) -> SQLiteValue {
    .text("[" + numbers.map(String.init).joined(separator: ",") + "]")
  }

  /// The totals of the deleted entries that have not been subtracted; each entry is returned once.
  mutating func takeUncounted() -> StoreTotals {
    defer { uncounted = .none }
    return uncounted
  }

  /// Unlinks the bodies, once the transaction is committed; a body that stays behind is swept later.
  func unlinkFiles(in directory: StoreDirectory) {
    for file in files { unlink(directory.body(file).cText) }
  }
}
