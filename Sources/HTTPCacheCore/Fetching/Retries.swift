/// When and how often a request is made again after a passing failure, as curl does it.
struct Retries: Sendable {
  /// How often the request may be made again in all.
  private let limit: Int
  private var count = 0

  /// - Parameter limit: how often the request may be made again.
  init(limit: Int) { self.limit = limit }

  /// Whether the request may be made once more.
  var isAllowed: Bool { count < limit }

  /// Seconds to wait before the next attempt: one, doubled each time, ten minutes at most.
  var backOff: Double { min(600, Double(1 << min(count, 10))) }

  /// Seconds to wait before the request is made again; nil where the answer stands (curl's transient statuses).
  func delay(after head: ResponseHead) -> Double? {
    guard isAllowed, [408, 429, 500, 502, 503, 504].contains(head.status) else { return nil }
    let wish = head.fields.first("Retry-After").flatMap { DeltaSeconds($0).value }
    return max(backOff, wish.map { Double(min($0, 600)) } ?? 0)
  }

  /// Counts an attempt.
  mutating func begin() { count += 1 }
}
