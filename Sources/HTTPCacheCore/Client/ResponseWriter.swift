/// Writes the response of one exchange to where it may be kept, while its body is on its way.
final class ResponseWriter {
  /// Whether it may be kept, and why.
  private(set) var decision: StorageDecision

  /// The response as it would lie in the store, joined with the parts of it that lie there already.
  let proposed: StoredResponse

  private let fetch: Fetch
  private let candidates: [ClientCache.Found]
  private let join: PartJoin?
  private var place = Place.nowhere
  private var length: Int64 = 0
  /// How many of the bytes lay in the store before.
  private var joinedLength: Int64 = 0
  /// Whether as much is kept as may be of a body that is too large.
  private var isFull = false
  /// Whether nothing but the limit for one entry keeps the whole from being stored.
  private let isTooLarge: Bool
  /// The row of what has come so far, which is there for the case that this process dies.
  private var growing: GrowingPart?

  private enum Place {
    case nowhere
    case memory([UInt8])
    case disk(BodyWriter)
  }

  /// Decides, and begins to write where that is allowed.
  ///
  /// - Parameters:
  ///   - fetch: whose response it is.
  ///   - head: the response's head as received.
  ///   - candidates: what is stored under the key.
  ///   - join: stored parts that the response is joined with.
  ///   - requestedAt: when the request was sent.
  ///   - receivedAt: when the head had arrived.
  init(
    _ fetch: Fetch, head: ResponseHead, candidates: [ClientCache.Found], join: PartJoin?,
    requestedAt: Instant, receivedAt: Instant
  ) {
    let request = fetch.request
    self.fetch = fetch
    self.candidates = candidates
    self.join = join
    var exchange = Exchange(request: request.head, head: head)
    if let join { exchange.bodyLength = join.assembly.combined.completeLength ?? exchange.bodyLength }
    decision = StorageDecision(exchange, settings: request.settings)
    isTooLarge = decision.reasons.cites(.responseTooLarge) && decision.isStorable(butFor: .responseTooLarge)
    var (kept, omitted) = head.storable(settings: request.settings)
    var userInfo: UserInfo = [StoredResponse.cacheDateName: rfc3339(receivedAt)]
    if head.isDelimitedByClose { userInfo[StoredResponse.framingName] = StoredResponse.closeDelimited }
    let (reviewed, storage) = StoredResponse(
      key: CacheKey(target: request.head.target), head: kept,
      selectingFields: head.selectingFields(of: request.head), requestedAt: requestedAt,
      receivedAt: receivedAt, userInfo: userInfo
    ).reviewed(by: decision.isStorable || isTooLarge ? request.willCacheResponse : nil)
    if request.willCacheResponse != nil {
      omitted += kept.fields.names.subtracting(reviewed.head.fields.names).sorted()
    }
    var proposed = reviewed
    if let join { proposed.head = join.head(freshenedBy: reviewed.head) }
    self.proposed = proposed
    if decision.isStorable {
      if !omitted.isEmpty {
        decision.add(Reason(.fieldsNotStored, value: omitted.joined(separator: ", ")))
      }
      if let join {
        decision.add(Reason(.combinedParts, field: "Content-Range", value: join.assembly.combined.text))
      }
      if storage == .never { decision.add(Reason(.storageNotAllowed, value: "never")) }
    }
    guard decision.isStorable || isTooLarge && storage == .disk else { return }
    begin(storage)
  }

  /// Begins to write, what lies in the store before the new bytes first.
  private func begin(_ storage: StoragePolicy) {
    if storage == .memory {
      place = .memory([])
    } else {
      do {
        guard let writer = try fetch.client.cache.makeWriter() else { return }
        if isTooLarge { warnOfLimit() }
        // Of what is too large as a whole, the beginning is kept in case the transfer is cut short.
        if !isTooLarge || proposed.cutShort(after: 1) != nil { place = .disk(writer) }
      } catch {
        fetch.warn(error)
      }
    }
    do throws(StoredBodySource.Interrupted) {
      try join?.forEachBefore { piece in
        keep(piece)
        return true
      }
    } catch {
      discard()
    }
    joinedLength = length
    if isFull { discard() }
    if case .disk = place, !hasWhole { growing = GrowingPart(of: proposed, behind: joinedLength) }
  }

  /// Whether the body is being kept on disk, to be stored as a whole.
  var isWriting: Bool {
    if case .disk = place { !isTooLarge } else { false }
  }

  /// Whether what it was joined with stays of use though the whole is not stored.
  var leavesPart: Bool { isTooLarge && join != nil }

  /// Takes the next bytes; where keeping fails it is given up, and the body goes on to the user.
  func append(_ piece: BodyPiece) {
    keep(piece)
    if growing != nil, case .disk(let writer) = place { growing?.follow(writer, in: fetch.client.cache) }
  }

  private var limit: Int64 { fetch.request.settings.maxEntrySize ?? .max }

  /// Says what would have the body kept: the same words for every URL, so that they are said once.
  private func warnOfLimit() {
    fetch.warn("a body of more than \(limit) bytes is not kept; --max-entry-size raises the limit")
  }

  /// Whether the store has the same response as a whole, which a part must not take the place of.
  private var hasWhole: Bool {
    candidates.contains {
      $0.response.head.status != 206 && $0.response.isSameVariant(as: proposed, for: fetch.request.head)
    }
  }

  private func keep(_ piece: BodyPiece) {
    length += Int64(piece.bytes.count)
    switch place {
    case .nowhere: return
    case .memory(var kept):
      place = .nowhere
      guard length <= limit else { return }
      piece.add(to: &kept)
      place = .memory(kept)
    case .disk(let writer):
      if isTooLarge, isFull || length > limit {
        isFull = true
        return
      }
      do {
        if let array = piece.array { try writer.append(array) } else { try writer.append(piece.bytes) }
      } catch {
        discard()
        if case .tooLarge = error {
          decision.add(Reason(.responseTooLarge, amount: limit))
          fetch.noteStorage(decision)
          warnOfLimit()
        } else {
          fetch.warn(error)
        }
      }
    }
  }

  /// Makes the response whole in the store, together with others that have arrived.
  ///
  /// - Parameter then: called with whether a stored response is left on disk, once it has survived this process.
  func commit(then: @escaping (Bool) -> Void) {
    do throws(StoredBodySource.Interrupted) {
      try join?.forEachAfter { piece in
        keep(piece)
        return true
      }
    } catch {
      discard()
    }
    var response = proposed
    response.bodyLength = length
    // A part whose body has not the bytes that it names is no part of anything.
    if response.head.isPart, response.storedRange == nil { discard() }
    if isTooLarge { discard() }
    switch place {
    case .nowhere: then(false)
    case .memory(let bytes):
      fetch.client.cache.keepInMemory(response, body: bytes)
      place = .nowhere
      then(false)
    case .disk(let writer):
      let arrival = arrival(response, writer, replacing: replaced)
      place = .nowhere
      fetch.client.settle(fetch, ClientCache.Write(.store(arrival))) { result in
        do throws(StoreError) {
          then(try result.get())
        } catch {
          if case .tooLarge = error { self.warnOfLimit() } else { self.fetch.warn(error) }
          then(false)
        }
      }
    }
  }

  private func arrival(
    _ response: StoredResponse, _ writer: BodyWriter, replacing old: [ClientCache.Found]
  ) -> Arrival {
    Arrival(
      response: response, body: writer,
      replacing: old.compactMap(\.entryID) + [growing?.id].compactMap { $0 },
      keepsSameVariant: response.head.status == 206, transferMilliseconds: Int64(fetch.elapsed),
      at: response.receivedAt)
  }

  /// Keeps what came of a response whose transfer was cut, so that only the rest is asked for the next time.
  ///
  /// - Returns: whether it is kept; not where something whole would have to make way for it.
  func commitCutShort() -> Bool {
    guard case .disk(let writer) = place, writer.length > joinedLength,
      let part = proposed.cutShort(after: writer.length), !hasWhole
    else {
      discard()
      return false
    }
    let before = join?.assembly.before.map { [candidates[$0.candidate]] } ?? []
    place = .nowhere
    do throws(StoreError) {
      return try fetch.client.cache.commit(
        arrival(part, writer, replacing: join == nil ? replaced : before))
    } catch {
      if growing?.id == nil { fetch.warn(error) }
      return growing?.id != nil
    }
  }

  /// The stored responses that this one takes the place of.
  private var replaced: [ClientCache.Found] {
    let sameVariant = candidates.filter {
      $0.response.isSameVariant(as: proposed, for: fetch.request.head)
    }
    guard let part = proposed.part else { return sameVariant }
    // Other parts of the same version stay beside a new one that does not touch them.
    let tag = proposed.head.strongTag
    let others = sameVariant.filter {
      !$0.response.isSameVersion(as: tag, completeLength: part.completeLength)
    }
    return (join?.superseded ?? []) + others
  }

  /// Gives up: nothing half-written stays.
  func discard() {
    if case .disk(let writer) = place { writer.discard() }
    place = .nowhere
    growing?.drop(in: fetch.client.cache)
    growing = nil
  }
}
