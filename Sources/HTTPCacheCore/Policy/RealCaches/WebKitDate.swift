/// A date as WebKit reads it (`WTF::parseDate`): that of a mail, or of a script, with words and remarks in brackets in front of it.
struct WebKitDate {
  private var rest: ArraySlice<UInt8>

  /// The time of a text; nil where it is none, or something is left behind it.
  static func instant(_ text: ArraySlice<UInt8>) -> Instant? {
    var date = WebKitDate(rest: text)
    return date.instant()
  }

  private init(rest: ArraySlice<UInt8>) { self.rest = rest }

  private mutating func instant() -> Instant? {
    guard let (day, month, first) = days() else { return nil }
    var year = first
    if year == nil, !rest.isEmpty {
      guard let number = number() else { return nil }
      year = number
    }
    guard let clock = clock(&year) else { return nil }
    if year == nil, rest.first?.isDigit == true {
      year = number()
      passBlanks()
    }
    guard let offset = zone() else { return nil }
    passBlanks()
    if year == nil, !rest.isEmpty {
      year = number()
      passBlanks()
    }
    guard rest.isEmpty, var year = year else { return nil }
    if (0..<100).contains(year) { year += year < 50 ? 2000 : 1900 }
    return CivilDate.instant(year: year, month: month, day: day, clock, minutesEastOfGMT: offset)
  }

  // MARK: The day

  /// Reads the day, the month (1 to 12), and the year if it stands before them; a weekday or a month may come first.
  private mutating func days() -> (day: Int, month: Int, year: Int?)? {
    var month = monthAmongWords()
    passBlanks()
    guard var day = number() else { return nil }
    var year: Int?
    if day > 31 {
      guard pass(0x2F), day >= 1000 else { return nil }
      year = day
      month = number()
      guard pass(0x2F), let number = number() else { return nil }
      day = number
    } else if rest.first == 0x2F, month == nil {
      rest = rest.dropFirst()
      month = day
      guard let number = number(), (1...31).contains(number) else { return nil }
      day = number
      pass(0x2F)
      guard !rest.isEmpty else { return nil }
    } else {
      pass(0x2D)
      passBlanks()
      pass(0x2C)
      if month == nil {
        month = Self.month(rest)
        rest = rest.drop { !Self.endsMonth($0) }
        guard month != nil, !rest.isEmpty else { return nil }
        rest = rest.dropFirst()
      }
    }
    guard let month, (1...12).contains(month) else { return nil }
    return (day, month, year)
  }

  private mutating func monthAmongWords() -> Int? {
    var month: Int?
    var word = rest
    while let byte = rest.first, !byte.isDigit {
      if Self.isSpace(byte) || byte == 0x28 {
        if rest.startIndex - word.startIndex >= 3 { month = Self.month(word) }
        passBlanks()
        word = rest
      } else {
        rest = rest.dropFirst()
      }
    }
    return month ?? (word.startIndex != rest.startIndex ? Self.month(word) : nil)
  }

  private static func month(_ text: ArraySlice<UInt8>) -> Int? {
    let word = text.prefix(3).text
    return HTTPDate.months.firstIndex { $0.equalsIgnoringASCIICase(word) }.map { $0 + 1 }
  }

  private static func endsMonth(_ byte: UInt8) -> Bool { byte == 0x2D || byte == 0x2C || isSpace(byte) }

  // MARK: The time

  /// Hour, minute and second, or three zeros; nil where it is no time of a day.
  ///
  /// A year that was read before a colon is the hour.
  private mutating func clock(_ year: inout Int?) -> [Int]? {
    var clock = [0, 0, 0]
    guard !rest.isEmpty else { return clock }
    if rest.first == 0x3A, let hour = year {
      (clock[0], year) = (hour, nil)
    } else {
      guard let byte = rest.first, Self.isSpace(byte) || byte == 0x2C else { return nil }
      rest = rest.dropFirst()
      passBlanks()
      guard let hour = number() else { return clock }
      clock[0] = hour
    }
    guard (0...23).contains(clock[0]), pass(0x3A), let minute = number(), (0...59).contains(minute) else {
      return nil
    }
    clock[1] = minute
    if pass(0x3A) {
      guard let second = number(), (0...59).contains(second), rest.first != 0x3A else { return nil }
      clock[2] = second
    } else if let byte = rest.first, !Self.isSpace(byte) {
      return nil
    }
    passBlanks()
    let (isMorning, isAfternoon) = (rest.beginsIgnoringCase(with: "am"), rest.beginsIgnoringCase(with: "pm"))
    guard isMorning || isAfternoon else { return clock }
    guard clock[0] <= 12 else { return nil }
    clock[0] = clock[0] % 12 + (isAfternoon ? 12 : 0)
    rest = rest.dropFirst(2)
    passBlanks()
    return clock
  }

  private static let zones = CivilZone.american + [("ut", 0), ("gmt", 0)]

  /// The minutes before or after GMT of a name, and of a number behind a sign; 0 without either, nil where the number is none.
  private mutating func zone() -> Int? {
    if rest.beginsIgnoringCase(with: "gmt") || rest.beginsIgnoringCase(with: "utc") {
      rest = rest.dropFirst(3)
    }
    guard let sign = rest.first, sign == 0x2B || sign == 0x2D else {
      guard let zone = Self.zones.first(where: { rest.beginsIgnoringCase(with: $0.name) }) else { return 0 }
      rest = rest.dropFirst(zone.name.utf8CodeUnitCount)
      return zone.minutes
    }
    rest = rest.dropFirst()
    guard let value = number(), value <= 9959 else { return nil }
    var minutes = value < 24 ? value * 60 : value / 100 * 60 + value % 100
    if pass(0x3A) {
      guard let more = number() else { return nil }
      minutes = value * 60 + more
    }
    return sign == 0x2D ? -minutes : minutes
  }

  // MARK: Bytes

  private mutating func number() -> Int? {
    let digits = rest.prefix(while: \.isDigit)
    guard (1...9).contains(digits.count), let value = Int(digits.text) else { return nil }
    rest = rest.dropFirst(digits.count)
    return value
  }

  @discardableResult private mutating func pass(_ byte: UInt8) -> Bool {
    guard rest.first == byte else { return false }
    rest = rest.dropFirst()
    return true
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// Passes spaces, and remarks in brackets.
  private mutating func passBlanks() {
    var depth = 0
    while let byte = rest.first, depth > 0 || Self.isSpace(byte) || byte == 0x28 {
      if byte == 0x28 { depth += 1 } else if byte == 0x29, depth > 0 { depth -= 1 }
      rest = rest.dropFirst()
    }
  }
}
