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
    let total = seconds.magnitude
    let (seconds, minutes) = (total % 60, total / 60 % 60)
    let (hours, days) = (total / 3_600 % 24, total / 86_400 % 365)
    if total >= 31_536_000 {
      append(total / 31_536_000, "year", qualifier, days, "day")
    } else if total >= 86_400 {
      append(days, "day", qualifier, hours, "hour")
    } else if total >= 3_600 {
      append(hours, "hour", qualifier, minutes, "minute")
    } else if total >= 60 {
      append(minutes, "minute", qualifier, seconds, "second")
    } else {
      append(seconds, "second", qualifier, 0, "")
    }
  }

  private mutating func append(
    _ first: UInt64, _ unit: StaticString, _ qualifier: StaticString, _ second: UInt64,
    _ smaller: StaticString
  ) {
    append(decimal: Int64(first))
    append(0x20)
    append(qualifier)
    append(unit)
    if first != 1 { append(0x73) }
    guard second > 0 else { return }
    append(0x20)
    append(decimal: Int64(second))
    append(0x20)
    append(smaller)
    if second != 1 { append(0x73) }
  }
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
