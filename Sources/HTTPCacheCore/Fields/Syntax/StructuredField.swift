/// Structured fields (RFC 9651); an error anywhere fails the whole field.
enum StructuredField {
  /// A bare item (RFC 9651 §3.3).
  enum BareItem: Sendable, Hashable {
    case integer(Int64)
    /// With its fraction, as written.
    case decimal(String)
    case string(String)
    case token(String)
    case boolean(Bool)
    /// Base64, as written.
    case bytes(String)
    /// Seconds since the epoch.
    case date(Int64)
    /// As written, percent-encoded.
    case displayString(String)
  }

  /// A value with its parameters, in order.
  struct Item: Sendable, Hashable {
    let value: BareItem
    let parameters: [Parameter]

    /// The value of the last parameter of that name.
    func parameter(_ name: String) -> BareItem? { parameters.last { $0.name == name }?.value }
  }

  /// A parameter of an item.
  struct Parameter: Sendable, Hashable {
    let name: String
    let value: BareItem
  }

  /// A member of a list or dictionary.
  enum Member: Sendable, Hashable {
    case item(Item)
    case innerList([Item])

    /// The item, where it is one.
    var item: Item? { if case .item(let item) = self { item } else { nil } }
  }

  /// Reads a list.
  ///
  /// - Parameter text: the values of all lines, joined by commas.
  /// - Returns: the members in order, or nil where anything is wrong.
  static func list(_ text: String) -> [Member]? {
    var parser = StructuredFieldParser(text)
    return parser.list()
  }

  /// Reads a dictionary.
  ///
  /// - Parameter text: the values of all lines, joined by commas.
  /// - Returns: the members in the order in which their keys first stood, the last value of each; nil where
  ///   anything is wrong.
  static func dictionary(_ text: String) -> [(key: String, member: Member)]? {
    var parser = StructuredFieldParser(text)
    return parser.dictionary()
  }

  /// The strings of a list that holds nothing else; parameters are passed over.
  static func strings(_ text: String) -> [String]? {
    guard let members = list(text) else { return nil }
    var strings: [String] = []
    for member in members {
      guard case .string(let string)? = member.item?.value else { return nil }
      strings.append(string)
    }
    return strings
  }
}
