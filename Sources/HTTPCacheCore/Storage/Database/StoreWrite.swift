/// One thing to be written, as a value that can be handed to another thread.
package enum StoreWrite {
  /// A response that has arrived whole.
  case store(Arrival)
  /// An entry freshened to a response, at a time that counts as a use: head, times, selecting fields and named values
  /// are replaced, the body stays.
  case update(StoredEntry, to: StoredResponse, at: Instant)

  /// What it is found by.
  package var key: CacheKey {
    switch self {
    case .store(let arrival): arrival.response.key
    case .update(_, let response, _): response.key
    }
  }

  /// The bytes of a body that it holds in memory until it is written.
  var heldBytes: Int64 { body.map { $0.isInFile ? 0 : $0.length } ?? 0 }

  /// The body that it writes; nil where it writes none.
  fileprivate var body: BodyWriter? { if case .store(let arrival) = self { arrival.body } else { nil } }
}

/// What several writes have changed together, for the figures that are kept of the whole.
struct StoreChange {
  /// What went.
  var removal = Removal()
  /// The entry that was written last; it stays when others are evicted.
  private(set) var newest: Int64 = 0
  private var nextNumber: Int64?
  private var latestInvalidation: Int64?
  private var entries: Int64 = 0
  private var bytes: Int64 = 0
  private var fileBytes: Int64 = 0

  /// Gives a number that no entry has had.
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

  /// Whether a response belongs to what was made invalid since it was asked for.
  mutating func isInvalidated(
    _ arrival: Arrival, in connection: SQLiteConnection
  ) throws(StoreError) -> Bool {
    if latestInvalidation == nil { latestInvalidation = try InvalidationTable.latest(in: connection) ?? 0 }
    guard let latestInvalidation, latestInvalidation >= arrival.askedAt else { return false }
    return try InvalidationTable.covers(
      arrival.response, askedAt: arrival.askedAt, in: connection)
  }

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

  /// What has come less what has gone, and the number that the next entry gets; nil where nothing has changed.
  ///
  /// It is one sum: what came and went again within a transaction never was part of the totals.
  mutating func takeDifference() -> (totals: StoreTotals, next: Int64)? {
    let gone = removal.takeUncounted()
    let totals = StoreTotals(entries: entries, bytes: bytes, fileBytes: fileBytes).subtracting(gone)
    (entries, bytes, fileBytes) = (0, 0, 0)
    guard totals != .none || nextNumber != nil else { return nil }
    return (totals, nextNumber ?? 0)
  }
}

extension Store {
  /// Writes several things, in one transaction where that is possible; what this returns has survived this process.
  ///
  /// Other entries are evicted where the limits require it, the least recently used first.
  ///
  /// - Parameter writes: in order; their bodies are of no use afterwards.
  /// - Returns: for each the entry's name, nil where the entry to be updated is gone, or why nothing of it is written.
  package func perform(_ writes: [StoreWrite]) -> [Result<EntryID?, StoreError>] {
    defer { for write in writes { write.body?.discard() } }
    let prepared = writes.map { write in Result { () throws(StoreError) in try prepare(write) } }
    let results = performTogether(prepared)
    if writes.contains(where: { $0.body?.isInFile ?? false }) { BodySweep.runSometimes(in: self) }
    return results
  }

  /// What is ready to be written.
  private enum Prepared {
    case insertion(FinishedArrival)
    case update(Freshened)
  }

  private func prepare(_ write: StoreWrite) throws(StoreError) -> Prepared {
    switch write {
    case .store(let arrival): .insertion(try finish(arrival))
    case .update(let entry, let response, let now):
      .update(Freshened(entry: entry, response: response, sealed: try sealed(response), at: now))
    }
  }

  private func performTogether(
    _ prepared: [Result<Prepared, StoreError>]
  ) -> [Result<EntryID?, StoreError>] {
    do throws(StoreError) {
      return try transact(prepared)
    } catch {
      // What keeps one of them from being written is no reason to lose the others.
      guard prepared.count > 1, !error.isOfWholeStore else { return prepared.map { _ in .failure(error) } }
      return prepared.map { performTogether([$0])[0] }
    }
  }

  private func transact(
    _ prepared: [Result<Prepared, StoreError>]
  ) throws(StoreError) -> [Result<EntryID?, StoreError>] {
    guard prepared.contains(where: { if case .success = $0 { true } else { false } }) else {
      return prepared.map { $0.map { _ in nil } }
    }
    var change = StoreChange()
    let results = try write { (connection) throws(StoreError) in
      change = StoreChange()
      var results: [Result<EntryID?, StoreError>] = []
      results.reserveCapacity(prepared.count)
      for item in prepared {
        switch item {
        case .failure(let error): results.append(.failure(error))
        case .success(.insertion(let finished)):
          results.append(try insert(finished, into: connection, &change).map { $0 })
        case .success(.update(let freshened)):
          results.append(.success(try update(freshened, in: connection, &change)))
        }
      }
      try settle(&change, in: connection)
      try evictBatch(keeping: change.newest, from: connection, &change.removal)
      return results
    }
    for case (.success(.insertion(let finished)), .success) in zip(prepared, results) {
      finished.arrival.body.handOver()
    }
    change.removal.unlinkFiles(in: directory)
    makeRoomQuietly(keeping: change.newest)
    return results
  }
}
