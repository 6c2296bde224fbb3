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
  /// Entries that go; those that are gone already are passed over.
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

extension Store {
  /// Writes several things, in one transaction where that is possible; what this returns has survived this process.
  ///
  /// Other entries are evicted where the limits require it, the least recently used first.
  ///
  /// - Parameter writes: in order; their bodies are of no use afterwards.
  /// - Returns: for each what became of it, or why nothing of it is written.
  package func perform(_ writes: [StoreWrite]) -> [Result<StoreWriteOutcome, StoreError>] {
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
    case confirmation(Freshened?, Confirmation.Result)
    case removal([EntryID])
    case invalidation(InvalidationScope, at: Int64)
  }

  private func prepare(_ write: StoreWrite) throws(StoreError) -> Prepared {
    switch write {
    case .store(let arrival): return .insertion(try finish(arrival))
    case .copy(let entry, let arrival):
      try copyBody(of: entry, to: arrival.body)
      return .insertion(try finish(arrival))
    case .update(let entry, let response, let now):
      return .update(Freshened(entry: entry, response: response, sealed: try sealed(response), at: now))
    case .confirm(let entry, let confirmation):
      let result = confirmation.result()
      guard result.storage.isStorable else { return .confirmation(nil, result) }
      let response = result.freshened.response
      return .confirmation(
        Freshened(
          entry: entry, response: response, sealed: try sealed(response), at: confirmation.receivedAt),
        result)
    case .remove(let ids): return .removal(ids)
    case .invalidate(let scope, let time): return .invalidation(scope, at: time)
    }
  }

  private func copyBody(of entry: StoredEntry, to writer: BodyWriter) throws(StoreError) {
    var problem: StoreError?
    try openBody(entry).forEachChunk { bytes in
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
    _ prepared: [Result<Prepared, StoreError>]
  ) -> [Result<StoreWriteOutcome, StoreError>] {
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
    var change = TransactionChange()
    let results = try write { (connection) throws(StoreError) in
      change = TransactionChange()
      var results: [Result<StoreWriteOutcome, StoreError>] = []
      results.reserveCapacity(prepared.count)
      for item in prepared {
        switch item {
        case .failure(let error): results.append(.failure(error))
        case .success(let item): results.append(try write(item, connection, &change))
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

  private func write(
    _ item: Prepared, _ connection: SQLiteConnection, _ change: inout TransactionChange
  ) throws(StoreError) -> Result<StoreWriteOutcome, StoreError> {
    switch item {
    case .insertion(let finished):
      return try insert(finished, into: connection, &change).map { .stored($0) }
    case .update(let freshened):
      return .success(try update(freshened, in: connection, &change) ? .updated : .gone)
    case .confirmation(let freshened, let result):
      let isUpdated = try freshened.map { (freshened) throws(StoreError) in
        try update(freshened, in: connection, &change)
      }
      return .success(.confirmed(result, isUpdated: isUpdated ?? false))
    case .removal(let ids):
      try change.removal.delete(ids.map(\.number), from: connection)
      return .success(.removed)
    case .invalidation(let scope, let time):
      return .success(.invalidated(try invalidate(scope, at: time, in: connection, &change)))
    }
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
