/// The byte ranges that a request asks for (RFC 9110 §14.1.2, §14.2).
struct RangeRequest: Sendable, Hashable {
  /// One range of a request.
  enum Specifier: Sendable, Hashable {
    /// From a byte, counted from 0, through another or to the end.
    case from(Int64, through: Int64?)
    /// A number of bytes at the end.
    case suffix(Int64)
  }

  let specifiers: [Specifier]

  /// Reads `bytes=0-4, 10-, -5`; nil for another unit and for a malformed value, which is ignored (§14.2).
  init?(_ text: String) {
    guard let equals = text.firstIndex(of: "="), text[..<equals].equalsIgnoringASCIICase("bytes") else {
      return nil
    }
    var specifiers: [Specifier] = []
    for member in ListSyntax.members(of: String(text[text.index(after: equals)...])) {
      let ends = member.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
      guard ends.count == 2 else { return nil }
      switch (Self.number(ends[0]), Self.number(ends[1])) {
      case (let first?, let last?) where first <= last: specifiers.append(.from(first, through: last))
      case (let first?, nil) where ends[1].isEmpty: specifiers.append(.from(first, through: nil))
      case (nil, let count?) where ends[0].isEmpty: specifiers.append(.suffix(count))
      default: return nil
      }
    }
    guard !specifiers.isEmpty else { return nil }
    self.specifiers = specifiers
  }

  /// Reads digits; a number that is too large reads as the greatest one.
  fileprivate static func number(_ text: Substring) -> Int64? {
    guard !text.isEmpty, text.utf8.allSatisfy(\.isDigit) else { return nil }
    return Int64(text) ?? .max
  }
}

extension RangeRequest.Specifier {
  /// The bytes that the range selects of a representation with `length` bytes; nil if it selects none, and so is not
  /// satisfiable.
  func resolved(length: Int64) -> ClosedRange<Int64>? {
    switch self {
    case .from(let first, let last):
      guard first < length else { return nil }
      return first...min(last ?? .max, length - 1)
    case .suffix(let count):
      guard count > 0, length > 0 else { return nil }
      return max(0, length - count)...(length - 1)
    }
  }
}

/// The bytes of a representation that a partial response holds (RFC 9110 §14.4).
struct ContentRange: Sendable, Hashable {
  /// The range of bytes, counted from 0, both ends included.
  let range: ClosedRange<Int64>

  /// The length of the whole representation; nil if it was not known (`*`).
  let completeLength: Int64?

  init(_ range: ClosedRange<Int64>, of completeLength: Int64?) {
    self.range = range
    self.completeLength = completeLength
  }

  /// Reads `bytes 0-4/10` or `bytes 0-4/*`; nil for another unit, an unsatisfied range, and numbers that contradict
  /// each other.
  init?(_ text: String) {
    let words = text.split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0].equalsIgnoringASCIICase("bytes") else { return nil }
    let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let ends = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = RangeRequest.number(ends[0]), let last = RangeRequest.number(ends[1]),
      first <= last, last < .max
    else { return nil }
    range = first...last
    completeLength = RangeRequest.number(parts[1])
    guard completeLength.map({ last < $0 && $0 < .max }) ?? (parts[1] == "*") else { return nil }
  }

  /// The range as written in the field.
  var text: String {
    "bytes \(range.lowerBound)-\(range.upperBound)/\(completeLength.map(String.init) ?? "*")"
  }

  /// How many bytes the range has.
  var length: Int64 { range.upperBound - range.lowerBound + 1 }

  /// Whether the range is the whole representation.
  var isComplete: Bool { length == completeLength }
}
