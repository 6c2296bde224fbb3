import CSystem

/// A request's content on its way to libcurl.
final class Upload {
  private let source: UploadSource
  private let descriptor: Int32

  /// What libcurl is told where the source can't be read: CURL_READFUNC_ABORT.
  private static let abort = 0x1000_0000

  /// Opens the source.
  ///
  /// - Throws: that it can't be opened, or was read before.
  init(_ source: UploadSource) throws(TransportError) {
    self.source = source
    guard source.claim() else {
      throw .other("the request's content came from standard input, which can't be read again")
    }
    switch source.place {
    case .file(let path): descriptor = open(path.cText, O_RDONLY | O_CLOEXEC)
    case .standardInput: descriptor = 0
    case .descriptor(let open): descriptor = open
    }
    guard descriptor >= 0 else {
      throw .other("can't read \(source.path ?? ""): \(String(cString: strerror(errno)))")
    }
  }

  deinit {
    if source.path != nil, descriptor >= 0 { close(descriptor) }
  }

  /// Gives the next bytes; returns how many they are, 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = DescriptorIO.read(descriptor, into: buffer)
    return count < 0 ? Self.abort : count
  }

  /// Goes to a place, where the request has to be sent again; false where the source can't.
  func seek(to offset: Int64) -> Bool {
    if case .standardInput = source.place { return false }
    return lseek(descriptor, off_t(offset), SEEK_SET) >= 0
  }
}
