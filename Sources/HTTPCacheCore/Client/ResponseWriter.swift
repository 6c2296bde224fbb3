/// Writes the response of one exchange to where it may be kept, while its body is on its way.
final class ResponseWriter {
  /// Whether it may be kept, and why.
  private(set) var decision: StorageDecision

  /// The response as it would lie in the store, joined with the parts of it that lie there already.
  let proposed: StoredResponse

  private let fetch: Fetch
  private let exchange: OriginExchange
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
  ///   - exchange: what brings it.
  ///   - head: the response's head as received.
  ///   - join: stored parts that the response is joined with.
  init(_ exchange: OriginExchange, head: ResponseHead, join: PartJoin?) {
    let request = exchange.fetch.request
    let receivedAt = exchange.receivedAt
    fetch = exchange.fetch
    self.exchange = exchange
    self.join = join
    // What the caller did not ask for a range of may have been asked for as the rest of a part.
    var asked = request.head
    if let range = exchange.sending.fields.first("Range") { asked.fields.set("Range", range) }
    var answer = Exchange(request: asked, head: head)
    if let join { answer.bodyLength = join.assembly.combined.completeLength ?? answer.bodyLength }
    decision = StorageDecision(answer, settings: request.settings)
    isTooLarge = decision.reasons.cites(.responseTooLarge) && decision.isStorable(butFor: .responseTooLarge)
    var (kept, omitted) = head.storable(settings: request.settings)
    var userInfo: UserInfo = [StoredResponse.cacheDateName: rfc3339(receivedAt)]
    if head.isDelimitedByClose { userInfo[StoredResponse.framingName] = StoredResponse.closeDelimited }
    let (reviewed, storage) = StoredResponse(
      key: request.key, head: kept,
      selectingFields: head.selectingFields(of: request.head), requestedAt: exchange.requestedAt,
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

  /// Begins to write: first the stored bytes that come before the new ones.
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
    if growing != nil, case .disk(let writer) = place {
      growing?.follow(
        writer, of: exchange, replacing: own(join?.before.map { [$0] } ?? []).compactMap(\.entryID))
    }
  }

  private var limit: Int64 { fetch.request.settings.maxEntrySize ?? .max }

  /// Says what would have the body kept: the same for every URL, so that the user is told once.
  private func warnOfLimit() { fetch.warn(.bodyTooLarge(limit: limit)) }

  /// Whether the store has the same response as a whole, which a part must not take the place of.
  private var hasWhole: Bool {
    exchange.inquiry.stored.contains {
      $0.response.head.status != 206 && $0.response.key == proposed.key
        && $0.response.matches(fetch.request.head, role: fetch.request.settings.role)
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
      fetch.client.cache.keepInMemory(
        response, body: bytes, forRequest: fetch.request.head.fields, role: fetch.request.settings.role,
        askedAt: exchange.askedAt)
      place = .nowhere
      then(false)
    case .disk(let writer):
      let arrival = arrival(response, writer, replacing: own(join?.superseded ?? []))
      place = .nowhere
      fetch.client.settle(fetch, ClientCache.Write(.store(arrival))) { result in
        then(self.isStored(result))
      }
    }
  }

  /// Whether what was to be written is in the store; why not goes where the user sees it.
  private func isStored(_ result: Result<Bool, StoreError>) -> Bool {
    do throws(StoreError) {
      return try result.get()
    } catch .newerStored {
      refuse(.newerStored)
    } catch .invalidatedMeanwhile {
      refuse(.invalidatedMeanwhile)
    } catch .tooLarge {
      warnOfLimit()
    } catch {
      // Of what was cut short, the row that is there already is kept.
      if growing?.id == nil { fetch.warn(error) }
    }
    return false
  }

  private func refuse(_ rule: Rule) {
    decision.add(Reason(rule))
    fetch.noteStorage(decision)
    isOvertaken = true
  }

  /// Whether another exchange decided what is stored now, so that nothing follows from this one.
  private(set) var isOvertaken = false

  private func arrival(
    _ response: StoredResponse, _ writer: BodyWriter, replacing old: [ClientCache.Found]
  ) -> Arrival {
    var arrival = exchange.arrival(response, writer)
    arrival.replacing = old.compactMap(\.entryID) + [growing?.id].compactMap { $0 }
    arrival.transferMilliseconds = Int64(fetch.elapsed)
    return arrival
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
    let before = own(join?.before.map { [$0] } ?? [])
    place = .nowhere
    let isKept = isStored(
      Result { () throws(StoreError) in
        try fetch.client.cache.commit(arrival(part, writer, replacing: before))
      })
    return isKept || growing?.id != nil
  }

  /// Those that lie under the key of the request: what was received with verification stays as it is.
  private func own(_ found: [ClientCache.Found]) -> [ClientCache.Found] {
    found.filter { $0.response.key == proposed.key }
  }

  /// Gives up: nothing half-written stays.
  func discard() {
    if case .disk(let writer) = place { writer.discard() }
    place = .nowhere
    growing?.drop(in: fetch.client.cache)
    growing = nil
  }
}

extension OriginExchange {
  /// When each of the responses that are stored on disk was received.
  static func received(_ stored: [ClientCache.Found]) -> [EntryID: Instant] {
    let times = stored.compactMap { found in found.entryID.map { ($0, found.response.receivedAt) } }
    return Dictionary(times) { first, _ in first }
  }

  /// The same, looked up again: the request is made again, and something may have been stored since.
  func known(anew key: CacheKey) -> [EntryID: Instant] {
    do throws(StoreError) {
      return Self.received(try fetch.client.cache.responses(for: key))
    } catch {
      return known
    }
  }

  /// A response of this exchange as it goes to the store, with what was known when it was asked for.
  func arrival(_ response: StoredResponse, _ body: BodyWriter) -> Arrival {
    var arrival = Arrival(response: response, body: body, at: receivedAt)
    arrival.requestFields = fetch.request.head.fields
    arrival.role = fetch.request.settings.role
    arrival.askedAt = askedAt
    arrival.known = known
    return arrival
  }
}
