/// One response as it goes to the user: a redirect of a chain, or the response at its end.
package struct Served: Sendable {
  /// Which request it answers, as it was put to the cache.
  package var request: RequestHead
  /// The head as it came, or was made from what is stored; without what this cache has to say.
  package var base: ResponseHead
  /// When it was answered from the store; nil where the origin answered.
  package var servedAt: Instant?
  /// What this cache says of its handling of the request.
  package var cacheStatus: CacheStatus
  /// Where the body comes from.
  package var source: BodySource
  /// The response and its times as stored, or as it would be.
  package var stored: StoredResponse
  /// Whether it may answer, as decided before the origin was asked.
  package var reuse: ReuseDecision
  /// Whether it may be kept; nil where it came from the store without a new answer.
  package var storage: StorageDecision?
  /// What the network's answer led to: confirmed, replaced, stood in for.
  package var outcome: [Reason] = []
  /// Whether this is a redirect that is going to be followed.
  package var isFollowed = false
  /// The length of the body, where known before it is sent.
  package var bodyLength: Int64?

  /// The status that goes to the user.
  package var status: Int { base.status }

  /// The head with `Age` and `Cache-Status` as this cache sets them, made only where it is shown
  /// (RFC 9111 §4, RFC 9211 §2).
  package var head: ResponseHead {
    var head = base
    if let servedAt {
      let age = currentAge(
        stored.head, requestedAt: stored.requestedAt, receivedAt: stored.receivedAt, now: servedAt)
      head.fields.set("Age", String(age))
    }
    // Behind those of caches nearer to the origin.
    head.fields.append(FieldLine("Cache-Status", cacheStatus.text))
    return head
  }
}

/// What would have brought an answer to a fetch that failed.
package enum FetchRemedy: Sendable {
  /// The same fetch again: what came is kept, and only the rest is asked for.
  case fetchTheRest
  /// The stored response, which may be served stale where the request permits it (`servesStaleIfUnreachable`).
  case serveStale
}

/// What the user should know though a fetch worked.
package enum FetchWarning: Hashable, Sendable {
  /// One line, no full stop.
  case message(String)
  /// The body is larger than `Settings.maxEntrySize`, so it is not kept.
  case bodyTooLarge(limit: Int64)

  /// One line, no full stop.
  package var text: String {
    switch self {
    case .message(let text): text
    case .bodyTooLarge(let limit): "a body of more than \(limit) bytes is not kept whole"
    }
  }
}

/// What became of a fetch.
package struct FetchResult: Sendable {
  /// The responses in order; the last is the answer.
  ///
  /// Empty where the first request brought none.
  package var hops: [Served] = []
  /// What was decided for the last request, where it got no answer.
  package var unanswered: ReuseDecision?
  /// What else kept it from an answer.
  package var unansweredReasons: [Reason] = []
  /// What would have brought an answer, where more is known than the error itself.
  package var remedy: FetchRemedy?
  /// Why there is no answer, or none that is whole.
  package var error: FetchError?
  /// Whether this fetch left a stored response.
  package var isStored = false
  /// Whether a response that was stored went.
  package var hasRemoved = false
  /// Whether another equal transfer of this process brought the answer.
  package var isCoalesced = false
  /// Bytes of the body as served.
  package var bytes: Int64 = 0
  /// What the user should know though the fetch worked.
  package var warnings: [FetchWarning] = []
  /// Milliseconds from start to end.
  package var elapsedMilliseconds = 0

  /// A fetch that has done nothing yet.
  package init() {}

  /// Where the answer's body came from; nil where there is no answer.
  package var source: BodySource? { hops.last?.source }

  /// The answer.
  package var served: Served? { hops.last }
}
