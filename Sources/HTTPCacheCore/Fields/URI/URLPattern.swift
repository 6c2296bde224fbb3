/// A pattern for URLs, in which `*` matches any characters or none, and `:name` one part of a URL.
///
/// `:name` stands for one or more characters other than `/`, `?`, `&` and `#`, as in the URL Pattern standard: a colon behind
/// `/`, `.`, `-`, `_` or `=`, a letter, then letters, digits or `_`. Any other colon is itself, and so is `\:` everywhere.
///
/// A pattern that begins with `/` is compared with path and query on every host, so that it also matches a preview of
/// the site.
package struct URLPattern: Hashable, Sendable {
  private enum Piece: Hashable, Sendable {
    case text([UInt8])
    /// Any characters or none.
    case anything
    /// One or more characters within a part of a URL.
    case part
  }

  /// The pattern as written.
  package let text: String

  private let pieces: [Piece]

  package init(_ text: String) {
    self.text = text
    pieces = Self.pieces(Array(text.utf8))
  }

  /// The text before the first wildcard, as URLs have it; the whole text if there is none.
  package var beginning: String {
    guard case .text(let bytes)? = pieces.first else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether it matches more than one URL.
  package var hasWildcards: Bool {
    pieces.contains { if case .text = $0 { false } else { true } }
  }

  /// A text of a URL as a pattern that matches it alone, but for each `*` in it.
  package static func escaped(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard bytes.contains(0x3A) else { return text }
    var output: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      if byte == 0x3A, nameEnd(bytes, index) != nil { output.append(0x5C) }
      output.append(byte)
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func pieces(_ bytes: [UInt8]) -> [Piece] {
    var pieces: [Piece] = []
    var text: [UInt8] = []
    func passText() {
      if !text.isEmpty { pieces.append(.text(text)) }
      text = []
    }
    var index = 0
    while index < bytes.count {
      if bytes[index] == 0x2A {
        passText()
        if pieces.last != .anything { pieces.append(.anything) }
        index += 1
      } else if bytes[index] == 0x5C, index + 1 < bytes.count, bytes[index + 1] == 0x3A {
        text.append(0x3A)
        index += 2
      } else if bytes[index] == 0x3A, let end = nameEnd(bytes, index) {
        passText()
        pieces.append(.part)
        index = end
      } else {
        text.append(bytes[index])
        index += 1
      }
    }
    passText()
    return pieces
  }

  /// Where a name ends that a colon begins; nil if the colon is itself.
  private static func nameEnd(_ bytes: [UInt8], _ colon: Int) -> Int? {
    guard colon > 0, "/.-_=".utf8.contains(bytes[colon - 1]), colon + 1 < bytes.count,
      bytes[colon + 1].isLetter
    else { return nil }
    return bytes[(colon + 1)...].firstIndex { !$0.isLetter && !$0.isDigit && $0 != 0x5F } ?? bytes.endIndex
  }

  /// Whether the pattern matches a whole URL, or its whole path and query.
  package func matches(_ target: TargetURI) -> Bool {
    guard text.utf8.first == 0x2F else { return matches(whole: target.absolute) }
    return target.isHTTP && matches(whole: target.pathAndQuery)
  }

  private func matches(whole: String) -> Bool {
    let whole = Array(whole.utf8)
    // The places at which the pieces so far may end, in ascending order: no piece is tried twice at a place.
    var places = [0]
    for (index, piece) in pieces.enumerated() {
      switch piece {
      case .text(let text):
        places = places.filter { whole[$0...].starts(with: text) }.map { $0 + text.count }
      case .anything:
        guard index < pieces.count - 1 else { return true }
        places = places.first.map { Array($0...whole.count) } ?? []
      case .part:
        var ends: [Int] = []
        for place in places {
          // What is reached from an earlier place is reached already.
          var end = max(place, ends.last ?? place)
          while end < whole.count, whole[end].isInPart {
            end += 1
            ends.append(end)
          }
        }
        places = ends
      }
      if places.isEmpty { return false }
    }
    return places.last == whole.count
  }
}

extension UInt8 {
  /// Whether it may stand within one part of a URL.
  fileprivate var isInPart: Bool { ![0x2F, 0x3F, 0x26, 0x23].contains(self) }
}
