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
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[13] == 0x3A, bytes[16] == 0x3A,
      bytes[10] | 0x20 == 0x74 || bytes[10] == 0x20,
      let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10]),
      let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]),
      let second = number(bytes[17..<19]), second <= 60,
      // A leap second is the last second of its minute: the scale has no place for it.
      let date = CivilDate(
        year: Int(year), month: Int(month), day: Int(day), hour: Int(hour), minute: Int(minute),
        second: Int(min(second, 59))),
      let offset = zoneOffset(bytes[19...])
    else { return nil }
    return date.instant + -offset
  }

  /// The seconds east of UTC, of what follows the seconds: an optional fraction, then `Z`, `+hh:mm` or `-hh:mm`.
  private static func zoneOffset(_ text: ArraySlice<UInt8>) -> Seconds? {
    var rest = text
    if rest.first == 0x2E {
      rest = rest.dropFirst()
      let fraction = rest.prefix(while: \.isDigit)
      guard !fraction.isEmpty else { return nil }
      rest = rest[fraction.endIndex...]
    }
    if rest.count == 1, let zone = rest.first, zone | 0x20 == 0x7A { return 0 }
    let zone = Array(rest)
    guard zone.count == 6, zone[0] == 0x2B || zone[0] == 0x2D, zone[3] == 0x3A,
      let hours = number(zone[1..<3]), let minutes = number(zone[4..<6]), hours < 24, minutes < 60
    else { return nil }
    return (zone[0] == 0x2D ? -1 : 1) * (hours * 3_600 + minutes * 60)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    guard digits.allSatisfy(\.isDigit) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
  }
}
