import CSystem

/// Reads and writes by file descriptors.
///
/// The system may read or write only a part of the bytes, and a signal may interrupt a call.
package enum DescriptorIO {
  /// Reads bytes by one system call, and repeats the call after an interruption by a signal.
  ///
  /// - Parameters:
  ///   - descriptor: of a file, a pipe or a terminal.
  ///   - buffer: receives the bytes.
  ///   - offset: where in the file to begin; nil for the descriptor's position.
  ///   - onSignal: called after each interruption.
  /// - Returns: how many bytes were read, possibly fewer than the buffer holds; 0 at the end; -1 on failure,
  ///   with the cause in `errno`.
  package static func read(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64? = nil,
    onSignal: () -> Void = {}
  ) -> Int {
    while true {
      let count =
        if let offset { pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset)) } else {
          CSystem.read(descriptor, buffer.baseAddress, buffer.count)
        }
      guard count < 0, errno == EINTR else { return count }
      onSignal()
    }
  }

  /// Reads a file until a buffer is full or the file ends.
  ///
  /// - Parameters:
  ///   - buffer: receives the bytes.
  ///   - descriptor: of the file.
  ///   - offset: where in the file to begin.
  /// - Returns: how many bytes the function read, which is less than the size of the buffer if the file
  ///   ended; -1 on failure, with the cause in `errno`.
  package static func fill(
    _ buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32, at offset: Int64
  ) -> Int {
    var done = 0
    while done < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let count = read(descriptor, into: rest, at: offset + Int64(done))
      if count < 0 { return count }
      if count == 0 { break }
      done += count
    }
    return done
  }

  /// Writes every byte.
  ///
  /// - Parameters:
  ///   - bytes: the bytes to write.
  ///   - descriptor: of a file, a pipe or a terminal; the call waits for a non-blocking one.
  ///   - offset: where in the file to write; nil for the descriptor's position.
  ///   - makesRoom: called if the disk is full; true if it has made room, so that the writing goes on.
  ///   - isCancelled: asked after each interruption by a signal; true ends the writing.
  /// - Returns: 0, or the `errno` of the first failure, which is `EINTR` if the writing was cancelled.
  package static func writeAll(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at offset: Int64? = nil,
    makesRoom: () -> Bool = { false }, isCancelled: () -> Bool = { false }
  ) -> Int32 {
    var done = 0
    while done < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
      let count =
        if let offset { pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + Int64(done))) } else {
          write(descriptor, rest.baseAddress, rest.count)
        }
      let code = count == 0 ? ENOSPC : errno
      if count > 0 {
        done += count
      } else if code == EAGAIN {
        // Another process made the shared descriptor non-blocking.
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        if poll(&wait, 1, -1) < 0, isCancelled() { return EINTR }
      } else if code == ENOSPC || code == EDQUOT {
        guard makesRoom() else { return code }
      } else if code != EINTR || isCancelled() {
        return code
      }
    }
    return 0
  }
}
