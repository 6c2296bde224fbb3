/// The margin of a head in a text, with which each of its lines begins: white space, and the `< ` of `curl -v`.
struct HeadMargin: Equatable {
  /// The number of spaces and tabs.
  private var indentation: Int

  /// Whether `curl -v` printed the head.
  let isCurl: Bool

  /// Finds the margin by the first line of a head.
  init(of line: [UInt8]) {
    indentation = line.indentation
    isCurl = line.dropFirst(indentation).starts(with: "< HTTP/".utf8)
  }

  /// Extends the white space to that of a line, if the line has more.
  mutating func deepen(to line: [UInt8]) { indentation = max(indentation, line.indentation) }

  /// Whether a line has less white space than the margin.
  func isLeft(by line: [UInt8]) -> Bool { line.indentation < indentation }

  /// The line after the white space of the margin.
  func unindented(_ line: [UInt8]) -> [UInt8] { Array(line.dropFirst(min(indentation, line.indentation))) }

  /// The line after the margin; nil if the `<` of `curl -v` is missing, which ends the head.
  func removed(from line: [UInt8]) -> [UInt8]? {
    let text = unindented(line)
    guard isCurl else { return text }
    guard text.first == 0x3C else { return nil }
    return Array(text.dropFirst(text.count > 1 && text[1] == 0x20 ? 2 : 1))
  }
}

extension Sequence<UInt8> {
  /// The line without the end of the line, and with a space for each stray CR in it (RFC 9112 §2.2).
  var withoutLineBreaks: [UInt8] {
    var line = Array(self)
    while let last = line.last, last == 0x0D || last == 0x0A { line.removeLast() }
    for index in line.indices where line[index] == 0x0D { line[index] = 0x20 }
    return line
  }
}

extension [UInt8] {
  /// The number of spaces and tabs at the beginning of the line.
  fileprivate var indentation: Int { prefix(while: \.isSpaceOrTab).count }

  /// Whether the line is blank.
  var isBlankLine: Bool { allSatisfy(\.isSpaceOrTab) }

  /// Whether the line begins as a status line does.
  var isStatusLine: Bool {
    starts(with: Array("HTTP/".utf8)) && count > 8 && self[5].isDigit && contains(0x20)
  }

  /// Whether the line is a status line with a version and a status, and no sentence of a text.
  var isReadableStatusLine: Bool { isStatusLine && (try? HeadParser().taking(self)) != nil }

  /// Whether a tool says it, or a shell: `curl: (6) Could not resolve host`, `wget: unable to resolve`, `http: error: …`.
  var isOfTool: Bool {
    let name = prefix { $0.isLetter || $0 == 0x2D || $0.isDigit }
    let rest = self[name.endIndex...].drop(while: \.isSpaceOrTab)
    guard rest.first == 0x3A, rest.dropFirst().first?.isSpaceOrTab == true else { return false }
    return Self.tools.contains(String(decoding: name, as: UTF8.self).asciiLowercased)
  }

  /// The names, in lower case, before the colon of such a message.
  private static let tools: Set = [
    "curl", "wget", "wget2", "http", "https", "xh", "invoke-webrequest", "iwr", "bash", "-bash", "sh", "zsh",
    "dash",
    "ksh", "fish", "ssh",
  ]

  /// Whether the line is the first one of a head.
  var beginsHead: Bool { isStatusLine || pseudoStatus != nil }

  /// Whether it is a line of `curl -v` besides the response's head: a note, the request, or a count of bytes.
  var isCurlNote: Bool {
    guard let first, [0x2A, 0x3E, 0x7B, 0x7D].contains(first) else { return false }
    return count == 1 || self[1] == 0x20
  }

  /// The status line to which curl's progress meter was glued; nil if the line is none of the meter.
  var statusLineBehindMeter: [UInt8]? {
    guard self[...].firstPlace(of: Array("--:--:--".utf8)) != nil,
      let start = self[...].firstPlace(of: Array("HTTP/".utf8))?.lowerBound
    else { return nil }
    let line = Array(self[start...])
    return line.isStatusLine ? line : nil
  }

  /// The status in `:status: 200`; nil in any other line.
  var pseudoStatus: ArraySlice<UInt8>? {
    let mark = Array(":status:".utf8)
    guard starts(with: mark) else { return nil }
    return self[mark.count...].trimmingOptionalWhitespace
  }

  /// The name of the field of the line; nil if it has none.
  var fieldName: String? {
    let name = prefix(while: \.isTokenCharacter)
    return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
  }
}
