/// One fetch, told in order: look up, decide, ask, store, serve, follow.
final class Fetch {
  private(set) var request: FetchRequest
  let client: Client
  let sink: FetchSink
  private(set) var result = FetchResult()
  private let startedAt: Int
  private var redirectCount = 0
  private var leadsKey: CacheKey?
  private var hasWaited = false

  init(_ request: FetchRequest, client: Client, sink: FetchSink) {
    self.request = request
    self.client = client
    self.sink = sink
    startedAt = client.milliseconds()
  }

  /// Looks up what is stored and decides what is to be done.
  func start() {
    let key = CacheKey(target: request.head.target)
    if mayFollow, !hasWaited, client.waits(self, for: key) { return }
    if mayFollow, !hasWaited { leadsKey = key }
    let candidates = lookUp(key)
    let now = client.now()
    let decision = ReuseDecision(
      request.head, candidates: candidates.map(\.response), now: now, settings: request.settings)
    let selected = decision.selected.map { candidates[$0] }
    switch decision.outcome {
    case .serve:
      guard let selected,
        serve(selected, decision, source: decision.freshness?.state == .stale ? .stale : .cache)
      else { return ask(request.head, selected: nil, decision) }
    case .validate:
      guard let selected else { return }
      ask(Validation.conditional(request.head, stored: selected.response), selected: selected, decision)
    case .forward:
      let isReloadAll = request.settings.policy == .reloadAll
      ask(isReloadAll ? Validation.endToEndReload(request.head) : request.head, selected: nil, decision)
    case .unavailable:
      result.unanswered = decision
      end(client.cache.failure.map { .store($0) } ?? .notInCache)
    }
  }

  /// Only a plain GET under the protocol's policy may wait for another's answer.
  private var mayFollow: Bool { request.head.method == "GET" && request.settings.policy == .protocol }

  /// Goes on when the equal transfer that it waited for has ended.
  func goOnAfterWaiting() {
    hasWaited = true
    start()
  }

  private func lookUp(_ key: CacheKey) -> [ClientCache.Found] {
    guard !request.settings.isCacheOff else { return [] }
    do {
      let found = try client.cache.responses(for: key)
      if let failure = client.cache.failure { warn(failure) }
      if let notice = client.cache.store?.notice { warn(notice) }
      return found
    } catch {
      warn(error)
      return []
    }
  }

  /// Asks the origin.
  func ask(_ head: RequestHead, selected: ClientCache.Found?, _ decision: ReuseDecision) {
    OriginExchange(self, sending: head, selected: selected, decision).start()
  }

  /// Answers from the store.
  ///
  /// - Returns: false where the body is damaged; the response is dropped then, and nothing was sent.
  func serve(
    _ found: ClientCache.Found, _ decision: ReuseDecision, source: BodySource,
    storage: StorageDecision? = nil,
    outcome: [Reason] = [], status: CacheStatus? = nil
  ) -> Bool {
    let now = client.now()
    let response = found.response
    let freshness = Freshness(response, now: now, settings: request.settings)
    var served = Served(
      request: request.head, head: response.head, source: source, stored: response, reuse: decision,
      storage: storage, outcome: outcome, bodyLength: response.bodyLength)
    let age = currentAge(
      response.head, requestedAt: response.requestedAt, receivedAt: response.receivedAt, now: now)
    served.head.fields.set("Age", String(age))
    served.head.append(status ?? CacheStatus(ttl: freshness.ttl))
    result.isCoalesced = hasWaited && source == .cache
    let next = Redirects.next(after: response.head, of: request, count: redirectCount)
    if case .follow = next { served.isFollowed = true }
    do {
      let body = try StoredBodySource(found, store: client.cache.store)
      hop(served)
      if !served.isFollowed && request.head.method != "HEAD" { try body.forEachChunk(deliver) }
      if case .disk(let entry) = found { client.cache.store?.recordUse(entry.id, at: now) }
      finish(next)
    } catch {
      if case .closed = error {
        end(.readerClosed)
        return true
      }
      // What another process removed meanwhile is a miss like any other.
      if case .store(let problem) = error, !problem.isGone { warn(problem) }
      drop(found)
      return false
    }
    return true
  }

  /// Sends bytes of the body on; false where the reader wants no more.
  func deliver(_ bytes: UnsafeRawBufferPointer) -> Bool {
    result.bytes += Int64(bytes.count)
    return sink.body(bytes) != .abort
  }

  func drop(_ found: ClientCache.Found) {
    do { try client.cache.remove(found) } catch { warn(error) }
  }

  /// Notes a response that is going out.
  func hop(_ served: Served) {
    result.hops.append(served)
    sink.head(served)
  }

  /// Follows a redirect, or ends.
  func finish(_ next: Redirects.Next) {
    switch next {
    case .stay: end(nil)
    case .fail(let error): end(error)
    case .follow(let following):
      redirectCount += 1
      request = following
      result.isStored = false
      result.bytes = 0
      release()
      hasWaited = false
      start()
    }
  }

  func nextAfter(_ head: ResponseHead) -> Redirects.Next {
    Redirects.next(after: head, of: request, count: redirectCount)
  }

  func noteStored() { result.isStored = true }

  func warn(_ error: StoreError) { warn(error.message) }

  func warn(_ message: String) {
    if !result.warnings.contains(message) { result.warnings.append(message) }
  }

  /// The decision of the last response, once its storing went otherwise than begun.
  func noteStorage(_ decision: StorageDecision) {
    guard let last = result.hops.indices.last else { return }
    result.hops[last].storage = decision
  }

  /// What may stand in, where the request was forwarded without looking at what is stored.
  func standIn(for decision: ReuseDecision) -> ClientCache.Found? {
    guard !decision.reasons.contains(where: { $0.rule == .cacheOff || $0.rule == .methodNotReusable }) else {
      return nil
    }
    let candidates = lookUp(CacheKey(target: request.head.target))
    return candidates.filter { $0.response.matches(request.head) }
      .max { $0.response.receivedAt < $1.response.receivedAt }
  }

  /// Ends without an answer that is whole.
  func fail(_ error: TransportError, _ decision: ReuseDecision, _ reasons: [Reason] = []) {
    result.unanswered = decision
    result.unansweredReasons = reasons
    end(.transport(error))
  }

  private func release() {
    if let key = leadsKey {
      leadsKey = nil
      client.release(key)
    }
  }

  /// Reports, and makes room for the next.
  func end(_ error: FetchError?) {
    result.error = error
    result.elapsedMilliseconds = client.milliseconds() - startedAt
    sink.end(result)
    release()
    client.ended()
  }
}

extension ResponseHead {
  /// Appends this cache's member to `Cache-Status`, behind those of caches nearer to the origin (RFC 9211 §2).
  mutating func append(_ status: CacheStatus) { fields.lines.append(FieldLine("Cache-Status", status.text)) }
}
