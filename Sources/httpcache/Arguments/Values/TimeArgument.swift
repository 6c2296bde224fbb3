import HTTPCacheCore

/// A time as `--at` takes it.
enum TimeArgument: Equatable, Sendable {
  /// An RFC 3339 time or an HTTP-date, as written.
  case absolute(String)

  /// So many seconds from now; negative for the past.
  case offset(Seconds)

  /// Tells the two apart; nil for a sign with no duration after it.
  init?(_ text: String) {
    switch text.first {
    case "+", "-":
      guard let duration = Units.duration(String(text.dropFirst())) else { return nil }
      self = .offset(text.first == "-" ? -duration : duration)
    default: self = .absolute(text)
    }
  }

  /// Reads a time.
  ///
  /// - Parameters:
  ///   - text: RFC 3339, an HTTP-date, `+DURATION` or `-DURATION`.
  ///   - now: what an offset counts from.
  ///   - httpDate: the reader of HTTP-dates.
  /// - Returns: nil where the text is none of them.
  static func parseTime(_ text: String, now: Instant, httpDate: (String) -> Instant?) -> Instant? {
    switch TimeArgument(text) {
    case .absolute(let text): rfc3339Instant(text) ?? httpDate(text)
    case .offset(let seconds): now + seconds
    case nil: nil
    }
  }

  /// Reads `2026-01-12T16:45:57Z` or with `+01:00`; a fraction of a second is dropped (RFC 3339 §5.6).
  static func rfc3339Instant(_ text: String) -> Instant? {
    guard let milliseconds = timestampMilliseconds(text) else { return nil }
    return Instant(epoch: milliseconds / 1000 - (milliseconds % 1000 < 0 ? 1 : 0))
  }
}
