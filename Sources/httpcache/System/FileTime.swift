import CSystem
import HTTPCacheCore

/// The time at which a file was last changed.
enum FileTime {
  /// The time of a file; nil if there is no such file.
  static func modified(_ path: String) -> Instant? {
    var status = stat()
    guard stat(path.cText, &status) == 0 else { return nil }
    #if os(Linux)
    return Instant(epoch: Int64(status.st_mtim.tv_sec))
    #else
    return Instant(epoch: Int64(status.st_mtimespec.tv_sec))
    #endif
  }

  /// Sets the time of an open file; false if the system refuses it.
  static func set(_ time: Instant, of descriptor: Int32) -> Bool {
    guard let seconds = time_t(exactly: time.epoch) else { return false }
    let times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)]
    return futimens(descriptor, times) == 0
  }
}
