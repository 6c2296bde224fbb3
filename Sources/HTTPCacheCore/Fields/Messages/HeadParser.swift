/// Reads response heads, line by line: the only parser of head text, for the network and for files (RFC 9112 §4, §5).
///
/// Like curl, it refuses a line only if it has no colon or holds NUL. Other lines that are no field lines are left out and
/// noted.
public struct HeadParser: Sendable {
  /// Why a head is refused.
  public enum Malformed: Error, Equatable, Sendable {
    /// The first line is not a status line.
    case statusLine
    /// A field line has no colon.
    case fieldLine
    /// A line holds NUL or LF.
    case controlCharacter
    /// The line after the status line begins with white space, and so would continue a field line, but there is none.
    case folded
  }

  /// The status line that was read; nil before it.
  private var start: (version: String, status: Int, reason: String)?
  private var fields = FieldSection()
  private var oddities: [HeadOddity] = []
  /// The number of the line that was taken last, from 1.
  private var lineNumber = 0
  /// Whether the last line was left out, so that a line that continues it is left out, too.
  private var hasLeftOut = false

  /// The most oddities of one head that are noted.
  static let oddityLimit = 32

  /// An earlier head: if its `Cache-Control` has the same value, its parsed directives are reused.
  var model: ResponseHead?

  /// Makes a parser that waits for a status line.
  public init() {}

  private init(model: ResponseHead?) { self.model = model }

  /// Takes the next line.
  ///
  /// - Parameter line: one line; a line end (LF or CR LF) is dropped.
  /// - Returns: the whole head if the line is the empty line that ends it; nil otherwise.
  /// - Throws: `Malformed`: the fault of the line.
  public mutating func take(_ line: some Collection<UInt8>) throws -> ResponseHead? { try read(line) }

  /// Takes the next line; a typed `throws`, for callers that tell the faults apart.
  ///
  /// `number` is the number of the line in its text; nil if the text begins with the head.
  package mutating func read(
    _ line: some Collection<UInt8>, number: Int? = nil
  ) throws(Malformed) -> ResponseHead? {
    if let number { lineNumber = number - 1 }
    let line = Array(line)
    let taken = line.withUnsafeBytes { line in Result { () throws(Malformed) in try take(line) } }
    return try taken.get()
  }

  /// A copy of the parser that has taken a line, which must not end the head.
  package func taking(_ line: some Collection<UInt8>, number: Int? = nil) throws(Malformed) -> Self {
    var parser = self
    _ = try parser.read(line, number: number)
    return parser
  }

  /// Takes the next line from a buffer, which is not kept.
  mutating func take(_ whole: UnsafeRawBufferPointer) throws(Malformed) -> ResponseHead? {
    var end = whole.count
    if end > 0, whole[end - 1] == 0x0A { end -= 1 }
    if end > 0, whole[end - 1] == 0x0D { end -= 1 }
    let line = UnsafeRawBufferPointer(rebasing: whole[..<end])
    var hasReturn = false
    for byte in line where byte <= 0x0D {
      guard byte != 0, byte != 0x0A else { throw .controlCharacter }
      hasReturn = hasReturn || byte == 0x0D
    }
    guard !hasReturn else {
      // A space takes the place of a CR that ends no line (RFC 9112 §2.2).
      return try read(line.map { $0 == 0x0D ? 0x20 : $0 })
    }
    lineNumber += 1
    guard start != nil else {
      start = try Self.statusLine(line)
      return nil
    }
    guard let first = line.first else {
      let head = unfinished
      self = HeadParser(model: model)
      return head
    }
    guard !first.isSpaceOrTab else { return try unfold(line) }
    var nameEnd = 0
    while nameEnd < end, line[nameEnd].isTokenCharacter { nameEnd += 1 }
    var colon = nameEnd
    while colon < end, line[colon].isSpaceOrTab { colon += 1 }
    guard nameEnd > 0, colon < end, line[colon] == 0x3A else { return try leaveOut(line) }
    hasLeftOut = false
    if colon > nameEnd {
      note(.spaceBeforeColon(String(decoding: line[..<nameEnd], as: UTF8.self)))
    }
    var start = colon + 1
    while start < end, line[start].isSpaceOrTab { start += 1 }
    while end > start, line[end - 1].isSpaceOrTab { end -= 1 }
    fields.append(
      name: UnsafeRawBufferPointer(rebasing: line[..<nameEnd]),
      value: UnsafeRawBufferPointer(rebasing: line[start..<end]))
    return nil
  }

  /// Notes a line that is not a field line.
  private mutating func leaveOut(_ line: UnsafeRawBufferPointer) throws(Malformed) -> ResponseHead? {
    guard let colon = line.firstIndex(of: 0x3A) else { throw .fieldLine }
    hasLeftOut = true
    note(.unreadable(line: lineNumber, framing: HeadOddity.framingField(named: line[..<colon])))
    return nil
  }

  private mutating func note(_ oddity: HeadOddity) {
    if oddities.count < Self.oddityLimit, !oddities.contains(oddity) { oddities.append(oddity) }
  }

  /// Adds a folded line to the value before it, with a space between them (RFC 9112 §5.2).
  private mutating func unfold(_ line: UnsafeRawBufferPointer) throws(Malformed) -> ResponseHead? {
    guard !hasLeftOut else { return nil }
    var lines = fields.lines
    guard let last = lines.popLast() else { throw .folded }
    note(.folded(last.name))
    let rest = Array(line)[...].trimmingOptionalWhitespace
    let isBlank = rest.isEmpty || last.rawValue.isEmpty
    lines.append(FieldLine(name: last.name, rawValue: last.rawValue + (isBlank ? [] : [0x20]) + rest))
    fields = FieldSection(lines)
    return nil
  }

  /// Whether a status line was read, but not the end of its head.
  var isBegun: Bool { start != nil }

  /// The head read so far, for a file that ends without the empty line; nil before a status line.
  public var unfinished: ResponseHead? {
    guard let start else { return nil }
    var head = ResponseHead(
      version: start.version, status: start.status, reason: start.reason, fields: fields, like: model)
    if !oddities.isEmpty { head.oddities = oddities }
    return head
  }

  /// Whether a line begins a head; servers that write `http/1.1` are understood, as by curl.
  static func isStatusLine(_ line: UnsafeRawBufferPointer) -> Bool {
    line.count >= 5 && zip(line, "http/".utf8).allSatisfy { $0.asciiLowercased == $1 }
  }

  /// Reads `HTTP/1.1 200 OK`, `HTTP/2 200`.
  private static func statusLine(
    _ line: UnsafeRawBufferPointer
  ) throws(Malformed) -> (version: String, status: Int, reason: String) {
    guard isStatusLine(line) else { throw .statusLine }
    var end = 5
    while end < line.count, line[end].isDigit || line[end] == 0x2E { end += 1 }
    let start = end + 1
    guard end > 5, line.count >= start + 3, line[end] == 0x20 else { throw .statusLine }
    var status = 0
    for byte in line[start..<(start + 3)] {
      guard byte.isDigit else { throw .statusLine }
      status = status * 10 + Int(byte - 0x30)
    }
    let hasReason = line.count > start + 3
    guard status >= 100, !hasReason || line[start + 3] == 0x20 else { throw .statusLine }
    return (
      String(decoding: line[5..<end], as: UTF8.self), status,
      hasReason ? String(decoding: line[(start + 4)...], as: UTF8.self) : ""
    )
  }
}
