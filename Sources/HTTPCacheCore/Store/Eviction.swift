extension Store {
  /// How many rows are looked at in one step.
  private static let batch = 64

  /// Makes room inside the storing transaction: the least recently used go first, as many as need to.
  ///
  /// - Parameter kept: the row that room is made for.
  /// - Returns: the files that nobody names any more.
  /// - Throws: what SQLite said.
  func evict(sparing kept: EntryID) throws(StoreError) -> [String] {
    let connection = try writable()
    var files: [String] = []
    while try totals().bytes > options.capacity {
      let rows = try connection.statement(
        "SELECT id, size FROM entries WHERE id <> ?1 ORDER BY used_at, id LIMIT \(Self.batch)")
      rows.bind(1, kept.row)
      var excess = try totals().bytes - options.capacity
      var ids: [EntryID] = []
      while excess > 0, try rows.step() {
        ids.append(EntryID(row: rows.int(0)))
        excess -= rows.int(1)
      }
      rows.reset()
      if ids.isEmpty { break }
      files += try delete(ids)
    }
    if !files.isEmpty { _ = try connection.number("PRAGMA incremental_vacuum(64)") }
    return files
  }
}
