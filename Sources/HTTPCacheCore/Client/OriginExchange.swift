/// One request to the origin on behalf of a fetch, and what follows from its answer.
final class OriginExchange {
  private let fetch: Fetch
  private let sending: RequestHead
  private let selected: ClientCache.Found?
  private let decision: ReuseDecision
  private let requestedAt: Instant
  private var receivedAt: Instant
  private var attempt = 0
  private var head: ResponseHead?
  private var role = Role.undecided
  private var storing: ResponseWriter?
  private var readerClosed = false

  /// What the answer is good for, known when its head is there.
  private enum Role {
    case undecided
    /// It goes to the user.
    case answer
    /// It is a redirect that is followed: stored perhaps, but not shown.
    case passedOn
    /// It confirms what is stored.
    case notModified
    /// It is a passing trouble; the request is made again.
    case transient(afterSeconds: Double)
  }

  init(_ fetch: Fetch, sending: RequestHead, selected: ClientCache.Found?, _ decision: ReuseDecision) {
    self.fetch = fetch
    self.sending = sending
    self.selected = selected
    self.decision = decision
    requestedAt = fetch.client.now()
    receivedAt = requestedAt
  }

  func start() {
    head = nil
    role = .undecided
    let transfer = Transfer(
      TransferRequest(
        method: sending.method, url: sending.target.absolute, fields: sending.fields.lines,
        body: fetch.request.body, options: fetch.request.transfer))
    transfer.onInterim = { [fetch] in fetch.sink.interim($0) }
    transfer.onHead = { self.receive($0) }
    transfer.onBody = { self.receive($0) }
    transfer.onEnd = { self.end($0) }
    fetch.client.loop.start(transfer)
  }

  private func receive(_ head: ResponseHead) {
    self.head = head
    receivedAt = fetch.client.now()
    if let delay = retryDelay(head) {
      role = .transient(afterSeconds: delay)
    } else if head.status == 304, selected != nil {
      role = .notModified
    } else if case .follow = fetch.nextAfter(head) {
      role = .passedOn
      serveAnswer(head, isFollowed: true)
    } else {
      role = .answer
      serveAnswer(head, isFollowed: false)
    }
  }

  private func receive(_ bytes: UnsafeRawBufferPointer) -> BodyAction {
    switch role {
    case .undecided, .notModified, .transient: return .goOn
    case .passedOn: storing?.append(bytes)
    case .answer:
      storing?.append(bytes)
      if !fetch.deliver(bytes) {
        readerClosed = true
        return .abort
      }
    }
    return .goOn
  }

  /// Decides storing and sends the head on.
  private func serveAnswer(_ head: ResponseHead, isFollowed: Bool) {
    let settings = fetch.request.settings
    let writer = ResponseWriter(
      fetch, head: head, sent: sending, requestedAt: requestedAt, receivedAt: receivedAt)
    let stored = writer.proposed
    var status = CacheStatus(forward: decision.forwardReason ?? .miss, forwardStatus: head.status)
    if writer.isWriting {
      status.ttl = Freshness(stored, now: receivedAt, settings: settings).ttl
      status.isStored = true
    }
    var served = Served(
      request: fetch.request.head, head: head, source: .network, stored: stored, reuse: decision,
      storage: writer.decision, bodyLength: head.fields.first("Content-Length").flatMap { Int64($0) })
    served.head.append(status)
    served.isFollowed = isFollowed
    if selected != nil { served.outcome = [Reason(.replacedByOrigin, amount: Int64(head.status))] }
    storing = writer
    fetch.hop(served)
  }

  private func end(_ outcome: Result<TransferSummary, TransportError>) {
    if readerClosed { return fetch.end(.readerClosed) }
    switch outcome {
    case .failure(let error): fail(error)
    case .success:
      switch role {
      case .undecided: fail(.malformedResponse)
      case .transient(let delay): retry(after: delay)
      case .notModified: freshen()
      case .answer, .passedOn: complete()
      }
    }
  }

  /// Stores what came, drops what it made invalid, and goes on.
  private func complete() {
    guard let head else { return }
    let isSuperseding = selected != nil && head.status < 500
    if let storing {
      if storing.commit(replacing: selected) {
        fetch.noteStored()
      } else if isSuperseding, let selected {
        fetch.drop(selected)
      }
    }
    for target in Invalidation.targets(sending, answeredBy: head) {
      do { _ = try fetch.client.cache.removeAll(for: CacheKey(target: target)) } catch { fetch.warn(error) }
    }
    fetch.finish(fetch.nextAfter(head))
  }

  /// Takes over what a 304 says, and serves what is stored (RFC 9111 §4.3.4).
  private func freshen() {
    guard let head, let selected else { return }
    guard Freshening.identifies(selected.response, by: head) else {
      return fetch.ask(fetch.request.head, selected: nil, decision)
    }
    let settings = fetch.request.settings
    let storable = head.storable(settings: settings, stripping: fetch.request.strippedFields).head
    let freshened = Freshening.freshened(
      selected.response, by: storable, requestedAt: requestedAt, receivedAt: receivedAt,
      cacheDate: rfc3339(receivedAt))
    let storage = StorageDecision(
      Exchange(request: fetch.request.head, head: freshened.head, bodyLength: freshened.bodyLength),
      settings: settings)
    var updated = selected
    do {
      if storage.isStorable {
        if try fetch.client.cache.update(selected, to: freshened, now: receivedAt), selected.isOnDisk {
          fetch.noteStored()
        }
      } else {
        try fetch.client.cache.remove(selected)
      }
    } catch {
      fetch.warn(error)
    }
    updated.response = freshened
    var status = CacheStatus(forward: decision.forwardReason ?? .stale, forwardStatus: 304)
    status.ttl = Freshness(freshened, now: receivedAt, settings: settings).ttl
    status.isStored = storage.isStorable
    let outcome = [Reason(.validatedByOrigin, field: "ETag", value: head.fields.first("ETag"))]
    if !fetch.serve(
      updated, decision, source: .revalidated, storage: storage, outcome: outcome, status: status)
    {
      fetch.ask(fetch.request.head, selected: nil, decision)
    }
  }

  /// Tries again, or serves a stale response, or gives up.
  private func fail(_ error: TransportError) {
    storing?.discard()
    if head == nil, error.isTimeout, attempt < fetch.request.retries { return retry(after: backOff) }
    guard head == nil || isUndelivered, fetch.request.servesStaleIfUnreachable, error.isUnreachable,
      let standIn = selected ?? fetch.standIn(for: decision)
    else { return fetch.fail(error, decision) }
    let disconnected = DisconnectedDecision(standIn.response, settings: fetch.request.settings)
    guard disconnected.isServable else { return fetch.fail(error, decision, disconnected.reasons) }
    let date = standIn.response.userInfo[StoredResponse.cacheDateName] ?? "an unknown date"
    fetch.warn("\(error.message); served from the cache as of \(date): the data may be outdated")
    if !fetch.serve(standIn, decision, source: .stale, outcome: disconnected.reasons) {
      fetch.fail(error, decision)
    }
  }

  /// Whether nothing of the answer has gone out yet.
  private var isUndelivered: Bool {
    switch role {
    case .answer, .passedOn: false
    case .undecided, .notModified, .transient: true
    }
  }

  private func retry(after seconds: Double) {
    attempt += 1
    fetch.client.loop.after(seconds: seconds) { self.start() }
  }

  /// One second, doubled each time, ten minutes at most: as curl waits.
  private var backOff: Double { min(600, Double(1 << min(attempt, 10))) }

  /// How long to wait before the request is made again; nil where the answer stands (curl's transient statuses).
  private func retryDelay(_ head: ResponseHead) -> Double? {
    guard attempt < fetch.request.retries, [408, 429, 500, 502, 503, 504].contains(head.status) else {
      return nil
    }
    let wish = head.fields.first("Retry-After").flatMap { DeltaSeconds($0).value }
    return max(backOff, wish.map { Double(min($0, 600)) } ?? 0)
  }
}
