import CSystem
import HTTPCacheCore

/// What this host says of itself.
enum Clock {
  /// The time of day, to the second.
  static func now() -> Instant { Instant(epoch: HostClock.seconds()) }

  /// Bytes of this machine's memory.
  static var physicalMemory: Int64 {
    Int64(sysconf(Int32(_SC_PHYS_PAGES))) * Int64(sysconf(Int32(_SC_PAGESIZE)))
  }
}
