/// Tokens, quoted strings and comma-separated lists (RFC 9110 §5.6): the scanner of all fields.
struct ListSyntax {
  private let bytes: ArraySlice<UInt8>
  private var index: Int

  init(_ text: String) { self.init(Array(text.utf8)[...]) }

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    index = bytes.startIndex
  }

  /// The members of a list, without the white space around them; empty members are left out (§5.6.1.2).
  ///
  /// A comma inside a quoted string does not separate; a quote that never closes runs to the end.
  static func members(of text: String) -> [String] {
    members(of: Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The members of a list given as bytes.
  static func members(of value: [UInt8]) -> [ArraySlice<UInt8>] {
    var members: [ArraySlice<UInt8>] = []
    forEachMember(of: value) { members.append($0) }
    return members
  }

  /// The first member of a list; nil if there is none.
  static func firstMember(of text: String) -> String? {
    var scanner = ListSyntax(text)
    return scanner.member().map { String(decoding: $0, as: UTF8.self) }
  }

  /// Visits the members of a list given as bytes.
  static func forEachMember(of value: [UInt8], _ visit: (ArraySlice<UInt8>) -> Void) {
    var scanner = ListSyntax(value[...])
    while let member = scanner.member() { visit(member) }
  }

  /// Takes the next member that is not empty, without the white space around it; nil if there is none.
  private mutating func member() -> ArraySlice<UInt8>? {
    while !isAtEnd {
      let member = rawMember()
      if !member.isEmpty { return member }
    }
    return nil
  }

  /// Reads up to the next separating comma, and steps over it; returns the member without the white space around it.
  mutating func rawMember() -> ArraySlice<UInt8> {
    let start = index
    var isQuoted = false
    while index < bytes.endIndex {
      let byte = bytes[index]
      if isQuoted && byte == 0x5C {
        index += 1
      } else if byte == 0x22 {
        isQuoted.toggle()
      } else if byte == 0x2C && !isQuoted {
        break
      }
      index += 1
    }
    let end = min(index, bytes.endIndex)
    index = min(end + 1, bytes.endIndex)
    return bytes[start..<end].trimmingOptionalWhitespace
  }

  /// The bytes that have not been taken.
  var rest: ArraySlice<UInt8> { bytes[index...] }

  /// Whether all bytes have been taken.
  var isAtEnd: Bool { index == bytes.endIndex }

  /// The next byte, without taking it.
  var next: UInt8? { isAtEnd ? nil : bytes[index] }

  /// Takes the byte if it is next.
  mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    index += 1
    return true
  }

  /// Takes the next byte; nil at the end.
  mutating func take() -> UInt8? {
    guard let next else { return nil }
    index += 1
    return next
  }

  /// Takes bytes as long as they meet a condition.
  mutating func text(_ belongs: (UInt8) -> Bool) -> String {
    let start = index
    while let byte = next, belongs(byte) { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// Takes spaces and tabs; true if there were any.
  mutating func takeWhitespace() -> Bool { !text(\.isSpaceOrTab).isEmpty }

  /// Takes a token (§5.6.2), or nil if none begins here.
  mutating func token() -> String? {
    let token = text(\.isTokenCharacter)
    return token.isEmpty ? nil : token
  }

  /// Takes a quoted string and undoes its escapes (§5.6.4); nil if none begins here or it never closes.
  mutating func quotedString() -> String? {
    var scanner = self
    guard scanner.take(0x22) else { return nil }
    var content: [UInt8] = []
    while let byte = scanner.take() {
      if byte == 0x22 {
        self = scanner
        return String(decoding: content, as: UTF8.self)
      }
      content.append(byte == 0x5C ? scanner.take() ?? byte : byte)
    }
    return nil
  }
}
