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
    /// Whether the freshened response may be stored; if not, the stored one stays as it is, unless `isForbidden`.
    package let storage: StorageDecision
    /// Whether the new fields forbid to keep the response, so that it is removed.
    ///
    /// What only the request that asks now forbids to store, the new fields, is no word on what is stored already (RFC
    /// 9111 §5.2.1.5).
    package let isForbidden: Bool
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
    let storage = StorageDecision(exchange, settings: limitless)
    return Result(
      found: found, freshened: freshened, storage: storage,
      isForbidden: !storage.isStorable && isForbidden(exchange, limitless),
      ttl: Freshness(freshened.response, now: receivedAt, settings: settings).ttl, exchange: exchange)
  }

  /// Whether the new fields forbid to keep the response, and not only the request: a request without fields would not
  /// let it be stored either, or this request would have, with the fields that are stored.
  private func isForbidden(_ exchange: Exchange, _ settings: Settings) -> Bool {
    var (plain, before) = (exchange, exchange)
    plain.request = RequestHead(target: exchange.request.target)
    before.head = found.response.head
    return !StorageDecision(plain, settings: settings).isStorable
      || StorageDecision(before, settings: settings).isStorable
  }
}
