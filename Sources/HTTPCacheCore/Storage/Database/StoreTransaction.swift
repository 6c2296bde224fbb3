import CSystem

/// Writes that are committed together, the totals that change with them, and the removed entries.
struct StoreTransaction {
  let connection: SQLiteConnection
  private let database: Database

  /// The entry that was written last; it stays when others are evicted.
  private(set) var newest: Int64 = 0
  private(set) var removal = Removal()
  private var nextNumber: Int64?
  private var latestInvalidation: Int64?

  private let beganAt = HostClock.microseconds()
  private var endedAt: Int64 = 0

  /// How long the transaction held the write lock.
  var microseconds: Int64 { endedAt.subtractingSaturated(beganAt) }

  /// The difference to the totals in their row.
  ///
  /// Added and removed entries are summed together, so that an entry that was both added and removed in the
  /// transaction has no effect.
  private var difference = StoreTotals()

  /// Runs a transaction, which also evicts a batch of entries if the limits require it, unless `isEvicting` is false;
  /// afterwards, unlinks the files of removed entries.
  ///
  /// - Returns: the result of `work`, and the transaction that was committed.
  @discardableResult
  static func run<Result>(
    in database: Database, isEvicting: Bool = true,
    _ work: (inout StoreTransaction) throws(StoreError) -> Result
  ) throws(StoreError) -> (result: Result, committed: StoreTransaction) {
    let notes = RemovalNotes(directory: database.directory)
    var noted: RemovalNotes.Taken?
    var isDone = false
    defer { noted?.end(isDone: isDone) }
    var ended = try database.write { (connection) throws(StoreError) in
      var transaction = StoreTransaction(connection: connection, database: database)
      // SQLite may have the work done again.
      if noted == nil { noted = notes.take() }
      try transaction.make(noted?.removals ?? [])
      let result = try work(&transaction)
      try transaction.settle()
      if isEvicting { try Eviction(database: database).evictBatch(in: &transaction) }
      return (result: result, committed: transaction)
    }
    isDone = true
    if !database.hasRoomForRemovals {
      database.hasRoomForRemovals = true
      notes.takeRoom()
    }
    ended.committed.endedAt = HostClock.microseconds()
    ended.committed.removal.unlinkFiles(in: database.directory)
    return ended
  }

  /// Writes the rows of a response and removes the entries that it replaces; `inline` is the body, nil if that is in
  /// a file.
  ///
  /// - Returns: the new entry's name, or why nothing is written.
  /// - Throws: the error of the database, which ends the transaction.
  mutating func insert(
    _ new: NewResponse, _ record: EntryRecord, inline: [UInt8]?
  ) throws(StoreError) -> Result<EntryID, StoreError> {
    if try isInvalidated(new) { return .failure(.invalidatedMeanwhile) }
    guard let replaced = try replaced(by: new) else { return .failure(.newerStored) }
    try delete(replaced)
    let number = try takeNumber()
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
    difference.add(StoreTotals(entries: 1, bytes: record.size, fileBytes: record.fileSize))
    return .success(EntryID(number: number))
  }

  private static let insertion = """
    INSERT INTO entries (id, last_used_at, transfer_ms, asked_at, \(EntryRecord.columns), \(DerivedColumns.columns))
    VALUES (\(EntryRecord.places(1...(EntryRecord.columnCount + DerivedColumns.count + 4))))
    """

  /// Returns a number that no entry has had.
  private mutating func takeNumber() throws(StoreError) -> Int64 {
    if nextNumber == nil { nextNumber = try Totals.nextNumber(connection) }
    guard let number = nextNumber, number < .max else {
      throw .unusable(path: database.directory.path, reason: "no number is left for a new entry")
    }
    nextNumber = number + 1
    newest = number
    return number
  }

  /// Whether an invalidation since its request covers a response.
  private mutating func isInvalidated(_ new: NewResponse) throws(StoreError) -> Bool {
    if latestInvalidation == nil { latestInvalidation = try InvalidationTable.latest(in: connection) ?? 0 }
    guard let latestInvalidation, latestInvalidation >= new.askedAt else { return false }
    return try InvalidationTable.covers(new.response, askedAt: new.askedAt, in: connection)
  }

  /// Forgets the time of the latest invalidation, which is then read again, since one was added.
  mutating func forgetLatestInvalidation() { latestInvalidation = nil }

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
    if left.count >= Store.variantLimit {
      let newest = entries.filter { left.contains($0.id.number) }.sorted(by: Store.isNewer)
      gone += newest[(Store.variantLimit - 1)...].map(\.id.number)
    }
    return gone
  }

  /// A freshened entry counts as requested at the time of its validation, exact to a second.
  private static let variants =
    "SELECT \(EntryPage.currentColumns), max(asked_at, requested_at * 1000000) FROM entries WHERE uri = ?1 AND method = ?2"

  /// Notes that an entry has another size.
  mutating func resize(_ number: Int64, by difference: Int64, files: Int64 = 0) {
    newest = number
    self.difference.add(StoreTotals(bytes: difference, fileBytes: files))
  }
}

// MARK: - Freshening

extension StoreTransaction {
  /// Freshens the row of an entry, which counts as a use at `now`; false if the entry is gone.
  ///
  /// `sealed` is the response with digests in place of credentials, unless the options keep credentials.
  mutating func freshen(
    _ entry: StoredEntry, to response: StoredResponse, sealed: StoredResponse, at now: Instant
  ) throws(StoreError) -> Bool {
    guard entry.response.key == response.key else { return false }
    // Nearly always the row is unchanged since it was found, and need not be read again.
    if entry.response.selectingFields.isEmpty,
      try overwrite(entry, OldRow(size: entry.size, selecting: FieldSection()), by: sealed, at: now)
    {
      return true
    }
    let old = try connection.first(Self.selection, [.integer(entry.id.number)]) { row -> OldRow? in
      guard let size = row.integer(0), row.integer(1) == Int64(bitPattern: entry.bodyChecksum),
        let selecting = row.blob(2).flatMap(BytePairs.init(checking:))
      else { return nil }
      return OldRow(size: size, selecting: FieldSection(selecting))
    }
    guard let old else { return false }
    // An entry that was stored with credentials in clear keeps them.
    return try overwrite(entry, old, by: old.selecting.hasOpenCredentials ? response : sealed, at: now)
  }

  /// The values that a row is expected to have before it is freshened.
  private struct OldRow {
    let size: Int64
    let selecting: FieldSection
  }

  /// Freshens a row; false if it is gone or holds something else.
  private mutating func overwrite(
    _ entry: StoredEntry, _ old: OldRow, by response: StoredResponse, at now: Instant
  ) throws(StoreError) -> Bool {
    let number = entry.id.number
    var new = response
    if new.bodyLength != entry.response.bodyLength { new.bodyLength = entry.response.bodyLength }
    let record = EntryRecord(entry, with: new)
    // The time of use need only be exact to a minute, which saves most changes of its index.
    let isRecentlyUsed = (0..<60).contains(now - entry.lastUsedAt)
    try connection.run(
      isRecentlyUsed ? Self.freshening : Self.freshenAndUse,
      [
        .integer(number), .integer(now.epoch), .integer(Int64(bitPattern: entry.bodyChecksum)),
        .integer(old.size), .blob(old.selecting.pairs.bytes),
      ] + record.changingValues + DerivedColumns(new).values)
    guard connection.changes == 1 else { return false }
    if entry.response.head.hasGroups || new.head.hasGroups {
      try EntryGroups.delete(number, from: connection)
      try EntryGroups.insert(number, of: new, into: connection)
    }
    resize(number, by: record.size - old.size)
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

// MARK: - Removing

extension StoreTransaction {
  /// Makes removals that were noted while the database could not take them.
  fileprivate mutating func make(_ removals: [NotedRemoval]) throws(StoreError) {
    for removal in removals {
      switch removal {
      case .entry(let number): try delete([number])
      case .scope(let scope, let time): _ = try InvalidationTable.invalidate(scope, at: time, in: &self)
      }
    }
  }

  /// Deletes the rows of entries; a missing row is not an error.
  mutating func delete(_ numbers: [Int64]) throws(StoreError) {
    guard !numbers.isEmpty else { return }
    try delete(where: "id IN (SELECT value FROM json_each(?1))", [.list(numbers)])
  }

  /// Deletes the rows of entries that meet a condition.
  mutating func delete(where condition: String, _ values: [SQLiteValue]) throws(StoreError) {
    var numbers: [Int64] = []
    var removed = StoreTotals()
    try connection.run(
      "DELETE FROM entries WHERE \(condition) RETURNING id, size, body_length, body_file, status", values
    ) { row in
      numbers.append(row.integer(0) ?? 0)
      let file = row.text(3)
      let fileSize = file == nil ? 0 : EntryRecord.fileSize(bodyLength: row.integer(2) ?? 0)
      removed.add(StoreTotals(entries: 1, bytes: row.integer(1) ?? 0, fileBytes: fileSize))
      if let file { removal.addFiles(file, status: row.integer(4)) }
      return true
    }
    guard !numbers.isEmpty else { return }
    for table in ["bodies", "entry_groups"] {
      try connection.run(
        "DELETE FROM \(table) WHERE id IN (SELECT value FROM json_each(?1))", [.list(numbers)])
    }
    removal.add(removed)
    difference = difference.subtracting(removed)
  }

  /// Adds the changes so far to the totals in their row.
  mutating func settle() throws(StoreError) {
    guard difference != StoreTotals() || nextNumber != nil else { return }
    let isDone = try Totals.add(difference, next: nextNumber ?? 0, in: connection)
    if isDone { difference = StoreTotals() } else { try recount() }
  }

  /// Counts the totals anew.
  mutating func recount() throws(StoreError) {
    try Totals.recount(in: connection, diskBytes: database.directory.diskBytes)
    database.hasCountedTotals = true
    difference = StoreTotals()
  }
}

/// The entries that were removed, and the files that are unlinked once that is committed.
struct Removal {
  private(set) var count: Int64 = 0
  private(set) var bytes: Int64 = 0
  private var files: [String] = []

  init() {}

  /// Notes all entries of a database as removed, since an empty database replaces it.
  init(ofAllIn connection: SQLiteConnection, _ directory: StoreDirectory) throws(StoreError) {
    count = try connection.integer("SELECT count(*) FROM entries") ?? 0
    var totals = try Totals.read(connection)
    // Count the totals anew only if the kept ones can't be true: counting walks through all entries.
    if totals?.entries != count || totals?.isPossible(diskBytes: directory.diskBytes) != true {
      totals = try Totals.counted(connection, diskBytes: directory.diskBytes).totals
    }
    bytes = totals?.bytes ?? 0
    try connection.run("SELECT body_file, status FROM entries WHERE body_file IS NOT NULL") { row in
      if let file = row.text(0) { addFiles(file, status: row.integer(1)) }
      return true
    }
  }

  mutating func add(_ removed: StoreTotals) {
    count = count.addingSaturated(removed.entries)
    bytes = bytes.addingSaturated(removed.bytes)
  }

  /// Adds the file of a removed row, if its name can be that of a body; a part (206) may have a growth file, too.
  mutating func addFiles(_ file: String, status: Int64?) {
    guard StoreDirectory.isBodyName(file) else { return }
    files += status == 206 ? [file, file + Growth.suffix] : [file]
  }

  /// Unlinks the bodies; a body that stays behind is swept later.
  func unlinkFiles(in directory: StoreDirectory) {
    for file in files { unlink(directory.body(file).cText) }
  }
}
