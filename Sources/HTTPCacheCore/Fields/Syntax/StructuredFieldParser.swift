/// The parsing algorithms of RFC 9651 §4.2, byte by byte.
struct StructuredFieldParser {
  private let bytes: [UInt8]
  private var index = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
    skipSpaces()
  }

  mutating func list() -> [StructuredField.Member]? {
    var members: [StructuredField.Member] = []
    while index < bytes.count {
      guard let member = member() else { return nil }
      members.append(member)
      guard isAtEndOrNextMember() else { return nil }
    }
    return members
  }

  mutating func dictionary() -> [(key: String, member: StructuredField.Member)]? {
    var members: [(key: String, member: StructuredField.Member)] = []
    // A field can hold tens of thousands of keys: a dictionary finds repeated ones in constant time.
    var places: [String: Int] = [:]
    while index < bytes.count {
      guard let key = key() else { return nil }
      let value: StructuredField.Member
      if take(0x3D) {
        guard let member = member() else { return nil }
        value = member
      } else {
        guard let parameters = parameters() else { return nil }
        value = .item(.init(value: .boolean(true), parameters: parameters))
      }
      if let known = places[key] {
        members[known].member = value
      } else {
        places[key] = members.count
        members.append((key, value))
      }
      guard isAtEndOrNextMember() else { return nil }
    }
    return members
  }

  /// Steps over a comma and the white space around it; false if there is no comma, or nothing follows it.
  private mutating func isAtEndOrNextMember() -> Bool {
    skipWhitespace()
    guard index < bytes.count else { return true }
    guard take(0x2C) else { return false }
    skipWhitespace()
    return index < bytes.count
  }

  private mutating func member() -> StructuredField.Member? {
    guard take(0x28) else { return item().map { .item($0) } }
    var items: [StructuredField.Item] = []
    while true {
      skipSpaces()
      if take(0x29) { return parameters() == nil ? nil : .innerList(items) }
      guard let item = item() else { return nil }
      items.append(item)
      guard next == 0x20 || next == 0x29 else { return nil }
    }
  }

  private mutating func item() -> StructuredField.Item? {
    guard let value = bareItem(), let parameters = parameters() else { return nil }
    return .init(value: value, parameters: parameters)
  }

  private mutating func parameters() -> [StructuredField.Parameter]? {
    var parameters: [StructuredField.Parameter] = []
    while take(0x3B) {
      skipSpaces()
      guard let name = key() else { return nil }
      var value = StructuredField.BareItem.boolean(true)
      if take(0x3D) {
        guard let given = bareItem() else { return nil }
        value = given
      }
      parameters.append(.init(name: name, value: value))
    }
    return parameters
  }

  private mutating func bareItem() -> StructuredField.BareItem? {
    guard let next else { return nil }
    switch next {
    case 0x2D, 0x30...0x39: return number()
    case 0x22: return string().map { .string($0) }
    case 0x3A: return byteSequence()
    case 0x3F: return boolean()
    case 0x40:
      index += 1
      guard case .integer(let seconds)? = number() else { return nil }
      return .date(seconds)
    case 0x25:
      index += 1
      return string().map { .displayString($0) }
    case 0x2A, 0x41...0x5A, 0x61...0x7A:
      return .token(text { $0.isTokenCharacter || $0 == 0x3A || $0 == 0x2F })
    default: return nil
    }
  }

  /// An integer of at most 15 digits, or a decimal of at most 12 and 3 digits.
  private mutating func number() -> StructuredField.BareItem? {
    let isNegative = take(0x2D)
    let whole = text(\.isDigit)
    guard !whole.isEmpty else { return nil }
    if take(0x2E) {
      let fraction = text(\.isDigit)
      guard whole.utf8.count <= 12, (1...3).contains(fraction.utf8.count) else { return nil }
      return .decimal("\(isNegative ? "-" : "")\(whole).\(fraction)")
    }
    guard whole.utf8.count <= 15, let value = Int64(whole) else { return nil }
    return .integer(isNegative ? -value : value)
  }

  private mutating func string() -> String? {
    guard take(0x22) else { return nil }
    var content: [UInt8] = []
    while let byte = next {
      index += 1
      switch byte {
      case 0x22: return String(decoding: content, as: UTF8.self)
      case 0x5C:
        guard let escaped = next, escaped == 0x22 || escaped == 0x5C else { return nil }
        index += 1
        content.append(escaped)
      case 0x20...0x7E: content.append(byte)
      default: return nil
      }
    }
    return nil
  }

  private mutating func byteSequence() -> StructuredField.BareItem? {
    index += 1
    let content = text { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2F, 0x3D: true
      default: false
      }
    }
    return take(0x3A) ? .bytes(content) : nil
  }

  private mutating func boolean() -> StructuredField.BareItem? {
    index += 1
    if take(0x31) { return .boolean(true) }
    return take(0x30) ? .boolean(false) : nil
  }

  private mutating func key() -> String? {
    guard let first = next, first == 0x2A || (0x61...0x7A).contains(first) else { return nil }
    return text { byte in
      switch byte {
      case 0x61...0x7A, 0x30...0x39, 0x5F, 0x2D, 0x2E, 0x2A: true
      default: false
      }
    }
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    index += 1
    return true
  }

  private mutating func text(_ belongs: (UInt8) -> Bool) -> String {
    let start = index
    while let byte = next, belongs(byte) { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func skipSpaces() { while next == 0x20 { index += 1 } }

  private mutating func skipWhitespace() { while next == 0x20 || next == 0x09 { index += 1 } }
}
