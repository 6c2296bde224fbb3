/// One thing to be written, as a value that can be handed to another thread.
package enum StoreWrite: Sendable {
  /// A response that has arrived whole.
  case store(Arrival)
  /// A response that gets a copy of an entry's body, which the arrival's writer has not yet.
  case copy(StoredEntry, Arrival)
  /// An entry freshened to a response, at a time that counts as a use: head, times, selecting fields and named values
  /// are replaced, the body stays.
  case update(StoredEntry, to: StoredResponse, at: Instant)
  /// An entry freshened as an answer that confirms it says, where that may be kept.
  case confirm(StoredEntry, Confirmation)
  /// The entries to remove; an entry that is gone already counts as removed.
  case remove([EntryID])
  /// What an answer made invalid goes; the time, in microseconds since 1970, is noted for answers that are on their way.
  case invalidate(InvalidationScope, at: Int64)

  /// The bytes of a body that it holds in memory until it is written.
  var heldBytes: Int64 { body.map { $0.isInFile ? 0 : $0.length } ?? 0 }

  /// The body that it writes; nil where it writes none.
  fileprivate var body: BodyWriter? {
    switch self {
    case .store(let arrival), .copy(_, let arrival): arrival.body
    case .update, .confirm, .remove, .invalidate: nil
    }
  }
}

/// What became of a write.
package enum StoreWriteOutcome: Sendable {
  /// The response is stored, under this name.
  case stored(EntryID)
  /// The entry has the new head.
  case updated
  /// What a confirming answer makes of the entry, and whether the entry has it now.
  case confirmed(Confirmation.Result, isUpdated: Bool)
  /// The entries are not there any more.
  case removed
  case invalidated(Invalidated)
  /// The entry to be updated was gone.
  case gone
}

/// A response that has arrived whole and is to be stored.
package struct Arrival: Sendable {
  package let response: StoredResponse
  package let body: BodyWriter
  /// The fields of the request that it answers; its selecting fields unless told.
  package var requestFields: FieldSection
  /// In whose cache it is to lie.
  package var role = CacheRole.private
  /// When it was requested, in microseconds since 1970: an invalidation since then keeps it from being stored.
  package var askedAt = Int64.max
  /// The entries under its key at the time of the request, with their times of receipt; nil for all that are there now.
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

/// Several writes, in one transaction where that is possible.
struct WriteBatch {
  let database: Database

  private var seal: CredentialSeal { CredentialSeal(database: database) }

  /// Writes in order, and says for each what became of it; the bodies are of no use afterwards.
  func perform(_ writes: [StoreWrite]) -> [Result<StoreWriteOutcome, StoreError>] {
    defer { for write in writes { write.body?.discard() } }
    let prepared = writes.map { write in Result { () throws(StoreError) in try prepare(write) } }
    let results = performTogether(prepared)
    if writes.contains(where: { $0.body?.isInFile ?? false }) { BodySweep(database: database).runSometimes() }
    return results
  }

  /// Removes entries; an entry that is gone already counts as removed.
  func remove(_ ids: [EntryID]) throws(StoreError) {
    guard !ids.isEmpty else { return }
    _ = try perform([.remove(ids)])[0].get()
  }

  private func prepare(_ write: StoreWrite) throws(StoreError) -> PreparedWrite {
    switch write {
    case .store(let arrival): return .insertion(try finish(arrival))
    case .copy(let entry, let arrival):
      try copyBody(of: entry, to: arrival.body)
      return .insertion(try finish(arrival))
    case .update(let entry, let response, let now):
      return .update(Freshened(entry: entry, response: response, sealed: try seal.sealed(response), at: now))
    case .confirm(let entry, let confirmation):
      let result = confirmation.result()
      guard result.storage.isStorable else { return .confirmation(nil, result) }
      let response = result.freshened.response
      return .confirmation(
        Freshened(
          entry: entry, response: response, sealed: try seal.sealed(response), at: confirmation.receivedAt),
        result)
    case .remove(let ids): return .removal(ids)
    case .invalidate(let scope, let time): return .invalidation(scope, at: time)
    }
  }

  private func copyBody(of entry: StoredEntry, to writer: BodyWriter) throws(StoreError) {
    var problem: StoreError?
    try EntryReader(database: database).openBody(entry).forEachChunk { bytes in
      do throws(StoreError) {
        try writer.append(bytes)
        return true
      } catch {
        problem = error
        return false
      }
    }
    if let problem { throw problem }
  }

  private func performTogether(
    _ prepared: [Result<PreparedWrite, StoreError>]
  ) -> [Result<StoreWriteOutcome, StoreError>] {
    do throws(StoreError) {
      return try transact(prepared)
    } catch {
      // What keeps one of them from being written is no reason to lose the others.
      guard prepared.count > 1, !error.isOfWholeStore else { return prepared.map { _ in .failure(error) } }
      return prepared.map { performTogether([$0])[0] }
    }
  }

  /// Ends the body of a response, and makes its row.
  private func finish(_ arrival: Arrival) throws(StoreError) -> FinishedArrival {
    var response = try seal.sealed(arrival.response)
    response.bodyLength = arrival.body.length
    var inline: [UInt8]?
    var file: String?
    let sum: UInt64
    switch try arrival.body.finish() {
    case .inline(let bytes, let checksum): (inline, sum) = (bytes, checksum)
    case .file(let name, let checksum): (file, sum) = (name, checksum)
    }
    let record = EntryRecord(response: response, storedAt: arrival.at, bodyFile: file, bodyChecksum: sum)
    guard record.size - Self.rowAllowance <= database.options.maxEntrySize else {
      throw .tooLarge(limit: database.options.maxEntrySize)
    }
    return FinishedArrival(arrival: arrival, record: record, inline: inline)
  }

  /// What a row and its rounding to blocks may take beside the limit for one entry.
  private static var rowAllowance: Int64 { 8192 }

  private func transact(
    _ prepared: [Result<PreparedWrite, StoreError>]
  ) throws(StoreError) -> [Result<StoreWriteOutcome, StoreError>] {
    let hasWork = prepared.contains {
      switch $0 {
      case .failure, .success(.confirmation(nil, _)): false
      case .success: true
      }
    }
    guard hasWork else {
      return prepared.map {
        $0.map {
          if case .confirmation(_, let result) = $0 { .confirmed(result, isUpdated: false) } else { .gone }
        }
      }
    }
    let (results, newest) = try StoreTransaction.run(in: database) { (transaction) throws(StoreError) in
      var results: [Result<StoreWriteOutcome, StoreError>] = []
      results.reserveCapacity(prepared.count)
      for item in prepared {
        switch item {
        case .failure(let error): results.append(.failure(error))
        case .success(let item): results.append(try transaction.write(item))
        }
      }
      return results
    }
    for case (.success(.insertion(let finished)), .success) in zip(prepared, results) {
      finished.arrival.body.handOver()
    }
    Eviction(database: database).makeRoomQuietly(keeping: newest)
    return results
  }
}

extension StoreChange {
  /// What becomes of it where nothing may be written.
  var outcomeUnwritten: ChangeOutcome {
    if case .confirm(let confirmation) = kind {
      .confirmed(confirmation.result(), isLasting: false)
    } else {
      .unchanged
    }
  }
}

extension StoreWriteOutcome {
  /// The same in the words of the fetch that wanted the change.
  var change: ChangeOutcome {
    switch self {
    case .stored: .stored(isLasting: true)
    case .updated: .freshened(isLasting: true)
    case .confirmed(let result, let isUpdated): .confirmed(result, isLasting: isUpdated)
    case .removed: .removed
    case .invalidated(let invalidated): .invalidated(invalidated)
    case .gone: .unchanged
    }
  }
}
