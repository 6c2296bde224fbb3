/// Brings a remote cache up to date with what was stored locally, behind the fetches.
///
/// It reads bodies from the local storage, so that nothing is held in memory while a response waits for its turn. What is
/// not written when the run is cancelled, or the remote cache is left alone, is not written at all.
final class RemoteWriter {
  /// How many responses are written at once.
  static let mostAtOnce = 8
  /// For how many of its time-outs it goes on after all fetches are answered.
  private static let lastTimeouts = 10.0
  /// How many may wait.
  private static let mostWaiting = 100_000
  /// Bodies longer than this are asked for before they are put.
  private static let longBody: Int64 = 64 << 10
  /// How many bytes of a body are hashed before others get their turn.
  private static let slice: Int64 = 4 << 20

  /// What is to be done under one key.
  private struct Task {
    enum Kind {
      /// Writes a response with its body.
      case write(StoredResponse)
      /// Writes the head of a response anew that the remote cache has already.
      case freshen(StoredResponse, to: StoredResponse)
      case remove(StoredResponse)
      case removeAll
    }

    let key: CacheKey
    let kind: Kind
  }

  private let client: RemoteClient
  private let local: any ResponseStorage
  private let loop: TransferLoop
  private let now: () -> Instant
  private var waiting: [Task] = []
  private var next = 0
  private var busy: Set<CacheKey> = []
  /// Runs out where writing takes too long after the end; nil before the end.
  private var end: TransferLoop.Timer?
  private var documents = RecentDocuments()
  /// The digests under which this run found something else.
  private var damaged: Set<String> = []

  init(
    _ client: RemoteClient, reading local: any ResponseStorage, loop: TransferLoop,
    now: @escaping () -> Instant
  ) {
    (self.client, self.local, self.loop) = (client, local, loop)
    self.now = now
  }

  /// Whether nothing is left to do.
  var isIdle: Bool { busy.isEmpty && next == waiting.count }

  /// Writes what is left, but not for long: the run only waits for it.
  ///
  /// - Returns: whether anything is left.
  func finish() -> Bool {
    guard !isIdle, end == nil else { return !isIdle }
    let seconds = client.server.timeout * Self.lastTimeouts
    end = loop.after(seconds: seconds) { [self] in
      let left = waiting.count - next + busy.count
      (waiting, next) = ([], 0)
      client.stop(
        "\(left) responses were not written to the remote cache within \(Int(seconds)) seconds of the end")
    }
    return true
  }

  /// Notes what the remote cache has under a key, so that it need not be asked again before it is changed.
  func note(_ document: RemoteDocument) { documents.add(document, at: HostClock.milliseconds()) }

  /// Writes a response that is stored locally, as it may lie in the remote cache.
  func write(_ response: StoredResponse) { add(Task(key: response.key, kind: .write(response))) }

  /// Writes the head of a response anew, where the remote cache has the response.
  ///
  /// Where it has it not, nothing is written: how its body was got may forbid that.
  func freshen(_ response: StoredResponse, to new: StoredResponse) {
    add(Task(key: new.key, kind: .freshen(response, to: new)))
  }

  /// Notes that what lies under a digest is not what the digest says.
  func noteDamage(_ digest: String) { damaged.insert(digest) }

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
    if isIdle, let end { loop.callOff(end) }
  }

  private func begin(_ task: Task) {
    switch task.kind {
    case .freshen(let response, let new): change(task, onlyWhereThere: true) { $0.freshen(response, to: new) }
    case .write(let response):
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
    guard end < length else { return then(hash.digest.hexadecimal) }
    loop.after(seconds: 0) { [self] in digest(body, from: end, length, hash, then: then) }
  }

  /// Sees to it that the remote cache has a body; says whether it has.
  private func putBody(_ body: StoredBody, _ length: Int64, _ digest: String, then: @escaping (Bool) -> Void)
  {
    guard length > 0 else { return then(true) }
    guard length > Self.longBody, !damaged.contains(digest) else {
      return putNew(body, length, digest, then: then)
    }
    client.ask(.body(digest), length: length) { [self] answer in
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
      local.note(Use(.remoteWrite, at: now(), bytesNotTransferred: length))
      then(true)
    }
  }

  // MARK: Documents

  /// Changes what the remote cache has under a key, and ends the task.
  private func change(
    _ task: Task, onlyWhereThere: Bool = false, _ edit: @escaping (inout RemoteDocument) -> Void
  ) {
    document(of: task.key) { [self] document in
      guard var document else { return end(task) }
      let before = document
      edit(&document)
      guard !onlyWhereThere || document != before else { return end(task) }
      let text = RemoteDocumentJSON.bytes(document)
      let digest = SHA256.hash(text).hexadecimal
      client.put(.head(document.key), .bytes(text), digest: digest) { [self] answer in
        if case .done = answer { note(document) } else { documents.forget(document.key) }
        end(task)
      }
    }
  }

  /// What the remote cache has under a key; nil where it can't be asked.
  private func document(of key: CacheKey, then: @escaping (RemoteDocument?) -> Void) {
    let name = client.server.name(of: key)
    if let known = documents.document(name, at: HostClock.milliseconds()) { return then(known) }
    client.document(of: key) { lookup in
      switch lookup {
      case .found(let document): then(document)
      // What is not understood is replaced.
      case .missing(let name), .refused(let name, _): then(RemoteDocument(key: name))
      case .failed: then(nil)
      }
    }
  }
}
