/// An entity tag: an opaque name of one version of a representation (RFC 9110 §8.8.3).
public struct EntityTag: Sendable, Hashable {
  /// Whether the tag is weak (`W/"…"`): representations with the same weak tag are equivalent, but may differ in
  /// bytes (§8.8.1).
  public let isWeak: Bool

  /// The bytes between the quotes.
  public let opaque: [UInt8]

  /// Reads one entity tag; nil if it is malformed, for example unquoted, with `w/` or a forbidden character, or a
  /// list.
  ///
  /// - Parameter bytes: the field value; bytes above 127 are kept as they are.
  public init?(_ bytes: [UInt8]) {
    guard let tag = bytes.withUnsafeBufferPointer(Self.init) else { return nil }
    self = tag
  }

  /// Reads one entity tag.
  ///
  /// - Parameter text: the field value.
  public init?(_ text: String) {
    var text = text
    guard let tag = text.withUTF8(Self.init) else { return nil }
    self = tag
  }

  private init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    let bytes = UnsafeRawBufferPointer(bytes)
    guard let isWeak = Self.isWeak(bytes) else { return nil }
    self.isWeak = isWeak
    opaque = Array(bytes[(isWeak ? 3 : 1)..<(bytes.count - 1)])
  }

  /// Whether the bytes are a weak tag; nil if they are not a tag.
  static func isWeak(_ bytes: UnsafeRawBufferPointer) -> Bool? {
    let isWeak = bytes.count >= 2 && bytes[0] == 0x57 && bytes[1] == 0x2F
    let start = isWeak ? 2 : 0
    let end = bytes.count - 1
    guard start < end, bytes[start] == 0x22, bytes[end] == 0x22 else { return nil }
    for index in (start + 1)..<end {
      guard bytes[index] == 0x21 || bytes[index] >= 0x23 && bytes[index] != 0x7F else { return nil }
    }
    return isWeak
  }

  /// How the tags in two field values compare (§8.8.3.2).
  enum Comparison {
    /// One of them is not a tag, or they name different versions.
    case different
    /// They name an equivalent representation.
    case weak
    /// They name the same bytes.
    case strong
  }

  /// Compares two field values.
  static func compare(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Comparison {
    // Most often both have the same bytes: then read only one of them.
    if left.isEqual(to: right) { return isWeak(left).map { $0 ? .weak : .strong } ?? .different }
    guard let isLeftWeak = isWeak(left), let isRightWeak = isWeak(right) else { return .different }
    let isEqual = UnsafeRawBufferPointer(rebasing: left[(isLeftWeak ? 2 : 0)...])
      .isEqual(to: UnsafeRawBufferPointer(rebasing: right[(isRightWeak ? 2 : 0)...]))
    return !isEqual ? .different : isLeftWeak || isRightWeak ? .weak : .strong
  }

  /// The tags of a list such as `If-None-Match`; malformed members are skipped.
  static func list(_ value: [UInt8]) -> [EntityTag] {
    ListSyntax.members(of: value).compactMap { EntityTag(Array($0)) }
  }

  /// The tag's bytes as they are written in a field.
  public var bytes: [UInt8] { (isWeak ? [0x57, 0x2F] : []) + [0x22] + opaque + [0x22] }

  /// The tag as text; bytes that are not valid UTF-8 appear as U+FFFD.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Strong comparison (§8.8.3.2): both strong, and equal.
  ///
  /// - Parameter other: the tag to compare with.
  /// - Returns: true when both name the same bytes.
  public func matchesStrongly(_ other: EntityTag) -> Bool {
    !isWeak && !other.isWeak && opaque == other.opaque
  }

  /// Weak comparison (§8.8.3.2): equal opaque bytes, whether weak or not.
  ///
  /// - Parameter other: the tag to compare with.
  /// - Returns: true when both name an equivalent representation.
  public func matchesWeakly(_ other: EntityTag) -> Bool { opaque == other.opaque }
}
