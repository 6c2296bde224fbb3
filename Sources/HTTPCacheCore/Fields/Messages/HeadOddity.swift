/// An oddity of a head, which is read despite it.
package enum HeadOddity: Sendable, Hashable {
  /// The line of the named field continues on the next line (RFC 9112 §5.2).
  case folded(String)
  /// White space precedes the colon after the name of the field (RFC 9112 §5.1).
  case spaceBeforeColon(String)
  /// The line of this number in the text is not a field line (RFC 9112 §5); it may have been meant as the named field,
  /// which frames the message.
  case unreadable(line: Int, framing: String? = nil)
  /// The text begins with a byte order mark, which some editors write before UTF-8.
  case byteOrderMark

  /// The name of the framing field that other recipients may read otherwise, or not at all; nil for none.
  var framingField: String? {
    switch self {
    case .folded(let name), .spaceBeforeColon(let name): Self.framingField(named: Array(name.utf8))
    case .unreadable(_, let framing): framing
    case .byteOrderMark: nil
    }
  }

  /// The framing field that a name may mean, whatever other characters it has; nil if it means none.
  static func framingField(named name: some Sequence<UInt8>) -> String? {
    let letters = name.filter { $0.isLetter || $0 == 0x2D }.map(\.asciiLowercased)
    return ["Content-Length", "Transfer-Encoding"].first { letters == $0.utf8.map(\.asciiLowercased) }
  }
}
