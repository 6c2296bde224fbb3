import CSystem

/// Where a request's content is read from while it is sent, so that none of it is held in memory.
package final class UploadSource: Sendable, Equatable {
  /// What is read.
  package enum Place: Sendable {
    /// A file, opened when it is sent.
    case file(path: String)
    /// The standard input, which can be read once.
    case standardInput
    /// An open file, which belongs to the source.
    case descriptor(Int32)
  }

  /// What is read.
  package let place: Place

  /// How many bytes there are; nil where that is not known, and the length is not told in advance.
  package let length: Int64?

  /// Whether it is sent in place of what the URL names, as PUT does, and not as the content of a form.
  package let isWhole: Bool

  private let isRead = Locked(false)

  /// Makes a source; nothing is opened before it is sent.
  ///
  /// `isWhole` says that the content replaces the whole resource, as with PUT.
  package init(_ place: Place, length: Int64?, isWhole: Bool) {
    self.place = place
    self.length = length
    self.isWhole = isWhole
  }

  deinit { if case .descriptor(let descriptor) = place { close(descriptor) } }

  /// The path of a file, for messages; nil for a stream.
  package var path: String? { if case .file(let path) = place { path } else { nil } }

  /// Whether it can be sent: a file always, the standard input once.
  func claim() -> Bool {
    isRead.withLock { isRead in
      defer { isRead = true }
      if case .standardInput = place { return !isRead }
      return true
    }
  }

  /// Whether both are the same source.
  package static func == (left: UploadSource, right: UploadSource) -> Bool { left === right }
}
