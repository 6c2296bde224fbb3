/// A date as NSPR reads it (`PR_ParseTimeString`), of which Firefox has the original and Chromium a copy: words and numbers in any
/// order, each the first that can be it; whatever else is there is passed over.
struct NetscapeDate {
  enum Edition {
    case original
    /// Chromium's copy reads a year of four digits in front of its month, and `T` before a time.
    case chromium
  }

  private let text: ArraySlice<UInt8>
  private let edition: Edition
  private var place: Int
  private var day: Int?
  private var month: Int?
  private var year: Int?
  private var clock: [Int]?
  /// Minutes before or after GMT: of a word, and of a number behind a sign.
  private var zone: Int?
  private var offset: Int?

  /// The time of a text; nil without a day, a month or a year, and beyond the years of 16 bits.
  static func instant(_ text: ArraySlice<UInt8>, _ edition: Edition) -> Instant? {
    var date = NetscapeDate(text: text, edition: edition)
    return date.instant()
  }

  private init(text: ArraySlice<UInt8>, edition: Edition) {
    (self.text, self.edition, place) = (text, edition, text.startIndex)
  }

  private mutating func instant() -> Instant? {
    while place < text.endIndex {
      read()
      passToken()
    }
    guard let day, let month, let year, year <= Int16.max else { return nil }
    return CivilDate.instant(
      year: year, month: month, day: day, clock ?? [0, 0, 0], minutesEastOfGMT: offset ?? zone ?? 0)
  }

  private func byte(_ place: Int) -> UInt8 { place < text.endIndex ? text[place] : 0 }

  private mutating func read() {
    switch byte(place) {
    case 0x2B, 0x2D: readOffset()
    case let byte where byte.isDigit: readNumber()
    case let byte where byte.isLetter: readWord()
    default: break
    }
  }

  // MARK: Words

  private static let zones =
    CivilZone.american + [
      ("gmt", 0), ("ast", -240), ("nst", -210), ("met", 60), ("bst", 60), ("eet", 120), ("jst", 540),
    ]

  /// Notes a month or a zone, by the letters with which a word begins.
  private mutating func readWord() {
    let rest = text[place...]
    let name = rest.prefix(3).text
    if month == nil, let found = HTTPDate.months.firstIndex(where: { $0.equalsIgnoringASCIICase(name) }) {
      month = found + 1
    } else if zone == nil {
      zone =
        rest.beginsIgnoringCase(with: "ut") && !byte(place + 2).isLetter
        ? 0 : Self.zones.first { rest.beginsIgnoringCase(with: $0.name) }?.minutes
    }
  }

  /// Notes `+0100`, `+01` and `+1`, behind GMT or no zone at all.
  private mutating func readOffset() {
    let sign = byte(place) == 0x2B ? 1 : -1
    place += 1
    guard offset == nil, zone == nil || zone == 0 else { return }
    let digits = text[place...].prefix(while: \.isDigit)
    guard let value = Self.number(digits), [1, 2, 4].contains(digits.count) else { return }
    offset = sign * (digits.count == 4 ? value / 100 * 60 + value % 100 : value * 60)
    zone = 0
  }

  // MARK: Numbers

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    digits.count <= 9 ? Int(digits.text) : nil
  }

  private mutating func readNumber() {
    let digits = text[place...].prefix(while: \.isDigit)
    let next = byte(digits.endIndex)
    if next == 0x3A { return readClock() }
    if next == 0x2F || next == 0x2D, byte(digits.endIndex + 1).isDigit { return readDate() }
    guard !next.isLetter, let value = Self.number(digits) else { return }
    switch digits.count {
    case 4, 5: year = year ?? value
    case 2 where day == nil && value < 32: day = value
    case 2: year = year ?? (value < 70 ? 2000 : 1900) + value
    case 1: day = day ?? value
    default: break
    }
  }

  /// Notes `12:30`, with seconds, parts of a second, `Z`, `am` and `pm`.
  private mutating func readClock() {
    guard clock == nil else { return }
    var parts: [Int] = []
    while parts.count < 3 {
      let digits = text[place...].prefix(while: \.isDigit)
      guard digits.count <= 2 else { return }
      guard let value = Self.number(digits) else { break }
      parts.append(value)
      place = digits.endIndex
      guard byte(place) == 0x3A else { break }
      place += 1
    }
    guard parts.count >= 2 else { return }
    if byte(place) == 0x2E { place = text[(place + 1)...].prefix(while: \.isDigit).endIndex }
    if byte(place) == 0x5A {
      zone = 0
      place += 1
    } else if parts[0] <= 12 {
      let rest = text[place...].drop { $0 == 0x20 || $0 == 0x09 }
      if rest.beginsIgnoringCase(with: "pm") {
        parts[0] = parts[0] == 12 ? 12 : parts[0] + 12
      } else if parts[0] == 12, rest.beginsIgnoringCase(with: "am") {
        parts[0] = 0
      }
    }
    clock = parts + Array(repeating: 0, count: 3 - parts.count)
  }

  /// Notes `1/31/2035`, `31-1-35`, `2035-01-31` and the like.
  private mutating func readDate() {
    guard month == nil else { return }
    var end = place
    func digits(_ counts: Set<Int>) -> Int? {
      let most = counts.max() ?? 0
      let digits = text[end...].prefix(while: \.isDigit).prefix(most)
      guard counts.contains(digits.count), let value = Self.number(digits) else { return nil }
      end = digits.endIndex
      return value
    }
    func separator() -> Bool {
      guard byte(end) == 0x2F || byte(end) == 0x2D else { return false }
      end += 1
      return true
    }
    guard let first = digits(edition == .chromium ? [1, 2, 4] : [1, 2]), separator(),
      let second = digits([1, 2]),
      separator(), var third = digits([1, 2, 4, 5])
    else { return }
    let hasTime = edition == .chromium && byte(end) == 0x54 && byte(end + 1).isDigit
    guard hasTime || !byte(end).isDigit && !byte(end).isLetter else { return }
    if first > 31 || first == 0 {
      guard second <= 12, third <= 31 else { return }
      (year, month, day) = (first < 70 ? first + 2000 : first < 100 ? first + 1900 : first, second, third)
    } else if first <= 12 || second <= 12 {
      third += third < 70 ? 2000 : third < 100 ? 1900 : 0
      (day, month, year) = first > 12 ? (first, second, third) : (second, first, third)
    }
    place = end
    guard hasTime else { return }
    place += 1
    if byte(text[place...].prefix(while: \.isDigit).endIndex) == 0x3A { readClock() }
  }

  // MARK: Separators

  /// Passes the rest of a token, and what separates it from the next.
  private mutating func passToken() {
    while place < text.endIndex, !Self.isBlank(byte(place)), byte(place) != 0x2D, byte(place) != 0x2B {
      place += 1
    }
    while place < text.endIndex {
      if byte(place) == 0x2D {
        let isBehindWord = place > text.startIndex && text[place - 1].isLetter && year == nil
        guard isBehindWord || !byte(place + 1).isDigit else { return }
      } else if !Self.isBlank(byte(place)) {
        return
      }
      place += 1
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { " \t,;/()[]".utf8.contains(byte) }
}
