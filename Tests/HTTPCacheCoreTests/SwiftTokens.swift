/// A word or a sign of Swift source.
struct SwiftToken {
  let text: String
  let line: Int
  /// Whether it is a name or a keyword.
  let isWord: Bool
}

/// Splits Swift source into words and signs.
///
/// Comments and the text of literals are left out; what is interpolated is not.
struct SwiftTokens {
  private let bytes: [UInt8]
  private var place = 0
  private var line = 1
  private var tokens: [SwiftToken] = []

  /// The tokens of a source.
  static func of(_ source: String) -> [SwiftToken] {
    var reader = SwiftTokens(bytes: Array(source.utf8))
    reader.code(until: nil)
    return reader.tokens
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private func byte(_ offset: Int = 0) -> UInt8 {
    place + offset < bytes.count ? bytes[place + offset] : 0
  }

  private mutating func advance(_ count: Int = 1) {
    for _ in 0..<count {
      if byte() == 0x0A { line += 1 }
      place += 1
    }
  }

  /// Reads code up to the end, or up to the parenthesis that closes an interpolation.
  private mutating func code(until closing: UInt8?) {
    var depth = 0
    while place < bytes.count {
      let next = byte()
      if next == closing, depth == 0 { return advance() }
      if next == 0x2F, byte(1) == 0x2F {
        while place < bytes.count, byte() != 0x0A { advance() }
      } else if next == 0x2F, byte(1) == 0x2A {
        comment()
      } else if Self.isWord(next) || next == 0x60 {
        word()
      } else if next == 0x22 || next == 0x23, let hashes = hashesBeforeQuote() {
        literal(hashes)
      } else {
        if next == 0x28 { depth += 1 }
        if next == 0x29 { depth -= 1 }
        if next > 0x20 { add(String(UnicodeScalar(next)), isWord: false) }
        advance()
      }
    }
  }

  private mutating func comment() {
    var depth = 0
    repeat {
      let pair = (byte(), byte(1))
      if pair == (0x2F, 0x2A) { depth += 1 }
      if pair == (0x2A, 0x2F) { depth -= 1 }
      advance(pair == (0x2F, 0x2A) || pair == (0x2A, 0x2F) ? 2 : 1)
    } while depth > 0 && place < bytes.count
  }

  private mutating func word() {
    let isQuoted = byte() == 0x60
    if isQuoted { advance() }
    let start = place
    while Self.isWord(byte()) { place += 1 }
    // A number is no name.
    if !(0x30...0x39).contains(bytes[start]) {
      add(String(decoding: bytes[start..<place], as: UTF8.self), isWord: true)
    }
    if isQuoted { advance() }
  }

  /// How many number signs stand before a quote; nil where there is no quote.
  private func hashesBeforeQuote() -> Int? {
    var count = 0
    while byte(count) == 0x23 { count += 1 }
    return byte(count) == 0x22 ? count : nil
  }

  private mutating func literal(_ hashes: Int) {
    advance(hashes)
    let quotes = byte(1) == 0x22 && byte(2) == 0x22 ? 3 : 1
    advance(quotes)
    while place < bytes.count {
      if byte() == 0x5C, hashes == 0 || (1...hashes).allSatisfy({ byte($0) == 0x23 }) {
        advance(1 + hashes)
        guard byte() == 0x28 else {
          advance()
          continue
        }
        advance()
        code(until: 0x29)
      } else if byte() == 0x22, ends(quotes, hashes) {
        return advance(quotes + hashes)
      } else {
        advance()
      }
    }
  }

  private func ends(_ quotes: Int, _ hashes: Int) -> Bool {
    (0..<quotes).allSatisfy { byte($0) == 0x22 } && (0..<hashes).allSatisfy { byte(quotes + $0) == 0x23 }
  }

  private mutating func add(_ text: String, isWord: Bool) {
    tokens.append(SwiftToken(text: text, line: line, isWord: isWord))
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A, 0x80...0xFF: true
    default: false
    }
  }
}
