/// A start or end tag of a page, with the attributes that were asked for.
struct HTMLTag: Equatable {
  /// The name in lower case; only its beginning where it is longer than any that matters.
  let name: String

  /// Whether it is `</name>`.
  let isEnd: Bool

  /// Whether it ends in `/>`.
  let isSelfClosing: Bool

  /// The values by name, with character references decoded; of one name the first counts.
  let attributes: [String: String]

  subscript(_ name: String) -> String? { attributes[name] }
}

/// What a page's text holds.
enum HTMLToken {
  case tag(HTMLTag)
  /// A piece of the text of a `style` element.
  case style(UnsafeRawBufferPointer)
}
