/// An entity tag: an opaque name of one version of a representation (RFC 9110 §8.8.3).
public struct EntityTag: Sendable, Hashable {
  /// Whether it is weak: `W/"…"`, equal meaning but not equal bytes (§8.8.1).
  public let isWeak: Bool

  /// What stands between the quotes.
  public let opaque: String

  /// Reads one entity tag; nil where it is malformed: unquoted, `w/`, characters that a tag may not hold, a list.
  ///
  /// - Parameter text: the field value.
  public init?(_ text: String) {
    isWeak = text.hasPrefix("W/")
    let quoted = isWeak ? text.dropFirst(2) : text[...]
    guard quoted.utf8.count >= 2, quoted.first == "\"", quoted.last == "\"" else { return nil }
    let content = quoted.dropFirst().dropLast()
    guard content.utf8.allSatisfy({ $0 == 0x21 || $0 >= 0x23 && $0 != 0x7F }) else { return nil }
    opaque = String(content)
  }

  /// The tag as it is written in a field.
  public var text: String { (isWeak ? "W/" : "") + "\"\(opaque)\"" }

  /// Strong comparison (§8.8.3.2): both strong, and equal.
  ///
  /// - Parameter other: the tag to compare with.
  /// - Returns: true when both name the same bytes.
  public func matchesStrongly(_ other: EntityTag) -> Bool {
    !isWeak && !other.isWeak && opaque == other.opaque
  }

  /// Weak comparison (§8.8.3.2): equal, whether weak or not.
  ///
  /// - Parameter other: the tag to compare with.
  /// - Returns: true when both name an equivalent representation.
  public func matchesWeakly(_ other: EntityTag) -> Bool { opaque == other.opaque }
}
