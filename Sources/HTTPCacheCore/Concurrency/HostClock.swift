import CSystem

/// The clocks of this host; policy code gets its times as parameters instead of reading them.
package enum HostClock {
  /// The time of day, in whole seconds since 1970.
  package static func seconds() -> Int64 { Int64(time(nil)) }

  /// The time of day, in microseconds since 1970; processes order their exchanges by it.
  package static func microseconds() -> Int64 {
    let time = read(CLOCK_REALTIME)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }

  /// Milliseconds of a clock that never goes back, for elapsed times.
  package static func milliseconds() -> Int {
    let time = read(CLOCK_MONOTONIC)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }

  private static func read(_ clock: clockid_t) -> timespec {
    var time = timespec()
    clock_gettime(clock, &time)
    return time
  }
}
