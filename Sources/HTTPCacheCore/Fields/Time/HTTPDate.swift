/// A date of a field, in any of the three forms (RFC 9110 §5.6.7), with the faults of its spelling.
public struct HTTPDate: Sendable, Hashable {
  /// The format of a date.
  public enum Form: Sendable, Hashable {
    /// `Sun, 06 Nov 1994 08:49:37 GMT`
    case imfFixdate
    /// `Sunday, 06-Nov-94 08:49:37 GMT`, obsolete
    case rfc850
    /// `Sun Nov  6 08:49:37 1994`, obsolete
    case asctime
  }

  /// The time that the numbers give, taken as GMT.
  public let instant: Instant

  /// The format in which the date was written.
  public let form: Form

  /// The weekday as written, 0 for Sunday, if it does not match the date; nil otherwise.
  public let wrongWeekday: Int?

  /// The zone as written, if it is not GMT, which makes the date invalid for a cache (RFC 9111 §4.2); nil otherwise.
  public let foreignZone: String?

  /// Whether all letters have the case of the grammar; caches ignore case (RFC 9111 §4.2).
  public let isCaseExact: Bool

  /// The time of a date that is valid for a cache; nil if the zone is not GMT.
  public var validInstant: Instant? { foreignZone == nil ? instant : nil }

  /// Reads a date; nil if the text has none of the three forms, or gives a time that does not exist.
  ///
  /// - Parameters:
  ///   - text: the field value.
  ///   - now: the time by which the century of a two-digit year is chosen: at most 50 years ahead.
  public init?(_ text: String, now: Instant) {
    var text = text
    if let exact = text.withUTF8({ Self(exactly: UnsafeRawBufferPointer($0)) }) {
      self = exact
      return
    }
    // No date of any form is longer.
    guard text.utf8.count <= 64 else { return nil }
    var words = Self.parts(text, 0x20)
    // In asctime, a day of one digit follows two spaces, which give an empty part.
    if words.count == 6, words[2].isEmpty, words[3].utf8.count == 1 { words[2...3] = ["0" + words[3]] }
    switch words.count {
    case 6:
      self.init(
        .imfFixdate, weekday: words[0], day: words[1], month: words[2], year: words[3], time: words[4],
        zone: words[5], now: now)
    case 5:
      self.init(
        .asctime, weekday: words[0], day: words[2], month: words[1], year: words[4], time: words[3],
        zone: "GMT", now: now)
    case 4:
      let date = Self.parts(words[1], 0x2D)
      guard date.count == 3 else { return nil }
      self.init(
        .rfc850, weekday: words[0], day: date[0], month: date[1], year: date[2], time: words[2],
        zone: words[3], now: now)
    default: return nil
    }
  }

  /// Reads a date from bytes, as `init(_:now:)` does from text.
  init?(_ bytes: UnsafeRawBufferPointer, now: Instant) {
    if let exact = Self(exactly: bytes) {
      self = exact
    } else {
      self.init(String(decoding: bytes, as: UTF8.self), now: now)
    }
  }

  /// Reads an IMF-fixdate without making a string of each part; nearly every date has this form.
  private init?(exactly bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 29, bytes[3] == 0x2C, bytes[4] == 0x20, bytes[7] == 0x20, bytes[11] == 0x20,
      bytes[16] == 0x20, bytes[19] == 0x3A, bytes[22] == 0x3A, bytes[25] == 0x20
    else { return nil }
    func word(_ start: Int) -> UInt32 {
      UInt32(bytes[start]) << 16 | UInt32(bytes[start + 1]) << 8 | UInt32(bytes[start + 2])
    }
    var areDigits = true
    func digit(_ index: Int) -> Int {
      let value = Int(bytes[index]) - 0x30
      if value < 0 || value > 9 { areDigits = false }
      return value
    }
    func pair(_ start: Int) -> Int { digit(start) * 10 + digit(start + 1) }
    let (day, year, hour) = (pair(5), pair(12) * 100 + pair(14), pair(17))
    let (minute, second) = (pair(20), pair(23))
    guard areDigits, word(26) == 0x47_4D54, let weekday = Self.dayWords.firstIndex(of: word(0)),
      let month = Self.monthWords.firstIndex(of: word(8)),
      let date = CivilDate(
        year: year, month: month + 1, day: day, hour: hour, minute: minute, second: second)
    else { return nil }
    form = .imfFixdate
    instant = date.instant
    wrongWeekday = weekday == date.weekday ? nil : weekday
    foreignZone = nil
    isCaseExact = true
  }

  private static let shortDaysBeforeComma = shortDays.map { $0 + "," }
  private static let longDaysBeforeComma = longDays.map { $0 + "," }
  private static let dayWords = shortDays.map(word)
  private static let monthWords = months.map(word)

  /// Three letters as one number.
  private static func word(_ name: String) -> UInt32 { name.utf8.reduce(0) { $0 << 8 | UInt32($1) } }

  private init?(
    _ form: Form, weekday: String, day: String, month: String, year: String, time: String, zone: String,
    now: Instant
  ) {
    let weekdays =
      switch form {
      case .imfFixdate: Self.shortDaysBeforeComma
      case .rfc850: Self.longDaysBeforeComma
      case .asctime: Self.shortDays
      }
    let clock = Self.parts(time, 0x3A).map { Self.number($0, digits: 2) }
    guard clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2],
      let weekdayIndex = weekdays.firstIndex(where: { $0.equalsIgnoringASCIICase(weekday) }),
      let monthIndex = Self.months.firstIndex(where: { $0.equalsIgnoringASCIICase(month) }),
      let written = Self.number(year, digits: form == .rfc850 ? 2 : 4), let day = Self.number(day, digits: 2),
      case let within = YearMoment(month: monthIndex + 1, day: day, clock: [hour, minute, second]),
      let date = CivilDate(
        year: form == .rfc850 ? Self.year(written, within, now: now) : written, month: monthIndex + 1,
        day: day, hour: hour, minute: minute, second: second),
      Self.isZone(zone)
    else { return nil }
    self.form = form
    instant = date.instant
    wrongWeekday = weekdayIndex == date.weekday ? nil : weekdayIndex
    foreignZone = zone.equalsIgnoringASCIICase("GMT") ? nil : zone
    isCaseExact =
      weekdays[weekdayIndex] == weekday && Self.months[monthIndex] == month
      && (foreignZone != nil || zone == "GMT")
  }

  /// A month, day and time, which may be compared with those of another year.
  private struct YearMoment: Comparable {
    private let seconds: Int

    /// `clock` is hour, minute and second.
    init(month: Int, day: Int, clock: [Int]) {
      seconds = (month * 32 + day) * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2]
    }

    static func < (left: YearMoment, right: YearMoment) -> Bool { left.seconds < right.seconds }
  }

  /// The year with these last two digits in which a moment is at most 50 years ahead; else the latest in the past
  /// (RFC 9110 §5.6.7).
  private static func year(_ twoDigits: Int, _ moment: YearMoment, now: Instant) -> Int {
    let today = CivilDate(now)
    let inCentury = today.year - today.year % 100 + twoDigits
    let year = inCentury <= today.year - 50 ? inCentury + 100 : inCentury
    let present = YearMoment(
      month: today.month, day: today.day, clock: [today.hour, today.minute, today.second])
    let isFar = year > today.year + 50 || year == today.year + 50 && moment > present
    return isFar ? year - 100 : year
  }

  /// The parts between separators; comparing bytes takes half of the time of comparing characters.
  private static func parts(_ text: String, _ separator: UInt8) -> [String] {
    text.utf8.split(separator: separator, omittingEmptySubsequences: false).map { String(Substring($0)) }
  }

  private static func number(_ text: String, digits: Int) -> Int? {
    text.utf8.count == digits && text.utf8.allSatisfy(\.isDigit) ? Int(text) : nil
  }

  /// Whether a text looks like a time zone: at most five letters, or `+0000`.
  private static func isZone(_ text: String) -> Bool {
    if text.hasPrefix("+") || text.hasPrefix("-") {
      return number(String(text.dropFirst()), digits: 4) != nil
    }
    return (1...5).contains(text.utf8.count) && text.utf8.allSatisfy(\.isLetter)
  }

  /// Three-letter weekday names, Sunday first.
  public static let shortDays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

  /// Weekday names in full, Sunday first.
  public static let longDays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]

  /// Three-letter month names, January first.
  static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// Writes a time in the form that senders must use: `Sun, 06 Nov 1994 08:49:37 GMT`.
  ///
  /// - Parameter instant: the moment; years outside 0 to 9999 are clamped.
  /// - Returns: the IMF-fixdate.
  public static func imfFixdate(_ instant: Instant) -> String {
    let date = CivilDate(instant)
    let clock = [date.hour, date.minute, date.second].map { $0.padded(2) }.joined(separator: ":")
    let day = "\(date.day.padded(2)) \(months[date.month - 1]) \(date.year.padded(4))"
    return "\(shortDays[date.weekday]), \(day) \(clock) GMT"
  }
}
