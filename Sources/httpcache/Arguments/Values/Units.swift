import HTTPCacheCore

/// The numbers of the command line, as the contract writes them; what cannot be represented is refused.
enum Units {
  /// Reads `10`, `10K`, `10M`, `10G` in powers of 1024; nil where the text is none or too large.
  static func size(_ text: String) -> Int64? {
    guard let last = text.last else { return nil }
    let factor: Int64
    switch last {
    case "k", "K": factor = 1 << 10
    case "m", "M": factor = 1 << 20
    case "g", "G": factor = 1 << 30
    default: return wholeNumber(text)
    }
    return product(wholeNumber(text.dropLast()), factor)
  }

  /// Reads `20%`: a whole share from 0 to 100.
  static func percentage(_ text: String) -> Int? {
    guard text.last == "%", let share = wholeNumber(text.dropLast()), share <= 100 else { return nil }
    return Int(share)
  }

  /// Reads `90`, `90s`, `15m`, `12h`, `7d`, `1y`; a year has 365 days.
  static func duration(_ text: String) -> Seconds? {
    let factor: Seconds
    switch text.last {
    case "s": factor = 1
    case "m": factor = 60
    case "h": factor = 3_600
    case "d": factor = 86_400
    case "y": factor = 31_536_000
    default: return wholeNumber(text)
    }
    return product(wholeNumber(text.dropLast()), factor)
  }

  /// Reads a time-out as in curl: seconds, with a decimal fraction or without; at most 10^9.
  static func decimalSeconds(_ text: String) -> Double? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, parts.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) }),
      parts.contains(where: { !$0.isEmpty }),
      let seconds = Double(text.last == "." ? "\(text)0" : "0\(text)"), seconds <= 1e9
    else { return nil }
    return seconds
  }

  /// Reads a whole number of digits only: no sign, no white space.
  static func wholeNumber(_ text: some StringProtocol) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit) else { return nil }
    return Int64(text)
  }

  /// A size for people: `512 B`, `4.0 KiB`.
  static func formatSize(_ bytes: Int64) -> String {
    var size = Double(bytes)
    guard size.magnitude >= 1_024 else { return "\(bytes) B" }
    let units = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]
    var unit = -1
    // What would print as 1024.0 is one of the next unit.
    while size.magnitude >= 1_023.95, unit < units.count - 1 {
      size /= 1_024
      unit += 1
    }
    let tenths = Int64((size * 10).rounded())
    return "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10).\(tenths.magnitude % 10) \(units[unit])"
  }

  private static func product(_ number: Int64?, _ factor: Int64) -> Int64? {
    guard let number else { return nil }
    let (product, overflow) = number.multipliedReportingOverflow(by: factor)
    return overflow ? nil : product
  }
}
