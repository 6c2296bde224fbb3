import HTTPCacheCore

/// Reads the numbers of the command line; a number that is too large for its type is refused.
enum Units {
  /// Whether the number has a unit; 0 needs none, since it is the same in every unit.
  static func hasUnit(_ text: String) -> Bool { wholeNumber(text).map { $0 == 0 } ?? true }

  /// Reads `10`, `10B`, `10K`, `10M`, `10G` in powers of 1024; nil if the text is not a size, or too large.
  static func size(_ text: String) -> Int64? {
    number(
      text,
      ["b": 1, "B": 1, "k": 1 << 10, "K": 1 << 10, "m": 1 << 20, "M": 1 << 20, "g": 1 << 30, "G": 1 << 30])
  }

  /// Reads `20%`: a whole share from 0 to 100.
  static func percentage(_ text: String) -> Int? {
    guard text.last == "%", let share = wholeNumber(text.dropLast()), share <= 100 else { return nil }
    return Int(share)
  }

  /// Reads `90`, `90s`, `15m`, `12h`, `7d`, `1y`; a year has 365 days.
  static func duration(_ text: String) -> Seconds? {
    number(text, ["s": 1, "m": 60, "h": 3_600, "d": 86_400, "y": 31_536_000])
  }

  /// Reads a time-out as in curl: seconds, with a decimal fraction or without; at most 10^9.
  static func decimalSeconds(_ text: String) -> Double? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) }),
      parts.contains(where: { !$0.isEmpty }),
      let seconds = Double(text.last == "." ? "\(text)0" : "0\(text)"), seconds <= 1e9
    else { return nil }
    return seconds
  }

  /// Reads a whole number of digits only: no sign, no white space.
  static func wholeNumber(_ text: some StringProtocol) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit) else { return nil }
    return Int64(text)
  }

  /// Reads a time: RFC 3339, an HTTP-date, `+DURATION` or `-DURATION` from now; nil if the text is none of them.
  static func time(_ text: String, now: Instant) -> Instant? {
    guard let sign = text.first, "+-".contains(sign) else {
      return rfc3339Instant(text) ?? HTTPDate(text, now: now)?.validInstant
    }
    return duration(String(text.dropFirst())).map { now + (sign == "-" ? -$0 : $0) }
  }

  /// Reads `2026-01-12T16:45:57Z` or with `+01:00`; a fraction of a second is dropped (RFC 3339 §5.6).
  static func rfc3339Instant(_ text: String) -> Instant? {
    guard let milliseconds = timestampMilliseconds(text) else { return nil }
    return Instant(epoch: milliseconds / 1000 - (milliseconds % 1000 < 0 ? 1 : 0))
  }

  static func isPort(_ text: some StringProtocol) -> Bool {
    wholeNumber(text).map { (1...65_535).contains($0) } ?? false
  }

  /// Reads a whole number, which one of the units may follow.
  private static func number(_ text: String, _ units: [Character: Int64]) -> Int64? {
    guard let unit = text.last.flatMap({ units[$0] }) else { return wholeNumber(text) }
    guard let number = wholeNumber(text.dropLast()) else { return nil }
    let (product, overflow) = number.multipliedReportingOverflow(by: unit)
    return overflow ? nil : product
  }
}
