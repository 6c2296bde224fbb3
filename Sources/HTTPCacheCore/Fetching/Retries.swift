/// How often, after which failures, and when a request is made again; as curl's `--retry` options.
package struct RetryPolicy: Sendable, Equatable {
  /// The most repetitions; 0 for none.
  package var limit = 0
  /// Seconds before each repetition; nil to wait 1 second first, and twice as long each time.
  package var delay: Double?
  /// Seconds after the first attempt in which another may begin; nil for no limit.
  package var maxTime: Double?
  /// Whether a request is repeated after a refused connection.
  package var includesRefused = false
  /// Whether a request is repeated after every failure of the network.
  package var includesAllErrors = false

  package init() {}
}

/// The wait before a request is made again, and why it is.
package struct RetryWait: Sendable, Equatable {
  /// The URL that is asked again.
  package let target: TargetURI
  /// The failure, as the beginning of a sentence.
  package let cause: String
  /// How long the wait is, in seconds.
  package let seconds: Double
  /// The number of the repetition that follows, from 1.
  package let number: Int
  /// The most repetitions.
  package let limit: Int
}

/// The attempts of one request.
struct Retries: Sendable {
  private let policy: RetryPolicy
  private let begunAt: Instant
  private var count = 0

  init(_ policy: RetryPolicy, begunAt: Instant) {
    self.policy = policy
    self.begunAt = begunAt
  }

  /// Seconds to wait before the request is made again; nil if the status is not one that curl treats as transient, or
  /// no repetition is left.
  func delay(after head: ResponseHead, at now: Instant) -> Double? {
    guard [408, 429, 500, 502, 503, 504].contains(head.status) else { return nil }
    // As in curl, the server's wish goes before the waits of this side; a wish for no wait is none.
    let wish = head.retryAfter(at: now).flatMap { $0 > 0 ? Double(min($0, 600)) : nil }
    return delay(wish, at: now)
  }

  /// Seconds to wait before the request is made again; nil if the failure is not transient, or no repetition is left.
  ///
  /// With `hasHead`, the response began: an origin that was cut off amid its body answers, so that another attempt can
  /// bring the rest.
  func delay(after error: TransportError, hasHead: Bool, at now: Instant) -> Double? {
    let isPassing =
      switch error {
      case .timeout, .nameUnknown: true
      case .cutShort where hasHead: true
      case .unreachable, .proxyUnreachable: policy.includesRefused || policy.includesAllErrors
      case .tls, .untrusted, .proxyRefused, .cutShort, .tooLong, .digestWrong, .malformedResponse,
        .transferCoding, .tooManyFiles, .other:
        policy.includesAllErrors
      case .libraryMissing, .headTooLarge, .cancelled: false
      }
    return isPassing ? delay(nil, at: now) : nil
  }

  /// The wait that the server wishes, or else that of the policy.
  private func delay(_ wish: Double?, at now: Instant) -> Double? {
    guard count < policy.limit else { return nil }
    let seconds = wish ?? policy.delay ?? min(600, Double(1 << min(count, 10)))
    if let limit = policy.maxTime, Double(now - begunAt) + seconds > limit { return nil }
    return seconds
  }

  /// Counts an attempt.
  mutating func begin() { count += 1 }

  /// The wait before the attempt that was counted last.
  func wait(_ seconds: Double, for target: TargetURI, since cause: String) -> RetryWait {
    RetryWait(target: target, cause: cause, seconds: seconds, number: count, limit: policy.limit)
  }
}
