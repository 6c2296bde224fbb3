import CSystem
import HTTPCacheCore

/// The time as servers say it.
public enum HTTPClock {
  /// The value of a Date field of now.
  public static var now: String { HTTPDate.imfFixdate(Instant(epoch: Seconds(time(nil)))) }
}
