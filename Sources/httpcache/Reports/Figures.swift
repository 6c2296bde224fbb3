import HTTPCacheCore

extension Int64 {
  /// The whole part of a number, clamped to the range of the type; 0 for NaN.
  init(saturating number: Double) {
    self = Int64(exactly: number.rounded(.towardZero)) ?? (number > 0 ? .max : number < 0 ? .min : 0)
  }

  /// The number with commas between thousands: `1,234,567`.
  var grouped: String {
    let digits = String(magnitude)
    var text = ""
    for (offset, digit) in digits.enumerated() {
      if offset > 0, (digits.count - offset) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return (self < 0 ? "-" : "") + text
  }

  /// `1 response`, `1,234 responses`.
  var countedResponses: String { "\(grouped) \(self == 1 ? "response" : "responses")" }
}

extension Int64 {
  /// Seconds in the greatest unit that fits, for a column, as options take durations: `45s`, `58m`, `12h`, `30d`, `1y`.
  var asShortDuration: String {
    let units: [(seconds: Int64, letter: String)] = [
      (31_536_000, "y"), (86_400, "d"), (3_600, "h"), (60, "m"),
    ]
    let unit = units.first { magnitude >= $0.seconds.magnitude } ?? (1, "s")
    return "\(self / unit.seconds)\(unit.letter)"
  }
}

/// An age and a lifetime in one unit: `age 33 of 3,600 seconds`.
func formatAge(_ age: Seconds, of lifetime: Seconds) -> String {
  let units: [(seconds: Seconds, name: String)] = [
    (1, "second"), (60, "minute"), (3_600, "hour"), (86_400, "day"),
  ]
  // If the age is more than 100 lifetimes, no unit suits both: give each its own.
  if age / 100 > lifetime { return "age \(formatDuration(age)), lifetime \(formatDuration(lifetime))" }
  let shown = age > 0 ? age : lifetime
  // The largest unit in which the age is 1 or more and the lifetime 2 or more; a larger one if the lifetime would be
  // above 5,000.
  let fitting = units.lastIndex { $0.seconds <= shown && lifetime / $0.seconds >= 2 } ?? 0
  let readable = units.firstIndex { lifetime / $0.seconds <= 5_000 } ?? units.count - 1
  var unit = units[max(fitting, readable)]
  // An age of less than one unit is 0 in each larger one, too: take that in which the lifetime is told elsewhere.
  if age < unit.seconds { unit = units.last { lifetime / $0.seconds >= 2 } ?? unit }
  let total = lifetime / unit.seconds
  return "age \((age / unit.seconds).grouped) of \(total.grouped) \(unit.name)\(total == 1 ? "" : "s")"
}

extension Double {
  /// A share in percent, with one decimal; it is clamped, since a damaged counter can make it any number.
  var asPercent: String {
    let tenths = Int64(max(0, min(self, 1e9) * 1000).rounded())
    return "\(tenths / 10).\(tenths % 10)%"
  }
}
