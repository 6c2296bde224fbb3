/// A number of whole seconds; use `addingSaturated` for sums that may overflow (RFC 9111 §1.2.2).
public typealias Seconds = Int64

extension Seconds {
  /// The value that stands for any number too large to represent: 2^31, over 68 years (RFC 9111 §1.2.2).
  public static let deltaSecondsInfinity: Seconds = 2_147_483_648

  /// The sum, clamped to the greatest or least representable value instead of trapping.
  package func addingSaturated(_ other: Seconds) -> Seconds {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other > 0 ? .max : .min) : sum
  }

  /// The difference, clamped to the greatest or least representable value instead of trapping.
  package func subtractingSaturated(_ other: Seconds) -> Seconds {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }

  /// The same in milliseconds, clamped likewise.
  package var milliseconds: Int64 {
    let (product, overflow) = multipliedReportingOverflow(by: 1000)
    return overflow ? (self > 0 ? .max : .min) : product
  }
}

/// A point in time, to the second, as whole seconds since 1970-01-01T00:00:00Z without leap seconds.
public struct Instant: Sendable, Hashable, Comparable {
  /// Seconds since the epoch; negative before 1970.
  public let epoch: Seconds

  /// Makes an instant from seconds since the epoch.
  ///
  /// - Parameter epoch: seconds since 1970-01-01T00:00:00Z; may be negative.
  public init(epoch: Seconds) { self.epoch = epoch }

  /// Microseconds since the epoch, saturating.
  package var microseconds: Int64 {
    let (product, overflow) = epoch.multipliedReportingOverflow(by: 1_000_000)
    return overflow ? (epoch < 0 ? .min : .max) : product
  }

  /// Whether one instant is before another.
  public static func < (left: Instant, right: Instant) -> Bool { left.epoch < right.epoch }

  /// The instant a number of seconds later, saturating.
  public static func + (left: Instant, right: Seconds) -> Instant {
    Instant(epoch: left.epoch.addingSaturated(right))
  }

  /// The seconds from the right instant to the left one, saturating.
  public static func - (left: Instant, right: Instant) -> Seconds {
    left.epoch.subtractingSaturated(right.epoch)
  }
}
