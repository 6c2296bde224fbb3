extension Store {
  /// Freshens an entry: head, times, selecting fields and user info are replaced, the body stays.
  ///
  /// - Parameters:
  ///   - id: the entry.
  ///   - response: what it becomes; its key must be the entry's, its body length is passed over.
  ///   - now: counts as a use.
  /// - Returns: false where the entry is gone.
  /// - Throws: `StoreError`; then the entry is as it was.
  package func update(
    _ id: EntryID, to response: StoredResponse, at now: Instant
  ) throws(StoreError) -> Bool {
    var removal = Removal()
    let isUpdated = try write { (connection) throws(StoreError) in
      removal = Removal()
      var old: EntryRecord?
      try connection.run(
        Self.selection, [.integer(id.number)]
      ) { row in
        old = EntryRecord(row: row, from: 0)
        return false
      }
      guard let old, old.response.key == response.key else { return false }
      var new = old
      // What was written as it is was meant to be kept so.
      let isKept = old.response.selectingFields.hasOpenCredentials
      new.response = isKept ? response : try sealed(response)
      new.response.bodyLength = old.response.bodyLength
      try connection.run(
        Self.freshening,
        [.integer(id.number), .integer(now.epoch)] + new.values + DerivedColumns(new.response).values)
      try EntryGroups.delete(id.number, from: connection)
      try EntryGroups.insert(id.number, of: response, into: connection)
      try connection.run("UPDATE totals SET bytes = bytes + ?1", [.integer(new.size - old.size)])
      try evictBatch(keeping: id.number, from: connection, &removal)
      return true
    }
    unlinkFiles(of: removal)
    return isUpdated
  }

  private static let selection = "SELECT \(EntryRecord.columns) FROM entries WHERE id = ?1"

  private static let freshening = """
    UPDATE entries SET (\(EntryRecord.columns), \(DerivedColumns.columns)) =
    (\(places(3...(EntryRecord.columnCount + DerivedColumns.count + 2)))), last_used_at = ?2 WHERE id = ?1
    """

  /// Removes entries; those that are gone already are passed over.
  package func remove(_ ids: [EntryID]) throws(StoreError) {
    guard !ids.isEmpty else { return }
    _ = try removeNumbers(ids.map(\.number))
  }

  /// Removes all variants under a key.
  ///
  /// - Returns: how many there were.
  package func removeAll(for key: CacheKey) throws(StoreError) -> Int {
    try removeSelected("SELECT id FROM entries WHERE uri = ?1 AND method = ?2", [key.uri, key.method])
  }

  /// Removes everything of an origin.
  ///
  /// - Parameter origin: `http://host:port`, as normalised in keys.
  /// - Returns: how many there were.
  /// - Throws: `StoreError`; then all are still there.
  package func removeAll(ofOrigin origin: String) throws(StoreError) -> Int {
    // Every URI of the origin begins with `origin/`, and `0` is the character behind the slash.
    try removeSelected("SELECT id FROM entries WHERE uri >= ?1 AND uri < ?2", [origin + "/", origin + "0"])
  }

  /// Removes what belongs to any of some groups of an origin (RFC 9875).
  ///
  /// - Parameters:
  ///   - groups: their names.
  ///   - origin: `http://host:port`, as normalised in keys.
  /// - Returns: how many there were.
  /// - Throws: `StoreError`; some may have gone already.
  package func removeGroups(_ groups: [String], ofOrigin origin: String) throws(StoreError) -> Int {
    var count = 0
    for group in groups {
      count += try removeSelected(
        "SELECT id FROM entry_groups WHERE origin = ?1 AND name = ?2", [origin, group])
    }
    return count
  }

  private func removeSelected(_ sql: String, _ texts: [String]) throws(StoreError) -> Int {
    var numbers: [Int64] = []
    _ = try guarded { (connection) throws(StoreError) in
      try connection.run(sql, texts.map { .text($0) }) { row in
        if let number = row.integer(0) { numbers.append(number) }
        return true
      }
    }
    return numbers.isEmpty ? 0 : try removeNumbers(numbers)
  }

  private func removeNumbers(_ numbers: [Int64]) throws(StoreError) -> Int {
    var removal = Removal()
    try write { (connection) throws(StoreError) in
      removal = Removal()
      try removal.delete(numbers, from: connection)
      try removal.subtractTotals(in: connection)
    }
    unlinkFiles(of: removal)
    return removal.count
  }
}
