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

/// Many patterns, of which those that cover a URL are found without trying each.
struct URLPatternIndex: Sendable {
  private let patterns: [URLPattern]

  /// The patterns by the text before their first star, and by its length in bytes; one without a star by its whole text.
  private var byLength: [(length: Int, byText: [String: [Int]])]

  init(_ texts: [String]) {
    patterns = texts.map(URLPattern.init)
    var found: [Int: [String: [Int]]] = [:]
    for (index, text) in texts.enumerated() {
      let beginning = text.utf8.prefix { $0 != 0x2A }
      found[beginning.count, default: [:]][String(Substring(beginning)), default: []].append(index)
    }
    byLength = found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The places of the patterns that cover a URL, in their order.
  func matches(_ url: String) -> [Int] {
    var found: [Int] = []
    for (length, byText) in byLength {
      guard length <= url.utf8.count else { break }
      let beginning = String(Substring(url.utf8.prefix(length)))
      found += (byText[beginning] ?? []).filter { patterns[$0].matches(url) }
    }
    return found.sorted()
  }
}
