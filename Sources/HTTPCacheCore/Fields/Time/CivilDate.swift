/// A day and a time of day in UTC, by the Gregorian calendar; computed without a calendar library.
package struct CivilDate: Sendable, Hashable {
  package let year: Int
  /// 1 to 12.
  package let month: Int
  /// 1 to 31.
  package let day: Int
  package let hour: Int
  package let minute: Int
  package let second: Int

  /// Makes a date; nil for a day or time that does not exist, but second 60 is allowed as a leap second.
  package init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
    guard (0...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= Self.days(inMonth: month, of: year), (0...23).contains(hour), (0...59).contains(minute),
      (0...60).contains(second)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  /// The date and time at an instant; years outside 0 to 9999 are clamped to the first or last second of that range.
  package init(_ instant: Instant) {
    let epoch = min(max(instant.epoch, -62_167_219_200), 253_402_300_799)
    let seconds = epoch.modulo(86_400)
    let shifted = (epoch - seconds) / 86_400 + 719_468
    let era = (shifted - shifted.modulo(146_097)) / 146_097
    let dayOfEra = shifted.modulo(146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = Int(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
    year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
    hour = Int(seconds / 3600)
    minute = Int(seconds / 60 % 60)
    second = Int(seconds % 60)
  }

  /// The days since 1970-01-01.
  private var daysSinceEpoch: Seconds {
    let shiftedYear = Seconds(month <= 2 ? year - 1 : year)
    let era = (shiftedYear - shiftedYear.modulo(400)) / 400
    let yearOfEra = shiftedYear.modulo(400)
    let dayOfYear = Seconds((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1)
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  package var instant: Instant {
    Instant(epoch: daysSinceEpoch * 86_400 + Seconds(hour * 3600 + minute * 60 + second))
  }

  /// 0 for Sunday to 6 for Saturday.
  package var weekday: Int { Int((daysSinceEpoch + 4).modulo(7)) }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension Seconds {
  /// The remainder that is never negative.
  fileprivate func modulo(_ divisor: Seconds) -> Seconds {
    let remainder = self % divisor
    return remainder < 0 ? remainder + divisor : remainder
  }
}

extension Int {
  /// The number in decimal, with leading zeros up to a number of digits.
  package func padded(_ digits: Int) -> String {
    let text = String(self)
    return String(repeating: "0", count: Swift.max(0, digits - text.count)) + text
  }
}
