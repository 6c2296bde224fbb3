/// Reads a time as RFC 3339 §5.6 writes it, and as programs that record traffic do: `2026-01-12T16:45:57.123Z`,
/// `+01:00`, `+0100`.
///
/// - Parameter text: the time; a leap second is the last second of its minute.
/// - Returns: milliseconds since 1970; nil where the text is no such time, or names no zone.
package func timestampMilliseconds(_ text: some StringProtocol) -> Int64? {
  let bytes = Array(text.utf8.prefix(64))
  guard bytes.count >= 20, bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[13] == 0x3A, bytes[16] == 0x3A,
    bytes[10] | 0x20 == 0x74 || bytes[10] == 0x20,
    let year = decimal(bytes[0..<4]), let month = decimal(bytes[5..<7]), let day = decimal(bytes[8..<10]),
    let hour = decimal(bytes[11..<13]), let minute = decimal(bytes[14..<16]),
    let second = decimal(bytes[17..<19]), second <= 60,
    let date = CivilDate(
      year: year, month: month, day: day, hour: hour, minute: minute, second: min(second, 59))
  else { return nil }
  var rest = bytes[19...]
  var milliseconds = 0
  if rest.first == 0x2E || rest.first == 0x2C {
    let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty else { return nil }
    for offset in 0..<3 {
      let digit = offset < digits.count ? Int(digits[digits.startIndex + offset]) - 0x30 : 0
      milliseconds = milliseconds * 10 + digit
    }
    rest = rest[digits.endIndex...]
  }
  guard let offset = zoneOffset(rest) else { return nil }
  return (date.instant.epoch - offset) * 1000 + Int64(milliseconds)
}

/// The seconds east of UTC that a zone names: `Z`, `+hh:mm`, `-hhmm`.
private func zoneOffset(_ zone: ArraySlice<UInt8>) -> Seconds? {
  let zone = Array(zone)
  if zone.count == 1, zone[0] | 0x20 == 0x7A { return 0 }
  guard zone.count == 5 || (zone.count == 6 && zone[3] == 0x3A), zone[0] == 0x2B || zone[0] == 0x2D,
    let hours = decimal(zone[1..<3]), let minutes = decimal(zone[(zone.count - 2)...]), hours < 24,
    minutes < 60
  else { return nil }
  return (zone[0] == 0x2D ? -1 : 1) * Seconds(hours * 3600 + minutes * 60)
}

private func decimal(_ digits: ArraySlice<UInt8>) -> Int? {
  guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
  return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
}
