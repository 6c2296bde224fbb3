/// What a database has to be for its tables to be read: plain tables, each row of which is found at once.
enum CacheDBSchema {
  /// Refuses a schema by which reading would run what the file's writer put there: views, triggers, virtual tables and
  /// generated columns.
  static func refuseCode(_ connection: SQLiteConnection, tables: [String]) throws(CacheDBError) {
    do throws(StoreError) {
      let strange = try connection.integer(
        """
        SELECT count(*) FROM sqlite_master WHERE type NOT IN ('table', 'index')
        OR type = 'table' AND coalesce(rootpage, 0) = 0 OR sql LIKE 'CREATE VIRTUAL%'
        """)
      var count = strange ?? 0
      guard count == 0 else { throw StoreError.unusable(path: connection.path, reason: "") }
      for table in tables {
        count +=
          try connection.integer("SELECT count(*) FROM pragma_table_xinfo('\(table)') WHERE hidden <> 0") ?? 0
      }
      guard count == 0 else { throw StoreError.unusable(path: connection.path, reason: "") }
    } catch {
      if case .unusable(_, "") = error { throw .runsCode }
      throw CacheDBError(error)
    }
  }

  /// Whether a query goes through the rows once, in the order in which they lie, and finds what belongs to each by its
  /// number: then it takes no room for sorting, and no longer than the file is long.
  static func isPlain(_ query: String, _ connection: SQLiteConnection) throws(StoreError) -> Bool {
    var scans = 0
    var isPlain = true
    try connection.run("EXPLAIN QUERY PLAN " + query) { row in
      let step = row.text(3) ?? ""
      if step.hasPrefix("SCAN") { scans += 1 }
      if step.contains("TEMP B-TREE") || step.contains("AUTOMATIC") || step.contains("MATERIALIZE") {
        isPlain = false
      }
      return true
    }
    return isPlain && scans == 1
  }
}
