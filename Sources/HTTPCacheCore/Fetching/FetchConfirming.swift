// Handling a 304: stored responses take over its fields, and one of them is served (RFC 9111 §4.3.4).

extension Fetch {
  /// Freshens the stored responses that the 304 identifies, and serves one; if it identifies none, asks for the whole
  /// response.
  mutating func confirm(_ head: ResponseHead, of exchange: OriginExchange) {
    let matching = exchange.matching
    let places = Freshening.identified(matching.map(\.response), by: head)
    let named = places.count == matching.count ? matching : places.map { matching[$0] }
    if let verified = named.first(where: { $0.response.key != request.key }) {
      // This 304 came over an unverified connection: it must not change a response received over a verified one.
      adopt(verified, head, of: exchange)
    } else if !named.isEmpty {
      freshen(named, head, of: exchange)
    } else if let place = Freshening.confirmedWeakly(matching.map(\.response), by: head) {
      serveUnchanged(matching[place], head, of: exchange)
    } else if let other = variantNamed(by: head, exchange.plan) {
      // No request selects a response with `Vary: *` (RFC 9111 §4.1), but the origin's 304 may identify it.
      if other.response.nominatedNames.contains("*") {
        freshen([other], head, of: exchange)
      } else {
        adopt(other, head, of: exchange)
      }
    } else {
      // Where the tag is the same, the digest tells the versions apart.
      let digest = matching.lazy.compactMap { found in
        found.response.head.compareTag(head) == .different ? nil : found.response.head.otherDigest(than: head)
      }.first
      if let validator = digest ?? ["ETag", "Last-Modified"].first(where: head.fields.contains) {
        note(Reason(.validatorMismatch, field: validator, value: head.fields.first(validator)))
      }
      askAnew(standIn: exchange.selected)
    }
  }

  /// The confirmation of a stored response by a 304.
  func confirmation(
    of found: StoredCandidate, by head: ResponseHead, _ times: ExchangeTimes
  ) -> Confirmation {
    Confirmation(
      found: found, head: head, request: request.head, requestedAt: times.requestedAt,
      receivedAt: times.receivedAt, settings: request.settings)
  }

  /// The result of a confirmation, with the changes of the caller's hook.
  func reviewed(_ confirmation: Confirmation) -> Confirmation.Result {
    guard let hook = request.willCacheResponse else { return confirmation.result() }
    return confirmation.result { $0.reviewed(by: hook).response }
  }

  /// Freshens the identified responses.
  ///
  /// A selected response that is not among them is removed: otherwise it would answer the next equal request, which
  /// would then get another response than this request.
  private mutating func freshen(
    _ named: [StoredCandidate], _ head: ResponseHead, of exchange: OriginExchange
  ) {
    let confirmations = named.map { confirmation(of: $0, by: head, exchange.times) }
    var changes: [Write] = []
    if let selected = exchange.selected, !named.contains(where: { $0.reference == selected.reference }) {
      changes.append(Write(.remove(selected)))
    }
    // The caller's hook must run on this thread. Without a hook, the storage freshens the responses on its own
    // thread.
    if request.willCacheResponse != nil {
      let results = confirmations.map(reviewed)
      for (found, result) in zip(named, results) where result.storage.isStorable {
        changes.append(
          Write(.freshen(found.reference, to: result.freshened.response, at: exchange.times.receivedAt)))
      }
      return change(changes, then: .freshened(results))
    }
    changes += confirmations.map { Write(.confirm($0)) }
    change(changes, then: .confirmed(confirmations))
  }

  /// Serves the selected response, or else the most recent one; afterwards removes the responses that the 304 forbids
  /// to store.
  mutating func serveFreshened(_ results: [Confirmation.Result]) {
    guard let exchange, let head = exchange.head else { return }
    let forbidden = results.filter(\.isForbidden).map(\.found)
    var changes = forbidden.first.map { removals(with: $0, of: exchange) } ?? []
    changes += forbidden.filter { !isOwn($0.response) }.map { Write(.remove($0)) }
    changes += invalidations(head)
    serveConfirmed(mostRecent(results, of: exchange), head, of: exchange, changes: changes)
  }

  private func mostRecent(
    _ results: [Confirmation.Result], of exchange: OriginExchange
  ) -> Confirmation.Result {
    let selected = exchange.selected?.reference
    return results.first { $0.freshened.reference == selected }
      ?? results.max { $0.found.response.generatedAt < $1.found.response.generatedAt } ?? results[0]
  }

  /// Serves a response that a 304 confirms without identifying it: nothing stored is updated or removed.
  private mutating func serveUnchanged(
    _ found: StoredCandidate, _ head: ResponseHead, of exchange: OriginExchange
  ) {
    let decision = exchange.plan.decision
    var status = CacheStatus(forward: decision.forwardReason ?? .stale, forwardStatus: head.status)
    status.ttl = Freshness(found.response, now: now, settings: request.settings).ttl
    serve(
      found, decision, source: .revalidated,
      outcome: [Reason(.validatedWeakly, field: "ETag", value: head.fields.first("ETag"))], status: status,
      otherwise: .askAnew, changes: invalidations(head))
  }

  /// A variant stored for another request, if the 304 identifies it as the response to this one.
  private func variantNamed(by head: ResponseHead, _ plan: ReusePlan) -> StoredCandidate? {
    let isStrong = head.hasTag(isStrong: true)
    let codings = ContentCodings(request.head.fields)
    return plan.candidates.first { found in
      guard found.response.head.status != 206, codings.accept(found.response.head),
        !found.response.head.hasOtherDigest(than: head)
      else { return false }
      let comparison = found.response.head.compareTag(head)
      return comparison == .strong || comparison == .weak && !isStrong
    }
  }

  /// Serves a variant stored for another request, and stores a copy for requests like this one.
  private mutating func adopt(
    _ other: StoredCandidate, _ head: ResponseHead, of exchange: OriginExchange
  ) {
    var result = reviewed(confirmation(of: other, by: head, exchange.times))
    result.freshened.response.key = request.key
    result.freshened.response.selectingFields = result.freshened.response.head.selectingFields(
      of: request.head)
    var new = newResponse(result.freshened.response)
    new.place = new.response.reviewed(by: request.willCacheResponse).storage
    let isKept = result.storage.isStorable && new.place != .never && other.reference.tier != .remote
    let copy = isKept ? [Write(.copy(other.reference, new))] : []
    change(copy, then: .adopted(result))
  }

  mutating func serveAdopted(_ result: Confirmation.Result) {
    guard let exchange, let head = exchange.head else { return }
    serveConfirmed(
      result, head, of: exchange,
      Reason(.adoptedVariant, field: "ETag", value: head.fields.first("ETag")),
      changes: invalidations(head))
  }

  private mutating func serveConfirmed(
    _ result: Confirmation.Result, _ head: ResponseHead, of exchange: OriginExchange, _ more: Reason? = nil,
    changes: [Write]
  ) {
    let decision = exchange.plan.decision
    var status = CacheStatus(forward: decision.forwardReason ?? .stale, forwardStatus: head.status)
    status.ttl = result.ttl
    status.isStored = result.storage.isStorable
    let outcome = [Reason(.validatedByOrigin, field: "ETag", value: head.fields.first("ETag"))]
    serve(
      result.freshened, decision, source: .revalidated, storage: result.storage,
      outcome: outcome + [more].compactMap { $0 }, status: status, otherwise: .askAnew, changes: changes)
  }
}
