/// Writes the response of one exchange to where it may be kept, while its body is on its way.
final class ResponseWriter {
  /// Whether it may be kept, and why.
  private(set) var decision: StorageDecision

  /// The response as it would lie in the store, joined with the parts of it that lie there already.
  let proposed: StoredResponse

  private let fetch: Fetch
  private let exchange: OriginExchange
  private var stored: [ClientCache.Found] { exchange.inquiry.stored }
  private let join: PartJoin?
  private var place = Place.nowhere
  private var length: Int64 = 0
  private var newLength: Int64 = 0

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
    decision = StorageDecision(Exchange(request: asked, head: head), settings: request.settings)
    var (kept, omitted) = head.storable(settings: request.settings)
    var userInfo: UserInfo = [StoredResponse.cacheDateName: rfc3339(receivedAt)]
    if head.isDelimitedByClose { userInfo[StoredResponse.framingName] = StoredResponse.closeDelimited }
    let (reviewed, storage) = StoredResponse(
      key: request.key, head: kept,
      selectingFields: head.selectingFields(of: request.head), requestedAt: exchange.requestedAt,
      receivedAt: receivedAt, userInfo: userInfo
    ).reviewed(by: decision.isStorable ? request.willCacheResponse : nil)
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
    guard decision.isStorable else { return }
    if storage == .memory {
      place = .memory([])
    } else {
      do {
        if let writer = try fetch.client.cache.makeWriter() { place = .disk(writer) }
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
  }

  /// Whether the body is being kept on disk.
  var isWriting: Bool {
    if case .disk = place { true } else { false }
  }

  /// Takes the next bytes; where keeping fails it is given up, and the body goes on to the user.
  func append(_ piece: BodyPiece) {
    newLength += Int64(piece.bytes.count)
    keep(piece)
  }

  private func keep(_ piece: BodyPiece) {
    length += Int64(piece.bytes.count)
    switch place {
    case .nowhere: return
    case .memory(var kept):
      place = .nowhere
      guard length <= fetch.request.settings.maxEntrySize ?? .max else { return }
      piece.add(to: &kept)
      place = .memory(kept)
    case .disk(let writer):
      do {
        if let array = piece.array { try writer.append(array) } else { try writer.append(piece.bytes) }
      } catch {
        discard()
        if case .tooLarge = error {
          decision.add(Reason(.responseTooLarge, amount: fetch.request.settings.maxEntrySize))
          fetch.noteStorage(decision)
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
    switch place {
    case .nowhere: then(false)
    case .memory(let bytes):
      fetch.client.cache.keepInMemory(
        response, body: bytes, forRequest: fetch.request.head.fields, role: fetch.request.settings.role,
        askedAt: exchange.askedAt)
      place = .nowhere
      then(false)
    case .disk(let writer):
      let arrival = arrival(response, writer, replacing: join?.superseded ?? [])
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
    } catch {
      fetch.warn(error)
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
    arrival.replacing = old.compactMap(\.entryID)
    arrival.transferMilliseconds = Int64(fetch.elapsed)
    return arrival
  }

  /// Keeps what came of a response whose transfer was cut, so that only the rest is asked for the next time.
  ///
  /// - Returns: whether it is kept; not where something whole would have to make way for it.
  func commitCutShort() -> Bool {
    guard case .disk(let writer) = place, newLength > 0, var part = proposed.cutShort(after: length),
      !stored.contains(where: {
        $0.response.head.status != 206 && $0.response.key == proposed.key
          && $0.response.matches(fetch.request.head, role: fetch.request.settings.role)
      })
    else {
      discard()
      return false
    }
    part.bodyLength = length
    let before = join?.before.map { [$0] } ?? []
    place = .nowhere
    return isStored(
      Result { () throws(StoreError) in
        try fetch.client.cache.commit(arrival(part, writer, replacing: before))
      })
  }

  /// Gives up: nothing half-written stays.
  func discard() {
    if case .disk(let writer) = place { writer.discard() }
    place = .nowhere
  }
}

extension OriginExchange {
  /// A response of this exchange as it goes to the store, with what was known when it was asked for.
  func arrival(_ response: StoredResponse, _ body: BodyWriter) -> Arrival {
    var arrival = Arrival(response: response, body: body, at: receivedAt)
    arrival.requestFields = fetch.request.head.fields
    arrival.role = fetch.request.settings.role
    arrival.askedAt = askedAt
    arrival.known = Dictionary(
      inquiry.stored.compactMap { found in found.entryID.map { ($0, found.response.receivedAt) } }
    ) { first, _ in first }
    return arrival
  }
}
