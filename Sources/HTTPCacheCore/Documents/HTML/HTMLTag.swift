/// A start or end tag of a page, with the attributes that were asked for.
struct HTMLTag: Equatable {
  /// The name in lower case; of a very long name only the beginning.
  let name: String

  /// Whether it is `</name>`.
  let isEnd: Bool

  /// Whether it ends in `/>`.
  let isSelfClosing: Bool

  /// The values by name, with character references decoded; where a name occurs twice, the first value.
  let attributes: [String: String]

  subscript(_ name: String) -> String? { attributes[name] }
}

/// A part of a page that matters to its resources.
enum HTMLToken {
  case tag(HTMLTag)
  /// A piece of the text of a `style` element.
  case style(UnsafeRawBufferPointer)
}
