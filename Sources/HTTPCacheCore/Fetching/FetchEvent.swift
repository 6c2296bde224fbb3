/// What happened, as a fetch is told it.
package enum FetchEvent: Sendable {
  /// It is its turn.
  case begin
  /// The equal request that it waited for has ended; why that one went forward, nil where it was a hit.
  case awaited(CacheStatus.Forward?)
  /// What the storage has, and what is to be done with that where it has been decided already; `failure` is why a storage
  /// can't be used at all.
  case found([StoredCandidate], ReusePlan? = nil, failure: StoreError? = nil)
  /// The storage could not be read.
  case lookupFailed(StoreError)
  /// The bodies that were to be opened are open, and verified as far as they can be before they are read.
  case opened
  /// One of them could not be opened.
  case notOpened(StoreError)
  /// The stored body has been given to the reader.
  case passed
  /// Giving a body to the reader ended early.
  case interrupted(BodyInterruption)
  /// The final head of the origin's answer.
  case head(ResponseHead, ExchangeTimes)
  /// The body can be kept from its first byte.
  case keeping
  /// It can't: nothing may be written, which is no trouble, or there is trouble.
  case notKeeping(StoreError?)
  /// What was kept of the body is given up, while the rest goes on to the reader.
  case keepingFailed(StoreError)
  /// The answer has come whole.
  case received(ReceivedBody)
  /// There is no answer, or none that is whole.
  case failed(TransportError, ReceivedBody)
  /// What became of changes, in their order.
  case changed([Result<ChangeOutcome, StoreError>])
  /// The time to wait has passed.
  case waited
  /// The caller wants no answer any more.
  case cancelled
  /// Something that the user should know.
  case warning(FetchWarning)
}

/// When an exchange took place.
package struct ExchangeTimes: Sendable, Hashable {
  /// When the request was sent, by this host's clock (RFC 9111 §4.2.3).
  package var requestedAt: Instant
  /// When the answer's head had arrived.
  package var receivedAt: Instant
  /// When the request was given to the network, in microseconds since 1970.
  package var askedAt: Int64

  package init(requestedAt: Instant, receivedAt: Instant, askedAt: Int64) {
    self.requestedAt = requestedAt
    self.receivedAt = receivedAt
    self.askedAt = askedAt
  }
}

/// What there is of a body when its transfer ends.
package struct ReceivedBody: Sendable, Hashable {
  /// The bytes that are kept to be stored, those that lay in the storage before included; nil where none are kept.
  package var kept: Int64?
  /// How many of these lay in the storage before.
  package var joined: Int64 = 0
  /// Whether the storage has a part that grew with the body.
  package var hasGrown = false
  /// When the transfer ended, in microseconds since 1970.
  package var endedAt: Int64

  package init(kept: Int64? = nil, joined: Int64 = 0, hasGrown: Bool = false, endedAt: Int64) {
    self.kept = kept
    self.joined = joined
    self.hasGrown = hasGrown
    self.endedAt = endedAt
  }
}
