/// Structured fields (RFC 9651); an error anywhere fails the whole field.
enum StructuredField {
  /// A bare item (RFC 9651 §3.3).
  enum BareItem: Sendable, Hashable {
    case integer(Int64)
    /// A decimal, as written.
    case decimal(String)
    case string(String)
    case token(String)
    case boolean(Bool)
    /// A byte sequence in Base64, as written.
    case bytes(String)
    /// A date, in seconds since 1970.
    case date(Int64)
    /// A display string, percent-encoded as written.
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

    /// The item; nil for an inner list.
    var item: Item? { if case .item(let item) = self { item } else { nil } }
  }

  /// Reads a list from the values of all lines, joined by commas; nil if anything is wrong.
  static func list(_ text: String) -> [Member]? {
    var parser = StructuredFieldParser(text)
    return parser.list()
  }

  /// Reads a dictionary from the values of all lines, joined by commas; nil if anything is wrong.
  ///
  /// A member stands where its key first occurs, and has the key's last value.
  static func dictionary(_ text: String) -> [(key: String, member: Member)]? {
    var parser = StructuredFieldParser(text)
    return parser.dictionary()
  }

  /// The strings of a list, without their parameters; nil if a member is not a string.
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
