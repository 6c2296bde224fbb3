/// A table whose rows stay when all entries are removed.
protocol KeptTable {
  static var name: String { get }

  /// The SQL that makes the table if it is missing.
  static var table: String { get }
}

extension KeptTable {
  /// Whether the table exists; most such tables are made when they are first needed.
  static func isThere(in connection: SQLiteConnection) throws(StoreError) -> Bool {
    try connection.integer(
      "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?1", [.text(name)]) == 1
  }

  /// Copies all rows to another database; a row that breaks a constraint of the table is damaged, and left out.
  static func copy(from old: SQLiteConnection, to new: SQLiteConnection) throws(StoreError) {
    guard try isThere(in: old) else { return }
    try new.execute(table)
    try new.write { () throws(StoreError) in
      var failure: StoreError?
      try old.run("SELECT * FROM \(name)") { row in
        let values = (0..<row.count).map(row.value)
        let places = EntryRecord.places(1...max(1, row.count))
        do throws(StoreError) {
          try new.run("INSERT OR IGNORE INTO \(name) VALUES (\(places))", values)
        } catch {
          failure = error
        }
        return failure == nil
      }
      if let failure { throw failure }
    }
  }
}
