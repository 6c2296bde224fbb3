extension Substring {
  /// Takes the text before the next `end`, and the `end`; `isEnded` is false if there is no `end`.
  ///
  /// `unescape` returns the character that a backslash and another character stand for; nil if the backslash stands for
  /// itself.
  mutating func popText(
    before end: Character, _ unescape: (Character) -> Character?
  ) -> (text: String, isEnded: Bool) {
    var text = ""
    while let character = popFirst() {
      if character == end { return (text, true) }
      if character == "\\", let escaped = first.flatMap(unescape) {
        removeFirst()
        text.append(escaped)
      } else {
        text.append(character)
      }
    }
    return (text, false)
  }
}

extension Character {
  /// Whether it separates words in a line of a file; the line may end with CR.
  var isBlank: Bool { self == " " || self == "\t" || self == "\r" }
}
