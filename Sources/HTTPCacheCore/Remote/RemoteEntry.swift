/// A response that a lookup found in a remote cache, as a candidate's reference holds it.
final class RemoteEntry: Sendable {
  let bodyDigest: String
  /// The response; another once the origin has confirmed it.
  private let current: Locked<StoredResponse>

  init(_ found: RemoteDocument.Response) {
    bodyDigest = found.bodyDigest
    current = Locked(found.response)
  }

  /// The response as it is known now.
  var response: StoredResponse {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  /// The entry that a remote storage gave as a candidate; nil for one of another storage.
  static func of(_ reference: StoredReference) -> RemoteEntry? { reference.record as? RemoteEntry }
}

extension StorageUse {
  /// Something that a remote cache did.
  init(_ kind: AnswerSource, at time: Instant, bytes: Int64 = 0) {
    self.init(kind, at: time, reference: nil, bytes: bytes, elapsed: 0)
  }
}

extension RemoteClient {
  /// Receives a body, and says whether it is the one that was stored.
  func receive(_ entry: RemoteEntry, into body: NewBody, then: @escaping (Bool) -> Void) {
    let length = entry.response.bodyLength
    var hash = SHA256()
    let isRight = { body.length == length && RemoteDocument.hexadecimal(hash.digest) == entry.bodyDigest }
    guard length > 0 else { return then(isRight()) }
    get(.body(entry.bodyDigest), limit: length) { piece in
      hash.update(piece.bytes)
      do throws(StoreError) {
        try body.append(piece)
        return true
      } catch {
        return false
      }
    } then: { answer in
      if case .done = answer { then(isRight()) } else { then(false) }
    }
  }
}
