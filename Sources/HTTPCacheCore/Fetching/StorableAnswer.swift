/// The origin's answer as it would be stored, and the decision whether it may be.
struct StorableAnswer: Sendable {
  /// Whether it may be kept, and why.
  var decision: StorageDecision

  /// The response as it would be stored, joined with the stored parts of it.
  let proposed: StoredResponse

  /// Where its body is kept; nil where it may not be.
  let place: StoragePolicy?

  /// Whether only the limit for one entry forbids storing the whole.
  let isTooLarge: Bool

  /// The request that was asked, and the answer's head as received.
  let exchange: Exchange

  /// The stored parts that it is joined with; nil for most answers, which are no parts.
  let join: PartJoin?

  /// Decides whether an answer is stored, in which form and where.
  init(
    _ head: ResponseHead, to request: FetchRequest, sent: RequestHead, times: ExchangeTimes, join: PartJoin?
  ) {
    self.join = join
    // The request that was sent may have a Range for the rest of a stored part.
    var asked = request.head
    if let range = sent.fields.first("Range") { asked.fields.set("Range", range) }
    var exchange = Exchange(request: asked, head: head)
    if let join { exchange.bodyLength = join.assembly.combined.completeLength ?? exchange.bodyLength }
    decision = StorageDecision(exchange, settings: request.settings)
    // A response to HEAD may be stored, but this cache keeps none.
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
    if let join { proposed.head = join.head(freshenedBy: reviewed.head) }
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
    if head.isDelimitedByClose { userInfo[StoredResponse.framingName] = StoredResponse.closeDelimited }
    return StoredResponse(
      key: request.key, head: kept, selectingFields: head.selectingFields(of: request.head),
      requestedAt: times.requestedAt, receivedAt: times.receivedAt, userInfo: userInfo)
  }

  /// Whether the stored part is still of use, although the whole is not stored.
  var leavesPart: Bool { isTooLarge && join != nil }

  /// The entries under the key of the request itself; a response that came over a verified connection has another key,
  /// and is not replaced.
  func own(_ found: [StoredCandidate]) -> [StoredReference] {
    found.filter { $0.response.key == proposed.key }.map(\.reference)
  }
}

extension PartJoin {
  /// The reason that says which range the combination has.
  var reason: Reason { Reason(.combinedParts, field: "Content-Range", value: assembly.combined.text) }
}
