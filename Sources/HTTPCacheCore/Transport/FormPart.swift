/// A part of a form that is sent as multipart/form-data (RFC 7578).
package struct FormPart: Sendable, Equatable {
  /// What it holds.
  package enum Content: Sendable, Equatable {
    case bytes([UInt8])
    /// A file that is read while it is sent; `isUpload` gives the part the file's name.
    case file(path: String, isUpload: Bool)
  }

  package let name: String
  package let content: Content
  /// Its media type; nil for what libcurl takes the file's name for.
  package var type: String?
  /// The name that the server is told; nil for the file's own.
  package var fileName: String?
  /// How libcurl writes the content, such as `base64`; nil for as it is.
  package var encoder: String?

  package init(name: String, content: Content) {
    self.name = name
    self.content = content
  }
}
