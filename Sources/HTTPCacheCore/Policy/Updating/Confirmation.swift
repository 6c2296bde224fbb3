/// A response without a body that freshens a stored response: a 304, or the 200 to a HEAD request (RFC 9111 §4.3.4,
/// §4.3.5).
///
/// The thread that writes the freshened response computes the result.
package struct Confirmation: Sendable {
  /// The stored response to freshen.
  let found: StoredCandidate
  /// The head of the 304, or of the 200 to HEAD.
  let head: ResponseHead
  let request: RequestHead
  let requestedAt: Instant
  let receivedAt: Instant
  let settings: Settings

  /// The freshened response, and the decisions on it.
  package struct Result: Sendable {
    /// The response as it was stored.
    package let found: StoredCandidate
    /// The response with the new fields, except those that may not be stored.
    package var freshened: StoredCandidate
    /// Whether the freshened response may be stored.
    package let storage: StorageDecision
    /// The remaining lifetime in seconds at `receivedAt`; nil if there is no lifetime.
    package let ttl: Seconds?
    /// The exchange as if a GET had brought the response with the new fields.
    package let exchange: Exchange
  }

  /// Freshens the response with the new fields; `review` may change it before it is stored.
  package func result(
    reviewedBy review: ((StoredResponse) -> StoredResponse)? = nil
  ) -> Result {
    var freshened = found
    freshened.response = Freshening.freshened(
      found.response, by: head.storable(settings: settings).head, answering: request,
      requestedAt: requestedAt, receivedAt: receivedAt, cacheDate: rfc3339(receivedAt))
    // The new fields may forbid to keep or reuse lines that are stored.
    freshened.response.head = freshened.response.head.withoutListedFields(settings)
    if let review { freshened.response = review(freshened.response) }
    var get = request
    if get.method != "GET" { get.method = "GET" }
    let exchange = Exchange(
      request: get, head: freshened.response.head, bodyLength: freshened.response.bodyLength)
    // The body is stored already: the size limit of this process applies to new bodies only.
    var limitless = settings
    limitless.maxEntrySize = nil
    return Result(
      found: found, freshened: freshened, storage: StorageDecision(exchange, settings: limitless),
      ttl: Freshness(freshened.response, now: receivedAt, settings: settings).ttl, exchange: exchange)
  }
}
