/// Reads response heads from text as `curl -sI`, `curl -si`, `curl -v`, `wget -S`, `http -v` and PowerShell print it, and as
/// people copy it: one or several heads, with or without bodies, indentation, and other lines before them.
package struct HeadText {
  /// The line that can't be read, and why.
  package struct Malformed: Error, Equatable {
    /// Counted from 1.
    package let line: Int
    /// Why the line is not part of a head.
    package let cause: HeadParser.Malformed
  }

  /// A head, with the oddities of its lines.
  package struct Found: Sendable, Equatable {
    package let head: ResponseHead
  }

  /// The longest line in bytes; the rest of a longer line is dropped.
  private static let maxLineLength = 102_400

  private enum Place {
    /// Before the first head, which may lack a status line.
    case start
    /// After a line that is no part of a head, before the first status line.
    case preamble
    case head, body
  }

  private var place = Place.start
  private var parser = HeadParser()
  private var line: [UInt8] = []
  private var lineNumber = 0
  private var heads: [Found] = []

  private var margin = HeadMargin(of: [])

  /// Whether a field line of the head had the whole margin.
  private var fillsMargin = false

  /// The number of the first line of a head without a status line; nil if the head has one.
  private var fieldsStart: Int?

  /// What `curl -v` printed beside the lines of its head.
  private var beside = LinesBeside()

  private var powerShell = PowerShellText()

  /// The first line that is no part of a head: the fault of a text without any head.
  private var refused: Malformed?

  private var decoder = UTF16Text()

  /// The last field line and its number, which the next line may continue.
  private var pending: (text: [UInt8], number: Int)?
  private var oddities: [HeadOddity] = []

  /// The body after the last head, by its Content-Length; nil if there is none, or its length is not known.
  private var frame: Frame?

  /// The frame of a body that may be missing from the text, since `curl -I` prints heads only.
  private struct Frame {
    /// The bytes of the body that are still to come.
    var left: Int64
    /// The number of heads before the body: if the text has the body, heads found in it are content.
    let headCount: Int
    /// How many bytes of the current line belong to the body, once all its bytes were read.
    var end = 0
    /// Whether a line of the body was read.
    var hasBegun = false
  }

  package init() {}

  /// Takes the next bytes of the text.
  package mutating func take(_ bytes: some Sequence<UInt8>) throws(Malformed) {
    if decoder.isPassing { try takeText(bytes) } else { try takeText(decoder.take(bytes)) }
  }

  private mutating func takeText(_ bytes: some Sequence<UInt8>) throws(Malformed) {
    for byte in bytes {
      if line.count < Self.maxLineLength { line.append(byte) }
      if let left = frame?.left, left > 0 {
        frame?.left = left - 1
        if left == 1 { frame?.end = line.count }
      }
      if byte == 0x0A { try endLine() }
    }
  }

  /// Ends the text.
  ///
  /// - Returns: the final responses of the origins in order, and an interim response if no final one follows it.
  package mutating func finish() throws(Malformed) -> [Found] {
    try takeText(decoder.finish())
    if !line.isEmpty { try endLine() }
    if frame?.left == 0 {
      dropFramed()
    } else {
      endHead()
    }
    if heads.isEmpty, let refused { throw refused }
    return heads.indices.filter { index in
      // A proxy's demand for credentials (407) is in answer to CONNECT if the next head is, too.
      index == heads.count - 1
        || !heads[index].head.isInterim && !isFromProxy(index)
          && !(heads[index].head.status == 407 && isFromProxy(index + 1))
    }.map { heads[$0] }
  }

  /// Whether a head is a proxy's answer to CONNECT, which has no content and is followed by another head.
  private func isFromProxy(_ index: Int) -> Bool {
    let head = heads[index].head
    return index < heads.count - 1 && (200..<300).contains(head.status)
      && (head.fields.isEmpty || head.reason.asciiLowercased == "connection established")
  }

  private mutating func endLine() throws(Malformed) {
    let end = frame?.end ?? 0
    var whole = line
    line = []
    frame?.end = 0
    lineNumber += 1
    if lineNumber == 1, case let text = whole.withoutByteOrderMark, text.count < whole.count {
      whole = Array(text)
      note(.byteOrderMark)
    }
    let ended = whole.withoutLineBreaks
    if frame?.left == 0 {
      let rest = whole.dropFirst(end).withoutLineBreaks
      if rest.beginsHead || rest.isCurlNote {
        dropFramed()
        return try begin(rest)
      }
      // More bytes follow in the line: the body in the text has another length, for example because it was decoded
      // before it was saved.
      if !rest.isBlankLine { frame = nil }
    }
    let isOfPowerShell = powerShell.isInside || place != .body && (place != .head || fieldsStart != nil)
    switch isOfPowerShell ? powerShell.read(ended) : .unchanged {
    case .unchanged: if place == .head { try goOn(ended) } else { try begin(ended) }
    case .nothing: break
    case .unreadable: note(.unreadable(line: lineNumber))
    case .line(let line, let isFirst):
      if isFirst { (parser, pending, oddities, place) = (HeadParser(), nil, [], .preamble) }
      if place == .head { try goOn(line) } else { try begin(line) }
    }
  }

  /// Ends a body whose length matches its head: heads that were found in the body are content, and are dropped.
  private mutating func dropFramed() {
    guard let frame else { return }
    heads.removeLast(heads.count - frame.headCount)
    parser = HeadParser()
    (pending, oddities, place, self.frame) = (nil, [], .body, nil)
  }

  /// Begins a head with its status line, or, as the first of the text, with a field line.
  ///
  /// - Throws: if the line is a status line that can't be read.
  private mutating func begin(_ line: [UInt8]) throws(Malformed) {
    guard !line.isBlankLine else { return }
    let line = place == .body ? line : line.statusLineBehindMeter ?? line
    let margin = HeadMargin(of: line)
    // In a body, a line with another indentation than the head before it is content.
    guard place != .body || margin == self.margin else { return }
    let text = margin.removed(from: line) ?? []
    if frame?.hasBegun == false {
      // If the next head follows at once, there is no body, as in responses to HEAD.
      if text.beginsHead { frame = nil } else { frame?.hasBegun = true }
    }
    // A message of curl, or a line of the request that it sent, does not begin a head.
    guard text.beginsHead else {
      if text.isOfTool { refuse(lineNumber, .statusLine) }
      if place == .start, !text.isCurlNote, !text.isOfTool { try beginWithField(text, margin) }
      return
    }
    // A line of a body may look like a status line: check that the parser accepts it.
    if place != .start, text.isStatusLine, (try? HeadParser().taking(text)) == nil { return }
    enterHead(margin)
    if margin.isCurl { beside.printed.insert(text) }
    if let status = text.pseudoStatus {
      try parse(Array("HTTP/2 ".utf8) + status, number: lineNumber)
    } else {
      try parse(text, number: lineNumber)
    }
  }

  /// Begins a head without a status line, as articles print it, with the status 200; after any other line, a status line is
  /// needed.
  ///
  /// At its end, a field must show that it was one of a response: a prompt and a message hold colons, too.
  private mutating func beginWithField(_ text: [UInt8], _ margin: HeadMargin) throws(Malformed) {
    do throws(HeadParser.Malformed) {
      let tried = try HeadParser().taking(Array("HTTP/1.1 200".utf8)).taking(text)
      if tried.unfinished?.fields.isEmpty != false { throw .fieldLine }
    } catch {
      refuse(lineNumber, error)
      place = .preamble
      return
    }
    enterHead(margin)
    fieldsStart = lineNumber
    try parse(Array("HTTP/1.1 200".utf8), number: lineNumber)
    pending = (text, lineNumber)
  }

  private mutating func enterHead(_ margin: HeadMargin) {
    self.margin = margin
    parser = HeadParser()
    (place, fillsMargin, fieldsStart, beside) = (.head, false, nil, LinesBeside())
  }

  private mutating func refuse(_ line: Int, _ cause: HeadParser.Malformed) {
    if refused == nil { refused = Malformed(line: line, cause: cause) }
  }

  private mutating func goOn(_ line: [UInt8]) throws(Malformed) {
    let unindented = margin.unindented(line)
    if margin.isCurl, unindented.isCurlNote || beside.isTwin(unindented) { return }
    guard !unindented.isOfTool else { return }
    // The field lines may be indented under a status line that is not.
    if pending == nil, parser.unfinished?.fields.isEmpty == true, !line.isBlankLine {
      margin.deepen(to: line)
    }
    // No field line is a status line: another head begins. What was taken for fields before the first one were lines of a
    // terminal, such as `host:~ user$ curl …`.
    if HeadMargin(of: line).removed(from: line)?.isReadableStatusLine == true {
      if fieldsStart == nil { endHead() } else { (pending, oddities) = (nil, []) }
      place = .preamble
      return try begin(line)
    }
    if margin.isCurl, !unindented.isBlankLine, margin.removed(from: line) == nil {
      beside.lines.append(lineNumber)
      return
    }
    // Below an indented head, a line that is not indented is of the program that printed the head.
    let isOutside = fillsMargin && margin.isLeft(by: line)
    guard !isOutside, let text = margin.removed(from: line), !text.isBlankLine else {
      releasePending()
      try parse([], number: lineNumber)
      return
    }
    if margin.isCurl {
      beside.printed.insert(text)
      // The head went on: what stood between its lines is part of none.
      for line in beside.takeLines() { note(.unreadable(line: line)) }
    }
    if !margin.isLeft(by: line) { fillsMargin = true }
    if text.first?.isSpaceOrTab == true, pending != nil {
      let more = text[...].trimmingOptionalWhitespace
      if let name = pending?.text.fieldName { note(.folded(name)) }
      if (pending?.text.count ?? 0) + more.count < Self.maxLineLength { pending?.text += [0x20] + more }
      return
    }
    releasePending()
    pending = (text, lineNumber)
  }

  private mutating func releasePending() {
    guard let (text, number) = pending else { return }
    pending = nil
    // Pseudo-header fields such as `:status:` are not fields (RFC 9113 §8.3).
    if text.first == 0x3A, text.dropFirst().first?.isTokenCharacter == true { return }
    do throws(HeadParser.Malformed) {
      parser = try parser.taking(text, number: number)
    } catch {
      // One line that is not a field line must not hide the others: note it and go on.
      note(.unreadable(line: number))
    }
  }

  /// Ends a head that no blank line ended.
  private mutating func endHead() {
    releasePending()
    if let unfinished = parser.unfinished { found(unfinished) }
    parser = HeadParser()
  }

  private mutating func note(_ oddity: HeadOddity) {
    if oddities.count < HeadParser.oddityLimit, !oddities.contains(oddity) { oddities.append(oddity) }
  }

  private mutating func parse(_ text: some Collection<UInt8>, number: Int) throws(Malformed) {
    do {
      guard let head = try parser.read(text, number: number) else { return }
      place = .body
      guard found(head) else { return }
      let length = head.fields.first("Content-Length").flatMap { Int64($0) }
      if frame == nil, let length, length >= 0, !head.isInterim, ![204, 304].contains(head.status),
        !head.fields.contains("Transfer-Encoding")
      {
        frame = Frame(left: length, headCount: heads.count)
      }
    } catch {
      throw Malformed(line: number, cause: error)
    }
  }

  /// Keeps a head; false if it has no status line, and no field shows that it is one.
  @discardableResult
  private mutating func found(_ head: ResponseHead) -> Bool {
    defer { oddities = [] }
    if let fieldsStart, !head.fields.lines.contains(where: \.showsResponse) {
      refuse(fieldsStart, .statusLine)
      place = .preamble
      return false
    }
    var head = head
    head.oddities = oddities + head.oddities
    heads.append(Found(head: head))
    return true
  }
}

/// What stands beside the lines of a head that `curl -v` prints to a terminal, whose other stream writes there, too.
private struct LinesBeside {
  /// The lines of the head as they were sent, which `-i` and `-I` print again without the `<`.
  var printed: Set<[UInt8]> = []

  /// The numbers of the latest lines that are neither of the head nor such a twin.
  var lines: [Int] = []

  /// Whether a line is the second print of one of the head.
  func isTwin(_ line: [UInt8]) -> Bool { !line.isBlankLine && printed.contains(line) }

  mutating func takeLines() -> [Int] {
    defer { lines = [] }
    return Array(lines.prefix(HeadParser.oddityLimit))
  }
}

extension FieldLine {
  /// Whether the line is of a response, as its name tells.
  ///
  /// Warning is none: it is obsolete, and tools begin messages with it.
  fileprivate var showsResponse: Bool {
    !name.equalsIgnoringASCIICase("Warning") && Self.ofResponses.contains(name.asciiLowercased)
  }

  /// The names of fields that responses have, in lower case: those that this program reads, and others that are usual.
  private static let ofResponses = Set(
    KnownField.allCases.map(\.name.asciiLowercased) + [
      "accept-ranges", "allow", "alt-svc", "cf-ray", "connection", "content-disposition", "content-language",
      "content-location", "content-security-policy", "keep-alive", "link", "referrer-policy", "retry-after",
      "server",
      "strict-transport-security", "timing-allow-origin", "transfer-encoding", "via",
      "x-content-type-options",
      "x-frame-options", "x-powered-by", "x-request-id", "x-served-by",
    ])
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
