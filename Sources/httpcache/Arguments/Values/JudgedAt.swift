import HTTPCacheCore

/// The moment that `--at` names.
enum JudgedAt: Equatable, Sendable {
  case time(Instant)

  /// The time in each response's own Date.
  case ownDate

  /// The time as of which a response is judged; its time of receipt if its own Date is asked for but missing.
  func instant(for stored: StoredResponse) -> Instant {
    switch self {
    case .time(let instant): instant
    case .ownDate: stored.head.date(receivedAt: stored.receivedAt) ?? stored.receivedAt
    }
  }
}

extension ValueForm where Value == JudgedAt {
  /// A time as `inspect --at` takes it.
  static func judgedAt(now: Instant) -> Self {
    .init("a time", hint: "such as 2026-01-12T16:45:57Z, an HTTP-date, +1h or -7d; or date") { text in
      text == "date" ? .ownDate : Units.time(text, now: now).map(JudgedAt.time)
    }
  }
}
