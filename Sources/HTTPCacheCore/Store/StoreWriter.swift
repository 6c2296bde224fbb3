/// A response that has arrived whole and is to be stored.
package struct Arrival {
  package let response: StoredResponse
  package let body: BodyWriter
  /// Entries that go.
  package var replacing: [EntryID] = []
  /// Whether others with the same key and the same selecting fields stay, as parts of one representation do.
  package var keepsSameVariant = false
  /// How long it took to get; what a hit saves.
  package var transferMilliseconds: Int64 = 0
  /// The time of storing and of the first use.
  package let at: Instant

  package init(
    response: StoredResponse, body: BodyWriter, replacing: [EntryID] = [], keepsSameVariant: Bool = false,
    transferMilliseconds: Int64 = 0, at: Instant
  ) {
    self.response = response
    self.body = body
    self.replacing = replacing
    self.keepsSameVariant = keepsSameVariant
    self.transferMilliseconds = transferMilliseconds
    self.at = at
  }
}

extension Result<EntryID, StoreError> {
  /// The row's number, where there is one.
  fileprivate var number: Int64? { if case .success(let id) = self { id.number } else { nil } }
}

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
  /// - Parameters:
  ///   - response: what to store; the length of the body is the writer's.
  ///   - body: a writer of this store, which is of no use afterwards, also where this throws.
  ///   - replacing: entries that go.
  ///   - keepsSameVariant: as in `Arrival`.
  ///   - now: the time of storing and of the first use.
  /// - Returns: the new entry's name.
  /// - Throws: `StoreError`; then nothing is stored, and nothing has been replaced.
  @discardableResult
  package func commit(
    _ response: StoredResponse, body: BodyWriter, replacing: [EntryID] = [], keepsSameVariant: Bool = false,
    at now: Instant
  ) throws(StoreError) -> EntryID {
    let arrival = Arrival(
      response: response, body: body, replacing: replacing, keepsSameVariant: keepsSameVariant, at: now)
    return try commit([arrival])[0].get()
  }

  /// Stores several responses in one transaction: what they return has survived this process.
  ///
  /// Other entries go to make room, the least recently used first.
  ///
  /// - Parameter arrivals: what to store, in order.
  /// - Returns: for each the new entry's name, or why it is not stored; then nothing of it has been replaced.
  package func commit(_ arrivals: [Arrival]) -> [Result<EntryID, StoreError>] {
    defer { for arrival in arrivals { arrival.body.discard() } }
    var results: [Result<EntryID, StoreError>] = []
    var removal = Removal()
    do throws(StoreError) {
      let finished = arrivals.map(finish)
      results = try write { (connection) throws(StoreError) in
        removal = Removal()
        var results: [Result<EntryID, StoreError>] = []
        for (arrival, finished) in zip(arrivals, finished) {
          switch finished {
          case .failure(let error): results.append(.failure(error))
          case .success(let body):
            let number = try insert(arrival, body, into: connection, &removal)
            results.append(.success(EntryID(number: number)))
          }
        }
        try removal.subtractTotals(in: connection)
        try evictBatch(keeping: results.last?.number ?? 0, from: connection, &removal)
        return results
      }
    } catch {
      return arrivals.map { _ in .failure(error) }
    }
    for (arrival, result) in zip(arrivals, results) {
      if case .success = result { arrival.body.handOver() }
    }
    unlinkFiles(of: removal)
    makeRoomQuietly(keeping: results.last?.number ?? 0)
    if arrivals.contains(where: \.body.isInFile) { BodySweep.runSometimes(in: self) }
    return results
  }

  /// What is left to evict, the next commit evicts: what is stored is stored all the same.
  func makeRoomQuietly(keeping number: Int64) {
    guard !isInGroup else { return }
    do throws(StoreError) {
      try makeRoom(keeping: number)
    } catch {
      // On purpose: see above.
    }
  }

  /// A body that is whole, and the row that goes with it.
  private struct FinishedArrival {
    let record: EntryRecord
    let inline: [UInt8]?
  }

  private func finish(_ arrival: Arrival) -> Result<FinishedArrival, StoreError> {
    do throws(StoreError) {
      var response = try sealed(arrival.response)
      response.bodyLength = arrival.body.length
      var inline: [UInt8]?
      var file: String?
      let sum: UInt64
      switch try arrival.body.finish() {
      case .inline(let bytes, let checksum): (inline, sum) = (bytes, checksum)
      case .file(let name, let checksum): (file, sum) = (name, checksum)
      }
      let record = EntryRecord(
        response: response, storedAt: arrival.at, bodyFile: file, bodyChecksum: sum)
      guard record.size - Store.rowAllowance <= options.maxEntrySize else {
        throw .tooLarge(limit: options.maxEntrySize)
      }
      return .success(FinishedArrival(record: record, inline: inline))
    } catch {
      return .failure(error)
    }
  }

  private func insert(
    _ arrival: Arrival, _ finished: FinishedArrival, into connection: SQLiteConnection,
    _ removal: inout Removal
  ) throws(StoreError) -> Int64 {
    try removal.delete(arrival.replacing.map(\.number), from: connection)
    if !arrival.keepsSameVariant {
      try deleteSameVariant(as: finished.record, from: connection, &removal)
    }
    let number = try insert(
      finished.record, inline: finished.inline, transferMilliseconds: arrival.transferMilliseconds,
      at: arrival.at, into: connection)
    try deleteOldVariants(of: arrival.response.key, keeping: number, from: connection, &removal)
    return number
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
    try connection.run(
      Self.insertion,
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

  private static let insertion = """
    INSERT INTO entries (id, last_used_at, transfer_ms, \(EntryRecord.columns), \(DerivedColumns.columns))
    VALUES (\(places(1...(EntryRecord.columnCount + DerivedColumns.count + 3))))
    """

  /// Numbered parameters, as in `?1, ?2, ?3`.
  static func places(_ numbers: ClosedRange<Int32>) -> String {
    numbers.map { "?\($0)" }.joined(separator: ", ")
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

  private static let oldVariants = """
    SELECT id FROM entries WHERE uri = ?1 AND method = ?2
    ORDER BY id = ?3 DESC, received_at DESC, id DESC LIMIT -1 OFFSET \(Store.variantLimit)
    """

  private func deleteOldVariants(
    of key: CacheKey, keeping number: Int64, from connection: SQLiteConnection, _ removal: inout Removal
  ) throws(StoreError) {
    var old: [Int64] = []
    try connection.run(
      Self.oldVariants, [.text(key.uri), .text(key.method), .integer(number)]
    ) { row in
      if let number = row.integer(0) { old.append(number) }
      return true
    }
    for number in old { try removal.delete(number, from: connection) }
  }
}
