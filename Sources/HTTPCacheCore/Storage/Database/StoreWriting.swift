import CSystem

/// A write whose body is finished and whose credentials are sealed.
private enum PreparedWrite {
  /// A write that needs no transaction.
  case made(Outcome)
  /// A write that needs a transaction; if it stores a response, the file of the body then belongs to the row.
  case ready(BodyWriter?, (inout StoreTransaction) throws(StoreError) -> Result<Outcome, StoreError>)
}

extension Store {
  private var seal: CredentialSeal { CredentialSeal(database: database) }

  /// Makes writes in order, in one transaction if possible; once this returns, they outlive this process.
  ///
  /// If the limits require it, other entries are evicted, the least recently used first. Each write comes with the
  /// body that it stores, which can't be used afterwards, unless it grows.
  ///
  /// - Returns: the outcome of each write, or why nothing of it is written.
  package func perform(
    _ writes: [(write: Write, body: BodyWriter?)]
  ) -> [Result<Outcome, StoreError>] {
    let prepared = writes.map { write, body in
      Result { () throws(StoreError) in try prepare(write, body) }
    }
    let results = removing(writes.map(\.write), performTogether(prepared))
    var hasFile = false
    for case .success(.ready(let body?, _)) in prepared {
      hasFile = hasFile || body.isInFile
      body.discard()
    }
    if hasFile { BodySweep(database: database).runSometimes() }
    return results
  }

  /// Sees to it that no removal is lost that the database could not take: what it concerns must not answer any more (RFC
  /// 9111 §4.4), and to be removed it needs no room.
  ///
  /// - Returns: the outcomes, with those of the removals that were saved.
  private func removing(
    _ writes: [Write], _ outcomes: [Result<Outcome, StoreError>]
  ) -> [Result<Outcome, StoreError>] {
    let lost = zip(writes, outcomes).map { write, outcome in
      if case .failure = outcome { NotedRemoval(write) } else { nil as NotedRemoval? }
    }
    let removals = lost.compactMap(\.self)
    guard !removals.isEmpty, !database.options.isReadOnly else { return outcomes }
    let entries = removals.map(bodyFiles)
    let isNoted = RemovalNotes(directory: database.directory).add(removals.flatMap(withGroups))
    // What is noted is removed: its files only take room, which the disk may need.
    let areUnlinked = entries.map(unlinkBodies).allSatisfy(\.self)
    guard isNoted || areUnlinked else {
      let problem = database.setAside() ? StoreError.setAside(path: database.directory.path) : nil
      return zip(lost, outcomes).map { removal, outcome in
        if removal != nil, let problem { .failure(problem) } else { outcome }
      }
    }
    var counts = entries.map { $0?.count ?? 0 }[...]
    return zip(lost, outcomes).map { removal, outcome in
      removal.map { .success($0.outcome(count: counts.removeFirst())) } ?? outcome
    }
  }

  /// A removal, and for that of a key, those of the groups of its responses, as far as they can be read.
  private func withGroups(_ removal: NotedRemoval) -> [NotedRemoval] {
    guard case .scope(let scope, let time) = removal else { return [removal] }
    do throws(StoreError) {
      let related = try database.read { (connection) throws(StoreError) in
        try InvalidationTable.related(scope, connection)
      }
      return related?.map { .scope($0, at: time) } ?? [removal]
    } catch {
      return [removal]
    }
  }

  /// The names of the body files of the entries that a removal concerns, nil for one whose body is in the database; nil
  /// if they can't be read.
  private func bodyFiles(_ removal: NotedRemoval) -> [String?]? {
    do throws(StoreError) {
      return try database.read { (connection) throws(StoreError) in
        let numbers =
          switch removal {
          case .entry(let number): [number]
          case .scope(let scope, _): try InvalidationTable.numbers(of: scope, connection)
          }
        return try connection.rows(
          "SELECT body_file FROM entries WHERE id IN (SELECT value FROM json_each(?1))", [.list(numbers)]
        ) { .some($0.text(0)) }
      }
    } catch {
      return nil
    }
  }

  /// Unlinks the bodies of entries, which then can't answer; false if one of them is not in a file, or can't be unlinked.
  private func unlinkBodies(_ files: [String?]?) -> Bool {
    guard let files else { return false }
    let areGone = files.map { file in
      guard let file, StoreDirectory.isBodyName(file) else { return false }
      unlink(database.directory.body(file + Growth.suffix).cText)
      return unlink(database.directory.body(file).cText) == 0 || errno == ENOENT
    }
    return areGone.allSatisfy(\.self)
  }

  private func prepare(_ write: Write, _ body: BodyWriter?) throws(StoreError) -> PreparedWrite {
    switch write.kind {
    case .store(let new):
      guard let body else { return .made(.unchanged) }
      return try insertion(new, body)
    case .copy(.disk(let entry), let new):
      let body = try makeWriter()
      try openBody(entry).forEachChunk { (bytes) throws(StoreError) in
        try body.append(bytes)
        return true
      }
      return try insertion(new, body)
    case .grow(let part):
      guard let body else { return .made(.unchanged) }
      return .made(.growing(try PartGrowth(database: database).begin(part, body).candidate))
    case .freshen(.disk(let entry), let response, let now):
      return try freshening(entry, to: response, at: now) { $0 ? .freshened(isLasting: true) : .unchanged }
    case .confirm(let confirmation):
      let result = confirmation.result()
      // If the freshened response may not be stored, return it without writing it.
      guard let entry = confirmation.found.reference.entry, result.storage.isStorable else {
        return .made(.confirmed(result, isLasting: false))
      }
      return try freshening(entry, to: result.freshened.response, at: confirmation.receivedAt) {
        .confirmed(result, isLasting: $0)
      }
    case .remove(let found):
      guard let entry = found.reference.entry else { return .made(.unchanged) }
      return .ready(nil) { (transaction) throws(StoreError) in
        try transaction.delete([entry.id.number])
        return .success(.removed)
      }
    case .invalidate(let scope, let time):
      return .ready(nil) { (transaction) throws(StoreError) in
        .success(.invalidated(try InvalidationTable.invalidate(scope, at: time, in: &transaction)))
      }
    case .copy, .keep, .freshen: return .made(.unchanged)
    }
  }

  /// Freshens an entry; `outcome` gets whether it is still there.
  private func freshening(
    _ entry: StoredEntry, to response: StoredResponse, at now: Instant, _ outcome: @escaping (Bool) -> Outcome
  ) throws(StoreError) -> PreparedWrite {
    let sealed = try seal.sealed(response)
    if response.head.listsFields(of: entry.response.head) { database.erasesOnClose = true }
    return .ready(nil) { (transaction) throws(StoreError) in
      .success(outcome(try transaction.freshen(entry, to: response, sealed: sealed, at: now)))
    }
  }

  /// Finishes the body of a response, and makes its row.
  private func insertion(_ new: NewResponse, _ body: BodyWriter) throws(StoreError) -> PreparedWrite {
    do throws(StoreError) {
      var response = try seal.sealed(new.response)
      response.bodyLength = body.length
      let finished = try body.finish()
      let record = EntryRecord(
        response: response, storedAt: response.receivedAt, bodyFile: finished.file,
        bodyChecksum: finished.checksum)
      guard record.size - Self.rowAllowance <= database.options.maxEntrySize else {
        throw .tooLarge(limit: database.options.maxEntrySize)
      }
      return .ready(body) { (transaction) throws(StoreError) in
        try transaction.insert(new, record, inline: finished.inline).map { _ in .stored(isLasting: true) }
      }
    } catch {
      body.discard()
      throw error
    }
  }

  /// How many bytes an entry may exceed its limit by: for its row, and for rounding to blocks.
  private static let rowAllowance: Int64 = 8192

  private func performTogether(
    _ prepared: [Result<PreparedWrite, StoreError>]
  ) -> [Result<Outcome, StoreError>] {
    do throws(StoreError) {
      return try transact(prepared)
    } catch {
      // An error of one write must not lose the others: make each write by itself.
      guard prepared.count > 1, !error.isOfWholeStore else { return prepared.map { _ in .failure(error) } }
      return prepared.map { performTogether([$0])[0] }
    }
  }

  private func transact(
    _ prepared: [Result<PreparedWrite, StoreError>]
  ) throws(StoreError) -> [Result<Outcome, StoreError>] {
    let needsTransaction = prepared.contains { if case .success(.ready) = $0 { true } else { false } }
    guard needsTransaction else {
      return prepared.map { item in
        item.map { if case .made(let outcome) = $0 { outcome } else { .unchanged } }
      }
    }
    let (results, committed) = try StoreTransaction.run(in: database) { (transaction) throws(StoreError) in
      var results: [Result<Outcome, StoreError>] = []
      results.reserveCapacity(prepared.count)
      for item in prepared {
        switch item {
        case .failure(let error): results.append(.failure(error))
        case .success(.made(let outcome)): results.append(.success(outcome))
        case .success(.ready(_, let run)): results.append(try run(&transaction))
        }
      }
      return results
    }
    for case (.success(.ready(let body?, _)), .success) in zip(prepared, results) { body.handOver() }
    Eviction(database: database).makeRoomQuietly(keeping: committed.newest)
    return results
  }
}

extension Write {
  /// The outcome if nothing may be written.
  var outcomeUnwritten: Outcome {
    if case .confirm(let confirmation) = kind {
      .confirmed(confirmation.result(), isLasting: false)
    } else {
      .unchanged
    }
  }
}
