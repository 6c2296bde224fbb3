extension Store {
  /// How many variants one key may have; the oldest go.
  static let variantLimit = 64

  /// Begins a body that may be stored.
  package func makeWriter() throws(StoreError) -> BodyWriter {
    guard !options.isReadOnly else { throw .readOnly(path: directory.path) }
    return BodyWriter(
      directory: directory, inlineLimit: options.inlineLimit, limit: options.maxEntrySize)
  }

  /// Stores a response with its body; what it returns has survived this process.
  ///
  /// The length of the body is the writer's. Other entries go to make room, the least recently used first.
  ///
  /// - Parameters:
  ///   - response: what to store.
  ///   - body: a writer of this store, which is of no use afterwards, also where this throws.
  ///   - replacing: entries that go.
  ///   - keepsSameVariant: whether others with the same key and the same selecting fields stay, as parts of one
  ///     representation do; they go unless told.
  ///   - transferMilliseconds: how long it took to get; what a hit saves.
  ///   - now: the time of storing and of the first use.
  /// - Returns: the new entry's name.
  /// - Throws: `StoreError`; then nothing is stored, and nothing has been replaced.
  @discardableResult
  package func commit(
    _ response: StoredResponse, body: BodyWriter, replacing: [EntryID] = [], keepsSameVariant: Bool = false,
    transferMilliseconds: Int64 = 0, at now: Instant
  ) throws(StoreError) -> EntryID {
    defer { body.discard() }
    var response = response
    response.bodyLength = body.length
    let finished = try body.finish()
    let record: EntryRecord
    var inline: [UInt8]?
    switch finished {
    case .inline(let bytes, let checksum):
      inline = bytes
      record = EntryRecord(response: response, storedAt: now, bodyFile: nil, bodyChecksum: checksum)
    case .file(let name, let checksum):
      record = EntryRecord(response: response, storedAt: now, bodyFile: name, bodyChecksum: checksum)
    }
    guard record.size - Store.rowAllowance <= options.maxEntrySize else {
      throw .tooLarge(limit: options.maxEntrySize)
    }
    var removal = Removal()
    let number = try write { (connection) throws(StoreError) in
      removal = Removal()
      for id in replacing { try removal.delete(id.number, from: connection) }
      if !keepsSameVariant { try deleteSameVariant(as: record, from: connection, &removal) }
      let number = try insert(
        record, inline: inline, transferMilliseconds: transferMilliseconds, at: now, into: connection)
      try deleteOldVariants(of: response.key, keeping: number, from: connection, &removal)
      try removal.subtractTotals(in: connection)
      try evictBatch(keeping: number, from: connection, &removal)
      return number
    }
    body.handOver()
    removal.unlinkFiles(in: directory)
    do throws(StoreError) {
      try makeRoom(keeping: number)
    } catch {
      // The response is stored all the same; what is left to evict, the next commit evicts.
    }
    if record.bodyFile != nil { BodySweep.runSometimes(in: self) }
    return EntryID(number: number)
  }

  /// What a row and its rounding to blocks may take beside the limit for one entry.
  private static var rowAllowance: Int64 { 8192 }

  private func insert(
    _ record: EntryRecord, inline: [UInt8]?, transferMilliseconds: Int64, at now: Instant,
    into connection: SQLiteConnection
  ) throws(StoreError) -> Int64 {
    guard let number = try connection.integer("SELECT next_id FROM totals"), number > 0, number < .max else {
      throw .damaged(path: directory.path)
    }
    let count = EntryRecord.columnCount + DerivedColumns.count + 3
    let places = (1...count).map { "?\($0)" }.joined(separator: ", ")
    try connection.run(
      """
      INSERT INTO entries (id, last_used_at, transfer_ms, \(EntryRecord.columns), \(DerivedColumns.columns))
      VALUES (\(places))
      """,
      [.integer(number), .integer(now.epoch), .integer(transferMilliseconds)] + record.values
        + DerivedColumns(record.response).values)
    if let inline {
      try connection.run("INSERT INTO bodies VALUES (?1, ?2)", [.integer(number), .blob(inline)])
    }
    try EntryGroups.insert(number, of: record.response, into: connection)
    try connection.run(
      """
      UPDATE totals SET entries = entries + 1, bytes = bytes + ?1, file_bytes = file_bytes + ?2,
      next_id = next_id + 1
      """, [.integer(record.size), .integer(record.fileSize)])
    return number
  }

  private func deleteSameVariant(
    as record: EntryRecord, from connection: SQLiteConnection, _ removal: inout Removal
  ) throws(StoreError) {
    let key = record.response.key
    var same: [Int64] = []
    try connection.run(
      "SELECT id FROM entries WHERE uri = ?1 AND method = ?2 AND selecting = ?3",
      [.text(key.uri), .text(key.method), .blob(record.encodedSelecting)]
    ) { row in
      if let number = row.integer(0) { same.append(number) }
      return true
    }
    for number in same { try removal.delete(number, from: connection) }
  }

  private func deleteOldVariants(
    of key: CacheKey, keeping number: Int64, from connection: SQLiteConnection, _ removal: inout Removal
  ) throws(StoreError) {
    var old: [Int64] = []
    try connection.run(
      """
      SELECT id FROM entries WHERE uri = ?1 AND method = ?2
      ORDER BY id = ?3 DESC, received_at DESC, id DESC LIMIT -1 OFFSET \(Store.variantLimit)
      """, [.text(key.uri), .text(key.method), .integer(number)]
    ) { row in
      if let number = row.integer(0) { old.append(number) }
      return true
    }
    for number in old { try removal.delete(number, from: connection) }
  }
}
