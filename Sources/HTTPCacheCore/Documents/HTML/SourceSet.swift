/// Reads the images of a `srcset` (HTML, 4.8.4.3.5 Parsing a srcset attribute).
enum SourceSet {
  /// The URLs in their order, without widths and densities.
  static func urls(_ text: String) -> [String] {
    var urls: [String] = []
    var rest = Array(text.utf8)[...]
    while true {
      rest = rest.drop { HTMLTokenizer.isSpace($0) || $0 == 0x2C }
      guard !rest.isEmpty else { return urls }
      var url = rest.prefix { !HTMLTokenizer.isSpace($0) }
      rest = rest.dropFirst(url.count)
      if url.last == 0x2C {
        while url.last == 0x2C { url.removeLast() }
      } else {
        var depth = 0
        while let byte = rest.popFirst() {
          if byte == 0x28 { depth += 1 }
          if byte == 0x29 { depth = max(0, depth - 1) }
          if byte == 0x2C, depth == 0 { break }
        }
      }
      urls.append(String(decoding: url, as: UTF8.self))
    }
  }
}
