import CSystem

/// A request's content on its way to libcurl.
final class Upload {
  private let source: UploadSource
  private let descriptor: Int32

  /// CURL_READFUNC_ABORT, which tells libcurl that the source can't be read.
  private static let abort = 0x1000_0000

  /// Opens the source; throws if it can't be opened, or was read before and can't be read again.
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

  /// Reads the next bytes into the buffer; returns their number, 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = DescriptorIO.read(descriptor, into: buffer)
    return count < 0 ? Self.abort : count
  }

  /// Moves to an offset, for a request that has to be sent again; false if the source can't.
  func seek(to offset: Int64) -> Bool {
    if case .standardInput = source.place { return false }
    return lseek(descriptor, off_t(offset), SEEK_SET) >= 0
  }
}
