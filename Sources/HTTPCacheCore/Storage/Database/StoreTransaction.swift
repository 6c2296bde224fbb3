/// A body that is whole, and the row that goes with it.
struct FinishedArrival {
  let arrival: Arrival
  let record: EntryRecord
  let inline: [UInt8]?
}

/// A write that only the transaction is missing for.
enum PreparedWrite {
  case insertion(FinishedArrival)
  case update(Freshened)
  case confirmation(Freshened?, Confirmation.Result)
  case removal([EntryID])
  case invalidation(InvalidationScope, at: Int64)
}

/// Writes that become true together, and the figures that change with them.
struct StoreTransaction {
  private let database: Database
  let connection: SQLiteConnection
  var change = TransactionChange()

  /// Runs a transaction, and evicts a batch in it where the limits require that; files of what goes are unlinked after it.
  ///
  /// - Returns: what `work` gives, and the entry that was written last.
  static func run<Result>(
    in database: Database, _ work: (inout StoreTransaction) throws(StoreError) -> Result
  ) throws(StoreError) -> (result: Result, newest: Int64) {
    var change = TransactionChange()
    let result = try database.write { (connection) throws(StoreError) in
      var transaction = StoreTransaction(database: database, connection: connection)
      let result = try work(&transaction)
      change = transaction.change
      try Totals.settle(&change, in: connection, of: database)
      try Eviction(database: database).evictBatch(keeping: change.newest, from: connection, &change.removal)
      return result
    }
    change.removal.unlinkFiles(in: database.directory)
    return (result, change.newest)
  }

  /// Writes one thing, and says what became of it.
  mutating func write(
    _ item: PreparedWrite
  ) throws(StoreError) -> Result<StoreWriteOutcome, StoreError> {
    switch item {
    case .insertion(let finished):
      return try insert(finished).map { .stored($0) }
    case .update(let freshened):
      return .success(try freshened.write(to: connection, &change) ? .updated : .gone)
    case .confirmation(let freshened, let result):
      let isUpdated = try freshened.map { (freshened) throws(StoreError) in
        try freshened.write(to: connection, &change)
      }
      return .success(.confirmed(result, isUpdated: isUpdated ?? false))
    case .removal(let ids):
      try change.removal.delete(ids.map(\.number), from: connection)
      return .success(.removed)
    case .invalidation(let scope, let time):
      return .success(
        .invalidated(try InvalidationTable.invalidate(scope, at: time, in: connection, &change)))
    }
  }

  /// Writes the rows of a response; what it takes the place of goes.
  ///
  /// - Returns: the new entry's name, or why nothing is written.
  mutating func insert(_ finished: FinishedArrival) throws(StoreError) -> Result<EntryID, StoreError> {
    let (arrival, record) = (finished.arrival, finished.record)
    if try change.isInvalidated(arrival, in: connection) { return .failure(.invalidatedMeanwhile) }
    guard let replaced = try replaced(by: arrival) else { return .failure(.newerStored) }
    try change.removal.delete(replaced, from: connection)
    let number = try change.takeNumber(connection, path: database.directory.path)
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
    VALUES (\(EntryRecord.places(1...(EntryRecord.columnCount + DerivedColumns.count + 4))))
    """

  /// The entries that a new response takes the place of, and those that would be too many beside it; nil where one of
  /// them is newer.
  private func replaced(by arrival: Arrival) throws(StoreError) -> [Int64]? {
    let key = arrival.response.key
    var page = EntryPage()
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
    let entries = try CredentialSeal(database: database).unsealed(own, forRequest: arrival.requestFields)
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
    if left.count >= EntryReader.variantLimit {
      let oldest = entries.filter { left.contains($0.id.number) }.sorted {
        ($0.response.receivedAt.epoch, $0.id.number) > ($1.response.receivedAt.epoch, $1.id.number)
      }
      gone += oldest[(EntryReader.variantLimit - 1)...].map(\.id.number)
    }
    return gone
  }

  /// What was freshened since was asked for again, exact to a second.
  private static let variants =
    "SELECT \(EntryPage.currentColumns), max(asked_at, requested_at * 1000000) FROM entries WHERE uri = ?1 AND method = ?2"
}
