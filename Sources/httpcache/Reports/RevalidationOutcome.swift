import HTTPCacheCore

/// The result for one stored response; the raw value is the `outcome` of the JSON output.
enum RevalidationOutcome: String, CaseIterable {
  /// The origin was not asked: the response is fresh, and nothing required validation.
  case freshEnough = "fresh-enough"
  /// The origin confirmed it, and its fields are updated.
  case notModified = "not-modified"
  /// The origin sent another response, which is stored in its place.
  case replaced
  /// The stored response is removed: the origin no longer has it, or forbids storing it.
  case gone
  /// The origin answered with an error, or can't be asked without a credential; the stored response stays as it is.
  case kept
  /// There was no answer; the stored response stays as it is.
  case failed

  init(_ result: FetchResult) {
    guard result.error == nil, let served = result.served else {
      self = .failed
      return
    }
    switch served.source {
    // A 304 may forbid storing what it confirms, for example by no-store.
    case .revalidated: self = result.hasRemoved && !result.isStored ? .gone : .notModified
    case .cache, .stale: self = .freshEnough
    case .network:
      if served.outcome.contains(where: { $0.rule == .freshenedByHead }) {
        self = .notModified
      } else if result.isStored {
        self = .replaced
      } else {
        self = result.hasRemoved ? .gone : .kept
      }
    }
  }

  func why(_ result: FetchResult) -> String {
    let status = result.served.map { $0.cacheStatus.forwardStatus ?? $0.status }
    switch self {
    case .freshEnough: return "still fresh, the origin was not asked"
    case .notModified:
      guard result.served?.source == .revalidated else { return "HEAD describes it, its fields are updated" }
      return result.served?.outcome.cites(.validatedWeakly) == true
        ? "304 by the strong form of its tag, nothing stored is updated" : "304, its fields are updated"
    case .replaced: return "\(status ?? 0), stored in its place"
    case .gone:
      return (status ?? 0) >= 400
        ? "\(status ?? 0), removed" : "\(status ?? 0), which may not be kept; what was stored is removed"
    case .kept:
      return status.map { "the origin answered \($0); what is stored stays" }
        ?? "not asked: it was received with credentials, of which only a digest is kept; give the same with -u or -H"
    case .failed: return result.error?.message ?? "no answer"
    }
  }
}
