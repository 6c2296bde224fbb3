import CSystem

/// What one thread wakes another by that may be waiting for sockets, too.
final class Pipe: Sendable {
  /// Readable once it was woken; -1 where the system gave no pipe: then the thread that waits finds out when its wait times out.
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

  /// Makes it readable; one that is full already is.
  func wake() {
    var byte: UInt8 = 0
    _ = write(writeEnd, &byte, 1)
  }

  /// Takes all that made it readable, by whichever thread; there may be nothing.
  ///
  /// What the thread was woken for is to be looked at afterwards: then nothing is missed that is brought about meanwhile.
  func drain() {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { bytes in
      while read(readEnd, bytes.baseAddress, bytes.count) == bytes.count {}
    }
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
