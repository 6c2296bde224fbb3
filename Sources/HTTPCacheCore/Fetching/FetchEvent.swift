/// An event that the driver passes to a fetch.
package enum FetchEvent: Sendable {
  /// The fetch may begin.
  case begin
  /// The value of `Cookie` that the session, or the chain, has for the request, nil for none; and the names of the user's own
  /// cookies that its responses have replaced.
  case cookies(String?, replacing: Set<String> = [])
  /// The equal request that the fetch waited for has ended; with the reason why that request was forwarded, nil for a
  /// hit.
  case awaited(CacheStatus.Forward?)
  /// The stored responses, or why they could not be looked up.
  case found(Result<StorageAnswer, StoreError>)
  /// The bodies are open, and verified as far as they can be before they are read.
  case opened
  /// A body could not be opened.
  case notOpened(StoreError)
  /// The stored body has been given to the reader.
  case passed
  /// The reader got only the beginning of a body.
  case interrupted(BodyInterruption)
  /// The head of the origin's final response.
  case head(ResponseHead, ExchangeTimes)
  /// The storage keeps the body from its first byte on.
  case keeping
  /// The storage does not keep the body: because of an error, or (nil) because nothing may be written.
  case notKeeping(StoreError?)
  /// The storage dropped the bytes that it had kept; the rest of the body still goes to the reader.
  case keepingFailed(StoreError)
  /// The whole response has arrived; or with an error, no response or only the beginning of one.
  case ended(TransportError?, ReceivedBody)
  /// The outcomes of changes, in their order.
  case changed([Result<Outcome, StoreError>])
  /// The time to wait has passed.
  case waited
  /// The caller cancelled the fetch.
  case cancelled
}

/// When an exchange took place.
package struct ExchangeTimes: Sendable, Hashable {
  /// When the request was sent, by this host's clock (RFC 9111 §4.2.3).
  package var requestedAt: Instant
  /// When the response's head arrived (RFC 9111 §4.2.3).
  package var receivedAt: Instant
  /// When the request was given to the network, in microseconds since 1970.
  package var askedAt: Int64
  /// When the response's head arrived, in microseconds since 1970.
  package var answeredAt: Int64

  /// The times of an exchange that has not begun.
  static let unknown = ExchangeTimes(
    requestedAt: Instant(epoch: 0), receivedAt: Instant(epoch: 0), askedAt: 0, answeredAt: 0)
}

/// The state of a body when its transfer ends.
package struct ReceivedBody: Sendable, Hashable {
  /// How many bytes are kept, including those that were stored before; nil if none are kept.
  package var kept: Int64?
  /// How many of the kept bytes were stored before.
  package var joined: Int64 = 0
  /// Whether the storage has a part that grew with the body.
  package var hasGrown = false
  /// Whether the response has more bytes, which are not kept since it is too large to be stored.
  package var isFull = false
  /// The field whose digest the kept bytes do not have; nil if there is none.
  package var wrongDigest: String?
  /// Whether the reader can give back what it got of the response, head and body, as if it had got nothing.
  package var isRevocable = false
}
