/// An oddity of a saved head, which is read despite it.
package enum HeadOddity: Sendable, Hashable {
  /// The line of the named field continues on the next line (RFC 9112 §5.2).
  case folded(String)
  /// White space precedes the colon after the name of the field (RFC 9112 §5.1).
  case spaceBeforeColon(String)
  /// The line of this number in the text is not a field line (RFC 9112 §5).
  case unreadable(line: Int)
  /// The text begins with a byte order mark, which some editors write before UTF-8.
  case byteOrderMark
}
