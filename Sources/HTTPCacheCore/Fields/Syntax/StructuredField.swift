/// Reads structured fields (RFC 9651); a single error makes the whole field invalid.
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
    /// A display string, decoded.
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

  /// Reads a list from the values of all field lines, joined by commas; nil if the list is invalid.
  static func list(_ text: String) -> [Member]? {
    var parser = StructuredFieldParser(text)
    return try? parser.list()
  }

  /// Reads a dictionary from the values of all field lines, joined by commas; nil if the dictionary is
  /// invalid.
  ///
  /// A member stands where its key first occurs, and has the key's last value.
  static func dictionary(_ text: String) -> [(key: String, member: Member)]? {
    var parser = StructuredFieldParser(text)
    return try? parser.dictionary()
  }

  /// The strings of a list, without their parameters; nil if the list is invalid or a member is not a string.
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

/// The parsing algorithms of RFC 9651 §4.2, byte by byte.
private struct StructuredFieldParser {
  typealias Item = StructuredField.Item
  typealias BareItem = StructuredField.BareItem
  typealias Member = StructuredField.Member

  /// The error of a field that breaks the syntax of the wanted type.
  private struct Malformed: Error {}

  private var scanner: ListSyntax

  init(_ text: String) {
    scanner = ListSyntax(text)
    skipSpaces()
  }

  mutating func list() throws -> [Member] {
    var members: [Member] = []
    while !scanner.isAtEnd {
      members.append(try member())
      try passComma()
    }
    return members
  }

  mutating func dictionary() throws -> [(key: String, member: Member)] {
    var members: [(key: String, member: Member)] = []
    // A field can hold tens of thousands of keys: a dictionary finds a repeated key in constant time.
    var places: [String: Int] = [:]
    while !scanner.isAtEnd {
      let key = try key()
      let member =
        scanner.take(0x3D)
        ? try member() : .item(Item(value: .boolean(true), parameters: try parameters()))
      if let known = places[key] {
        members[known].member = member
      } else {
        places[key] = members.count
        members.append((key, member))
      }
      try passComma()
    }
    return members
  }

  /// Steps over a comma and the white space around it, unless the text ends; another member must follow the
  /// comma.
  private mutating func passComma() throws {
    _ = scanner.takeWhitespace()
    guard !scanner.isAtEnd else { return }
    try take(0x2C)
    _ = scanner.takeWhitespace()
    guard !scanner.isAtEnd else { throw Malformed() }
  }

  private mutating func member() throws -> Member {
    guard scanner.take(0x28) else { return .item(try item()) }
    var items: [Item] = []
    while true {
      skipSpaces()
      if scanner.take(0x29) {
        _ = try parameters()
        return .innerList(items)
      }
      items.append(try item())
      guard scanner.next == 0x20 || scanner.next == 0x29 else { throw Malformed() }
    }
  }

  private mutating func item() throws -> Item {
    Item(value: try bareItem(), parameters: try parameters())
  }

  private mutating func parameters() throws -> [StructuredField.Parameter] {
    var parameters: [StructuredField.Parameter] = []
    while scanner.take(0x3B) {
      skipSpaces()
      let name = try key()
      parameters.append(.init(name: name, value: scanner.take(0x3D) ? try bareItem() : .boolean(true)))
    }
    return parameters
  }

  private mutating func bareItem() throws -> BareItem {
    guard let first = scanner.next else { throw Malformed() }
    switch first {
    case 0x2D, 0x30...0x39: return try number()
    case 0x22: return .string(try string())
    case 0x3A:
      try take(0x3A)
      let content = scanner.text { $0.isLetter || $0.isDigit || $0 == 0x2B || $0 == 0x2F || $0 == 0x3D }
      try take(0x3A)
      guard Self.isBase64(content) else { throw Malformed() }
      return .bytes(content)
    case 0x3F:
      try take(0x3F)
      if scanner.take(0x31) { return .boolean(true) }
      try take(0x30)
      return .boolean(false)
    case 0x40:
      try take(0x40)
      guard case .integer(let seconds) = try number() else { throw Malformed() }
      return .date(seconds)
    case 0x25:
      try take(0x25)
      return .displayString(try displayString())
    case 0x2A, 0x41...0x5A, 0x61...0x7A:
      return .token(scanner.text { $0.isTokenCharacter || $0 == 0x3A || $0 == 0x2F })
    default: throw Malformed()
    }
  }

  /// An integer of at most 15 digits, or a decimal of at most 12 and 3 digits.
  private mutating func number() throws -> BareItem {
    let isNegative = scanner.take(0x2D)
    let whole = scanner.text(\.isDigit)
    if scanner.take(0x2E) {
      let fraction = scanner.text(\.isDigit)
      guard (1...12).contains(whole.utf8.count), (1...3).contains(fraction.utf8.count) else {
        throw Malformed()
      }
      return .decimal("\(isNegative ? "-" : "")\(whole).\(fraction)")
    }
    guard whole.utf8.count <= 15, let value = Int64(whole) else { throw Malformed() }
    return .integer(isNegative ? -value : value)
  }

  /// A string: unlike a quoted string of RFC 9110, it has only ASCII characters, and escapes only `"` and
  /// `\`.
  private mutating func string() throws -> String {
    try take(0x22)
    var content: [UInt8] = []
    while let byte = scanner.take() {
      switch byte {
      case 0x22: return String(decoding: content, as: UTF8.self)
      case 0x5C:
        guard let escaped = scanner.take(), escaped == 0x22 || escaped == 0x5C else { throw Malformed() }
        content.append(escaped)
      case 0x20...0x7E: content.append(byte)
      default: throw Malformed()
      }
    }
    throw Malformed()
  }

  /// A display string: UTF-8 in which a percent sign and two digits in lower case stand for a byte (RFC 9651 §4.2.10).
  private mutating func displayString() throws -> String {
    try take(0x22)
    var content: [UInt8] = []
    while let byte = scanner.take() {
      switch byte {
      case 0x22:
        guard let text = String(validating: content, as: UTF8.self) else { throw Malformed() }
        return text
      case 0x25:
        guard let high = Self.lowercaseHex(scanner.take()), let low = Self.lowercaseHex(scanner.take()) else {
          throw Malformed()
        }
        content.append(high << 4 | low)
      case 0x20...0x7E: content.append(byte)
      default: throw Malformed()
      }
    }
    throw Malformed()
  }

  private static func lowercaseHex(_ digit: UInt8?) -> UInt8? {
    digit.flatMap { (0x41...0x46).contains($0) ? nil : $0.hexValue }
  }

  /// Whether a text of Base64 characters can be decoded; its padding may be missing (RFC 9651 §4.2.7).
  private static func isBase64(_ text: String) -> Bool {
    let content = text.utf8.prefix { $0 != 0x3D }
    let padding = text.utf8.dropFirst(content.count)
    let rest = content.count % 4
    return rest != 1 && padding.count <= (4 - rest) % 4 && padding.allSatisfy { $0 == 0x3D }
  }

  private mutating func key() throws -> String {
    guard let first = scanner.next, first == 0x2A || (0x61...0x7A).contains(first) else { throw Malformed() }
    return scanner.text { byte in
      switch byte {
      case 0x61...0x7A, 0x30...0x39, 0x5F, 0x2D, 0x2E, 0x2A: true
      default: false
      }
    }
  }

  private mutating func take(_ byte: UInt8) throws {
    guard scanner.take(byte) else { throw Malformed() }
  }

  private mutating func skipSpaces() { while scanner.take(0x20) {} }
}
