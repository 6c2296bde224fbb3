/// Reads a time as milliseconds since 1970, in the form of RFC 3339 §5.6 and in the forms that recording
/// programs write: `2026-01-12T16:45:57.123Z`, `+01:00`, `+0100`.
///
/// A leap second counts as second 59 of its minute. Nil if the text is malformed or has no zone.
package func timestampMilliseconds(_ text: String) -> Int64? {
  var text = text
  return text.withUTF8(timestampMilliseconds)
}

/// Reads a time from its bytes.
func timestampMilliseconds(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
  // The times that programs write are shorter: read no more bytes than this.
  let bytes = UnsafeBufferPointer(rebasing: text.prefix(64))
  guard bytes.count >= 20, bytes[4] == 0x2D, bytes[7] == 0x2D, bytes[13] == 0x3A, bytes[16] == 0x3A,
    bytes[10] | 0x20 == 0x74 || bytes[10] == 0x20,
    let year = decimal(bytes, 0..<4), let month = decimal(bytes, 5..<7), let day = decimal(bytes, 8..<10),
    let hour = decimal(bytes, 11..<13), let minute = decimal(bytes, 14..<16),
    let second = decimal(bytes, 17..<19), second <= 60,
    let date = CivilDate(
      year: year, month: month, day: day, hour: hour, minute: minute, second: min(second, 59))
  else { return nil }
  var index = 19
  var milliseconds = 0
  if bytes[index] == 0x2E || bytes[index] == 0x2C {
    index += 1
    let point = index
    while index < bytes.count, bytes[index] &- 0x30 < 10 { index += 1 }
    guard index > point else { return nil }
    for place in point..<(point + 3) {
      milliseconds = milliseconds * 10 + (place < index ? Int(bytes[place] - 0x30) : 0)
    }
  }
  guard let offset = zoneOffset(bytes, from: index) else { return nil }
  return (date.instant.epoch - offset) * 1000 + Int64(milliseconds)
}

/// The offset of a zone in seconds east of UTC: `Z`, `+hh:mm`, `-hhmm`; nil if it is malformed.
private func zoneOffset(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Seconds? {
  let count = bytes.count - start
  if count == 1, bytes[start] | 0x20 == 0x7A { return 0 }
  guard count == 5 || (count == 6 && bytes[start + 3] == 0x3A), bytes[start] == 0x2B || bytes[start] == 0x2D,
    let hours = decimal(bytes, (start + 1)..<(start + 3)),
    let minutes = decimal(bytes, (bytes.count - 2)..<bytes.count), hours < 24, minutes < 60
  else { return nil }
  return (bytes[start] == 0x2D ? -1 : 1) * Seconds(hours * 3600 + minutes * 60)
}

private func decimal(_ bytes: UnsafeBufferPointer<UInt8>, _ digits: Range<Int>) -> Int? {
  var number = 0
  for index in digits {
    guard bytes[index] &- 0x30 < 10 else { return nil }
    number = number * 10 + Int(bytes[index] - 0x30)
  }
  return number
}
