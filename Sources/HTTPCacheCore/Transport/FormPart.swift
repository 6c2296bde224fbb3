/// A part of a form that is sent as multipart/form-data (RFC 7578).
package struct FormPart: Sendable, Equatable {
  /// The content of a part.
  package enum Content: Sendable, Equatable {
    case bytes([UInt8])
    /// A file that is read while it is sent; `isUpload` gives the part the file's name.
    case file(path: String, isUpload: Bool)
  }

  package let name: String
  package let content: Content
  /// Its media type; nil to let libcurl derive it from the file's name.
  package var type: String?
  /// The file name that the server gets; nil for the file's own name.
  package var fileName: String?
  /// The encoding that libcurl applies to the content, such as `base64`; nil for none.
  package var encoder: String?

  package init(name: String, content: Content) {
    self.name = name
    self.content = content
  }
}
