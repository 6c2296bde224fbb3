/// Finds the elements of an XML text, and the text in them, piece by piece.
///
/// The text is not validated: a document type is skipped, and its entities, internal or external, are never read or
/// replaced.
struct XMLElements {
  /// A part of the text.
  enum Token {
    /// A start tag; its name without the prefix of a namespace.
    case start(String, isEmpty: Bool)
    case end(String)
    /// A piece of text, with entities replaced.
    case text(ArraySlice<UInt8>)
  }

  typealias Fault = SitemapReader.Fault

  private enum State {
    case text, entity, open, declaration, name, attributes, quoted(UInt8), close
    case comment, data, instruction, type, typeQuoted(UInt8)
  }

  /// The most bytes of a name or an entity.
  private static let nameLimit = 256

  private var state = State.text
  private var name: [UInt8] = []
  private var isEmpty = false
  /// The last bytes of a comment, a section or an instruction, by which its end is recognised.
  private var tail: [UInt8] = []
  private var bracketDepth = 0

  /// Takes the next bytes in UTF-8, which may be cut anywhere; `visit` gets each token in order.
  ///
  /// - Throws: `notXML`, or an error of `visit`.
  mutating func take(_ bytes: ArraySlice<UInt8>, _ visit: (Token) throws(Fault) -> Void) throws(Fault) {
    var rest = bytes
    while let byte = rest.first {
      if case .text = state {
        let plain = rest.prefix { $0 != 0x3C && $0 != 0x26 }
        if !plain.isEmpty { try visit(.text(plain)) }
        rest = rest.dropFirst(plain.count)
        guard let mark = rest.popFirst() else { return }
        name = []
        state = mark == 0x3C ? .open : .entity
        continue
      }
      rest = rest.dropFirst()
      try take(byte, visit)
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
  }

  private mutating func keep(_ byte: UInt8) throws(Fault) {
    guard name.count < Self.nameLimit else { throw .notXML }
    name.append(byte)
  }

  private mutating func take(_ byte: UInt8, _ visit: (Token) throws(Fault) -> Void) throws(Fault) {
    switch state {
    case .text: break
    case .entity:
      guard byte == 0x3B else { return try keep(byte) }
      state = .text
      try visit(.text(try Self.replacement(name)[...]))
    case .open: try open(byte)
    case .declaration: try takeDeclaration(byte)
    case .name:
      if byte == 0x3E || byte == 0x2F || Self.isSpace(byte) {
        state = .attributes
        try takeAttributes(byte, visit)
      } else {
        try keep(byte)
      }
    case .attributes: try takeAttributes(byte, visit)
    case .quoted(let quote): if byte == quote { state = .attributes }
    case .close:
      guard byte == 0x3E else { return try keep(byte) }
      state = .text
      while let last = name.last, Self.isSpace(last) { name.removeLast() }
      try visit(.end(Self.local(name)))
    case .comment: if ends(byte, with: "-->") { state = .text }
    case .instruction: if ends(byte, with: "?>") { state = .text }
    case .data: try takeData(byte, visit)
    case .type: takeType(byte)
    case .typeQuoted(let quote): if byte == quote { state = .type }
    }
  }

  /// Takes the byte after `<`, by which tags, comments and instructions are told apart.
  private mutating func open(_ byte: UInt8) throws(Fault) {
    switch byte {
    case 0x21: state = .declaration
    case 0x3F:
      tail = []
      state = .instruction
    case 0x2F: state = .close
    default:
      guard byte.isLetter || byte == 0x5F || byte == 0x3A || byte >= 0x80 else { throw .notXML }
      isEmpty = false
      try keep(byte)
      state = .name
    }
  }

  private mutating func takeDeclaration(_ byte: UInt8) throws(Fault) {
    try keep(byte)
    if name.elementsEqual("--".utf8) {
      tail = []
      state = .comment
    } else if name.elementsEqual("[CDATA[".utf8) {
      tail = []
      state = .data
    } else if name.elementsEqual("DOCTYPE".utf8) {
      bracketDepth = 0
      state = .type
    } else if !["--", "[CDATA[", "DOCTYPE"].contains(where: { $0.utf8.starts(with: name) }) {
      throw .notXML
    }
  }

  /// Takes a byte of a document type, which ends after its declarations.
  private mutating func takeType(_ byte: UInt8) {
    switch byte {
    case 0x22, 0x27: state = .typeQuoted(byte)
    case 0x5B: bracketDepth += 1
    case 0x5D: bracketDepth -= 1
    case 0x3E: if bracketDepth <= 0 { state = .text }
    default: break
    }
  }

  private mutating func takeAttributes(_ byte: UInt8, _ visit: (Token) throws(Fault) -> Void) throws(Fault) {
    switch byte {
    case 0x3E:
      state = .text
      try visit(.start(Self.local(name), isEmpty: isEmpty))
    case 0x22, 0x27: state = .quoted(byte)
    case 0x3C: throw .notXML
    default: isEmpty = byte == 0x2F
    }
  }

  /// Takes a byte of a CDATA section, in which only the end mark has a meaning.
  private mutating func takeData(_ byte: UInt8, _ visit: (Token) throws(Fault) -> Void) throws(Fault) {
    tail.append(byte)
    if tail.elementsEqual("]]>".utf8) {
      state = .text
      tail = []
    } else {
      while !"]]>".utf8.starts(with: tail) {
        try visit(.text(tail[..<1]))
        tail = Array(tail.dropFirst())
      }
    }
  }

  private mutating func ends(_ byte: UInt8, with mark: StaticString) -> Bool {
    tail.append(byte)
    if tail.count > mark.utf8CodeUnitCount { tail.removeFirst() }
    return mark.withUTF8Buffer { tail.elementsEqual($0) }
  }

  /// A name without the prefix of a namespace.
  private static func local(_ name: [UInt8]) -> String {
    String(decoding: name.split(separator: 0x3A).last ?? [], as: UTF8.self)
  }

  /// The character of an entity: one of XML's five, or one given by number.
  ///
  /// Any other entity would be defined by a document type, and is refused.
  private static func replacement(_ name: [UInt8]) throws(Fault) -> [UInt8] {
    switch String(decoding: name, as: UTF8.self) {
    case "amp": return [0x26]
    case "lt": return [0x3C]
    case "gt": return [0x3E]
    case "quot": return [0x22]
    case "apos": return [0x27]
    default:
      let isHex = name.dropFirst().first == 0x78
      guard name.first == 0x23,
        let number = UInt32(
          String(decoding: name.dropFirst(isHex ? 2 : 1), as: UTF8.self), radix: isHex ? 16 : 10),
        let scalar = Unicode.Scalar(number)
      else { throw .notXML }
      return Array(String(scalar).utf8)
    }
  }
}
