import CSystem

// Reading entries and their bodies: damaged ones are left out, and removed if the store may be written.

extension Store {
  /// The most variants under one key; the oldest are removed.
  static let variantLimit = 64

  /// All variants under a key, the newest received first.
  package func responses(for key: CacheKey) throws(StoreError) -> [StoredEntry] {
    try responses(for: [key])[0]
  }

  /// The variants under each of one or more keys, the newest received first; all keys are read in one transaction,
  /// which is faster than key by key.
  ///
  /// The bodies read along with the rows reuse the memory of `buffers`.
  ///
  /// - Throws: the error of the database.
  package func responses(
    for keys: [CacheKey], buffers: consuming [[UInt8]] = []
  ) throws(StoreError) -> [[StoredEntry]] {
    var found: [[StoredEntry]] = []
    var damaged: [EntryID] = []
    var page = EntryPage(buffers: buffers)
    let removals = database.notedRemovals
    try database.read { (connection) throws(StoreError) in
      try connection.read(isTransaction: keys.count > 1) { () throws(StoreError) in
        found.reserveCapacity(keys.count)
        for key in keys {
          page.reset()
          try lookUp(key, connection, &page)
          page.drop(removals)
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
    let values = [.text(key.uri), .text(key.method)] + Self.servers(of: key)
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
        WHERE uri = ?1 AND method = ?2 AND \(Self.isFromServers) ORDER BY received_at DESC, id DESC LIMIT \(Self.variantLimit)
        """, values
      ) { page.take($0, under: key) }
    } else if page.entries.count > 1 {
      page.entries.sort(by: Self.isNewer)
    }
  }

  private static let lookup = """
    SELECT \(EntryPage.currentColumns), body FROM entries LEFT JOIN bodies USING (id)
    WHERE uri = ?1 AND method = ?2 AND \(isFromServers) LIMIT \(variantLimit + 1)
    """

  /// The condition on the routes that `servers` gives, as the values from the third on.
  private static let isFromServers = "(server = ?3 OR server = ?4 OR server >= ?5 AND server < ?6)"

  /// The routes that a key reaches: its own, and for an unverified one that over a verified connection, by whatever
  /// certificates or keys.
  private static func servers(of key: CacheKey) -> [SQLiteValue] {
    let verified = key.verified?.server
    let trusting = verified.map(ServerRoute.trusting)
    // The range ends before the text with the greatest letter behind the mark.
    return [key.server, verified ?? key.server, trusting ?? "", trusting.map { $0 + "~" } ?? ""].map {
      .text($0)
    }
  }

  /// How many responses to other queries of a URL are compared with it, the newest received first.
  private static let otherQueryLimit = 256

  /// The responses to other queries of the same path that answer a key by their `No-Vary-Search`; the index of keys
  /// finds them.
  private func responses(toOtherQueriesOf key: CacheKey) throws(StoreError) -> [StoredEntry] {
    guard database.isCurrent else { return [] }
    let page = try database.page(
      """
      WHERE (uri = ?1 OR uri >= ?1 || '?' AND uri < ?1 || '@') AND method = ?2 AND \(Self.isFromServers)
        AND uri <> ?7 AND instr(lower(CAST(fields AS TEXT)), 'no-vary-search')
      ORDER BY received_at DESC LIMIT \(Self.otherQueryLimit)
      """,
      [.text(String(key.path)), .text(key.method)] + Self.servers(of: key) + [.text(key.uri)])
    drop(page.damaged)
    return page.entries.filter { $0.response.answersOtherQuery(of: key) }
  }

  /// The responses that may answer a query, also by `No-Vary-Search`, with the request's own credentials in place of
  /// their digests.
  func responses(to query: StorageQuery) throws(StoreError) -> [StoredEntry] {
    var found = try responses(for: query.key)
    if query.settings.matchesNoVarySearch { found += try responses(toOtherQueriesOf: query.key) }
    return StoredEntry.areSealed(found) ? try unsealed(found, forRequest: query.request.fields) : found
  }

  /// All variants of a normalised URI that were requested by GET, from whatever server, the newest received first.
  ///
  /// - Throws: the error of the database.
  package func responses(toURI uri: String) throws(StoreError) -> [StoredEntry] {
    var entries: [StoredEntry] = []
    try forEach(where: "uri = ? AND method = 'GET'", [.text(uri)]) { entry in
      entries.append(entry)
      return true
    }
    return entries.sorted(by: Self.isNewer)
  }

  /// Whether an entry was received after another, or stored after it where both were received in the same second.
  static func isNewer(_ entry: StoredEntry, _ other: StoredEntry) -> Bool {
    (entry.response.receivedAt.epoch, entry.id.number) > (other.response.receivedAt.epoch, other.id.number)
  }

  /// Opens the body of an entry, verified.
  ///
  /// - Throws: `StoreError.damagedBody`, after removing the entry; `StoreError.gone` if another process removed the
  ///   entry.
  package func openBody(_ entry: StoredEntry) throws(StoreError) -> sending StoredBody {
    do throws(StoreError) {
      return try body(of: entry)
    } catch .damagedBody(let id) {
      drop([id])
      throw .damagedBody(id)
    }
  }

  /// Opens the body of an entry, verified; a damaged one is not removed.
  func body(of entry: StoredEntry) throws(StoreError) -> sending StoredBody {
    if let name = entry.bodyFile { try openFileBody(entry, name: name) } else { try openInlineBody(entry) }
  }

  private func openInlineBody(_ entry: StoredEntry) throws(StoreError) -> sending StoredBody {
    if let bytes = entry.inlineBody { return StoredBody(bytes) }
    let bodies = try database.rows(
      "SELECT body FROM entries LEFT JOIN bodies USING (id) WHERE entries.id = ?1",
      [.integer(entry.id.number)]
    ) { row -> [UInt8]?? in .some(row.blob(0)) }
    guard let body = bodies.first else { throw .gone(entry.id) }
    guard let bytes = body else { throw .damagedBody(entry.id) }
    return try StoredBody(bytes, of: entry)
  }

  private func openFileBody(_ entry: StoredEntry, name: String) throws(StoreError) -> sending StoredBody {
    let (path, descriptor) = database.directory.openBodyFile(name)
    if descriptor >= 0 { return try StoredBody(descriptor: descriptor, path: path, of: entry) }
    let code = errno
    guard code == ENOENT || code == ELOOP else { throw StoreError(errno: code, path: path) }
    let rows = try database.rows("SELECT id FROM entries WHERE id = ?1", [.integer(entry.id.number)]) {
      $0.integer(0)
    }
    throw rows.isEmpty ? .gone(entry.id) : .damagedBody(entry.id)
  }

  /// Visits the entries of a selection in the order of keys, or all entries, until `visit` returns false.
  ///
  /// Reads in pages, so that no read transaction stays open; an entry that is written or removed meanwhile may be
  /// visited or not.
  ///
  /// - Throws: the error of the database.
  package func forEach(
    _ selection: EntrySelection = EntrySelection(), _ visit: (StoredEntry) -> Bool
  ) throws(StoreError) {
    let (condition, values) = selection.sql
    try forEach(where: condition, values, visit)
  }

  /// Visits the rows that meet an SQL condition, in the order of keys and page by page.
  private func forEach(
    where condition: String, _ values: [SQLiteValue], _ visit: (StoredEntry) -> Bool
  ) throws(StoreError) {
    // Continue from the raw values of the row: a damaged key, too, has a place in SQLite's order.
    try forEachPage(visit, placeIn: [4, 5, 0], order: "uri, method, id") { last in
      ("(\(condition)) \(last.isEmpty ? "" : "AND (uri, method, id) > (?, ?, ?)")", values + last)
    }
  }

  /// Visits all entries, or those outside a selection, the least recently used first.
  func forEachByUse(
    outside selection: EntrySelection?, _ visit: (StoredEntry) -> Bool
  ) throws(StoreError) {
    let (condition, values) = selection?.sql ?? ("0", [])
    try forEachPage(
      visit, placeIn: [1, 0], order: "last_used_at, id", from: [.integer(.min), .integer(.min)]
    ) { last in
      ("(\(condition)) IS NOT TRUE AND (last_used_at, id) > (?, ?)", values + last)
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
      let removals = database.notedRemovals
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
      page.drop(removals)
      for entry in page.entries {
        guard visit(entry) else { return }
      }
      guard page.count == EntryPage.length else { return }
    }
  }

  /// The first entries in an order, the greatest first.
  ///
  /// - Throws: the error of the database.
  package func top(_ order: TopOrder, count: Int) throws(StoreError) -> [StoredEntry] {
    guard database.isCurrent else { return [] }
    try UsageLog(database: database).bringUpToDate()
    let column = order == .largest ? "body_length" : "uses"
    return try database.page(
      "ORDER BY \(column) DESC, id LIMIT ?1", [.integer(Int64(max(0, count)))]
    ).entries
  }

  /// Removes damaged entries; an error here must not fail the read that found them.
  private func drop(_ damaged: [EntryID]) {
    guard !damaged.isEmpty, !database.options.isReadOnly else { return }
    do throws(StoreError) {
      try StoreTransaction.run(in: database) { (transaction) throws(StoreError) in
        try transaction.delete(damaged.map(\.number))
      }
    } catch {
      // The next reader finds the damage again, and tries again.
    }
  }
}

/// The order in which `Store.top` lists entries.
package enum TopOrder: Sendable {
  case largest
  case mostUsed
}

extension StoreDirectory {
  /// Opens and verifies the body of an entry without using the database; nil if the body is in the database, or its
  /// file can't be opened.
  func bodyBesideDatabase(of entry: StoredEntry) throws(StoreError) -> StoredBody? {
    guard let name = entry.bodyFile else { return entry.inlineBody.map { StoredBody($0) } }
    let (path, descriptor) = openBodyFile(name)
    return descriptor < 0 ? nil : try StoredBody(descriptor: descriptor, path: path, of: entry)
  }

  fileprivate func openBodyFile(_ name: String) -> (path: String, descriptor: Int32) {
    let path = body(name)
    return (path, Self.openFile(path, O_RDONLY))
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

  /// Drops the entries that noted removals concern.
  mutating func drop(_ removals: [NotedRemoval]) {
    guard !removals.isEmpty else { return }
    entries.removeAll { entry in removals.contains { $0.covers(entry) } }
  }

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
        id, record, lastUsedAt: Instant(epoch: used), transferMilliseconds: row.integer(2) ?? 0,
        uses: row.integer(3) ?? 0, inlineBody: key == nil ? nil : inlineBody(record, in: row)))
    return true
  }

  /// The body that was read along with a record; nil if it is damaged: `openBody` then removes the entry.
  private mutating func inlineBody(_ record: EntryRecord, in row: SQLiteRow) -> [UInt8]? {
    guard entries.isEmpty, record.bodyFile == nil, row.count > Self.bodyColumn else { return nil }
    return row.blob(Self.bodyColumn, into: buffers.popLast() ?? []).flatMap {
      StoredBody.isWhole($0, length: record.response.bodyLength, checksum: record.bodyChecksum) ? $0 : nil
    }
  }
}

extension Database {
  /// The removals that are noted beside the database.
  ///
  /// They are read before the database is: a removal that goes from the notes into the database meanwhile is seen in one of
  /// the two.
  var notedRemovals: [NotedRemoval] { isOpen ? RemovalNotes(directory: directory).read() : [] }

  /// The columns of a page, as this database has them.
  var pageColumns: String { isCurrent ? EntryPage.currentColumns : EntryPage.olderColumns }

  /// The entries that a SELECT statement finds; `rest` is its text after the name of the table.
  func page(_ rest: String, _ values: [SQLiteValue]) throws(StoreError) -> EntryPage {
    var page = EntryPage()
    let removals = notedRemovals
    try read { (connection) throws(StoreError) in
      try connection.run("SELECT \(pageColumns) FROM entries \(rest)", values) { page.take($0) }
    }
    page.drop(removals)
    return page
  }
}
