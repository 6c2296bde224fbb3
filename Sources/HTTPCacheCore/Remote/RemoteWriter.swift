/// Copies local changes to the remote cache, while fetches go on.
///
/// Bodies are read from the local storage, so that none is held in memory while its response waits. Responses that
/// still wait when the run is cancelled, or the remote cache is given up, are never written.
final class RemoteWriter {
  /// How many responses are written at once.
  static let mostAtOnce = 8
  /// How long the end of a run, or a caller of `flush`, waits for the writes, as a multiple of the server's time-out.
  private static let lastTimeouts = 10.0
  /// How many changes may wait.
  private static let mostWaiting = 100_000
  /// For a longer body, the server is first asked whether it has the body already.
  private static let longBody: Int64 = 64 << 10
  /// How many bytes of a body are hashed before other work gets its turn.
  private static let slice: Int64 = 4 << 20

  /// A change under one key.
  private struct Task {
    enum Kind {
      /// Writes a response with its body.
      case write(StoredResponse)
      /// Writes a new head of a response that the remote cache has.
      case freshen(StoredResponse, to: StoredResponse)
      case remove(StoredResponse)
      case removeAll
    }

    let number: Int
    let key: CacheKey
    let kind: Kind
  }

  /// A caller that waits until the changes up to a number are made.
  private final class Flush {
    let last: Int
    let then: (_ left: Int) -> Void
    var timer: TransferLoop.Timer?

    init(_ last: Int, then: @escaping (_ left: Int) -> Void) { (self.last, self.then) = (last, then) }
  }

  private let client: RemoteClient
  private let local: any ResponseStorage
  private let loop: TransferLoop
  private let now: () -> Instant
  /// The changes that wait, with consecutive numbers.
  private var waiting: [Task] = []
  private var next = 0
  private var lastNumber = 0
  /// The numbers of the changes under way.
  private var busy: [CacheKey: Int] = [:]
  private var flushes: [Flush] = []
  /// Whether no fetch is left, so that writing may continue for a bounded time only.
  private var isFinishing = false
  /// The documents of the remote cache that were read or written, with the time; after a second, a document is read
  /// again, since other machines write, too.
  private let documents = MemoryCache<String, (document: RemoteDocument, at: Int)>(
    costLimit: .max, countLimit: 1000)
  /// The digests under which this run found a damaged body.
  private var damaged: Set<String> = []

  init(
    _ client: RemoteClient, reading local: any ResponseStorage, loop: TransferLoop,
    now: @escaping () -> Instant
  ) {
    (self.client, self.local, self.loop) = (client, local, loop)
    self.now = now
  }

  var isIdle: Bool { busy.isEmpty && next == waiting.count }

  /// Writes the changes that wait, for a bounded time, when the run waits for nothing else.
  ///
  /// - Returns: whether any wait.
  func finish() -> Bool {
    guard !isIdle, !isFinishing else { return !isIdle }
    isFinishing = true
    flush { [self] left in
      isFinishing = false
      guard left > 0 else { return }
      (waiting, next) = ([], 0)
      client.stop(
        "\(left) responses were not written to the remote cache within \(Int(mostSeconds)) seconds of the end"
      )
    }
    return true
  }

  /// Calls `then` with the number of changes that are left, once the changes so far are written or given up, or a
  /// bounded time is over.
  func flush(then: @escaping (_ left: Int) -> Void) {
    let flush = Flush(lastNumber, then: then)
    flushes.append(flush)
    flush.timer = loop.after(seconds: mostSeconds) { [self] in end(flush) }
    endFlushes()
  }

  private var mostSeconds: Double { client.server.timeout * Self.lastTimeouts }

  /// How many changes up to the number `last` are not made yet.
  private func left(upTo last: Int) -> Int {
    let waits = next < waiting.count ? max(0, last - waiting[next].number + 1) : 0
    return waits + busy.values.count(where: { $0 <= last })
  }

  private func endFlushes() {
    for flush in flushes where left(upTo: flush.last) == 0 { end(flush) }
  }

  private func end(_ flush: Flush) {
    guard let index = flushes.firstIndex(where: { $0 === flush }) else { return }
    flushes.remove(at: index)
    if let timer = flush.timer { loop.callOff(timer) }
    flush.then(left(upTo: flush.last))
  }

  /// Notes a document of the remote cache, so that it need not be read again before it is changed.
  func note(_ document: RemoteDocument) {
    documents.insert((document, HostClock.milliseconds()), for: document.key)
  }

  /// Writes a response that is stored locally, in the form that may be shared.
  func write(_ response: StoredResponse) { add(.write(response), to: response.key) }

  /// Writes a new head of a response, if the remote cache has the response.
  ///
  /// If it has not, nothing is written, since the exchange that brought the body may not have been allowed there.
  func freshen(_ response: StoredResponse, to new: StoredResponse) {
    add(.freshen(response, to: new), to: new.key)
  }

  /// Notes that the body under a digest is damaged.
  func noteDamage(_ digest: String) { damaged.insert(digest) }

  /// Removes a response, as it was found.
  func remove(_ response: StoredResponse) { add(.remove(response), to: response.key) }

  /// Removes all responses under a key, if there are any.
  func removeAll(_ key: CacheKey) { add(.removeAll, to: key) }

  private func add(_ kind: Task.Kind, to key: CacheKey) {
    guard !client.isOff, waiting.count - next < Self.mostWaiting else { return }
    lastNumber += 1
    waiting.append(Task(number: lastNumber, key: key, kind: kind))
    begin()
  }

  /// Begins as many tasks as are allowed; tasks of one key run one after another.
  private func begin() {
    if client.isOff { (waiting, next) = ([], 0) }
    while busy.count < Self.mostAtOnce, next < waiting.count, busy[waiting[next].key] == nil {
      let task = waiting[next]
      next += 1
      if next == waiting.count { (waiting, next) = ([], 0) }
      busy[task.key] = task.number
      begin(task)
    }
  }

  private func end(_ task: Task) {
    busy[task.key] = nil
    begin()
    endFlushes()
  }

  private func begin(_ task: Task) {
    switch task.kind {
    case .freshen(let response, let new): change(task, onlyWhereThere: true) { $0.freshen(response, to: new) }
    case .write(let response):
      openBody(of: response) { [self] body in
        guard let body else { return end(task) }
        digest(body, response.bodyLength) { [self] digest in
          guard let digest else { return end(task) }
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

  /// Opens the body of a response in the local storage; nil if that has another response now.
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
    do {
      let request = RequestHead(target: try TargetURI(response.key.uri), fields: response.selectingFields)
      return StorageQuery(key: response.key, request: request, settings: Settings(), time: now())
    } catch {
      return nil
    }
  }

  /// Computes the digest of a body, a slice at a time; nil if the body can't be read.
  private func digest(
    _ body: StoredBody, _ length: Int64, from start: Int64 = 0, _ hash: SHA256 = SHA256(),
    then: @escaping (String?) -> Void
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
      return then(nil)
    }
    guard end < length else { return then(hash.digest.hexadecimal) }
    loop.after(seconds: 0) { [self] in digest(body, length, from: end, hash, then: then) }
  }

  /// Puts a body, unless the remote cache has it; `then` gets whether the remote cache has the body now.
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

  /// Changes the document of a key in the remote cache, and ends the task.
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
        if case .done = answer { note(document) } else { documents.remove(document.key) }
        end(task)
      }
    }
  }

  /// The document of a key in the remote cache, which may be empty; nil if it can't be read.
  private func document(of key: CacheKey, then: @escaping (RemoteDocument?) -> Void) {
    let name = client.server.name(of: key)
    if let known = documents.value(for: name), HostClock.milliseconds() - known.at <= 1000 {
      return then(known.document)
    }
    client.document(of: key) { lookup in
      switch lookup {
      case .found(let document): then(document)
      // A document that can't be used is replaced.
      case .missing(let name), .refused(let name, _): then(RemoteDocument(key: name))
      case .failed: then(nil)
      }
    }
  }
}
