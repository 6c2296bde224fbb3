/// A span of time in words, as a person would say it: `58 minutes`, `1 hour 30 minutes`.
///
/// What is smaller than the second unit is left out, not rounded.
///
/// - Parameter seconds: the span; a negative one gets a `-` before it.
/// - Returns: the greatest unit that fits and the one below it where that is not zero; a year has 365 days.
package func formatDuration(_ seconds: Seconds) -> String {
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
    if count > 0 || words.isEmpty { words.append("\(count) \(unit.name)\(count == 1 ? "" : "s")") }
  }
  return (seconds < 0 ? "-" : "") + words.joined(separator: " ")
}

/// A time in the form of RFC 3339, in UTC and to the second: `2026-01-12T16:45:57Z`.
///
/// - Parameter instant: any time; one outside the years 0 to 9999 is written with the digits and sign it needs.
/// - Returns: the text.
package func rfc3339(_ instant: Instant) -> String {
  let day = instant.epoch.quotientRoundedDown(by: 86_400)
  // By remainder: the day's own first second may lie before the least representable time.
  let remainder = instant.epoch % 86_400
  let second = remainder < 0 ? remainder + 86_400 : remainder
  let date = civilDate(dayFromEpoch: day)
  return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
    + "T\(padded(second / 3_600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))Z"
}

/// The day of the proleptic Gregorian calendar that lies so many days after 1970-01-01.
///
/// The year is taken to begin in March, so that the leap day is its last; 400 years have 146097 days.
private func civilDate(dayFromEpoch: Int64) -> (year: Int64, month: Int64, day: Int64) {
  let dayFromMarchOfYear0 = dayFromEpoch + 719_468
  let era = dayFromMarchOfYear0.quotientRoundedDown(by: 146_097)
  let dayOfEra = dayFromMarchOfYear0 - era * 146_097
  let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let monthFromMarch = (5 * dayOfYear + 2) / 153
  let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
  return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
}

/// A number with zeros before it, at least so many digits long.
private func padded(_ number: Int64, _ width: Int) -> String {
  let digits = String(number.magnitude)
  let zeros = String(repeating: "0", count: max(0, width - digits.count))
  return (number < 0 ? "-" : "") + zeros + digits
}

extension Int64 {
  /// The quotient by a positive number, rounded toward the past rather than toward zero.
  fileprivate func quotientRoundedDown(by divisor: Int64) -> Int64 {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}
