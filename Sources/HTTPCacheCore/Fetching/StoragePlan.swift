/// The origin's response as it would be stored, and the decision whether it may be (RFC 9111 §3).
struct StoragePlan: Sendable {
  /// Whether the response may be kept, and why.
  var decision: StorageDecision

  /// The response as it would be stored, joined with its stored parts.
  let proposed: StoredResponse

  /// Where the body is kept; nil if it may not be.
  let place: StoragePolicy?

  /// Whether only the size limit (`Settings.maxEntrySize`) forbids storing the whole response.
  let isTooLarge: Bool

  /// The request that was made, and the response's head as received.
  let exchange: Exchange

  /// The stored parts that the response is joined with; nil for most responses, which are not parts.
  let join: PartJoin?

  /// Decides whether a response is stored, in which form and where.
  init(
    _ head: ResponseHead, to request: FetchRequest, sent: RequestHead, times: ExchangeTimes, join: PartJoin?
  ) {
    self.join = join
    // The request that was sent may have a Range for the rest of a stored part.
    var asked = request.head
    if let range = sent.fields.first("Range") { asked.fields.set("Range", range) }
    var exchange = Exchange(request: asked, head: head)
    if let join { exchange.bodyLength = join.combined.completeLength ?? exchange.bodyLength }
    exchange.mayBeCutOff = head.mayBeCutOff(answering: asked)
    decision = StorageDecision(exchange, settings: request.settings)
    // RFC 9111 lets a response to HEAD be stored, but this cache keeps none.
    let isKept = asked.method != "HEAD"
    isTooLarge =
      isKept && decision.reasons.cites(.responseTooLarge) && decision.isStorable(butFor: .responseTooLarge)
    let review = isKept && decision.isStorable || isTooLarge ? request.willCacheResponse : nil
    var (kept, omitted) = head.storable(settings: request.settings)
    let (reviewed, storage) = Self.stored(kept, of: head, request, times).reviewed(by: review)
    if request.willCacheResponse != nil {
      omitted += kept.fields.names.subtracting(reviewed.head.fields.names).sorted()
    }
    var proposed = reviewed
    if let join {
      proposed.head = join.head(freshenedBy: reviewed.head, receivedAt: times.receivedAt)
        .withoutListedFields(request.settings)
    } else if let part = proposed.head.part, part.isComplete {
      // A part that is all of it is the whole (RFC 9110 §15.3.7.3).
      proposed.head.becomeWhole(length: part.length)
    }
    self.proposed = proposed
    if decision.isStorable, isKept {
      if !omitted.isEmpty {
        decision.add(Reason(.fieldsNotStored, value: omitted.joined(separator: ", ")))
      }
      if let join { decision.add(join.reason) }
      if storage == .never { decision.add(Reason(.storageNotAllowed, value: "never")) }
    }
    place = isKept && decision.isStorable || isTooLarge && storage == .disk ? storage : nil
    self.exchange = exchange
  }

  private static func stored(
    _ kept: ResponseHead, of head: ResponseHead, _ request: FetchRequest, _ times: ExchangeTimes
  ) -> StoredResponse {
    var userInfo: UserInfo = [StoredResponse.cacheDateName: rfc3339(times.receivedAt)]
    if head.isDelimitedByClose, !head.isPart {
      userInfo[StoredResponse.framingName] = StoredResponse.closeDelimited
    }
    return StoredResponse(
      key: request.key, head: kept, selectingFields: head.selectingFields(of: request.head),
      requestedAt: times.requestedAt, receivedAt: times.receivedAt, userInfo: userInfo)
  }

  /// Whether the stored part stays useful, although the whole response is not stored.
  var leavesPart: Bool { isTooLarge && join != nil }

  /// Those of the entries that are stored under the request's own key: an unverified request must not replace a
  /// response that came over a verified connection, which has another key.
  func own(_ found: [StoredCandidate]) -> [StoredReference] {
    found.filter { $0.response.key == proposed.key }.map(\.reference)
  }
}
