/// The recent invalidations by this process.
struct RecentInvalidations {
  private static let most = 256
  private var times: [String: Int64] = [:]
  /// The time of the latest forgotten invalidation: every response that was requested before it counts as invalid.
  private var forgotten = Int64.min

  /// Adds an invalidation; if there are too many, forgets them all and keeps only the latest time.
  mutating func add(_ scope: InvalidationScope, at now: Int64) {
    for name in scope.names { times[name] = now }
    guard times.count > Self.most else { return }
    forgotten = max(forgotten, times.values.max() ?? .min)
    times = [:]
  }

  /// Whether an invalidation since its request covers a response.
  func covers(_ response: StoredResponse, askedAt: Int64) -> Bool {
    guard !times.isEmpty || forgotten > .min else { return false }
    return forgotten >= askedAt
      || InvalidationScope.names(covering: response).contains { (times[$0] ?? .min) >= askedAt }
  }
}
