/// When and how often a request is made again after a passing failure, as curl does it.
final class Retries {
  private let limit: Int
  private let loop: TransferLoop
  private var count = 0
  private var timer: TransferLoop.Timer?

  /// - Parameters:
  ///   - limit: how often it may be made again.
  ///   - loop: waits.
  init(limit: Int, loop: TransferLoop) {
    self.limit = limit
    self.loop = loop
  }

  /// Whether the request may be made once more.
  var isAllowed: Bool { count < limit }

  /// One second, doubled each time, ten minutes at most: as curl waits.
  var backOff: Double { min(600, Double(1 << min(count, 10))) }

  /// How long to wait before the request is made again; nil where the answer stands (curl's transient statuses).
  func delay(after head: ResponseHead) -> Double? {
    guard isAllowed, [408, 429, 500, 502, 503, 504].contains(head.status) else { return nil }
    let wish = head.fields.first("Retry-After").flatMap { DeltaSeconds($0).value }
    return max(backOff, wish.map { Double(min($0, 600)) } ?? 0)
  }

  /// Waits before the next attempt.
  ///
  /// - Parameters:
  ///   - seconds: how long.
  ///   - onCancel: what is done instead where everything is cancelled meanwhile.
  ///   - then: makes the request again.
  func wait(_ seconds: Double, onCancel: @escaping () -> Void, then: @escaping () -> Void) {
    count += 1
    timer = loop.after(seconds: seconds, onCancel: onCancel) {
      self.timer = nil
      then()
    }
  }

  /// Whether the next attempt is waited for.
  var isWaiting: Bool { timer != nil }

  /// Ends the wait; the request is not made again.
  func callOff() {
    if let timer { loop.callOff(timer) }
    timer = nil
  }
}
