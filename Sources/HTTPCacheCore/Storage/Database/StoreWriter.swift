/// A response that has arrived whole and is to be stored.
package struct Arrival: Sendable {
  package let response: StoredResponse
  package let body: BodyWriter
  /// The fields of the request that it answers; those that it is selected by unless told.
  package var requestFields: FieldSection
  /// In whose cache it is to lie.
  package var role = CacheRole.private
  /// When it was asked for, in microseconds since 1970: what was made invalid since is not stored.
  package var askedAt = Int64.max
  /// What was stored under its key when it was asked for, and when each had been received; nil for all that is there.
  package var known: [EntryID: Instant]?
  /// Entries that go in any case, such as parts that it was joined with.
  package var replacing: [EntryID] = []
  /// How long it took to get; what a hit saves.
  package var transferMilliseconds: Int64 = 0
  /// The time of storing and of the first use.
  package let at: Instant

  package init(response: StoredResponse, body: BodyWriter, replacing: [EntryID] = [], at: Instant) {
    self.response = response
    self.body = body
    requestFields = response.selectingFields
    self.replacing = replacing
    self.at = at
  }
}

extension Store {
  /// How many variants one key may have; the oldest go.
  static let variantLimit = 64

  /// Begins a body that may be stored.
  package func makeWriter() throws(StoreError) -> BodyWriter {
    try BodyWriter(directory: directory, options: options)
  }

  /// Stores a response with its body; what it returns has survived this process.
  ///
  /// - Parameters:
  ///   - response: what to store; the length of the body is the writer's.
  ///   - body: a writer of this store, which is of no use afterwards, also where this throws.
  ///   - replacing: entries that go in any case.
  ///   - now: the time of storing and of the first use.
  /// - Returns: the new entry's name.
  /// - Throws: `StoreError`; then nothing is stored, and nothing has been replaced.
  @discardableResult
  package func commit(
    _ response: StoredResponse, body: BodyWriter, replacing: [EntryID] = [], at now: Instant
  ) throws(StoreError) -> EntryID {
    let arrival = Arrival(response: response, body: body, replacing: replacing, at: now)
    guard case .stored(let id) = try perform([.store(arrival)])[0].get() else {
      throw .readOnly(path: directory.path)
    }
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
  ///
  /// - Returns: the new entry's name, or why nothing is written.
  func insert(
    _ finished: FinishedArrival, into connection: SQLiteConnection, _ change: inout TransactionChange
  ) throws(StoreError) -> Result<EntryID, StoreError> {
    let (arrival, record) = (finished.arrival, finished.record)
    if try change.isInvalidated(arrival, in: connection) { return .failure(.invalidatedMeanwhile) }
    guard let replaced = try replaced(by: arrival, connection) else { return .failure(.newerStored) }
    try change.removal.delete(replaced, from: connection)
    let number = try change.takeNumber(connection, path: directory.path)
    try connection.run(
      Self.insertion,
      [
        .integer(number), .integer(arrival.at.epoch), .integer(arrival.transferMilliseconds),
        .integer(arrival.askedAt == .max ? 0 : arrival.askedAt),
      ] + record.values
        + DerivedColumns(record.response).values)
    if let inline = finished.inline {
      try connection.run("INSERT INTO bodies VALUES (?1, ?2)", [.integer(number), .blob(inline)])
    }
    try EntryGroups.insert(number, of: record.response, into: connection)
    change.add(record)
    return .success(EntryID(number: number))
  }

  private static let insertion = """
    INSERT INTO entries (id, last_used_at, transfer_ms, asked_at, \(EntryRecord.columns), \(DerivedColumns.columns))
    VALUES (\(places(1...(EntryRecord.columnCount + DerivedColumns.count + 4))))
    """

  /// Numbered parameters, as in `?1, ?2, ?3`.
  static func places(_ numbers: ClosedRange<Int32>) -> String {
    numbers.map { "?\($0)" }.joined(separator: ", ")
  }

  /// The entries that a new response takes the place of, and those that would be too many beside it; nil where one of
  /// them is newer.
  private func replaced(by arrival: Arrival, _ connection: SQLiteConnection) throws(StoreError) -> [Int64]? {
    let key = arrival.response.key
    var page = Page()
    var askedAt: [EntryID: Int64] = [:]
    try connection.run(Self.variants, [.text(key.uri), .text(key.method)]) { row in
      if let number = row.integer(0) { askedAt[EntryID(number: number)] = row.integer(row.count - 1) }
      return page.take(row)
    }
    guard page.count > 0 else { return arrival.replacing.map(\.number) }
    let certain = Set(arrival.replacing)
    var gone = page.damaged.map(\.number) + arrival.replacing.map(\.number)
    gone += page.entries.filter { $0.response.key.server == CacheKey.unknownServer }.map(\.id.number)
    let own = page.entries.filter { $0.response.key == key && !certain.contains($0.id) }
    let entries = try unsealed(own, forRequest: arrival.requestFields)
    let replacement = Replacement(
      arrival.response, forRequest: arrival.requestFields, askedAt: arrival.askedAt,
      among: entries.map { entry in
        Replacement.Rival(
          entry.response, askedAt: askedAt[entry.id] ?? 0,
          wasKnown: arrival.known.map { $0[entry.id] == entry.response.receivedAt } ?? true)
      }, role: arrival.role)
    guard !replacement.isOutdated else { return nil }
    gone += replacement.replaced.map { entries[$0].id.number }
    let left = Set(entries.map(\.id.number)).subtracting(gone)
    if left.count >= Store.variantLimit {
      let oldest = entries.filter { left.contains($0.id.number) }.sorted {
        ($0.response.receivedAt.epoch, $0.id.number) > ($1.response.receivedAt.epoch, $1.id.number)
      }
      gone += oldest[(Store.variantLimit - 1)...].map(\.id.number)
    }
    return gone
  }

  /// What was freshened since was asked for again, exact to a second.
  private static let variants =
    "SELECT \(currentColumns), max(asked_at, requested_at * 1000000) FROM entries WHERE uri = ?1 AND method = ?2"
}
