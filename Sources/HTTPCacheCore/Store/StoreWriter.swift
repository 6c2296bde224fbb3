#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension Store {
  /// How long a use counts as recorded: reading stays reading.
  private static let useInterval: Seconds = 60

  /// What a row takes besides its values, in bytes: its place in the table and in two indexes.
  private static let rowOverhead: Int64 = 256

  /// Begins a body.
  package func makeWriter() throws(StoreError) -> BodyWriter {
    guard !isReadOnly else { throw .readOnly }
    return BodyWriter(directory, inlineLimit: options.inlineLimit, maxLength: options.maxEntrySize)
  }

  /// Makes a response and its body whole in the store, in place of the variant that it replaces.
  ///
  /// The body is durable and has its name before the row is committed; room is made in the same transaction.
  ///
  /// - Parameters:
  ///   - response: what is stored.
  ///   - body: all of its body.
  ///   - replacing: rows that go; those of the same key and the same selecting fields go anyway.
  ///   - now: when it counts as last used.
  /// - Returns: the new row.
  /// - Throws: why it could not be stored; nothing of it stays.
  package func commit(
    _ response: StoredResponse, body: BodyWriter, replacing: [EntryID], at now: Instant
  ) throws(StoreError) -> EntryID {
    let connection = try writable()
    try body.publish()
    var garbage: [String] = []
    do {
      let id = try connection.write { () throws(StoreError) -> EntryID in
        garbage = try delete(replacing)
        garbage += try delete(try sameVariant(as: response))
        let id = try insert(response, body: body, now: now)
        garbage += try evict(sparing: id)
        return id
      }
      removeFiles(garbage)
      return id
    } catch {
      body.withdraw()
      throw error
    }
  }

  private func insert(_ response: StoredResponse, body: BodyWriter, now: Instant) throws(StoreError)
    -> EntryID
  {
    let connection = try writable()
    let columns = try connection.statement(
      """
      INSERT INTO entries (method, uri, selecting, version, status, reason, fields, requested_at, received_at,
        used_at, user_info, body_length, body_file, body_sum, head_sum, size)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)
      """)
    let size = bindHead(columns, response, bodyFile: body.fileName, bodySum: body.digest)
    columns.bind(10, now.epoch)
    columns.bind(16, size)
    try columns.run()
    let id = connection.lastInsertedID
    if body.fileName == nil {
      let data = try connection.statement("INSERT OR REPLACE INTO bodies VALUES (?1, ?2)")
      data.bind(1, id)
      data.bind(2, body.inlineBytes)
      try data.run()
    }
    try addToTotals(entries: 1, bytes: size)
    return EntryID(row: id)
  }

  /// Binds all columns but `used_at` and `size`; gives the size.
  private func bindHead(
    _ row: SQLiteStatement, _ response: StoredResponse, bodyFile: String?, bodySum: UInt64
  ) -> Int64 {
    let selecting = ByteStrings.encode(response.selectingFields)
    let fields = ByteStrings.encode(response.head.fields)
    let userInfo = ByteStrings.encode(response.userInfo)
    row.bind(1, response.key.method)
    row.bind(2, response.key.uri)
    row.bind(3, selecting)
    row.bind(4, response.head.version)
    row.bind(5, Int64(response.head.status))
    row.bind(6, response.head.reason)
    row.bind(7, fields)
    row.bind(8, response.requestedAt.epoch)
    row.bind(9, response.receivedAt.epoch)
    row.bind(11, userInfo)
    row.bind(12, response.bodyLength)
    row.bind(13, bodyFile)
    row.bind(14, Int64(bitPattern: bodySum))
    row.bind(15, Int64(bitPattern: EntryRow.checksum(response, bodyFile: bodyFile, bodySum: bodySum)))
    let head = Int64(selecting.count + fields.count + userInfo.count + 2 * response.key.uri.utf8.count)
    let body = bodyFile == nil ? response.bodyLength : (response.bodyLength + 4095) / 4096 * 4096
    return head + body + Self.rowOverhead
  }

  /// Writes a freshened head over a row; the body stays as it is.
  ///
  /// - Returns: false where the row is gone.
  package func update(_ id: EntryID, to response: StoredResponse, at now: Instant) throws(StoreError) -> Bool
  {
    let connection = try writable()
    return try connection.write { () throws(StoreError) -> Bool in
      let old = try connection.statement(
        "SELECT body_file, body_sum, size, body_length FROM entries WHERE id = ?1")
      old.bind(1, id.row)
      defer { old.reset() }
      guard try old.step(), old.int(3) == response.bodyLength else { return false }
      let row = try connection.statement(
        """
        UPDATE entries SET method = ?1, uri = ?2, selecting = ?3, version = ?4, status = ?5, reason = ?6,
          fields = ?7, requested_at = ?8, received_at = ?9, used_at = ?10, user_info = ?11, body_length = ?12,
          body_file = ?13, body_sum = ?14, head_sum = ?15, size = ?16 WHERE id = ?17
        """)
      let size = bindHead(row, response, bodyFile: old.text(0), bodySum: UInt64(bitPattern: old.int(1)))
      row.bind(10, now.epoch)
      row.bind(16, size)
      row.bind(17, id.row)
      try row.run()
      try addToTotals(entries: 0, bytes: size - old.int(2))
      return true
    }
  }

  /// Notes a use, at most once a minute for a response.
  ///
  /// A use that can't be written is no trouble to the one who read: errors are left out on purpose.
  package func recordUse(_ entry: StoredEntry, at now: Instant) {
    guard !isReadOnly, now - entry.lastUsedAt >= Self.useInterval else { return }
    do {
      let connection = try writable()
      connection.setBusyTimeout(50)
      defer { connection.setBusyTimeout(options.busyMilliseconds) }
      let row = try connection.statement("UPDATE entries SET used_at = ?1 WHERE id = ?2")
      row.bind(1, now.epoch)
      row.bind(2, entry.id.row)
      try row.run()
    } catch {
      return
    }
  }

  /// Removes responses.
  package func remove(_ ids: [EntryID]) throws(StoreError) {
    let connection = try writable()
    removeFiles(try connection.write { () throws(StoreError) in try delete(ids) })
  }

  /// Removes all that is stored under a key; how many went.
  package func removeAll(for key: CacheKey) throws(StoreError) -> Int {
    let connection = try writable()
    let rows = try connection.statement("SELECT id FROM entries WHERE uri = ?1 AND method = ?2")
    rows.bind(1, key.uri)
    rows.bind(2, key.method)
    var ids: [EntryID] = []
    while try rows.step() { ids.append(EntryID(row: rows.int(0))) }
    rows.reset()
    if !ids.isEmpty { try remove(ids) }
    return ids.count
  }

  private func sameVariant(as response: StoredResponse) throws(StoreError) -> [EntryID] {
    let rows = try writable().statement(
      "SELECT id FROM entries WHERE uri = ?1 AND method = ?2 AND selecting = ?3")
    rows.bind(1, response.key.uri)
    rows.bind(2, response.key.method)
    rows.bind(3, ByteStrings.encode(response.selectingFields))
    defer { rows.reset() }
    var ids: [EntryID] = []
    while try rows.step() { ids.append(EntryID(row: rows.int(0))) }
    return ids
  }

  /// Deletes rows inside a transaction; gives the files that nobody names then.
  func delete(_ ids: [EntryID]) throws(StoreError) -> [String] {
    let connection = try writable()
    var files: [String] = []
    for id in ids {
      let row = try connection.statement("DELETE FROM entries WHERE id = ?1 RETURNING size, body_file")
      row.bind(1, id.row)
      guard try row.step() else { continue }
      if let file = row.text(1) { files.append(file) }
      try addToTotals(entries: -1, bytes: -row.int(0))
      row.reset()
      let body = try connection.statement("DELETE FROM bodies WHERE id = ?1")
      body.bind(1, id.row)
      try body.run()
    }
    return files
  }

  func addToTotals(entries: Int64, bytes: Int64) throws(StoreError) {
    let row = try writable().statement("UPDATE totals SET entries = entries + ?1, bytes = bytes + ?2")
    row.bind(1, entries)
    row.bind(2, bytes)
    try row.run()
  }

  /// Unlinks bodies whose rows are gone; one that can't be unlinked is found by nobody.
  func removeFiles(_ names: [String]) {
    for name in names where name.utf8.allSatisfy({ $0.hexValue != nil }) {
      unlink("\(directory.bodiesPath)/\(name)")
    }
  }
}
