// What the bytes of a name read as: words that people write, digits of a hash, an id or a time.

extension UInt8 {
  /// Whether it separates the words of a name: one of `.-_~@+`.
  var separatesWords: Bool {
    self == 0x2D || self == 0x2E || self == 0x5F || self == 0x7E || self == 0x40 || self == 0x2B
  }

  var isUpper: Bool { (0x41...0x5A).contains(self) }

  var isLower: Bool { (0x61...0x7A).contains(self) }

  /// Another digit in place of a digit, another letter in place of a letter, and one of `a` to `f` in place of one of
  /// these.
  func another(by other: UInt8) -> UInt8 {
    guard isDigit || isLetter else { return self }
    if isDigit { return 0x30 + (self - 0x30 + 1 + other % 9) % 10 }
    let first = self & 0x20 | 0x41
    let place = self - first
    return first + (place < 6 ? (place + 1 + other % 5) % 6 : (place + 1 + other % 25) % 26)
  }
}

extension ArraySlice<UInt8> {
  /// Whether one of these bytes precedes a part.
  func precedes(_ part: Self, _ bytes: UInt8...) -> Bool {
    part.startIndex > startIndex && bytes.contains(self[part.startIndex - 1])
  }

  /// Whether it is hexadecimal digits, with letters and numbers among them.
  var isHexadecimal: Bool {
    allSatisfy { $0.hexValue != nil } && contains(where: \.isDigit) && contains(where: \.isLetter)
  }

  /// Whether it is letters of the alphabet of base64 for URLs.
  var isBase64: Bool { allSatisfy { $0.isDigit || $0.isLetter || $0 == 0x2D || $0 == 0x5F } }

  /// Whether it is a UUID, such as `550e8400-e29b-41d4-a716-446655440000`: the id of a thing, not a version of it.
  var isUUID: Bool {
    guard count == 36 else { return false }
    let parts = split(separator: 0x2D, omittingEmptySubsequences: false)
    return parts.map(\.count) == [8, 4, 4, 4, 12] && parts.joined().allSatisfy { $0.hexValue != nil }
  }

  /// Whether 24 hexadecimal digits begin with a time since 2009, as the ids of MongoDB do.
  var isObjectID: Bool {
    let seconds = prefix(8).reduce(UInt32(0)) { $0 << 4 | UInt32($1.hexValue ?? 0) }
    return (0x4960_0000...0x7000_0000).contains(seconds)
  }

  /// Whether it is a word of four letters or more, then digits.
  var isWordWithNumber: Bool {
    let digits = drop(while: \.isLetter)
    return count - digits.count >= 4 && digits.allSatisfy(\.isDigit) && self[..<digits.startIndex].isWord
  }

  /// Whether digits begin with a year of this century or the last.
  var isDate: Bool { starts(with: "20".utf8) || starts(with: "19".utf8) }

  /// Whether eight digits are a date, as in `20240521`, of the same day as a time or of the day before or behind.
  func isDay(near time: Instant) -> Bool {
    [-86_400, 0, 86_400].contains { day in
      elementsEqual(rfc3339(time + day).utf8.prefix(10).filter(\.isDigit))
    }
  }

  /// The time in seconds that digits give, in seconds or in milliseconds; nil for another text.
  private var seconds: Seconds? {
    guard [10, 13].contains(count), allSatisfy(\.isDigit) else { return nil }
    return prefix(10).reduce(Seconds(0)) { $0 * 10 + Seconds($1 - 0x30) }
  }

  /// Whether digits are a time since 2015.
  var isRecentTime: Bool { seconds.map { (1_420_070_400...2_000_000_000).contains($0) } ?? false }

  /// Whether digits are a time, within so many seconds of another one.
  func isTime(near other: Instant?, within span: UInt64 = 60) -> Bool {
    guard let seconds, let other else { return false }
    return (other - Instant(epoch: seconds)).magnitude <= span
  }

  /// Whether digits are a number with a fraction as random numbers have it, and no version.
  var isRandomFraction: Bool {
    let parts = split(separator: 0x2E, omittingEmptySubsequences: false)
    return parts.count == 2 && parts[1].count >= 8 && parts.allSatisfy { $0.allSatisfy(\.isDigit) }
  }

  /// Whether it reads as a name that people write: words in one case or in camel case, numbers and sizes.
  var isPlain: Bool {
    if allSatisfy({ ($0.isLetter && !$0.isUpper) || $0.separatesWords }) { return true }
    return split(omittingEmptySubsequences: false, whereSeparator: \.separatesWords).allSatisfy(\.isPlainWord)
  }

  /// Whether it is words, with numbers between them and behind them: `base64js`, `728x90`, `12x`, `2024redesign`.
  private var isPlainWord: Bool {
    guard !isEmpty else { return false }
    if count == 1 { return true }
    var rest = self
    var isBehindDigits = false
    var abbreviations = 0
    while let first = rest.first {
      let run = first.isDigit ? rest.prefix(while: \.isDigit) : rest.prefix { !$0.isDigit }
      rest = rest[run.endIndex...]
      defer { isBehindDigits = first.isDigit }
      guard !first.isDigit else { continue }
      guard run.allSatisfy(\.isLetter) else { return false }
      if isBehindDigits, run.count == 1, "xwhkp".utf8.contains(run[run.startIndex] | 0x20) { continue }
      if zip(run, run.dropFirst()).contains(where: { $0.isUpper && $1.isUpper }) { abbreviations += 1 }
      // Unlike `4WD`.
      let isLong = isBehindDigits && run.count > 2 && run.allSatisfy(\.isUpper)
      guard run.isInCamelCase, abbreviations < 2, !isLong else { return false }
    }
    return true
  }

  /// Whether letters are words in camel case, one abbreviation among them at most: `userList`, `parseXMLFile`.
  private var isInCamelCase: Bool {
    var rest = self
    var hasAbbreviation = false
    while !rest.isEmpty {
      var upper = rest.prefix(while: \.isUpper)
      // The last capital begins the next word.
      if upper.count > 1, upper.count < rest.count { upper.removeLast() }
      if upper.count > 1 {
        guard !hasAbbreviation, upper.count < 5 || upper.isWord else { return false }
        hasAbbreviation = true
        rest = rest[upper.endIndex...]
      } else {
        let word = rest[..<(rest.dropFirst(upper.count).firstIndex(where: \.isUpper) ?? rest.endIndex)]
        guard word.isWord else { return false }
        rest = rest[word.endIndex...]
      }
    }
    return true
  }

  /// Words of two letters that occur in names.
  private static let shortWords: Set = [
    "my", "to", "do", "in", "on", "up", "go", "no", "is", "as", "at", "by", "or", "of", "id", "ui", "db",
    "io", "js", "ts",
    "ok", "os", "us", "tv", "ad", "ip", "qr", "ai", "be", "we", "if", "en", "bs", "pc", "hd", "ex", "px",
  ]

  var isWord: Bool {
    switch count {
    // `eMail`, `iPhone`, `xHeight`, `v2`.
    case 1: [0x65, 0x69, 0x76, 0x78].contains(self[startIndex])
    case 2: Self.shortWords.contains(String(decoding: self, as: UTF8.self).asciiLowercased)
    case 3: isSpoken
    default: isSpoken && contains { [0x61, 0x65, 0x69, 0x6F, 0x75, 0x79].contains($0 | 0x20) }
    }
  }

  /// Whether all pairs of neighbouring letters occur in words.
  private var isSpoken: Bool {
    zip(self, dropFirst()).allSatisfy { first, second in
      Self.followers[Int((first | 0x20) - 0x61)] & 1 << UInt32((second | 0x20) - 0x61) != 0
    }
  }

  /// The letters that follow each letter of the alphabet in the words of programs and their documentation.
  private static let followers: [UInt32] = [
    "abcdefgiklmnoprstuvwxy", "abcdefijklmnoprstuy", "abcdefhiklmnoprstuvy", "abcdefghijlmnoprstuvy",
    "abcdefghiklmnopqrstuvwxy", "acdefilmnoprstuy", "abcdefghilmnoprstu", "adeilmnorstuy",
    "abcdefgklmnoprstvxz", "aeosu", "aegilnost", "abcdefgiklmnoprstuvy", "abcdefilmopstuvy",
    "abcdefghiklmnoprstuvwy", "abcdefghiklmnoprstuvwxy", "abcdefghiklmnoprstuy", "u",
    "abcdefgiklmnoprstuvwy", "abcdefghiklmnopqrstuvwy", "abcdefghilmnoprstuvwxy", "abcdefgilmnoprstx",
    "aceiosuw", "acdeghilnoprs", "acdefimpstx", "acdeilmnopst", "aeio",
  ].map { letters in letters.utf8.reduce(0) { $0 | 1 << UInt32($1 - 0x61) } }
}
