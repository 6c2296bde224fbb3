/// Checks that a database has only plain tables and that the query reads them in one pass.
enum CacheDBSchema {
  /// Throws for a schema that would run code of the file's writer: views, triggers, virtual tables and generated
  /// columns.
  static func refuseCode(_ connection: SQLiteConnection, tables: [String]) throws(CacheDBError) {
    var counts = [
      """
      SELECT count(*) FROM sqlite_master WHERE type NOT IN ('table', 'index')
      OR type = 'table' AND coalesce(rootpage, 0) = 0 OR sql LIKE 'CREATE VIRTUAL%'
      """
    ]
    counts += tables.map { "SELECT count(*) FROM pragma_table_xinfo('\($0)') WHERE hidden <> 0" }
    for query in counts {
      let count: Int64?
      do throws(StoreError) {
        count = try connection.integer(query)
      } catch {
        throw CacheDBError(error)
      }
      guard (count ?? 0) == 0 else { throw .runsCode }
    }
  }

  /// Whether a query scans one table in row order and finds the other rows by number, so that its time is linear and it
  /// needs no memory for sorting.
  static func isPlain(_ query: String, _ connection: SQLiteConnection) throws(StoreError) -> Bool {
    var scans = 0
    var isPlain = true
    try connection.run("EXPLAIN QUERY PLAN " + query) { row in
      let step = row.text(3) ?? ""
      if step.hasPrefix("SCAN") { scans += 1 }
      if step.holds("TEMP B-TREE") || step.holds("AUTOMATIC") || step.holds("MATERIALIZE") {
        isPlain = false
      }
      return true
    }
    return isPlain && scans == 1
  }
}
