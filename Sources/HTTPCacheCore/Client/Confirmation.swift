/// What a 304 does: stored responses take its fields over, and the caller is answered from them (RFC 9111 §4.3.4).
struct Confirmation {
  private let exchange: OriginExchange
  private let head: ResponseHead
  private var fetch: Fetch { exchange.fetch }

  init(_ exchange: OriginExchange, _ head: ResponseHead) {
    self.exchange = exchange
    self.head = head
  }

  /// Freshens what the 304 names and serves from it; where it names nothing that is stored, the whole is asked for.
  func apply() {
    let inquiry = exchange.inquiry
    let matching = inquiry.matching(fetch.request.head, role: fetch.request.settings.role)
    let places = Freshening.identified(matching.map(\.response), by: head)
    let named = places.count == matching.count ? matching : places.map { matching[$0] }
    if let verified = named.first(where: { $0.response.key != fetch.request.key }) {
      // Nothing vouches for who sent this 304: what was received with verification stays as it is.
      adopt(verified)
    } else if !named.isEmpty {
      dropSelected(unlessIn: named)
      serveFreshened(named)
    } else if let other = variantNamed() {
      // What no request may select is still the same response once the origin says so.
      if other.response.nominatedNames.contains("*") { serveFreshened([other]) } else { adopt(other) }
    } else {
      if let validator = ["ETag", "Last-Modified"].first(where: head.fields.contains) {
        fetch.note(Reason(.validatorMismatch, field: validator, value: head.fields.first(validator)))
      }
      fetch.ask(fetch.request.head, inquiry.anew)
    }
  }

  /// Drops the response that was asked about where the 304 confirms others in its place: the next equal request would be
  /// given it, and not what this one is given.
  private func dropSelected(unlessIn named: [ClientCache.Found]) {
    guard let selected = exchange.inquiry.selected, !named.contains(where: { $0.isSame(as: selected) }) else {
      return
    }
    fetch.drop(selected)
  }

  /// Updates what the 304 names and serves the most recent of it; what it forbids keeping goes after that.
  private func serveFreshened(_ named: [ClientCache.Found]) {
    let confirmed = named.map { ConfirmedResponse($0, by: head, exchange) }
    write(confirmed) { end(confirmed) }
  }

  private func end(_ confirmed: [ConfirmedResponse]) {
    let served = mostRecent(confirmed).result
    serve(served.freshened, served)
    for one in confirmed where !one.result.storage.isStorable { fetch.drop(one.result.freshened) }
    exchange.applyConsequences(head)
  }

  /// Writes new fields to where responses lie, and goes on once all of them are there.
  private func write(_ confirmed: [ConfirmedResponse], then: @escaping () -> Void) {
    guard confirmed.count > 1 else { return write(confirmed[0], then: then) }
    var left = confirmed.count
    for one in confirmed {
      write(one) {
        left -= 1
        if left == 0 { then() }
      }
    }
  }

  private func write(_ one: ConfirmedResponse, then: @escaping () -> Void) {
    let cache = fetch.client.cache
    switch one.found {
    case .memory(_, let body):
      if one.result.storage.isStorable {
        cache.keepInMemory(
          one.result.freshened.response, body: body, forRequest: fetch.request.head.fields,
          role: fetch.request.settings.role, askedAt: exchange.askedAt)
      }
      then()
    case .disk(let entry):
      guard cache.isWritable else { return then() }
      // A hook of the caller's sees it on this thread.
      if fetch.request.willCacheResponse != nil { _ = one.result }
      let write = ClientCache.Write(key: entry.response.key) {
        let result = one.result
        return result.storage.isStorable
          ? .update(entry, to: result.freshened.response, at: one.receivedAt) : nil
      }
      fetch.client.settle(fetch, write) { [fetch] result in
        do throws(StoreError) {
          if try result.get() { fetch.noteStored() }
        } catch {
          fetch.warn(error)
        }
        then()
      }
    }
  }

  private func mostRecent(_ confirmed: [ConfirmedResponse]) -> ConfirmedResponse {
    guard confirmed.count > 1 else { return confirmed[0] }
    let selected = exchange.inquiry.selected
    return confirmed.first { one in selected.map { $0.isSame(as: one.found) } ?? false }
      ?? confirmed.max {
        $0.result.freshened.response.generatedAt < $1.result.freshened.response.generatedAt
      } ?? confirmed[0]
  }

  /// A stored variant for other requests that the origin says is the answer to this one as well.
  private func variantNamed() -> ClientCache.Found? {
    let isStrong = head.hasTag(isStrong: true)
    return exchange.inquiry.candidates.first { found in
      guard found.response.head.status != 206 else { return false }
      switch found.response.head.compareTag(head) {
      case .strong: return true
      case .weak: return !isStrong
      case .different: return false
      }
    }
  }

  /// Serves another request's variant, and keeps a copy for requests like this one.
  private func adopt(_ other: ClientCache.Found) {
    let confirmed = ConfirmedResponse(other, by: head, exchange)
    var adopted = confirmed.result.freshened
    adopted.response.key = fetch.request.key
    adopted.response.selectingFields = adopted.response.head.selectingFields(of: fetch.request.head)
    let response = adopted.response
    if confirmed.result.storage.isStorable, let store = fetch.client.cache.writableStore, other.isOnDisk {
      do throws(StoreError) {
        let writer = try store.makeWriter()
        try copyBody(of: other, to: writer, store)
        let copy = exchange.arrival(response, writer)
        if try fetch.client.cache.commit(copy) { fetch.noteStored() }
      } catch .newerStored, .invalidatedMeanwhile {
        // What another exchange left is what the next request is given.
      } catch {
        fetch.warn(error)
      }
    }
    serve(adopted, confirmed.result, Reason(.adoptedVariant, field: "ETag", value: head.fields.first("ETag")))
    exchange.applyConsequences(head)
  }

  private func copyBody(
    of found: ClientCache.Found, to writer: BodyWriter, _ store: Store
  ) throws(StoreError) {
    guard case .disk(let entry) = found else { return }
    var problem: StoreError?
    try store.openBody(entry).forEachChunk { bytes in
      do throws(StoreError) {
        try writer.append(bytes)
        return true
      } catch {
        problem = error
        return false
      }
    }
    if let problem { throw problem }
  }

  private func serve(
    _ found: ClientCache.Found, _ result: ConfirmedResponse.Result, _ more: Reason? = nil
  ) {
    var status = CacheStatus(
      forward: exchange.inquiry.decision.forwardReason ?? .stale, forwardStatus: head.status)
    status.ttl = result.ttl
    status.isStored = result.storage.isStorable
    var outcome = [Reason(.validatedByOrigin, field: "ETag", value: head.fields.first("ETag"))]
    if let more { outcome.append(more) }
    if !fetch.serve(
      found, exchange.inquiry.decision, source: .revalidated, storage: result.storage, outcome: outcome,
      status: status)
    {
      fetch.ask(fetch.request.head, exchange.inquiry.anew)
    }
  }
}

/// What the 200 to a HEAD request does to stored answers to GET (RFC 9111 §4.3.5).
struct HeadFreshening {
  private let exchange: OriginExchange
  private let head: ResponseHead

  init(_ exchange: OriginExchange, _ head: ResponseHead) {
    self.exchange = exchange
    self.head = head
  }

  /// Updates those that the answer describes; the others are outdated, as all are by 404 and 410.
  func apply() {
    let fetch = exchange.fetch
    guard [200, 404, 410].contains(head.status) else { return }
    for found in exchange.inquiry.matching(fetch.request.head, role: fetch.request.settings.role)
    where found.response.key == fetch.request.key {
      do throws(StoreError) {
        guard head.status == 200, Freshening.describes(head, found.response) else {
          // Who asks after a response gets the new one first, and loses nothing where that fails.
          if head.status != 200 || !fetch.request.isRevalidation { fetch.drop(found) }
          fetch.note(Reason(.outdatedByHead, amount: Int64(head.status)))
          continue
        }
        let result = ConfirmedResponse(found, by: head, exchange).result
        guard result.storage.isStorable else {
          fetch.drop(found)
          fetch.note(Reason(.forbiddenByHead, amount: 200))
          continue
        }
        let freshened = result.freshened.response
        if try fetch.client.cache.update(found, to: freshened, now: exchange.receivedAt) {
          fetch.noteStored()
        }
        fetch.note(Reason(.freshenedByHead, amount: 200))
      } catch {
        fetch.warn(error)
      }
    }
  }
}
