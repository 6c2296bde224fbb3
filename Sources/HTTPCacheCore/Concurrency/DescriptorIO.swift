import CSystem

/// Reading and writing by descriptors, which the system may do in part, and which a signal may interrupt.
package enum DescriptorIO {
  /// Reads what is there, and begins again where a signal interrupted it.
  ///
  /// - Parameters:
  ///   - descriptor: of a file, a pipe or a terminal.
  ///   - buffer: what the bytes are put into.
  ///   - offset: where in the file they begin; nil for where the descriptor stands.
  ///   - onSignal: called after each interruption.
  /// - Returns: how many bytes came, which may be fewer than the buffer has; 0 at the end; -1 where the system refused,
  ///   and `errno` says why.
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
  ///   - buffer: what the bytes are put into.
  ///   - descriptor: of the file.
  ///   - offset: where in the file they begin.
  /// - Returns: how many bytes came: fewer than the buffer has where the file ends before; -1 where the system refused,
  ///   and `errno` says why.
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
  ///   - bytes: what is written.
  ///   - descriptor: of a file, a pipe or a terminal; one that is non-blocking is waited for.
  ///   - offset: where in the file the bytes go; nil for where the descriptor stands.
  ///   - isCancelled: asked after each interruption by a signal; true ends the writing.
  /// - Returns: 0, or the `errno` of the first failure, which is `EINTR` where the writing was cancelled.
  package static func writeAll(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, at offset: Int64? = nil,
    isCancelled: () -> Bool = { false }
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
      } else if code != EINTR || isCancelled() {
        return code
      }
    }
    return 0
  }
}
