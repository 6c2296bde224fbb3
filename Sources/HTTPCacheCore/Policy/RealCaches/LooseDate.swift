/// Reads malformed dates as other caches do; each cache accepts different mistakes.
enum LooseDate {
  /// Mistakes in how a date is written.
  struct Oddities: OptionSet {
    let rawValue: Int

    private static func bit(_ number: Int) -> Self { Self(rawValue: 1 << number) }

    // The weekday.

    /// A weekday that is not that of the date.
    static let wrongWeekday = bit(0)
    static let noWeekday = bit(1)
    /// A weekday in another case.
    static let weekdayCase = bit(2)
    /// A word that is no weekday, as in other languages.
    static let unknownWeekday = bit(3)
    /// A weekday in full before a date without dashes.
    static let longWeekday = bit(4)
    /// A weekday of three letters before a date with dashes.
    static let shortWeekday = bit(5)
    static let noComma = bit(6)

    // White space.

    /// No space after the comma.
    static let noSpace = bit(7)
    /// Several spaces before the day.
    static let spacesBeforeDay = bit(8)
    /// Several spaces between day and time.
    static let spacesWithin = bit(9)
    static let spacesBeforeZone = bit(10)

    // The day.

    /// A day of one digit, with spaces around it, or before a dash.
    static let shortDay = bit(11)
    static let shortDashedDay = bit(12)
    /// In asctime, a day of one digit after one space.
    static let shortAsctimeDay = bit(13)
    /// Day 0, day 29 to 31 of a shorter month, and day 32.
    static let dayZero = bit(14)
    static let longMonth = bit(15)
    static let day32 = bit(16)

    // The month; in `Mon, 01 JAN 2035`, and in a date that does not begin as RFC 9110 has it.

    static let upperMonth = bit(17)
    static let lowerMonth = bit(18)
    static let otherUpperMonth = bit(19)
    static let otherLowerMonth = bit(20)
    /// A month in full.
    static let fullMonth = bit(21)
    static let otherFullMonth = bit(22)
    /// A month that does not exist, of which only the first letter is read.
    static let oddMonth = bit(23)

    // The year.

    /// Dashes around the month of a year of four digits.
    static let dashes = bit(24)
    /// A year of two digits that is not between dashes, as it is in RFC 850.
    static let shortYear = bit(25)
    static let longYear = bit(26)

    // The time, and its zone.

    /// An hour, minute or second of one digit.
    static let shortClock = bit(27)
    static let noSeconds = bit(28)
    static let hour24 = bit(29)
    /// Second 60, which RFC 9110 has, or 61.
    static let leapSecond = bit(30)
    static let noZone = bit(31)
    static let otherZone = bit(32)
    /// GMT in another case.
    static let zoneCase = bit(33)
    /// Anything behind GMT, such as `GMT+0100`.
    static let afterGMT = bit(34)

    /// What changes nothing but names: a wrong weekday, and letters of either case.
    static let anyNames: Self = [.wrongWeekday, .weekdayCase, .otherUpperMonth, .otherLowerMonth, .zoneCase]

    static let months: Self = [
      .upperMonth, .lowerMonth, .otherUpperMonth, .otherLowerMonth, .fullMonth, .otherFullMonth,
    ]
  }

  /// The first year of two digits that belongs to the last century: what nginx, Squid, Apache, HAProxy, Traffic Server
  /// and Chromium read, whatever RFC 9110 §5.6.7 says.
  static let usualPivot = 70

  /// Reads a date without any mistake; nil for any other, and for years of two digits, which caches read differently.
  static func plain(_ text: ArraySlice<UInt8>) -> Instant? {
    // A leap second is a mistake for some caches.
    guard let date = text.withUnsafeBytes({ HTTPDate($0, now: Instant(epoch: 0)) }), date.form == .imfFixdate,
      date.isCaseExact, date.foreignZone == nil, date.wrongWeekday == nil,
      !text.dropFirst(23).starts(with: "60".utf8)
    else { return nil }
    return date.instant
  }

  /// Reads a date; nil if it has a mistake that the cache does not accept.
  static func instant(
    _ text: ArraySlice<UInt8>, accepting accepted: Oddities, pivot: Int = usualPivot
  ) -> Instant? {
    if let plain = plain(text) { return plain }
    guard text.count <= 64 else { return nil }
    var reading = Reading(rest: text)
    guard let instant = reading.instant(pivot: pivot), reading.oddities.isSubset(of: accepted) else {
      return nil
    }
    return instant
  }
}

/// A date that is being read, with the mistakes found so far.
private struct Reading {
  var rest: ArraySlice<UInt8>
  var oddities: LooseDate.Oddities = []

  /// The weekday, 0 for Sunday; nil if none is named.
  private var weekday: Int?

  /// Whether the date begins as RFC 9110 has it: `Mon,`.
  private var isUsual = false

  init(rest: ArraySlice<UInt8>) { self.rest = rest }

  /// The time; nil if the text is too far from a date.
  mutating func instant(pivot: Int) -> Instant? {
    let (name, hasComma, spaces) = beginning()
    if !name.isEmpty, !hasComma, rest.first?.isLetter == true { return asctime(name) }
    guard let day = number() else { return nil }
    let isDashed = rest.first == 0x2D
    noteWeekday(name, isDashed: isDashed)
    if !name.isEmpty {
      if !hasComma { oddities.insert(.noComma) } else if spaces == 0 { oddities.insert(.noSpace) }
      if spaces > 1 { oddities.insert(.spacesBeforeDay) }
    }
    if day.digits == 1 { oddities.insert(isDashed ? .shortDashedDay : .shortDay) }
    guard separator(isDashed), let month = month(), separator(isDashed), let year = number() else {
      return nil
    }
    guard gap(.spacesWithin), let clock = clock(), case let zoneSpaces = spacesPassed(), day.digits <= 2
    else { return nil }
    if zoneSpaces > 1 { oddities.insert(.spacesBeforeZone) }
    noteZone()
    return moment(day: day.value, month: month, year: year, isDashed: isDashed, clock, pivot: pivot)
  }

  /// The weekday's name with its comma, and the spaces behind it.
  private mutating func beginning() -> (name: ArraySlice<UInt8>, hasComma: Bool, spaces: Int) {
    let name = word()
    let hasComma = rest.first == 0x2C
    if hasComma { rest = rest.dropFirst() }
    isUsual = name.count == 3 && hasComma
    return (name, hasComma, spacesPassed())
  }

  /// `Sun Nov  6 08:49:37 1994`, and whatever follows.
  private mutating func asctime(_ name: ArraySlice<UInt8>) -> Instant? {
    noteWeekday(name, isDashed: false)
    guard let month = month() else { return nil }
    let spaces = spacesPassed()
    guard let day = number(), day.digits <= 2 else { return nil }
    if day.digits == 1, spaces == 1 { oddities.insert(.shortAsctimeDay) }
    if spaces + day.digits > 3 { oddities.insert(.spacesWithin) }
    guard gap(.spacesWithin), let clock = clock(), gap(.spacesWithin), let year = number(), year.digits == 4
    else {
      return nil
    }
    return moment(
      day: day.value, month: month, year: year, isDashed: false, clock, pivot: LooseDate.usualPivot)
  }

  // MARK: Words

  private mutating func word() -> ArraySlice<UInt8> {
    let word = rest.prefix(while: \.isLetter)
    rest = rest.dropFirst(word.count)
    return word
  }

  private mutating func number() -> (value: Int, digits: Int)? {
    let digits = rest.prefix(while: \.isDigit)
    guard (1...9).contains(digits.count), let value = Int(digits.text) else { return nil }
    rest = rest.dropFirst(digits.count)
    return (value, digits.count)
  }

  private mutating func spacesPassed() -> Int {
    let count = rest.prefix { $0 == 0x20 }.count
    rest = rest.dropFirst(count)
    return count
  }

  /// Passes at least one space; several are a mistake.
  private mutating func gap(_ several: LooseDate.Oddities) -> Bool {
    let count = spacesPassed()
    if count > 1 { oddities.insert(several) }
    return count > 0
  }

  /// Passes what stands around the month: a dash or a space.
  private mutating func separator(_ isDashed: Bool) -> Bool {
    guard isDashed else { return gap(.spacesWithin) }
    guard rest.first == 0x2D else { return false }
    rest = rest.dropFirst()
    return true
  }

  private mutating func noteWeekday(_ name: ArraySlice<UInt8>, isDashed: Bool) {
    guard !name.isEmpty else {
      oddities.insert(.noWeekday)
      return
    }
    let text = name.text
    func place(in names: [String]) -> Int? { names.firstIndex { $0.equalsIgnoringASCIICase(text) } }
    let (short, long) = (place(in: HTTPDate.shortDays), place(in: HTTPDate.longDays))
    guard let day = short ?? long else {
      oddities.insert(.unknownWeekday)
      return
    }
    weekday = day
    if text != HTTPDate.shortDays[day], text != HTTPDate.longDays[day] { oddities.insert(.weekdayCase) }
    if isDashed, short != nil { oddities.insert(.shortWeekday) }
    if !isDashed, long != nil { oddities.insert(.longWeekday) }
  }

  /// The month, from 1 on.
  private mutating func month() -> Int? {
    let name = word()
    let text = name.text
    if let index = HTTPDate.months.firstIndex(of: text) { return index + 1 }
    let isUpper = name.first.map { $0 != $0.asciiLowercased } == true
    if let index = HTTPDate.months.firstIndex(where: { $0.equalsIgnoringASCIICase(text) }) {
      oddities.insert(
        isUsual ? (isUpper ? .upperMonth : .lowerMonth) : isUpper ? .otherUpperMonth : .otherLowerMonth)
      return index + 1
    }
    if let index = Self.longMonths.firstIndex(where: { $0.equalsIgnoringASCIICase(text) }) {
      oddities.insert(isUsual ? .fullMonth : .otherFullMonth)
      return index + 1
    }
    guard name.count == 3, let index = HTTPDate.months.firstIndex(where: { $0.utf8.first == name.first })
    else {
      return nil
    }
    oddities.insert(.oddMonth)
    return index + 1
  }

  private static let longMonths = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November",
    "December",
  ]

  /// Hour, minute and second.
  private mutating func clock() -> [Int]? {
    var clock: [Int] = []
    while clock.count < 3, let part = number() {
      guard part.digits <= 2 else { return nil }
      if part.digits == 1 { oddities.insert(.shortClock) }
      clock.append(part.value)
      guard clock.count < 3, rest.first == 0x3A else { break }
      rest = rest.dropFirst()
    }
    if clock.count == 2 {
      clock.append(0)
      oddities.insert(.noSeconds)
    }
    guard clock.count == 3, clock[0] <= 25, clock[1] <= 59, clock[2] <= 61 else { return nil }
    if clock[0] >= 24 { oddities.insert(.hour24) }
    if clock[2] >= 60 { oddities.insert(.leapSecond) }
    return clock
  }

  private mutating func noteZone() {
    if rest.equals("GMT") { return }
    if rest.isEmpty {
      oddities.insert(.noZone)
    } else if rest.equalsIgnoringCase("gmt") {
      oddities.insert(.zoneCase)
    } else {
      oddities.insert(rest.prefix(3).equals("GMT") ? .afterGMT : .otherZone)
    }
  }

  private mutating func moment(
    day: Int, month: Int, year written: (value: Int, digits: Int), isDashed: Bool, _ clock: [Int], pivot: Int
  ) -> Instant? {
    var year = written.value
    switch written.digits {
    case 2:
      if !isDashed { oddities.insert(.shortYear) }
      year += year < pivot ? 2000 : 1900
    case 4: if isDashed { oddities.insert(.dashes) }
    case 5...:
      oddities.insert(.longYear)
      year = min(year, 9999)
    default: return nil
    }
    if let date = CivilDate(year: year, month: month, day: day, hour: 0, minute: 0, second: 0) {
      if let weekday, weekday != date.weekday { oddities.insert(.wrongWeekday) }
    } else {
      guard (0...32).contains(day) else { return nil }
      oddities.insert(day == 0 ? .dayZero : day == 32 ? .day32 : .longMonth)
    }
    return CivilDate.instant(year: year, month: month, day: day, clock)
  }
}

extension CivilDate {
  /// The time of a date whose parts may be beyond their ends: of day 0 and of day 32, of hour 25 and of minute 60.
  ///
  /// Years beyond 9999 count as the last.
  static func instant(
    year: Int, month: Int, day: Int, _ clock: [Int], minutesEastOfGMT offset: Int = 0
  ) -> Instant? {
    let months = min(max(year, 0), 9999) * 12 + month - 1
    let first = CivilDate(year: months / 12, month: months % 12 + 1, day: 1, hour: 0, minute: 0, second: 0)
    let minutes = ((day - 1) * 24 + clock[0]) * 60 + clock[1] - offset
    return first.map { $0.instant + Seconds(minutes * 60 + clock[2]) }
  }
}
