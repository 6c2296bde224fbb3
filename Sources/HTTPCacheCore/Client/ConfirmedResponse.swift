/// What a 304, or the 200 to a HEAD request, makes of a stored response, and whether that may be kept.
///
/// The result is computed once, at its first use, possibly on the store thread; other threads read it only after that
/// thread has finished.
final class ConfirmedResponse {
  /// The response as it is stored.
  let found: ClientCache.Found
  /// When the answer had arrived.
  let receivedAt: Instant

  private let head: ResponseHead
  private let requestedAt: Instant
  private let request: FetchRequest

  struct Result {
    let freshened: ClientCache.Found
    let storage: StorageDecision
    /// What is left of its lifetime when the answer had arrived; nil where it has none.
    let ttl: Seconds?
  }

  /// Takes what is known.
  ///
  /// - Parameters:
  ///   - found: the response that the answer speaks of.
  ///   - head: the answer.
  ///   - exchange: what brought it.
  init(_ found: ClientCache.Found, by head: ResponseHead, _ exchange: OriginExchange) {
    self.found = found
    self.head = head
    request = exchange.fetch.request
    requestedAt = exchange.requestedAt
    receivedAt = exchange.receivedAt
  }

  /// The response with the answer's fields, without those that may not be stored, and the decision on it.
  private(set) lazy var result: Result = {
    var freshened = found
    freshened.response =
      Freshening.freshened(
        found.response, by: head.storable(settings: request.settings).head, answering: request.head,
        requestedAt: requestedAt, receivedAt: receivedAt, cacheDate: rfc3339(receivedAt)
      ).reviewed(by: request.willCacheResponse).response
    var get = request.head
    if get.method != "GET" { get.method = "GET" }
    let exchange = Exchange(
      request: get, head: freshened.response.head, bodyLength: freshened.response.bodyLength)
    // The stored body was within the limit of the process that stored it; the limit of this process is for new bodies.
    var settings = request.settings
    settings.maxEntrySize = nil
    return Result(
      freshened: freshened, storage: StorageDecision(exchange, settings: settings),
      ttl: Freshness(freshened.response, now: receivedAt, settings: request.settings).ttl)
  }()
}
