/// A span of time in words, as a person would say it: `58 minutes`, `1 hour 30 minutes`.
///
/// What is smaller than the second unit is left out, not rounded.
///
/// - Parameter seconds: the span; a negative one gets a `-` before it.
/// - Returns: the greatest unit that fits and the one below it where that is not zero; a year has 365 days.
package func formatDuration(_ seconds: Seconds) -> String { formatDuration(seconds, qualifier: "") }

/// A span of time that is left, in words: `58 more minutes`.
///
/// - Parameter seconds: the span.
/// - Returns: as `formatDuration`, with "more" before the first unit.
func formatMoreDuration(_ seconds: Seconds) -> String { formatDuration(seconds, qualifier: "more ") }

private func formatDuration(_ seconds: Seconds, qualifier: String) -> String {
  let units: [(name: String, seconds: UInt64)] = [
    ("year", 31_536_000), ("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1),
  ]
  let total = seconds.magnitude
  let first = units.firstIndex { total >= $0.seconds } ?? units.count - 1
  var rest = total
  var words: [String] = []
  for unit in units[first...].prefix(2) {
    let count = rest / unit.seconds
    rest %= unit.seconds
    guard count > 0 || words.isEmpty else { continue }
    words.append("\(count) \(words.isEmpty ? qualifier : "")\(unit.name)\(count == 1 ? "" : "s")")
  }
  return (seconds < 0 ? "-" : "") + words.joined(separator: " ")
}

/// A time in the form of RFC 3339, in UTC and to the second: `2026-01-12T16:45:57Z`.
///
/// - Parameter instant: any time; one outside the years 0 to 9999 is clamped to the first or last second there.
/// - Returns: the text.
package func rfc3339(_ instant: Instant) -> String {
  let date = CivilDate(instant)
  return "\(date.year.padded(4))-\(date.month.padded(2))-\(date.day.padded(2))"
    + "T\(date.hour.padded(2)):\(date.minute.padded(2)):\(date.second.padded(2))Z"
}
