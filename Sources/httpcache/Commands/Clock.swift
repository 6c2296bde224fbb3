#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif
import HTTPCacheCore

/// The clocks of this host: read here and nowhere else.
enum Clock {
  /// The time of day, to the second.
  static func now() -> Instant { Instant(epoch: Seconds(time(nil))) }

  /// Milliseconds of a clock that never goes back.
  static func milliseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int(time.tv_sec) * 1000 + Int(time.tv_nsec) / 1_000_000
  }

  /// Microseconds since 1970, by which processes tell which of two things came first.
  static func microseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }

  /// Bytes of this machine's memory.
  static var physicalMemory: Int64 {
    Int64(sysconf(Int32(_SC_PHYS_PAGES))) * Int64(sysconf(Int32(_SC_PAGESIZE)))
  }
}
