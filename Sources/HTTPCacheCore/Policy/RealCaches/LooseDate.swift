/// Reads malformed dates as other caches do; each cache accepts different mistakes.
enum LooseDate {
  /// Mistakes in how a date is written.
  struct Oddities: OptionSet {
    let rawValue: Int

    static let noZone = Self(rawValue: 1)
    static let otherZone = Self(rawValue: 2)
    /// Names in another case.
    static let anyCase = Self(rawValue: 4)
    /// Dashes around the month of a year of four digits.
    static let dashes = Self(rawValue: 8)
    /// A day of one digit.
    static let shortDay = Self(rawValue: 16)
    static let noSeconds = Self(rawValue: 32)
    static let hour24 = Self(rawValue: 64)
    static let noWeekday = Self(rawValue: 128)
    /// A day that the month does not have.
    static let longMonth = Self(rawValue: 256)
    /// A month that does not exist, of which only the first letter is read.
    static let oddMonth = Self(rawValue: 512)
    static let iso8601 = Self(rawValue: 1024)
    /// A weekday that is not that of the date.
    static let wrongWeekday = Self(rawValue: 2048)
    /// A year of two digits that is not between dashes, as it is in RFC 850.
    static let shortYear = Self(rawValue: 4096)
  }

  /// Reads a date; nil if it has a mistake that the cache does not accept.
  static func instant(_ text: ArraySlice<UInt8>, accepting accepted: Oddities, now: Instant) -> Instant? {
    let exact = text.withUnsafeBytes { HTTPDate($0, now: now) }
    if let exact, exact.foreignZone == nil, exact.isCaseExact {
      return exact.wrongWeekday == nil || accepted.contains(.wrongWeekday) ? exact.instant : nil
    }
    guard text.count <= 64, let (instant, oddities) = read(text, now: now), oddities.isSubset(of: accepted)
    else { return nil }
    return instant
  }

  /// The time, and all oddities in how it is written.
  private static func read(_ text: ArraySlice<UInt8>, now: Instant) -> (Instant, Oddities)? {
    if let date = iso8601(text) { return (date, .iso8601) }
    var oddities: Oddities = []
    var parts = text.words(separatedBy: " ,")
    if let first = parts.first, first.allSatisfy(\.isLetter), first.count >= 3 {
      if !HTTPDate.shortDays.contains(first.text), !HTTPDate.longDays.contains(first.text) {
        guard isName(first, of: HTTPDate.shortDays) || isName(first, of: HTTPDate.longDays) else {
          return nil
        }
        oddities.insert(.anyCase)
      }
      parts.removeFirst()
    } else {
      oddities.insert(.noWeekday)
    }
    let hasDashes = parts.first?.contains(0x2D) == true
    if hasDashes, let first = parts.first {
      let day = first.words(separatedBy: "-")
      guard day.count == 3 else { return nil }
      if day[2].count != 2 { oddities.insert(.dashes) }
      parts.replaceSubrange(0..<1, with: day)
    }
    guard parts.count >= 4, let day = number(parts[0]), let written = number(parts[2]) else { return nil }
    if parts[0].count != 2 { oddities.insert(.shortDay) }
    guard let month = month(parts[1], &oddities), let clock = clock(parts[3], &oddities) else { return nil }
    zone(parts.dropFirst(4), &oddities)
    let within = HTTPDate.YearMoment(month: month, day: day, clock: clock)
    let isShort = parts[2].count == 2
    if isShort, !hasDashes { oddities.insert(.shortYear) }
    let year = isShort ? HTTPDate.year(written, within, now: now) : written
    return moment(day: day, month: month, year: year, clock, oddities)
  }

  /// The month, from 1 on.
  private static func month(_ name: ArraySlice<UInt8>, _ oddities: inout Oddities) -> Int? {
    let text = name.text
    if let index = HTTPDate.months.firstIndex(of: text) { return index + 1 }
    if let index = HTTPDate.months.firstIndex(where: { $0.equalsIgnoringASCIICase(text) }) {
      oddities.insert(.anyCase)
      return index + 1
    }
    guard name.count == 3, let index = HTTPDate.months.firstIndex(where: { $0.utf8.first == name.first })
    else { return nil }
    oddities.insert(.oddMonth)
    return index + 1
  }

  /// Hour, minute and second.
  private static func clock(_ text: ArraySlice<UInt8>, _ oddities: inout Oddities) -> [Int]? {
    var clock = text.words(separatedBy: ":").compactMap(number)
    if clock.count == 2 {
      clock.append(0)
      oddities.insert(.noSeconds)
    }
    guard clock.count == 3, clock[0] <= 24, clock[1] <= 59, clock[2] <= 60 else { return nil }
    if clock[0] == 24 { oddities.insert(.hour24) }
    return clock
  }

  /// Adds the oddity of the zone, if it has one.
  private static func zone(_ rest: ArraySlice<ArraySlice<UInt8>>, _ oddities: inout Oddities) {
    guard let zone = rest.first else {
      oddities.insert(.noZone)
      return
    }
    if zone.equals("GMT") { return }
    oddities.insert(zone.equalsIgnoringCase("gmt") ? .anyCase : .otherZone)
  }

  private static func moment(
    day: Int, month: Int, year: Int, _ clock: [Int], _ found: Oddities
  ) -> (Instant, Oddities)? {
    var oddities = found
    var first = day
    if CivilDate(year: year, month: month, day: day, hour: 0, minute: 0, second: 0) == nil {
      guard (29...32).contains(day) else { return nil }
      first = 1
      oddities.insert(.longMonth)
    }
    guard let date = CivilDate(year: year, month: month, day: first, hour: 0, minute: 0, second: 0) else {
      return nil
    }
    let seconds = Seconds(((day - first) * 24 + clock[0]) * 3600 + clock[1] * 60 + clock[2])
    return (date.instant + seconds, oddities)
  }

  /// `2099-01-01T00:00:00`, with or without `Z`.
  private static func iso8601(_ text: ArraySlice<UInt8>) -> Instant? {
    guard text.count >= 19, text[text.startIndex + 4] == 0x2D else { return nil }
    let parts = text.words(separatedBy: "-T:Z ").compactMap(number)
    guard parts.count == 6 else { return nil }
    return CivilDate(
      year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4], second: parts[5])?
      .instant
  }

  private static func isName(_ text: ArraySlice<UInt8>, of names: [String]) -> Bool {
    names.contains { $0.equalsIgnoringASCIICase(text.text) }
  }

  /// A short number without a sign.
  private static func number(_ text: ArraySlice<UInt8>) -> Int? {
    text.count <= 9 && text.allSatisfy(\.isDigit) ? Int(text.text) : nil
  }
}
