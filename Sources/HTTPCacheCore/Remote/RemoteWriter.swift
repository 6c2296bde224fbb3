/// Brings a remote cache up to date with what was stored locally, behind the fetches.
///
/// It reads bodies from the local storage, so that nothing is held in memory while a response waits for its turn. What is
/// not written when the run is cancelled, or the remote cache is left alone, is not written at all.
final class RemoteWriter {
  /// How many responses are written at once.
  static let mostAtOnce = 4
  /// How many may wait.
  private static let mostWaiting = 100_000
  /// Bodies longer than this are asked for before they are put.
  private static let longBody: Int64 = 64 << 10
  /// How many bytes of a body are hashed before others get their turn.
  private static let slice: Int64 = 4 << 20

  /// What is to be done under one key.
  private struct Task {
    enum Kind {
      /// Writes a response; the digest of its body, where the remote cache is known to have it.
      case write(StoredResponse, bodyDigest: String?)
      case remove(StoredResponse)
      case removeAll
    }

    let key: CacheKey
    let kind: Kind
  }

  private let client: RemoteClient
  private let local: any ResponseStorage
  private let loop: TransferLoop
  private let encode: (RemoteDocument) -> [UInt8]
  private let now: () -> Instant
  private var waiting: [Task] = []
  private var next = 0
  private var busy: Set<CacheKey> = []
  private var documents = RecentDocuments()

  init(
    _ client: RemoteClient, reading local: any ResponseStorage, loop: TransferLoop,
    encode: @escaping (RemoteDocument) -> [UInt8], now: @escaping () -> Instant
  ) {
    (self.client, self.local, self.loop) = (client, local, loop)
    (self.encode, self.now) = (encode, now)
  }

  /// Whether nothing is left to do.
  var isIdle: Bool { busy.isEmpty && next == waiting.count }

  /// Notes what the remote cache has under a key, so that it need not be asked again before it is changed.
  func note(_ document: RemoteDocument) { documents.add(document) }

  /// Writes a response that is stored locally.
  ///
  /// - Parameters:
  ///   - response: as it may lie there.
  ///   - bodyDigest: of its body, where the remote cache is known to have that; nil where it is not.
  func write(_ response: StoredResponse, bodyDigest: String? = nil) {
    add(Task(key: response.key, kind: .write(response, bodyDigest: bodyDigest)))
  }

  /// Removes what a response was found as.
  func remove(_ response: StoredResponse) { add(Task(key: response.key, kind: .remove(response))) }

  /// Removes all responses under a key, where there are any.
  func removeAll(_ key: CacheKey) { add(Task(key: key, kind: .removeAll)) }

  private func add(_ task: Task) {
    guard !client.isOff, waiting.count - next < Self.mostWaiting else { return }
    waiting.append(task)
    begin()
  }

  /// Begins as many tasks as are allowed; those of one key follow each other.
  private func begin() {
    if client.isOff { (waiting, next) = ([], 0) }
    while busy.count < Self.mostAtOnce, next < waiting.count, !busy.contains(waiting[next].key) {
      let task = waiting[next]
      next += 1
      if next == waiting.count { (waiting, next) = ([], 0) }
      busy.insert(task.key)
      begin(task)
    }
  }

  private func end(_ task: Task) {
    busy.remove(task.key)
    begin()
  }

  private func begin(_ task: Task) {
    switch task.kind {
    case .write(let response, let digest?):
      change(task) { $0.add(RemoteDocument.Response(response, bodyDigest: digest)) }
    case .write(let response, nil):
      openBody(of: response) { [self] body in
        guard let body else { return end(task) }
        digest(body, response.bodyLength) { [self] digest in
          putBody(body, response.bodyLength, digest) { [self] isThere in
            guard isThere else { return end(task) }
            change(task) { $0.add(RemoteDocument.Response(response, bodyDigest: digest)) }
          }
        }
      }
    case .remove(let response): change(task, onlyWhereThere: true) { $0.remove(response) }
    case .removeAll: change(task, onlyWhereThere: true) { $0.removeAll() }
    }
  }

  // MARK: Bodies

  /// Opens the body of a response as the local storage has it; nil where that has another response now.
  private func openBody(of response: StoredResponse, then: @escaping (StoredBody?) -> Void) {
    guard let query = query(for: response) else { return then(nil) }
    local.lookUp(query) { [local] result in
      guard case .success(let answer) = result,
        let found = answer.stored.first(where: { $0.response.isSameExchange(as: response) })
      else { return then(nil) }
      local.open(found.reference) { result in
        if case .success(let body) = result { then(body) } else { then(nil) }
      }
    }
  }

  private func query(for response: StoredResponse) -> StorageQuery? {
    do throws(TargetURI.Malformed) {
      let request = RequestHead(target: try TargetURI(response.key.uri), fields: response.selectingFields)
      return StorageQuery(key: response.key, request: request, settings: Settings(), time: now())
    } catch {
      return nil
    }
  }

  /// Works out the digest of a body, a slice at a time.
  private func digest(_ body: StoredBody, _ length: Int64, then: @escaping (String) -> Void) {
    digest(body, from: 0, length, SHA256(), then: then)
  }

  private func digest(
    _ body: StoredBody, from start: Int64, _ length: Int64, _ hash: SHA256, then: @escaping (String) -> Void
  ) {
    var hash = hash
    let end = min(length, start + Self.slice)
    do throws(BodyInterruption) {
      if end > start {
        _ = try body.give(start...(end - 1)) { piece in
          hash.update(piece.bytes)
          return .goOn
        }
      }
    } catch {
      // The digest is of no body then, and what is put under it is refused or never asked for.
    }
    guard end < length else { return then(RemoteDocument.hexadecimal(hash.digest)) }
    loop.after(seconds: 0) { [self] in digest(body, from: end, length, hash, then: then) }
  }

  /// Sees to it that the remote cache has a body; says whether it has.
  private func putBody(_ body: StoredBody, _ length: Int64, _ digest: String, then: @escaping (Bool) -> Void)
  {
    guard length > 0 else { return then(true) }
    guard length > Self.longBody else { return putNew(body, length, digest, then: then) }
    client.ask(.body(digest)) { [self] answer in
      switch answer {
      case .done: then(true)
      case .missing: putNew(body, length, digest, then: then)
      case .failed: then(false)
      }
    }
  }

  private func putNew(_ body: StoredBody, _ length: Int64, _ digest: String, then: @escaping (Bool) -> Void) {
    let content: TransferRequest.Body
    switch body.source() {
    case .bytes(let bytes): content = .bytes(bytes)
    case .descriptor(let descriptor):
      content = .upload(UploadSource(.descriptor(descriptor), length: length, isWhole: true))
    case nil: return then(false)
    }
    client.put(.body(digest), content, digest: digest) { [self] answer in
      guard case .done = answer else { return then(false) }
      local.note(StorageUse(.remoteWrite, at: now(), bytes: length))
      then(true)
    }
  }

  // MARK: Documents

  /// Changes what the remote cache has under a key, and ends the task.
  private func change(
    _ task: Task, onlyWhereThere: Bool = false, _ edit: @escaping (inout RemoteDocument) -> Void
  ) {
    document(of: task.key) { [self] document in
      guard var document, !onlyWhereThere || !document.responses.isEmpty else { return end(task) }
      edit(&document)
      let text = encode(document)
      let digest = RemoteDocument.hexadecimal(SHA256.hash(text))
      client.put(.head(document.key), .bytes(text), digest: digest) { [self] answer in
        if case .done = answer { documents.add(document) } else { documents.forget(document.key) }
        end(task)
      }
    }
  }

  /// What the remote cache has under a key; nil where it can't be asked.
  private func document(of key: CacheKey, then: @escaping (RemoteDocument?) -> Void) {
    let name = RemoteDocument.name(of: key)
    if let known = documents[name] { return then(known) }
    var text: [UInt8] = []
    client.get(.head(name), limit: Int64(RemoteDocument.mostBytes)) { piece in
      piece.add(to: &text)
      return true
    } then: { answer in
      switch answer {
      case .missing: then(RemoteDocument(key: name))
      case .failed: then(nil)
      case .done:
        // What is not understood is replaced.
        switch RemoteDocumentReader.read(text, for: key) {
        case .success(let document): then(document)
        case .failure: then(RemoteDocument(key: name))
        }
      }
    }
  }
}

/// What a remote cache had under the keys that were looked up or changed last.
struct RecentDocuments {
  private static let most = 1000

  private var documents: [String: RemoteDocument] = [:]
  private var order: [String] = []

  subscript(name: String) -> RemoteDocument? { documents[name] }

  mutating func add(_ document: RemoteDocument) {
    if documents.updateValue(document, forKey: document.key) == nil { order.append(document.key) }
    guard order.count > Self.most else { return }
    for name in order.prefix(Self.most / 2) { documents[name] = nil }
    order.removeFirst(Self.most / 2)
  }

  mutating func forget(_ name: String) {
    documents[name] = nil
    order.removeAll { $0 == name }
  }
}

extension StoredResponse {
  /// Whether both were brought, and last confirmed, by the same exchange.
  fileprivate func isSameExchange(as other: StoredResponse) -> Bool {
    key == other.key && requestedAt == other.requestedAt && receivedAt == other.receivedAt
      && head.status == other.head.status && bodyLength == other.bodyLength
      && selectingFields == other.selectingFields
  }
}
