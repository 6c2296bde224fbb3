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
    guard let id = try perform([.store(arrival)])[0].get() else { throw .readOnly(path: directory.path) }
    return id
  }

  /// What is left to evict, the next commit evicts: what is stored is stored all the same.
  func makeRoomQuietly(keeping number: Int64) {
    do throws(StoreError) {
      try makeRoom(keeping: number)
    } catch {
      // On purpose: see above.
    }
  }

  /// A body that is whole, and the row that goes with it.
  struct FinishedArrival {
    let arrival: Arrival
    let record: EntryRecord
    let inline: [UInt8]?
  }

  /// Ends the body of a response, and makes its row.
  func finish(_ arrival: Arrival) throws(StoreError) -> FinishedArrival {
    var response = try sealed(arrival.response)
    response.bodyLength = arrival.body.length
    var inline: [UInt8]?
    var file: String?
    let sum: UInt64
    switch try arrival.body.finish() {
    case .inline(let bytes, let checksum): (inline, sum) = (bytes, checksum)
    case .file(let name, let checksum): (file, sum) = (name, checksum)
    }
    let record = EntryRecord(response: response, storedAt: arrival.at, bodyFile: file, bodyChecksum: sum)
    guard record.size - Store.rowAllowance <= options.maxEntrySize else {
      throw .tooLarge(limit: options.maxEntrySize)
    }
    return FinishedArrival(arrival: arrival, record: record, inline: inline)
  }

  /// What a row and its rounding to blocks may take beside the limit for one entry.
  private static var rowAllowance: Int64 { 8192 }

  /// Writes the rows of a response; what it takes the place of goes.
  func insert(
    _ finished: FinishedArrival, into connection: SQLiteConnection, _ change: inout StoreChange
  ) throws(StoreError) -> EntryID {
    let (arrival, record) = (finished.arrival, finished.record)
    try change.removal.delete(arrival.replacing.map(\.number), from: connection)
    try deleteVariants(
      inPlaceOf: record, keepsSame: arrival.keepsSameVariant, from: connection, &change.removal)
    let number = try change.takeNumber(connection, path: directory.path)
    try connection.run(
      Self.insertion,
      [.integer(number), .integer(arrival.at.epoch), .integer(arrival.transferMilliseconds)] + record.values
        + DerivedColumns(record.response).values)
    if let inline = finished.inline {
      try connection.run("INSERT INTO bodies VALUES (?1, ?2)", [.integer(number), .blob(inline)])
    }
    try EntryGroups.insert(number, of: record.response, into: connection)
    change.add(record)
    return EntryID(number: number)
  }

  private static let insertion = """
    INSERT INTO entries (id, last_used_at, transfer_ms, \(EntryRecord.columns), \(DerivedColumns.columns))
    VALUES (\(places(1...(EntryRecord.columnCount + DerivedColumns.count + 3))))
    """

  /// Numbered parameters, as in `?1, ?2, ?3`.
  static func places(_ numbers: ClosedRange<Int32>) -> String {
    numbers.map { "?\($0)" }.joined(separator: ", ")
  }

  /// Deletes the same variant as a new one, and those that would be too many beside it.
  private func deleteVariants(
    inPlaceOf record: EntryRecord, keepsSame: Bool, from connection: SQLiteConnection,
    _ removal: inout Removal
  ) throws(StoreError) {
    let key = record.response.key
    let selecting = record.encodedSelecting
    var gone: [Int64] = []
    var left: [(receivedAt: Int64, number: Int64)] = []
    try connection.run(Self.variants, [.text(key.uri), .text(key.method)]) { row in
      guard let number = row.integer(0) else { return true }
      if !keepsSame, row.blob(1) == selecting {
        gone.append(number)
      } else {
        left.append((row.integer(2) ?? 0, number))
      }
      return true
    }
    if left.count >= Store.variantLimit {
      left.sort(by: >)
      gone += left[(Store.variantLimit - 1)...].map(\.number)
    }
    for number in gone { try removal.delete(number, from: connection) }
  }

  private static let variants =
    "SELECT id, selecting, received_at FROM entries WHERE uri = ?1 AND method = ?2"
}
