/// Writes the response of one exchange to where it may be kept, while its body is on its way.
final class ResponseWriter {
  /// Whether it may be kept, and why.
  private(set) var decision: StorageDecision

  /// The response as it would lie in the store.
  let proposed: StoredResponse

  private let fetch: Fetch
  private var place = Place.nowhere
  private var length: Int64 = 0

  private enum Place {
    case nowhere
    case memory([UInt8])
    case disk(BodyWriter)
  }

  init(_ fetch: Fetch, head: ResponseHead, sent: RequestHead, requestedAt: Instant, receivedAt: Instant) {
    let request = fetch.request
    self.fetch = fetch
    decision = StorageDecision(Exchange(request: request.head, head: head), settings: request.settings)
    let (kept, omitted) = head.storable(settings: request.settings, stripping: request.strippedFields)
    if decision.isStorable, !omitted.isEmpty {
      decision.add(Reason(.fieldsNotStored, value: omitted.joined(separator: ", ")))
    }
    if request.storage == .never { decision.add(Reason(.storageNotAllowed, value: "never")) }
    var userInfo = request.userInfo
    userInfo[StoredResponse.cacheDateName] = rfc3339(receivedAt)
    proposed = StoredResponse(
      key: CacheKey(target: request.head.target), head: kept,
      selectingFields: head.selectingFields(of: request.head), requestedAt: requestedAt,
      receivedAt: receivedAt,
      userInfo: userInfo)
    guard decision.isStorable else { return }
    if request.storage == .memory {
      place = .memory([])
    } else if let store = fetch.client.cache.store, !store.options.isReadOnly {
      do { place = .disk(try store.makeWriter()) } catch { fetch.warn(error) }
    }
  }

  /// Whether the body is being kept on disk.
  var isWriting: Bool {
    if case .disk = place { true } else { false }
  }

  /// Takes the next bytes; where keeping fails it is given up, and the body goes on to the user.
  func append(_ bytes: UnsafeRawBufferPointer) {
    length += Int64(bytes.count)
    switch place {
    case .nowhere: return
    case .memory(var kept):
      place = .nowhere
      guard length <= fetch.request.settings.maxEntrySize ?? .max else { return }
      kept.append(contentsOf: bytes)
      place = .memory(kept)
    case .disk(let writer):
      do {
        try writer.append(bytes)
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

  /// Makes the response whole in the store; whether a stored response is left on disk.
  func commit(replacing old: ClientCache.Found?) -> Bool {
    var response = proposed
    response.bodyLength = length
    defer { place = .nowhere }
    switch place {
    case .nowhere: return false
    case .memory(let bytes):
      fetch.client.cache.keepInMemory(response, body: bytes)
      return false
    case .disk(let writer):
      var replaced: [EntryID] = []
      if case .disk(let entry)? = old { replaced = [entry.id] }
      do {
        guard let store = fetch.client.cache.store else { return false }
        _ = try store.commit(response, body: writer, replacing: replaced, at: response.receivedAt)
        return true
      } catch {
        fetch.warn(error)
        return false
      }
    }
  }

  /// Gives up: nothing half-written stays.
  func discard() {
    if case .disk(let writer) = place { writer.discard() }
    place = .nowhere
  }
}
