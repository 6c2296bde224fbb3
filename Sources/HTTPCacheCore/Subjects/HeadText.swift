/// Reads response heads out of text as `curl -sI`, `curl -si` and `curl -v` print it, and as people copy it: one or several,
/// bodies between them, indented or not.
package struct HeadText {
  /// The line that can't be read, and why.
  package struct Malformed: Error, Equatable {
    /// Counted from 1.
    package let line: Int
    /// Why the line is not part of a head.
    package let cause: HeadParser.Malformed
  }

  /// A head, and what was unusual in its lines.
  package struct Found: Sendable, Equatable {
    package let head: ResponseHead
    package let oddities: [HeadOddity]
  }

  /// The longest line in bytes; the rest of a longer one is dropped.
  private static let maxLineLength = 102_400

  /// How many oddities of one head are kept.
  private static let oddityLimit = 32

  private enum Place { case start, head, body }

  private var place = Place.start
  private var parser = HeadParser()
  private var line: [UInt8] = []
  private var lineNumber = 0
  private var heads: [Found] = []

  /// What stands before every line of this head: white space, and `< ` where `curl -v` printed it.
  private var margin = HeadMargin()

  /// The last field line and its number; it waits for a line that continues it.
  private var pending: (text: [UInt8], number: Int)?
  private var oddities: [HeadOddity] = []

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
  package mutating func finish() throws(Malformed) -> [Found] {
    if !line.isEmpty { try endLine() }
    try releasePending()
    if let unfinished = parser.unfinished { found(unfinished) }
    return heads.enumerated().filter { index, found in !found.head.isInterim || index == heads.count - 1 }
      .map(\.element)
  }

  private mutating func endLine() throws(Malformed) {
    let ended = line.withoutLineBreaks
    line = []
    lineNumber += 1
    switch place {
    case .start: try begin(ended, asFields: true)
    case .body: try begin(ended, asFields: false)
    case .head: try goOn(ended)
    }
  }

  /// Begins a head with its status line.
  ///
  /// - Parameters:
  ///   - line: the line.
  ///   - asFields: whether a field line begins one, too.
  /// - Throws: where the line is not part of a head.
  private mutating func begin(_ line: [UInt8], asFields: Bool) throws(Malformed) {
    guard !line.isBlankLine else { return }
    let margin = HeadMargin(of: line)
    // In a body, a line that is indented otherwise than the head before it is text of the body.
    guard asFields || margin == self.margin else { return }
    let text = margin.removed(from: line) ?? []
    let isStatus = text.isStatusLine || text.pseudoStatus != nil
    // What curl says itself, and the request that it sent.
    guard isStatus || asFields && !text.isCurlNote else { return }
    self.margin = margin
    parser = HeadParser()
    place = .head
    // A head without a status line, as articles print it, counts as that of a 200.
    if let status = text.pseudoStatus {
      try parse(Array("HTTP/2 ".utf8) + status, number: lineNumber)
    } else if text.isStatusLine {
      try parse(text, number: lineNumber)
    } else {
      try parse(Array("HTTP/1.1 200".utf8), number: lineNumber)
      pending = (text, lineNumber)
    }
  }

  private mutating func goOn(_ line: [UInt8]) throws(Malformed) {
    if margin.isCurl, margin.unindented(line).isCurlNote { return }
    // The lines of a head may all be indented below a status line that is not.
    if pending == nil, parser.unfinished?.fields.isEmpty == true, !line.isBlankLine {
      margin.deepen(to: line)
    }
    guard let text = margin.removed(from: line), !text.isBlankLine else {
      try releasePending()
      try parse([], number: lineNumber)
      return
    }
    if let first = text.first, first == 0x20 || first == 0x09, pending != nil {
      let more = text[...].trimmingOptionalWhitespace
      if let name = pending?.text.fieldName { note(.folded(name)) }
      if (pending?.text.count ?? 0) + more.count < Self.maxLineLength { pending?.text += [0x20] + more }
      return
    }
    try releasePending()
    pending = (text, lineNumber)
  }

  private mutating func releasePending() throws(Malformed) {
    guard let (text, number) = pending else { return }
    pending = nil
    // `:status:` and its kin are no fields.
    if text.first == 0x3A { return }
    guard let gap = text.gapBeforeColon else { return try parse(text, number: number) }
    if let name = text.fieldName { note(.spaceBeforeColon(name)) }
    try parse(text[..<gap.lowerBound] + text[gap.upperBound...], number: number)
  }

  private mutating func note(_ oddity: HeadOddity) {
    if oddities.count < Self.oddityLimit, !oddities.contains(oddity) { oddities.append(oddity) }
  }

  private mutating func parse(_ text: some Collection<UInt8>, number: Int) throws(Malformed) {
    do {
      guard let head = try parser.take(text) else { return }
      found(head)
      place = .body
    } catch {
      throw Malformed(line: number, cause: error)
    }
  }

  private mutating func found(_ head: ResponseHead) {
    heads.append(Found(head: head, oddities: oddities))
    oddities = []
  }
}

extension HeadParser.Malformed {
  /// The fault, in words.
  package var message: String {
    switch self {
    case .statusLine: "no status line (HTTP/1.1 200 OK)"
    case .fieldLine: "no field line (Name: value)"
    case .controlCharacter: "a control character in a field line"
    case .folded: "a folded field line, which HTTP no longer allows"
    }
  }
}
