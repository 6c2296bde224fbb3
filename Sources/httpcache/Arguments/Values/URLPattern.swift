/// A pattern for URLs: `*` stands for any characters or none, everything else for itself.
///
/// `?` is no wild card: it stands in URLs.
struct URLPattern: Equatable, Sendable {
  /// As it was written.
  let text: String

  private let bytes: [UInt8]

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
  }

  /// Whether the pattern covers a URL as a whole.
  func matches(_ url: String) -> Bool {
    let url = Array(url.utf8)
    var (inPattern, inURL) = (0, 0)
    // Where matching resumes when the text behind the last star does not fit: one character later.
    var retry: (inPattern: Int, inURL: Int)?
    while inURL < url.count {
      if inPattern < bytes.count, bytes[inPattern] == 0x2A {
        inPattern += 1
        retry = (inPattern, inURL)
      } else if inPattern < bytes.count, bytes[inPattern] == url[inURL] {
        inPattern += 1
        inURL += 1
      } else if let last = retry {
        retry = (last.inPattern, last.inURL + 1)
        (inPattern, inURL) = (last.inPattern, last.inURL + 1)
      } else {
        return false
      }
    }
    return bytes[inPattern...].allSatisfy { $0 == 0x2A }
  }
}
