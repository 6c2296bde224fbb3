/// Reads response heads out of text as `curl -sI` and `curl -si` print it: one or several, bodies between them.
package struct HeadText {
  /// The line that can't be read, and why.
  package struct Malformed: Error, Equatable {
    /// Counted from 1.
    package let line: Int
    /// Why the line is not part of a head.
    package let cause: HeadParser.Malformed
  }

  /// The longest line in bytes; the rest of a longer one is dropped.
  private static let maxLineLength = 102_400

  private enum Place { case start, head, body }

  private var place = Place.start
  private var parser = HeadParser()
  private var line: [UInt8] = []
  private var lineNumber = 0
  private var heads: [ResponseHead] = []

  package init() {}

  /// Takes the next bytes of the text.
  package mutating func take(_ bytes: some Sequence<UInt8>) throws(Malformed) {
    for byte in bytes {
      if line.count < Self.maxLineLength { line.append(byte) }
      if byte == 0x0A { try endLine() }
    }
  }

  /// Ends the text.
  ///
  /// - Returns: the final responses in order; an interim one only where no final one follows it.
  package mutating func finish() throws(Malformed) -> [ResponseHead] {
    if !line.isEmpty { try endLine() }
    if let unfinished = parser.unfinished { heads.append(unfinished) }
    return heads.enumerated().filter { index, head in !head.isInterim || index == heads.count - 1 }.map(
      \.element)
  }

  private mutating func endLine() throws(Malformed) {
    let ended = line
    line = []
    lineNumber += 1
    switch place {
    case .start:
      // A head without a status line, as articles print it, counts as that of a 200.
      if ended.isBlankLine { return }
      if !ended.isStatusLine { try parse(Array("HTTP/1.1 200".utf8)) }
      try parse(ended)
      place = .head
    case .head: try parse(ended)
    case .body:
      guard ended.isStatusLine else { return }
      parser = HeadParser()
      try parse(ended)
      place = .head
    }
  }

  private mutating func parse(_ text: [UInt8]) throws(Malformed) {
    do {
      guard let head = try parser.take(text) else { return }
      heads.append(head)
      place = .body
    } catch {
      throw Malformed(line: lineNumber, cause: error)
    }
  }
}

extension [UInt8] {
  /// Whether the line is blank.
  fileprivate var isBlankLine: Bool { allSatisfy { $0 == 0x0D || $0 == 0x0A || $0 == 0x20 } }

  /// Whether the line begins as a status line does.
  fileprivate var isStatusLine: Bool {
    starts(with: Array("HTTP/".utf8)) && count > 8 && self[5].isDigit && contains(0x20)
  }
}

extension HeadParser.Malformed {
  /// What is wrong, in words.
  package var message: String {
    switch self {
    case .statusLine: "no status line (HTTP/1.1 200 OK)"
    case .fieldLine: "no field line (Name: value)"
    case .controlCharacter: "a control character in a field line"
    case .folded: "a folded field line, which HTTP no longer allows"
    }
  }
}
