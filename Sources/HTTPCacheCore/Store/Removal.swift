#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Rows that go in one transaction, and the files that go after it.
struct Removal {
  private(set) var count = 0
  private(set) var bytes: Int64 = 0
  private var uncounted: (entries: Int64, bytes: Int64, fileBytes: Int64) = (0, 0, 0)
  private var files: [String] = []

  /// Deletes one entry's rows, if they are there.
  mutating func delete(_ number: Int64, from connection: SQLiteConnection) throws(StoreError) {
    try delete("id = ?1", [.integer(number)], from: connection)
  }

  /// Deletes entries' rows, those that are there.
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
      "DELETE FROM entries WHERE \(condition) RETURNING id, size, body_length, body_file", values
    ) { row in
      removed.append(row.integer(0) ?? 0)
      sizes.bytes = sizes.bytes.addingSaturated(row.integer(1) ?? 0)
      guard let file = row.text(3) else { return true }
      let fileSize = EntryRecord.fileSize(bodyLength: row.integer(2) ?? 0)
      sizes.fileBytes = sizes.fileBytes.addingSaturated(fileSize)
      if StoreDirectory.isBodyName(file) { names.append(file) }
      return true
    }
    guard !removed.isEmpty else { return }
    for table in ["bodies", "entry_groups"] {
      try connection.run(
        "DELETE FROM \(table) WHERE id IN (SELECT value FROM json_each(?1))", [Self.list(removed)])
    }
    count += removed.count
    bytes = bytes.addingSaturated(sizes.bytes)
    uncounted.entries += Int64(removed.count)
    uncounted.bytes = uncounted.bytes.addingSaturated(sizes.bytes)
    uncounted.fileBytes = uncounted.fileBytes.addingSaturated(sizes.fileBytes)
    files += names
  }

  private static func list(_ numbers: [Int64]) -> SQLiteValue {
    .text("[" + numbers.map(String.init).joined(separator: ",") + "]")
  }

  /// Takes what has been deleted off the totals.
  mutating func subtractTotals(in connection: SQLiteConnection) throws(StoreError) {
    guard uncounted.entries > 0 else { return }
    try connection.run(
      """
      UPDATE totals SET entries = max(0, entries - ?1), bytes = max(0, bytes - ?2),
      file_bytes = max(0, file_bytes - ?3)
      """, [.integer(uncounted.entries), .integer(uncounted.bytes), .integer(uncounted.fileBytes)])
    uncounted = (0, 0, 0)
  }

  /// Unlinks the bodies, once the transaction is committed; one that stays behind is swept later.
  func unlinkFiles(in directory: StoreDirectory) {
    for file in files { unlink(directory.body(file)) }
  }
}
