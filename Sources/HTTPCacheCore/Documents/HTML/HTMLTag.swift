/// A start or end tag of a page, with its wanted attributes.
struct HTMLTag: Equatable {
  /// The name in lower case; a very long name is cut.
  let name: String

  /// Whether it is an end tag, `</name>`.
  let isEnd: Bool

  /// Whether the tag ends in `/>`.
  let isSelfClosing: Bool

  /// The values by name, with character references decoded; of a repeated attribute, the first value.
  let attributes: [String: String]

  subscript(_ name: String) -> String? { attributes[name] }
}

/// A part of a page that may name resources.
enum HTMLToken {
  case tag(HTMLTag)
  /// A piece of the text of a `style` element.
  case style(UnsafeRawBufferPointer)
}
