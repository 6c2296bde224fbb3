extension Substring {
  /// Takes the text before the next `end`, and the `end`; `isEnded` is false if there is no `end`.
  ///
  /// `unescape` returns what a backslash and the next character stand for; nil if the backslash stands for itself.
  mutating func popText(
    before end: Unicode.Scalar, _ unescape: (Unicode.Scalar) -> Unicode.Scalar?
  ) -> (text: String, isEnded: Bool) {
    var text = String.UnicodeScalarView()
    var rest = unicodeScalars
    defer { self = Substring(rest) }
    while let character = rest.popFirst() {
      if character == end { return (String(text), true) }
      if character == "\\", let escaped = rest.first.flatMap(unescape) {
        rest.removeFirst()
        text.append(escaped)
      } else {
        text.append(character)
      }
    }
    return (String(text), false)
  }

  /// The text without the blanks at its beginning.
  var droppingBlanks: Substring { Substring(unicodeScalars.drop(while: \.isBlank)) }

  /// The beginning of the text, as long as its characters meet a condition; takes it.
  mutating func popPrefix(while belongs: (Unicode.Scalar) -> Bool) -> Substring {
    let prefix = Substring(unicodeScalars.prefix(while: belongs))
    self = self[prefix.endIndex...]
    return prefix
  }
}

extension Unicode.Scalar {
  /// Whether it separates words in a line of a file; the line may end with CR.
  var isBlank: Bool { self == " " || self == "\t" || self == "\r" }
}
