import CSystem

/// The source of a request's content, which is read while it is sent, so that it is not held in memory.
package final class UploadSource: Sendable, Equatable {
  package enum Place: Sendable {
    /// A file, which is opened when its content is sent.
    case file(path: String)
    /// The standard input, which can be read once.
    case standardInput
    /// An open file, which belongs to the source.
    case descriptor(Int32)
  }

  package let place: Place

  /// How many bytes the content has; nil if that is not known, and the request has no `Content-Length`.
  package let length: Int64?

  /// Whether the content replaces the resource of the URL, as with PUT; false for the content of a form.
  package let isWhole: Bool

  private let isRead = Locked(false)

  package init(_ place: Place, length: Int64?, isWhole: Bool) {
    self.place = place
    self.length = length
    self.isWhole = isWhole
  }

  deinit { if case .descriptor(let descriptor) = place { close(descriptor) } }

  /// The path of a file, for messages; nil for a stream.
  package var path: String? { if case .file(let path) = place { path } else { nil } }

  /// Whether the content can be sent now: that of a file always, that of the standard input once.
  func claim() -> Bool {
    isRead.withLock { isRead in
      defer { isRead = true }
      if case .standardInput = place { return !isRead }
      return true
    }
  }

  package static func == (left: UploadSource, right: UploadSource) -> Bool { left === right }
}
