/// An answer without a body that speaks of a stored response: a 304, or the 200 to a HEAD request
/// (RFC 9111 §4.3.4, §4.3.5).
///
/// The thread that writes the response computes the result.
package struct Confirmation: Sendable {
  /// The response that the answer speaks of.
  package let found: StoredCandidate
  /// When the answer had arrived.
  package let receivedAt: Instant

  private let head: ResponseHead
  private let request: RequestHead
  private let requestedAt: Instant
  private let settings: Settings

  /// A stored response, freshened by an answer, and the decisions on it.
  package struct Result: Sendable {
    /// The response as it was stored.
    package let found: StoredCandidate
    /// The response with the answer's fields, without those that may not be stored.
    package var freshened: StoredCandidate
    /// Whether the freshened response may be stored.
    package let storage: StorageDecision
    /// Its remaining lifetime in seconds when the answer had arrived; nil if it has none.
    package let ttl: Seconds?
    /// The exchange as if a GET had brought the response with the answer's fields.
    package let exchange: Exchange
  }

  package init(
    _ found: StoredCandidate, by head: ResponseHead, answering request: RequestHead, requestedAt: Instant,
    receivedAt: Instant, settings: Settings
  ) {
    self.found = found
    self.head = head
    self.request = request
    self.requestedAt = requestedAt
    self.receivedAt = receivedAt
    self.settings = settings
  }

  /// Freshens the response with the fields of the answer; `review` may change it before it is stored.
  package func result(
    reviewedBy review: ((StoredResponse) -> StoredResponse)? = nil
  ) -> Result {
    var freshened = found
    freshened.response = Freshening.freshened(
      found.response, by: head.storable(settings: settings).head, answering: request,
      requestedAt: requestedAt, receivedAt: receivedAt, cacheDate: rfc3339(receivedAt))
    if let review { freshened.response = review(freshened.response) }
    var get = request
    if get.method != "GET" { get.method = "GET" }
    let exchange = Exchange(
      request: get, head: freshened.response.head, bodyLength: freshened.response.bodyLength)
    // The stored body was within the limit of the process that stored it; the limit of this process is for new bodies.
    var limitless = settings
    limitless.maxEntrySize = nil
    return Result(
      found: found, freshened: freshened, storage: StorageDecision(exchange, settings: limitless),
      ttl: Freshness(freshened.response, now: receivedAt, settings: settings).ttl, exchange: exchange)
  }
}
