/// An oddity of a saved head, which is read all the same.
package enum HeadOddity: Sendable, Hashable {
  /// The line of the named field goes on in the next one (RFC 9112 §5.2).
  case folded(String)
  /// White space precedes the colon behind the name of the field (RFC 9112 §5.1).
  case spaceBeforeColon(String)
  /// The line of this number in the text is no field line (RFC 9112 §5).
  case unreadable(line: Int)
  /// The text begins with the mark that editors write before UTF-8.
  case byteOrderMark
}
