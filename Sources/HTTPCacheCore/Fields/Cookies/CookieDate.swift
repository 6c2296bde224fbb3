/// Reads the date of a cookie, whose grammar is looser than that of other dates (RFC 6265 §5.1.1).
enum CookieDate {
  /// The instant; nil if a part is missing or wrong.
  static func instant(_ text: String) -> Instant? {
    var (time, day, month, year): ([Int]?, Int?, Int?, Int?)
    for token in text.utf8.split(whereSeparator: isDelimiter) {
      let word = String(decoding: token.map(\.asciiLowercased), as: UTF8.self)
      if time == nil, let found = self.time(word) {
        time = found
      } else if day == nil, let found = number(word, digits: 1...2) {
        day = found
      } else if month == nil,
        let found = HTTPDate.months.firstIndex(where: { $0.equalsIgnoringASCIICase(word.prefix(3)) })
      {
        month = found + 1
      } else if year == nil, let found = number(word, digits: 2...4) {
        year = found
      }
    }
    guard let time, let day, let month, var year else { return nil }
    if (70...99).contains(year) { year += 1900 } else if (0...69).contains(year) { year += 2000 }
    guard year >= 1601 else { return nil }
    return CivilDate(year: year, month: month, day: day, hour: time[0], minute: time[1], second: time[2])?
      .instant
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
    default: false
    }
  }

  /// `hh:mm:ss`.
  private static func time(_ word: String) -> [Int]? {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false).map { number($0, digits: 1...2) }
    let found = parts.compactMap { $0 }
    return found.count == 3 && parts.count == 3 ? found : nil
  }

  /// The number that a word begins with; nil if it has too few or too many digits.
  private static func number(_ word: some StringProtocol, digits: ClosedRange<Int>) -> Int? {
    let found = word.utf8.prefix { $0.isDigit }
    return digits.contains(found.count) ? Int(String(decoding: found, as: UTF8.self)) : nil
  }
}
