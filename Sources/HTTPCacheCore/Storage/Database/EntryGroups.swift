extension ResponseHead {
  /// Whether the response has the field `Cache-Groups` (RFC 9875 §2).
  var hasGroups: Bool { fields.contains("Cache-Groups") }
}

/// The entries of each group of an origin: in a table of their own, since few responses belong to a group.
enum EntryGroups {
  static let table = """
    CREATE TABLE entry_groups (
      origin TEXT NOT NULL,
      name TEXT NOT NULL,
      id INTEGER NOT NULL,
      PRIMARY KEY (origin, name, id)
    ) WITHOUT ROWID;
    CREATE INDEX entry_groups_by_id ON entry_groups (id);
    """

  static func insert(
    _ number: Int64, of response: StoredResponse, into connection: SQLiteConnection
  ) throws(StoreError) {
    guard response.head.hasGroups else { return }
    let names = CacheGroups.names(response.head)
    guard !names.isEmpty else { return }
    let origin = NormalizedURI.origin(response.key.uri)
    for name in names {
      try connection.run(
        "INSERT OR IGNORE INTO entry_groups VALUES (?1, ?2, ?3)",
        [.text(origin), .text(name), .integer(number)])
    }
  }

  static func delete(_ number: Int64, from connection: SQLiteConnection) throws(StoreError) {
    try connection.run("DELETE FROM entry_groups WHERE id = ?1", [.integer(number)])
  }
}
