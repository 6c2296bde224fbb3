/// Breaks text into lines at its spaces.
enum WordWrap {
  /// The lines of a text, none wider than the width but for a single word that is.
  ///
  /// - Parameters:
  ///   - text: words with spaces between them, without line breaks.
  ///   - width: in characters; less than 1 puts each word on its own line.
  /// - Returns: the lines; one that is empty where there are no words.
  static func lines(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var room = width
    for word in text.utf8.split(separator: 0x20).map(Substring.init) {
      let length = length(word)
      if !line.isEmpty, length < room {
        line += " "
        line += word
        room -= length + 1
      } else {
        if !line.isEmpty { lines.append(line) }
        line = String(word)
        room = width - length
      }
    }
    if !line.isEmpty || lines.isEmpty { lines.append(line) }
    return lines
  }

  /// How many characters a word has; most words are ASCII, where every byte is one.
  private static func length(_ word: some StringProtocol) -> Int {
    word.utf8.allSatisfy { $0 < 0x80 } ? word.utf8.count : word.count
  }

  /// A paragraph whose first line begins with a label, and whose others stand below what follows it; long words
  /// are cut.
  ///
  /// - Parameters:
  ///   - text: the words after the label.
  ///   - label: what the first line begins with, its trailing space included.
  ///   - width: of the whole line, label included.
  /// - Returns: the paragraph, without a newline at its end.
  static func hanging(_ text: String, label: String, width: Int) -> String {
    let indent = String(repeating: " ", count: label.count)
    return label + folded(text, width: width - label.count).joined(separator: "\n" + indent)
  }

  /// The lines of a text, none wider than the width: a word that is too long is cut, where it can be behind a
  /// character that separates the parts of a URL or of a field value.
  static func folded(_ text: String, width: Int) -> [String] {
    lines(text, width: width).flatMap { line in
      line.count <= width ? [line] : pieces(line, width: max(1, width))
    }
  }

  private static func pieces(_ word: String, width: Int) -> [String] {
    var pieces: [String] = []
    var rest = word[...]
    while rest.count > width {
      let window = rest.prefix(width)
      let cut = window.lastIndex { "/?&;,=".contains($0) }.map { window.index(after: $0) }
      // A piece of less than half a line looks like an accident.
      let head = cut.map { window[..<$0] }.flatMap { $0.count * 2 > width ? $0 : nil } ?? window
      pieces.append(String(head))
      rest = rest[head.endIndex...]
    }
    return rest.isEmpty ? pieces : pieces + [String(rest)]
  }
}
