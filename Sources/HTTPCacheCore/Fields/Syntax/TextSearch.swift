// Searches, compares and splits text by its bytes. Protocols do so, while Swift compares texts by canonical equivalence,
// in which a Kelvin sign is a K, and sees a delimiter and an accent behind it as one character. The standard library's
// search depends on its engine for regular expressions: more than a megabyte, which every cache hit would have to load.

extension String {
  /// The text behind its last slash; all of it if there is none.
  var lastSegment: Substring {
    utf8.lastIndex(of: 0x2F).map { self[utf8.index(after: $0)...] } ?? self[...]
  }

  /// The runs of letters and digits, of which a name is made: `x`, `csrf` and `token` of `x-csrf-token`.
  var nameWords: [String] { utf8.split { !$0.isLetter && !$0.isDigit }.map { String(Substring($0)) } }

  /// Whether a byte occurs in the text, which is asked of the bytes themselves, since `utf8` goes through them slowly.
  package func holds(byte: UInt8) -> Bool {
    var text = self
    return text.withUTF8 { $0.contains(byte) }
  }

  /// Whether a text occurs in this one, byte for byte; not generic, so that it is fast in every module.
  package func holds(_ other: String) -> Bool {
    var (text, other) = (self, other)
    return text.withUTF8 { text in
      other.withUTF8 { other in
        guard let first = other.first else { return true }
        var start = 0
        while start + other.count <= text.count {
          if text[start] == first, text[start...].starts(with: other) { return true }
          start += 1
        }
        return false
      }
    }
  }
}

extension StringProtocol {
  /// Whether both have the same bytes.
  package func isSame(as other: some StringProtocol) -> Bool { utf8.elementsEqual(other.utf8) }

  /// Whether the text begins with the bytes of another one.
  package func begins(with other: some StringProtocol) -> Bool { utf8.starts(with: other.utf8) }

  /// The text before the first `mark`, and the text behind it; nil behind if there is no mark.
  ///
  /// It can be inlined, since a generic function of another module is slow: each option of a command line is cut.
  @inlinable package func cut(at mark: Unicode.Scalar) -> (before: SubSequence, after: SubSequence?) {
    guard let place = unicodeScalars.firstIndex(of: mark) else { return (self[...], nil) }
    return (self[..<place], self[unicodeScalars.index(after: place)...])
  }

  /// The texts between marks, also empty ones; the last one holds the rest if there are more than `most`.
  package func pieces(at mark: Unicode.Scalar, most: Int = .max) -> [SubSequence] {
    var pieces: [SubSequence] = []
    var rest = self[...]
    while pieces.count + 1 < most, let place = rest.unicodeScalars.firstIndex(of: mark) {
      pieces.append(self[rest.startIndex..<place])
      rest = self[unicodeScalars.index(after: place)...]
    }
    return pieces + [rest]
  }

  /// The first place of a text in this one, byte for byte; nil if there is none.
  package func firstPlace(of text: String) -> Range<Index>? {
    let (own, sought) = (Array(utf8), Array(text.utf8))
    guard let start = own[...].firstPlace(of: sought)?.lowerBound else { return nil }
    let first = utf8.index(utf8.startIndex, offsetBy: start)
    return first..<utf8.index(first, offsetBy: sought.count)
  }
}

extension String {
  /// The text with `other` in place of each occurrence of `text`, or of the first `most` ones.
  package func replacing(text: String, by other: String, most: Int = .max) -> String {
    var (result, rest, left) = ("", self[...], most)
    while left > 0, !text.isEmpty, let place = rest.firstPlace(of: text) {
      result += rest[..<place.lowerBound] + other
      rest = rest[place.upperBound...]
      left -= 1
    }
    return result + rest
  }
}

extension ArraySlice<UInt8> {
  /// The first place of other bytes in these; nil if there is none.
  package func firstPlace(of sought: [UInt8]) -> Range<Int>? {
    guard let first = sought.first else { return startIndex..<startIndex }
    var place = startIndex
    while endIndex - place >= sought.count {
      if self[place] == first, self[place..<(place + sought.count)].elementsEqual(sought) {
        return place..<(place + sought.count)
      }
      place += 1
    }
    return nil
  }
}
