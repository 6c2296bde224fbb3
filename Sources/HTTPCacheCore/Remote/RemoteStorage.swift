/// A local storage with a remote cache behind it, which several machines share.
///
/// The remote cache is asked if no local response may answer without the origin. Its responses are candidates like
/// local ones, on which the fetch decides by the same rules. A body is received whole, verified before its first byte
/// is passed on, and stored locally.
package final class RemoteStorage: ResponseStorage {
  /// The longest body, in bytes, that is held in memory if the local storage takes none.
  private static let mostHeld: Int64 = 16 << 20

  /// How many responses are written at once, while fetches go on.
  package static let mostWritten = RemoteWriter.mostAtOnce

  private let local: any ResponseStorage
  private let client: RemoteClient
  private let writer: RemoteWriter?
  private let now: @Sendable () -> Instant
  private var lastNumber: Int64 = 0
  /// The bodies of responses that are being served, by the numbers of their references.
  private var received: [Int64: NewBody] = [:]

  /// Puts a remote cache behind a storage.
  ///
  /// After too many failures, the remote cache is not asked for `rest` milliseconds; nil for the rest of the run.
  package init(
    _ server: RemoteServer, behind local: any ResponseStorage, mode: RemoteMode, loop: TransferLoop,
    rest: Int? = nil, warn: @escaping (String) -> Void = { _ in },
    now: @escaping @Sendable () -> Instant,
    milliseconds: @escaping () -> Int = HostClock.milliseconds
  ) {
    (self.local, self.now) = (local, now)
    let client = RemoteClient(server, loop: loop, rest: rest, warn: warn, milliseconds: milliseconds)
    self.client = client
    client.onFailure = { local.note(Use(.remoteFailure, at: now())) }
    writer =
      mode == .readWrite ? RemoteWriter(client, reading: local, loop: loop, now: now) : nil
  }

  package func note(_ use: Use) { local.note(use) }

  /// Writes the responses that wait to the remote cache, for a bounded time; returns whether any wait.
  package func finishBehind() -> Bool { writer?.finish() == true }

  /// Calls `then` with the number of changes that still wait, once all so far are written to the remote cache or a
  /// bounded time is over.
  func flush(then: @escaping (Int) -> Void) {
    if let writer { writer.flush(then: then) } else { then(0) }
  }

  package func findInvalidated(_ responses: [StoredResponse], then: @escaping ([Bool]) -> Void) {
    local.findInvalidated(responses, then: then)
  }

  package func makeBody(_ place: StoragePolicy) throws(StoreError) -> NewBody? { try local.makeBody(place) }
}

// MARK: - Looking up

extension RemoteStorage {
  package func lookUp(
    _ query: StorageQuery, then: @escaping (Result<StorageAnswer, StoreError>) -> Void
  ) {
    let obstacle = Sharing.obstacle(query.request, server: query.key.server)
    local.lookUp(obstacle == nil ? asking(query) : query) { [self] result in
      guard case .success(var answer) = result else { return then(result) }
      if let obstacle {
        answer.note = Reason(.remoteNotAsked, value: obstacle)
      } else if !client.isOff, isWanted(query, answer) {
        return find(query, beside: answer) { then(.success($0)) }
      } else {
        // For a request that wants no stored response, the remote cache is not asked: it may have one.
        answer.mayBeRemote = [.reload, .reloadAll, .revalidate].contains(query.settings.policy)
      }
      then(.success(answer))
    }
  }

  /// The query for the local storage, whose invalidations also apply to the responses of the remote cache.
  package func asking(_ query: StorageQuery) -> StorageQuery {
    var query = query
    query.needsLatestInvalidation = true
    return query
  }

  /// Whether a response of the remote cache could answer, and no local response does.
  private func isWanted(_ query: StorageQuery, _ answer: StorageAnswer) -> Bool {
    guard query.request.method == "GET" || query.request.method == "HEAD",
      [.protocol, .cacheElseLoad].contains(query.settings.policy)
    else { return false }
    let plan = answer.plan ?? ReusePlan(query, stored: answer.stored)
    switch plan.decision.outcome {
    case .forward, .validate, .complete: return true
    case .serve, .unavailable: return false
    }
  }

  private func find(
    _ query: StorageQuery, beside local: StorageAnswer, then: @escaping (StorageAnswer) -> Void
  ) {
    var answer = local
    client.document(of: query.key) { [self] lookup in
      switch lookup {
      case .found(let document):
        writer?.note(document)
        return choose(from: document, query, beside: answer, then: then)
      case .missing(let name):
        writer?.note(RemoteDocument(key: name))
        answer.note = missed()
      case .refused(_, let words):
        note(Use(.remoteMiss, at: now()))
        answer.note = Reason(.remoteRefused, value: words)
      case .failed(let words): answer.note = Reason(.remoteFailed, value: words)
      }
      then(answer)
    }
  }

  private func missed() -> Reason {
    note(Use(.remoteMiss, at: now()))
    return Reason(.remoteMissed)
  }

  /// Adds the responses of the document to the local ones, and decides on all of them.
  private func choose(
    from document: RemoteDocument, _ query: StorageQuery, beside local: StorageAnswer,
    then: @escaping (StorageAnswer) -> Void
  ) {
    let limit = query.settings.maxEntrySize ?? .max
    let found = document.responses.compactMap { found -> RemoteDocument.Response? in
      guard found.response.bodyLength <= limit else { return nil }
      return Sharing.accepted(found.response, for: query.request).map {
        RemoteDocument.Response($0, bodyDigest: found.bodyDigest)
      }
    }
    let decide = { [self] (areInvalid: [Bool]) in
      var answer = local
      for (response, isInvalid) in zip(found, areInvalid) where !isInvalid {
        lastNumber += 1
        answer.mayBeRemote = true
        answer.stored.append(
          StoredCandidate(
            response.response,
            .remote(
              number: lastNumber, bodyDigest: response.bodyDigest,
              bodyLength: response.response.bodyLength)))
      }
      let plan = ReusePlan(query, stored: answer.stored)
      answer.plan = plan
      if plan.selected?.reference.tier != .remote { answer.note = missed() }
      then(answer)
    }
    // Most caches have never had an invalidation, and need no comparison.
    if let latest = local.latestInvalidation,
      found.allSatisfy({ $0.response.requestedAt.microseconds > latest })
    {
      return decide(found.map { _ in false })
    }
    self.local.findInvalidated(found.map(\.response), then: decide)
  }
}

// MARK: - Bodies

extension RemoteStorage {
  package func open(
    _ reference: StoredReference, then: @escaping (Result<StoredBody, StoreError>) -> Void
  ) {
    guard case .remote(let number, let digest, let length) = reference else {
      return local.open(reference, then: then)
    }
    let gone = StoreError.gone(EntryID(number: number))
    guard let body = newBody(length: length) else { return then(.failure(gone)) }
    client.receive(digest, length: length, into: body) { [self] isWhole in
      do throws(StoreError) {
        guard isWhole else { throw gone }
        let opened = try body.opened()
        note(Use(.remoteHit, at: now(), bytesNotTransferred: body.length))
        received[number] = body
        then(.success(opened))
      } catch {
        body.discard()
        writer?.noteDamage(digest)
        note(Use(.remoteMiss, at: now()))
        then(.failure(gone))
      }
    }
  }

  /// A body to receive into; nil if no storage takes it.
  private func newBody(length: Int64) -> NewBody? {
    do throws(StoreError) {
      if let body = try local.makeBody(.disk) { return body }
    } catch {
      // The lookup has reported why the local storage can't be used: go on without it.
    }
    return length <= Self.mostHeld ? NewBody(limit: Self.mostHeld) : nil
  }
}

// MARK: - Changes

extension RemoteStorage {
  package func apply(
    _ writes: [Write], body: NewBody?,
    then: @escaping ([Result<Outcome, StoreError>]) -> Void
  ) {
    var body = body
    let writes = writes.map { keep($0, &body) }
    let own = writes.map(change)
    let others = zip(writes, own).filter { $0.1 == nil }.map(\.0)
    guard !others.isEmpty else {
      body?.discard()
      return then(own.compactMap { $0 }.map { .success($0) })
    }
    local.apply(others, body: body) { [self] results in
      var results = zip(others, results).map { write, result in result.map { share(write, $0) } }[...]
      then(own.compactMap { $0.map { .success($0) } ?? results.popFirst() })
    }
  }

  /// Turns the write that keeps a response of the remote cache into one that stores it with the received body.
  private func keep(_ change: Write, _ body: inout NewBody?) -> Write {
    guard case .keep(let reference, let new) = change.kind,
      let own = received.removeValue(forKey: reference.number)
    else { return change }
    guard let new else {
      own.discard()
      return change
    }
    do throws(StoreError) {
      body = new.place == .memory ? try own.inMemory() : own
    } catch {
      own.discard()
      return change
    }
    return Write(.store(new), because: change.reason)
  }

  /// Makes a change to a response of the remote cache; nil if the local storage makes the change.
  private func change(_ change: Write) -> Outcome? {
    switch change.kind {
    case .store, .grow, .copy, .invalidate: return nil
    case .keep: return .unchanged
    case .confirm(let confirmation):
      guard confirmation.found.reference.tier == .remote else { return nil }
      let result = confirmation.result()
      share(confirmation, result)
      return .confirmed(result, isLasting: false)
    case .freshen(let reference, _, _):
      return reference.tier == .remote ? .freshened(isLasting: false) : nil
    case .remove(let found):
      guard found.reference.tier == .remote else { return nil }
      writer?.remove(found.response)
      return .removed
    }
  }

  /// Makes in the remote cache the change that was made locally.
  private func share(_ write: Write, _ outcome: Outcome) -> Outcome {
    guard let writer else { return outcome }
    switch (write.kind, outcome) {
    case (.store(let new), .stored(let isLasting, _)):
      guard let exchange = new.exchange else { return outcome }
      let sharing = Sharing(new.response, of: exchange, place: new.place)
      if let shared = sharing.response {
        writer.write(shared)
      } else if new.mayBeRemote {
        // Keep this machine and others from using an older response of the remote cache.
        let key = new.response.key
        local.apply([Write(.invalidate(.remoteKey(key), at: new.askedAt - 1))], body: nil) { _ in }
        writer.removeAll(key)
      }
      return .stored(isLasting: isLasting, note: sharing.reason)
    case (.confirm(let confirmation), .confirmed(let result, isLasting: true)): share(confirmation, result)
    case (.invalidate(.key(let key), _), .invalidated), (.invalidate(.remoteKey(let key), _), .invalidated):
      writer.removeAll(key)
    default: break
    }
    return outcome
  }

  private func share(_ confirmation: Confirmation, _ result: Confirmation.Result) {
    let sharing = Sharing(result.freshened.response, of: result.exchange)
    if let shared = sharing.response { writer?.freshen(confirmation.found.response, to: shared) }
  }
}
