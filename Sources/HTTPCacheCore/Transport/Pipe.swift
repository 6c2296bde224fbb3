#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What one thread wakes another by that may be waiting for sockets, too.
final class Pipe: Sendable {
  /// Readable once it was woken; -1 where the system gave no pipe: then whoever waits finds out when it wakes by itself.
  let readEnd: Int32
  private let writeEnd: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) == 0 { for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) } }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    for end in [readEnd, writeEnd] where end >= 0 { close(end) }
  }

  /// Makes it readable.
  func wake() {
    var byte: UInt8 = 0
    _ = write(writeEnd, &byte, 1)
  }

  /// Takes what made it readable; there must be something.
  ///
  /// - Parameter count: how often it was woken at most.
  func drain(_ count: Int = 16) {
    var bytes = [UInt8](repeating: 0, count: count)
    _ = read(readEnd, &bytes, count)
  }

  /// Waits until it is readable.
  ///
  /// - Parameter milliseconds: at most.
  /// - Returns: whether it is.
  func wait(_ milliseconds: Int) -> Bool {
    var polled = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, Int32(clamping: milliseconds)) > 0
  }
}
