import CSystem

/// A pipe by which one thread wakes another that polls descriptors.
final class Pipe: Sendable {
  /// Readable after `wake`; -1 if the system gave no pipe: a waiting thread then wakes only when its wait times out.
  let readEnd: Int32
  private let writeEnd: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) == 0 {
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
      }
    }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    for end in [readEnd, writeEnd] where end >= 0 { close(end) }
  }

  /// Makes the read end readable; a full pipe is readable already.
  func wake() {
    var byte: UInt8 = 0
    _ = write(writeEnd, &byte, 1)
  }

  /// Empties the pipe.
  ///
  /// Call this before looking for the cause of the wake-up, so that no later one is missed.
  func drain() {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { bytes in
      while read(readEnd, bytes.baseAddress, bytes.count) == bytes.count {}
    }
  }

  /// Waits until the read end is readable.
  ///
  /// - Parameter milliseconds: at most.
  /// - Returns: whether it is.
  func wait(_ milliseconds: Int) -> Bool {
    var polled = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, Int32(clamping: milliseconds)) > 0
  }
}
