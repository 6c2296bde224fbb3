import CSystem

/// Reads entries and their bodies; removes damaged ones if the store may be written.
struct EntryReader {
  let database: Database

  /// The most variants under one key; the oldest are removed.
  static let variantLimit = 64

  /// The variants under each key, the newest received first; the bodies read along with them reuse the memory of
  /// `buffers`.
  func responses(
    for keys: [CacheKey], buffers: consuming [[UInt8]] = []
  ) throws(StoreError) -> [[StoredEntry]] {
    var found: [[StoredEntry]] = []
    var damaged: [EntryID] = []
    var page = EntryPage(buffers: buffers)
    try database.read { (connection) throws(StoreError) in
      let isOneOfMany = keys.count > 1
      try connection.read(isTransaction: isOneOfMany) { () throws(StoreError) in
        found.reserveCapacity(keys.count)
        for key in keys {
          page.reset()
          try lookUp(key, connection, &page)
          found.append(page.entries)
          damaged += page.damaged
        }
      }
    }
    drop(damaged)
    return found.isEmpty ? keys.map { _ in [] } : PartGrowth(database: database).withGrowth(found)
  }

  private func lookUp(
    _ key: CacheKey, _ connection: SQLiteConnection, _ page: inout EntryPage
  ) throws(StoreError) {
    let values: [SQLiteValue] = [
      .text(key.uri), .text(key.method), .text(key.server), .text(key.verified?.server ?? key.server),
    ]
    // An older version recorded neither the server of a response nor the credentials of its request: none of its
    // responses may answer.
    guard database.isCurrent else { return }
    // Sorted below: for sorting, SQLite would make a temporary table each time.
    try connection.run(Self.lookup, values) { page.take($0, under: key) }
    if page.count > Self.variantLimit {
      page.reset()
      try connection.run(
        """
        SELECT \(database.pageColumns) FROM entries
        WHERE uri = ?1 AND method = ?2 AND (server = ?3 OR server = ?4) ORDER BY received_at DESC, id DESC LIMIT \(Self.variantLimit)
        """, values
      ) { page.take($0, under: key) }
    } else if page.entries.count > 1 {
      page.entries.sort {
        ($0.response.receivedAt.epoch, $0.id.number) > ($1.response.receivedAt.epoch, $1.id.number)
      }
    }
  }

  private static let lookup = """
    SELECT \(EntryPage.currentColumns), body FROM entries LEFT JOIN bodies USING (id)
    WHERE uri = ?1 AND method = ?2 AND (server = ?3 OR server = ?4) LIMIT \(variantLimit + 1)
    """

  /// How many responses to other queries of a URL are compared with it, the newest received first.
  private static let otherQueryLimit = 256

  /// The responses to other queries of the same path that answer a key by their `No-Vary-Search`; the index of keys
  /// finds them.
  func responses(toOtherQueriesOf key: CacheKey) throws(StoreError) -> [StoredEntry] {
    var page = EntryPage()
    try database.read { (connection) throws(StoreError) in
      guard database.isCurrent else { return }
      try connection.run(
        """
        SELECT \(EntryPage.currentColumns) FROM entries
        WHERE (uri = ?1 OR uri >= ?1 || '?' AND uri < ?1 || '@') AND uri <> ?2 AND method = ?3
          AND (server = ?4 OR server = ?5) AND instr(lower(CAST(fields AS TEXT)), 'no-vary-search')
        ORDER BY received_at DESC LIMIT \(Self.otherQueryLimit)
        """,
        [
          .text(String(key.path)), .text(key.uri), .text(key.method), .text(key.server),
          .text(key.verified?.server ?? key.server),
        ]
      ) { page.take($0) }
    }
    drop(page.damaged)
    return page.entries.filter { $0.response.answersOtherQuery(of: key) }
  }

  /// Opens the body of an entry, verified.
  ///
  /// - Throws: `StoreError.damagedBody`, after removing the entry; `StoreError.gone` if another process removed the
  ///   entry.
  func openBody(_ entry: StoredEntry) throws(StoreError) -> sending BodyReader {
    do throws(StoreError) {
      return try body(of: entry)
    } catch .damagedBody(let id) {
      drop([id])
      throw .damagedBody(id)
    }
  }

  /// Opens the body of an entry, verified; a damaged one is not removed.
  func body(of entry: StoredEntry) throws(StoreError) -> sending BodyReader {
    switch entry.bodyLocation {
    case .inline: try openInlineBody(entry)
    case .file(let name): try openFileBody(entry, name: name)
    }
  }

  private func openInlineBody(_ entry: StoredEntry) throws(StoreError) -> sending BodyReader {
    if let bytes = entry.inlineBody { return BodyReader(verified: bytes, of: entry) }
    var found = false
    var bytes: [UInt8]?
    try database.read { (connection) throws(StoreError) in
      try connection.run(
        "SELECT body FROM entries LEFT JOIN bodies USING (id) WHERE entries.id = ?1",
        [.integer(entry.id.number)]
      ) { row in
        found = true
        bytes = row.blob(0)
        return false
      }
    }
    guard found else { throw .gone(entry.id) }
    guard let bytes else { throw .damagedBody(entry.id) }
    return try BodyReader(bytes, of: entry)
  }

  private func openFileBody(_ entry: StoredEntry, name: String) throws(StoreError) -> sending BodyReader {
    let (path, descriptor) = database.directory.openBodyFile(name)
    if descriptor >= 0 { return try BodyReader(descriptor: descriptor, path: path, of: entry) }
    let code = errno
    guard code == ENOENT || code == ELOOP else { throw StoreError(errno: code, path: path) }
    let row = try database.read { (connection) throws(StoreError) in
      try connection.integer("SELECT id FROM entries WHERE id = ?1", [.integer(entry.id.number)])
    }
    throw (row ?? nil) == nil ? .gone(entry.id) : .damagedBody(entry.id)
  }

  /// Visits the entries of a selection in the order of keys, page by page, so that no read transaction stays open.
  func forEach(_ selection: EntrySelection, _ visit: (StoredEntry) -> Bool) throws(StoreError) {
    let (condition, values) = selection.sql
    try forEach(where: condition, values, visit)
  }

  /// Visits the rows that meet an SQL condition, in the order of keys and page by page.
  func forEach(
    where condition: String, _ values: [SQLiteValue], _ visit: (StoredEntry) -> Bool
  ) throws(StoreError) {
    // Continue from the raw values of the row: a damaged key, too, has a place in SQLite's order.
    try forEachPage(visit, placeIn: [4, 5, 0], order: "uri, method, id") { last in
      ("(\(condition)) \(last.isEmpty ? "" : "AND (uri, method, id) > (?, ?, ?)")", values + last)
    }
  }

  /// Visits all entries, the least recently used first.
  func forEachByUse(_ visit: (StoredEntry) -> Bool) throws(StoreError) {
    try forEachPage(
      visit, placeIn: [1, 0], order: "last_used_at, id", from: [.integer(.min), .integer(.min)]
    ) { last in
      ("(last_used_at, id) > (?, ?)", last)
    }
  }

  /// Visits rows page by page; `rows` gives the SQL condition and values for the rows after a place in the order.
  private func forEachPage(
    _ visit: (StoredEntry) -> Bool, placeIn columns: [Int32], order: String, from first: [SQLiteValue] = [],
    _ rows: ([SQLiteValue]) -> (condition: String, values: [SQLiteValue])
  ) throws(StoreError) {
    var last = first
    while true {
      var page = EntryPage()
      let (condition, values) = rows(last)
      try database.read { (connection) throws(StoreError) in
        try connection.run(
          "SELECT \(database.pageColumns) FROM entries WHERE \(condition) ORDER BY \(order) LIMIT \(EntryPage.length)",
          values
        ) { row in
          _ = page.take(row)
          if page.count == EntryPage.length { last = columns.map(row.value) }
          return true
        }
      }
      drop(page.damaged)
      for entry in page.entries {
        guard visit(entry) else { return }
      }
      guard page.count == EntryPage.length else { return }
    }
  }

  /// The first entries in an order of SQL.
  func entries(orderedBy order: String, count: Int) throws(StoreError) -> [StoredEntry] {
    var page = EntryPage()
    try database.read { (connection) throws(StoreError) in
      try connection.run(
        "SELECT \(database.pageColumns) FROM entries ORDER BY \(order) LIMIT ?1",
        [.integer(Int64(max(0, count)))]
      ) { page.take($0) }
    }
    return page.entries
  }

  /// Removes damaged entries; an error here must not fail the read that found them.
  private func drop(_ damaged: [EntryID]) {
    guard !damaged.isEmpty, !database.options.isReadOnly else { return }
    do throws(StoreError) {
      _ = try StoreTransaction.run(in: database) { (transaction) throws(StoreError) in
        try transaction.change.removal.delete(damaged.map(\.number), from: transaction.connection)
      }
    } catch {
      // The next reader finds the damage again, and tries again.
    }
  }
}

extension StoreDirectory {
  /// Opens and verifies the body of an entry without using the database; nil if the body is in the database, or its
  /// file can't be opened.
  func bodyBesideDatabase(of entry: StoredEntry) throws(StoreError) -> BodyReader? {
    switch entry.bodyLocation {
    case .inline:
      return entry.inlineBody.map { BodyReader(verified: $0, of: entry) }
    case .file(let name):
      let (path, descriptor) = openBodyFile(name)
      return descriptor < 0 ? nil : try BodyReader(descriptor: descriptor, path: path, of: entry)
    }
  }

  fileprivate func openBodyFile(_ name: String) -> (path: String, descriptor: Int32) {
    let path = body(name)
    // `O_NONBLOCK`, since opening a named pipe that another program put there would wait for a writer.
    return (path, Self.openFile(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK))
  }
}

/// The rows of one query: whole entries, and the numbers of damaged ones.
struct EntryPage {
  static let length = 128

  /// The columns that `take` reads.
  static let currentColumns = "id, last_used_at, transfer_ms, uses, \(EntryRecord.columns)"
  fileprivate static let olderColumns = "id, last_used_at, 0, 0, \(EntryRecord.olderColumns)"

  var entries: [StoredEntry] = []
  var damaged: [EntryID] = []
  var count = 0

  /// The head that was read last; the next one may share its values.
  private var last: ResponseHead?
  private var buffers: [[UInt8]]

  /// Makes an empty page; the bodies that it reads reuse the memory of `buffers`.
  init(buffers: consuming [[UInt8]] = []) { self.buffers = buffers }

  /// Forgets the rows, but keeps the last head, whose values the next one may share.
  mutating func reset() { (entries, damaged, count) = ([], [], 0) }

  private static let bodyColumn = 4 + EntryRecord.columnCount

  /// Takes a row with the columns of `currentColumns`, and returns true to get the next one.
  ///
  /// With a key, the row must have that key, and the first row's body is read along with its record.
  mutating func take(_ row: SQLiteRow, under key: CacheKey? = nil) -> Bool {
    guard let number = row.integer(0) else { return true }
    count += 1
    let id = EntryID(number: number)
    guard let used = row.integer(1), let record = EntryRecord(row: row, from: 4, under: key, like: last)
    else {
      damaged.append(id)
      return true
    }
    last = record.response.head
    if let key, !key.reaches(record.response.key) { return true }
    entries.append(
      StoredEntry(
        id: id, response: record.response, lastUsedAt: Instant(epoch: used), storedAt: record.storedAt,
        bodyLocation: record.bodyFile.map { .file($0) } ?? .inline, bodyChecksum: record.bodyChecksum,
        size: record.size, transferMilliseconds: row.integer(2) ?? 0, uses: row.integer(3) ?? 0,
        inlineBody: key == nil ? nil : inlineBody(record, in: row)))
    return true
  }

  /// The body that was read along with a record; nil if it is damaged: `openBody` then removes the entry.
  private mutating func inlineBody(_ record: EntryRecord, in row: SQLiteRow) -> [UInt8]? {
    guard entries.isEmpty, record.bodyFile == nil, row.count > Self.bodyColumn else { return nil }
    return row.blob(Self.bodyColumn, into: buffers.popLast() ?? []).flatMap {
      BodyReader.isWhole($0, length: record.response.bodyLength, checksum: record.bodyChecksum) ? $0 : nil
    }
  }
}

extension Database {
  /// The columns of a page, as this database has them.
  var pageColumns: String { isCurrent ? EntryPage.currentColumns : EntryPage.olderColumns }
}
