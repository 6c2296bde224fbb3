/// Writes that are committed together, and the totals that change with them.
struct StoreTransaction {
  private let database: Database
  let connection: SQLiteConnection
  var change = TransactionChange()

  /// Runs a transaction, which also evicts a batch of entries if the limits require it; afterwards, unlinks the files
  /// of removed entries.
  ///
  /// - Returns: the result of `work`, and the entry that was written last.
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

  /// Writes the rows of a response and removes the entries that it replaces; `inline` is the body, nil if that is in
  /// a file.
  ///
  /// - Returns: the new entry's name, or why nothing is written.
  /// - Throws: the error of the database, which ends the transaction.
  mutating func insert(
    _ new: NewResponse, _ record: EntryRecord, inline: [UInt8]?
  ) throws(StoreError) -> Result<EntryID, StoreError> {
    if try change.isInvalidated(new, in: connection) { return .failure(.invalidatedMeanwhile) }
    guard let replaced = try replaced(by: new) else { return .failure(.newerStored) }
    try change.removal.delete(replaced, from: connection)
    let number = try change.takeNumber(connection, path: database.directory.path)
    try connection.run(
      Self.insertion,
      [
        .integer(number), .integer(record.storedAt.epoch), .integer(new.transferMilliseconds),
        .integer(new.askedAt == .max ? 0 : new.askedAt),
      ] + record.values
        + DerivedColumns(record.response).values)
    if let inline {
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

  /// The entries that a new response replaces, and the oldest variants beyond `variantLimit`; nil if one of them is
  /// newer than the response.
  private func replaced(by new: NewResponse) throws(StoreError) -> [Int64]? {
    let key = new.response.key
    let certain = Set(new.replacing.compactMap(\.entry?.id))
    var page = EntryPage()
    var askedAt: [EntryID: Int64] = [:]
    try connection.run(Self.variants, [.text(key.uri), .text(key.method)]) { row in
      if let number = row.integer(0) { askedAt[EntryID(number: number)] = row.integer(row.count - 1) }
      return page.take(row)
    }
    guard page.count > 0 else { return certain.map(\.number) }
    var gone = page.damaged.map(\.number) + certain.map(\.number)
    gone += page.entries.filter { $0.response.key.server == CacheKey.unknownServer }.map(\.id.number)
    let own = page.entries.filter { $0.response.key == key && !certain.contains($0.id) }
    let entries = try CredentialSeal(database: database).unsealed(own, forRequest: new.requestFields)
    let replacement = Replacement(
      new.response, forRequest: new.requestFields, askedAt: new.askedAt,
      among: entries.map { entry in
        let wasKnown = new.known?.contains {
          $0.reference.entry?.id == entry.id && $0.response.receivedAt == entry.response.receivedAt
        }
        return Replacement.Rival(
          entry.response, askedAt: askedAt[entry.id] ?? 0, wasKnown: wasKnown ?? true)
      }, role: new.role)
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

  /// A freshened entry counts as requested at the time of its validation, exact to a second.
  private static let variants =
    "SELECT \(EntryPage.currentColumns), max(asked_at, requested_at * 1000000) FROM entries WHERE uri = ?1 AND method = ?2"
}

/// An entry and its freshened response.
struct Freshened {
  let entry: StoredEntry
  let response: StoredResponse
  /// The response with digests in place of credentials, unless the options keep credentials.
  let sealed: StoredResponse
  let at: Instant

  /// Freshens the row as part of a transaction; false if the entry is gone.
  func write(
    to connection: SQLiteConnection, _ change: inout TransactionChange
  ) throws(StoreError) -> Bool {
    guard entry.response.key == response.key else { return false }
    // Nearly always the row is unchanged since it was found, and need not be read again.
    if entry.response.selectingFields.isEmpty {
      let found = OldRow(size: entry.size, selecting: FieldSection())
      if try overwrite(found, in: connection, &change) { return true }
    }
    var old: OldRow?
    try connection.run(Self.selection, [.integer(entry.id.number)]) { row in
      guard let size = row.integer(0), row.integer(1) == Int64(bitPattern: entry.bodyChecksum),
        let selecting = row.blob(2).flatMap(BytePairs.init(checking:))
      else { return false }
      old = OldRow(size: size, selecting: FieldSection(selecting))
      return false
    }
    guard let old else { return false }
    return try overwrite(old, in: connection, &change)
  }

  /// The values that a row is expected to have before it is freshened.
  private struct OldRow {
    let size: Int64
    let selecting: FieldSection
  }

  /// Freshens a row; false if it is gone or holds something else.
  private func overwrite(
    _ old: OldRow, in connection: SQLiteConnection, _ change: inout TransactionChange
  ) throws(StoreError) -> Bool {
    let number = entry.id.number
    // An entry that was stored with credentials in clear keeps them.
    var new = old.selecting.hasOpenCredentials ? response : sealed
    if new.bodyLength != entry.response.bodyLength { new.bodyLength = entry.response.bodyLength }
    let file: String? = if case .file(let name) = entry.bodyLocation { name } else { nil }
    let record = EntryRecord(
      response: new, storedAt: entry.storedAt, bodyFile: file, bodyChecksum: entry.bodyChecksum)
    // The time of use need only be exact to a minute, which saves most changes of its index.
    let isRecentlyUsed = (0..<60).contains(at - entry.lastUsedAt)
    try connection.run(
      isRecentlyUsed ? Self.freshening : Self.freshenAndUse,
      [
        .integer(number), .integer(at.epoch), .integer(Int64(bitPattern: entry.bodyChecksum)),
        .integer(old.size), .blob(old.selecting.pairs.bytes),
      ] + record.changingValues + DerivedColumns(new).values)
    guard connection.changes == 1 else { return false }
    if entry.response.head.hasGroups || new.head.hasGroups {
      try EntryGroups.delete(number, from: connection)
      try EntryGroups.insert(number, of: new, into: connection)
    }
    change.resize(number, by: record.size - old.size)
    return true
  }

  private static let selection = "SELECT size, body_sum, selecting FROM entries WHERE id = ?1"

  /// Does not set `last_used_at`, so that its index need not be changed.
  private static let freshening = freshening()
  private static let freshenAndUse = freshening(", last_used_at = ?2")

  private static func freshening(_ more: String = "") -> String {
    """
    UPDATE entries SET (\(EntryRecord.changingColumns), \(DerivedColumns.columns)) =
    (\(EntryRecord.places(6...(EntryRecord.changingCount + DerivedColumns.count + 5))))\(more)
    WHERE id = ?1 AND body_sum = ?3 AND size = ?4 AND selecting = ?5
    """
  }
}

/// The changes that the writes of a transaction make to the totals.
struct TransactionChange {
  var removal = Removal()
  /// The entry that was written last; it stays when others are evicted.
  private(set) var newest: Int64 = 0
  private var nextNumber: Int64?
  private var latestInvalidation: Int64?
  private var entries: Int64 = 0
  private var bytes: Int64 = 0
  private var fileBytes: Int64 = 0

  /// Returns a number that no entry has had.
  mutating func takeNumber(_ connection: SQLiteConnection, path: String) throws(StoreError) -> Int64 {
    var next = nextNumber
    if next == nil { next = try Totals.nextNumber(connection) }
    guard let number = next, number < .max else {
      throw .unusable(path: path, reason: "no number is left for a new entry")
    }
    nextNumber = number + 1
    newest = number
    return number
  }

  /// Whether an invalidation since its request covers a response.
  mutating func isInvalidated(
    _ new: NewResponse, in connection: SQLiteConnection
  ) throws(StoreError) -> Bool {
    if latestInvalidation == nil { latestInvalidation = try InvalidationTable.latest(in: connection) ?? 0 }
    guard let latestInvalidation, latestInvalidation >= new.askedAt else { return false }
    return try InvalidationTable.covers(new.response, askedAt: new.askedAt, in: connection)
  }

  /// Forgets the time of the latest invalidation, which is then read again, since one was added.
  mutating func forgetLatestInvalidation() { latestInvalidation = nil }

  /// Notes a new entry.
  mutating func add(_ record: EntryRecord) {
    entries += 1
    bytes = bytes.addingSaturated(record.size)
    fileBytes = fileBytes.addingSaturated(record.fileSize)
  }

  /// Notes that an entry has another size.
  mutating func resize(_ number: Int64, by difference: Int64, files: Int64 = 0) {
    newest = number
    bytes = bytes.addingSaturated(difference)
    fileBytes = fileBytes.addingSaturated(files)
  }

  /// The difference to the totals, and the number that the next entry gets; nil if nothing has changed.
  ///
  /// Added and removed entries are summed together, so that an entry that was both added and removed in the
  /// transaction has no effect.
  mutating func takeDifference() -> (totals: StoreTotals, next: Int64)? {
    let gone = removal.takeUncounted()
    let totals = StoreTotals(entries: entries, bytes: bytes, fileBytes: fileBytes).subtracting(gone)
    (entries, bytes, fileBytes) = (0, 0, 0)
    guard totals != .none || nextNumber != nil else { return nil }
    return (totals, nextNumber ?? 0)
  }
}
