/// A number of seconds as it was written in a field (RFC 9111 §1.2.2).
public enum DeltaSeconds: Sendable, Hashable {
  /// A non-negative integer; above 2^31 it reads as 2^31 and `isOverflow` is true.
  case seconds(Seconds, isOverflow: Bool)
  /// Not a non-negative integer: negative, fractional, with a unit, empty, or absent.
  case invalid

  /// Reads the argument of a directive or the value of `Age`.
  ///
  /// - Parameter text: the argument without quotes; nil if there is none.
  public init(_ text: String?) {
    self = .invalid
    guard let text, !text.isEmpty else { return }
    var value: Seconds = 0
    for byte in text.utf8 {
      guard byte.isDigit else { return }
      // Beyond the maximum, further digits are ignored.
      if value <= .deltaSecondsInfinity { value = value * 10 + Seconds(byte - 0x30) }
    }
    self = .seconds(min(value, .deltaSecondsInfinity), isOverflow: value > .deltaSecondsInfinity)
  }

  /// The seconds; nil if the text is not a number of seconds.
  public var value: Seconds? {
    switch self {
    case .seconds(let seconds, _): seconds
    case .invalid: nil
    }
  }
}
