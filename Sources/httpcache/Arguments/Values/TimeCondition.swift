import HTTPCacheCore

/// The condition of `--time-cond`: send the response only if it is newer, or older, than a time.
struct TimeCondition: Equatable, Sendable {
  /// Whether only an older response is asked for: the argument begins with `-`.
  private let isOlder: Bool

  /// A time, or the path of a file whose time of modification counts.
  private let text: String

  /// Reads `TIME`, `-TIME` or `FILE`, as curl does.
  init(_ argument: String) {
    isOlder = argument.hasPrefix("-")
    text = isOlder ? String(argument.dropFirst()) : argument
  }

  /// The condition with its time; `now` resolves relative times, and the two-digit year of an obsolete date.
  func resolved(now: Instant) throws(UsageError) -> Resolved {
    guard let time = Units.time(text, now: now) ?? FileTime.modified(text) else {
      throw UsageError(
        "--time-cond: '\(text)' is neither a time nor a file",
        hint: "such as 2026-01-12T16:45:57Z, an HTTP-date, or a file whose time counts")
    }
    return Resolved(isOlder: isOlder, time: time)
  }

  /// A condition whose time is known.
  struct Resolved: Equatable, Sendable {
    fileprivate let isOlder: Bool
    fileprivate let time: Instant

    /// The request field with the condition.
    var field: FieldLine {
      FieldLine(isOlder ? "If-Unmodified-Since" : "If-Modified-Since", HTTPDate.imfFixdate(time))
    }

    /// Whether a response is one that was asked for, as curl compares the times, in case that the origin ignored the
    /// field; a response without a valid Last-Modified is.
    func isMet(by head: ResponseHead, receivedAt: Instant) -> Bool {
      guard let text = head.fields.first("Last-Modified"),
        let modified = HTTPDate(text, now: receivedAt)?.validInstant
      else { return true }
      return isOlder ? modified < time : modified > time
    }
  }
}
