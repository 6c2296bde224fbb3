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

  /// The request field with the condition; `now` resolves relative times, and the two-digit year of an obsolete date.
  func field(now: Instant) throws(UsageError) -> FieldLine {
    guard let time = Units.time(text, now: now) ?? FileTime.modified(text) else {
      throw UsageError(
        "--time-cond: '\(text)' is neither a time nor a file",
        hint: "such as 2026-01-12T16:45:57Z, an HTTP-date, or a file whose time counts")
    }
    return FieldLine(isOlder ? "If-Unmodified-Since" : "If-Modified-Since", HTTPDate.imfFixdate(time))
  }
}
