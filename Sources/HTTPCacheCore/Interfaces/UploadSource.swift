/// Where a request's content is read from while it is sent, so that none of it is held in memory.
package final class UploadSource: Sendable, Equatable {
  /// The file; nil for the standard input, which can be read once.
  package let path: String?

  /// How many bytes there are; nil where that is not known, and the length is not told in advance.
  package let length: Int64?

  /// Whether it is sent in place of what the URL names, as PUT does, and not as the content of a form.
  package let isWhole: Bool

  private let isRead = Locked(false)

  /// Makes a source; nothing is opened before it is sent.
  ///
  /// - Parameters:
  ///   - path: of the file; nil for the standard input.
  ///   - length: bytes; nil where they are not known.
  ///   - isWhole: whether it takes the place of what the URL names.
  package init(path: String?, length: Int64?, isWhole: Bool) {
    self.path = path
    self.length = length
    self.isWhole = isWhole
  }

  /// Whether it can be sent: a file always, the standard input once.
  func claim() -> Bool {
    isRead.withLock { isRead in
      defer { isRead = true }
      return path != nil || !isRead
    }
  }

  /// Whether both are the same source.
  package static func == (left: UploadSource, right: UploadSource) -> Bool { left === right }
}
