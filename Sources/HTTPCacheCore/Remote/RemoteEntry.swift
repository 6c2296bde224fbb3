/// A response that a lookup found in a remote cache, as a candidate's reference holds it.
final class RemoteEntry: Sendable {
  let bodyDigest: String
  /// The query that found it.
  let query: StorageQuery
  /// What was stored locally under the key at that time.
  let known: [StoredCandidate]
  /// The response; another once the origin has confirmed it.
  private let current: Locked<StoredResponse>

  init(_ found: RemoteDocument.Response, for query: StorageQuery, beside known: [StoredCandidate]) {
    bodyDigest = found.bodyDigest
    (self.query, self.known) = (query, known)
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
