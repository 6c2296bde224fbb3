/// A span of time in words: `58 minutes`, `1 hour 30 minutes`.
///
/// The text has the greatest unit that fits, and the next smaller one if it is not zero; the rest is dropped, not
/// rounded. A year has 365 days, and a negative span gets a `-` before it.
package func formatDuration(_ seconds: Seconds) -> String {
  ShortText.text(capacity: 48) { $0.append(duration: seconds) }
}

extension ShortText {
  /// Appends a span of time as `formatDuration` writes it: at most 48 bytes.
  ///
  /// `qualifier` precedes the first unit: `58 more minutes`.
  mutating func append(duration seconds: Seconds, qualifier: StaticString = "") {
    if seconds < 0 { append(0x2D) }
    var rest = seconds.magnitude
    let greatest = Self.units.firstIndex { rest >= $0.seconds } ?? Self.units.count - 1
    for (index, unit) in Self.units.enumerated().dropFirst(greatest).prefix(2) {
      let number = rest / unit.seconds
      rest %= unit.seconds
      if index > greatest {
        if number == 0 { return }
        append(0x20)
      }
      append(decimal: Int64(number))
      append(0x20)
      if index == greatest { append(qualifier) }
      append(unit.name)
      if number != 1 { append(0x73) }
    }
  }

  private static let units: [(name: StaticString, seconds: UInt64)] = [
    ("year", 31_536_000), ("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1),
  ]
}

/// A time in the form of RFC 3339, in UTC and to the second: `2026-01-12T16:45:57Z`.
///
/// Years outside 0 to 9999 are clamped to the first or last second of that range.
package func rfc3339(_ instant: Instant) -> String {
  let date = CivilDate(instant)
  return String(unsafeUninitializedCapacity: 20) { bytes in
    func write(_ number: Int, at index: Int) {
      bytes[index] = 0x30 + UInt8(truncatingIfNeeded: number / 10)
      bytes[index + 1] = 0x30 + UInt8(truncatingIfNeeded: number % 10)
    }
    write(date.year / 100, at: 0)
    write(date.year % 100, at: 2)
    bytes[4] = 0x2D
    write(date.month, at: 5)
    bytes[7] = 0x2D
    write(date.day, at: 8)
    bytes[10] = 0x54
    write(date.hour, at: 11)
    bytes[13] = 0x3A
    write(date.minute, at: 14)
    bytes[16] = 0x3A
    write(date.second, at: 17)
    bytes[19] = 0x5A
    return 20
  }
}

extension Int {
  /// The number as a frequency: `once`, `twice`, `3 times`.
  package var asTimes: String { self == 1 ? "once" : self == 2 ? "twice" : "\(self) times" }
}
