/// One response as it goes to the user: a redirect of a chain, or the response at its end.
package struct Served: Sendable {
  /// The request that the response answers, as the caller made it.
  package var request: RequestHead
  /// The head as the origin sent it or as it is stored, without the fields that this cache adds.
  package var base: ResponseHead
  /// When the storage answered; nil if the origin did.
  package var servedAt: Instant?
  /// How this cache handled the request (RFC 9211).
  package var cacheStatus: CacheStatus
  /// Where the body comes from.
  package var source: BodySource
  /// The response as stored, or as it would be stored.
  package var stored: StoredResponse
  /// The decision on reuse, made before the origin was asked.
  package var reuse: ReuseDecision
  /// The decision on storing; nil if the storage answered without the origin.
  package var storage: StorageDecision?
  /// Further reasons, such as that the origin validated the stored response.
  package var outcome: [Reason] = []
  /// Whether this is a redirect that the fetch follows.
  package var isFollowed = false
  /// The tier of the stored response that answered; nil if the origin did.
  package var tier: StoredReference.Tier?
  /// Whether the body came from the remote cache, which several users share.
  package var isRemote: Bool { tier == .remote }
  /// The length of the body, where known before it is sent.
  package var bodyLength: Int64?

  /// Whether the response did not come whole, and what came of it is stored as a part.
  package var isKeptInPart: Bool { outcome.contains { $0.rule == .keptForCompletion } }

  /// The status that goes to the user.
  package var status: Int { base.status }

  /// The head with `Age` and `Cache-Status` as this cache sets them (RFC 9111 §4, RFC 9211 §2); made anew at each
  /// use.
  package var head: ResponseHead {
    var head = base
    if let servedAt {
      let age = currentAge(
        stored.head, requestedAt: stored.requestedAt, receivedAt: stored.receivedAt, now: servedAt)
      head.fields.set("Age", String(age))
    }
    // The members of caches nearer to the origin come first (RFC 9211 §2).
    head.fields.append(FieldLine("Cache-Status", cacheStatus.text))
    return head
  }
}

/// A change of the request by which a failed fetch would have got a response.
package enum FetchRemedy: Sendable {
  /// Fetch again: the beginning is stored, and only the rest has to be transferred.
  case fetchTheRest
  /// Allow larger responses to be stored than this many bytes: only so much of the beginning is kept, and each fetch of
  /// the rest begins there.
  case raiseLimit(Int64)
  /// Permit a stale response (`servesStaleIfUnreachable`).
  case serveStale
}

/// A warning for the user.
package enum FetchWarning: Hashable, Sendable {
  /// One line, no full stop.
  case message(String)
  /// The body is larger than `Settings.maxEntrySize`, so it is not stored whole.
  case bodyTooLarge(limit: Int64)

  /// One line, no full stop.
  package var text: String {
    switch self {
    case .message(let text): text
    case .bodyTooLarge(let limit): "a body of more than \(limit.asSize) is not kept whole"
    }
  }
}

package struct FetchResult: Sendable {
  /// The responses in order; the last is the answer.
  ///
  /// Empty if the first request got no response.
  package var responses: [Served] = []
  /// The decision on the last request, if it got no response.
  package var unanswered: ReuseDecision?
  /// Further reasons why the last request got no response.
  package var unansweredReasons: [Reason] = []
  /// How the request would have got a response; nil if the fetch knows nothing beyond the error.
  package var remedy: FetchRemedy?
  /// Why there is no response, or no whole one.
  package var error: FetchError?
  /// Whether this fetch stored or freshened a response on disk.
  package var isStored = false
  /// Whether a stored response was removed.
  package var hasRemoved = false
  /// Whether the transfer of an equal request of this process brought the response.
  package var isCoalesced = false
  /// Bytes of the body as served.
  package var bytes: Int64 = 0
  package var warnings: [FetchWarning] = []
  /// Figures of the fetch's connections and transfers, if the request asks for them; nil if nothing was sent.
  package var connection: ConnectionFigures?
  /// Milliseconds from start to end.
  package var elapsedMilliseconds = 0

  /// The result of a fetch that has done nothing yet.
  package init() {}

  /// Where the response's body came from; nil if there is no response.
  package var source: BodySource? { responses.last?.source }

  /// Whether the response is in the cache afterwards: this fetch stored it there, or it was served from there.
  package var isInCache: Bool {
    switch source {
    case .cache, .stale, .revalidated: isStored || !hasRemoved && served?.tier == .disk
    case .network, nil: isStored
    }
  }

  package var served: Served? { responses.last }
}
