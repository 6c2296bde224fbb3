/// Reads heads as PowerShell prints what `Invoke-WebRequest` returns: a list with `StatusCode : 200`, where the head stands
/// behind `RawContent :`, or a table of the fields.
struct PowerShellText {
  /// What a line of a text means.
  enum Meaning: Equatable {
    case unchanged
    /// The line is no part of a head.
    case nothing
    /// The line has fields, but not as they were sent.
    case unreadable
    /// The line of a head that it stands for, and whether it is the first one, before which nothing counts.
    case line([UInt8], isFirst: Bool)
  }

  private enum State {
    case outside
    /// In the list, whose colons all stand in one column.
    case list(colon: Int)
    /// Behind the names of the columns of the table.
    case columns
    /// In the table, whose values begin in one column.
    case table(value: Int)
  }

  private var state = State.outside

  /// A status that was printed by itself, before the table.
  private var status = Array("200".utf8)

  /// Whether the lines of a list or of a table are being read.
  var isInside: Bool { if case .outside = state { false } else { true } }

  /// Reads the next line, which is not of a body.
  mutating func read(_ line: [UInt8]) -> Meaning {
    switch state {
    case .outside: return readOutside(line)
    case .list(let colon): return readMember(line, colon)
    case .columns:
      let value = line.lastIndex(of: 0x20).map { $0 + 1 }
      guard let value, line.allSatisfy({ $0 == 0x2D || $0.isSpaceOrTab }), value < line.count else {
        state = .outside
        return .unchanged
      }
      state = .table(value: value)
      return .line(Array("HTTP/1.1 ".utf8) + status, isFirst: true)
    case .table(let value):
      guard !line.isBlankLine else {
        state = .outside
        return .unchanged
      }
      return Self.row(line, value)
    }
  }

  private mutating func readOutside(_ line: [UInt8]) -> Meaning {
    let words = line.split(whereSeparator: \.isSpaceOrTab)
    if let (colon, name, value) = Self.member(line), name.elementsEqual("StatusCode".utf8),
      value.count == 3, value.allSatisfy(\.isDigit)
    {
      state = .list(colon: colon)
      return .line(Array("HTTP/1.1 ".utf8) + value, isFirst: true)
    }
    if words.count == 2, words[0].elementsEqual("Key".utf8), words[1].elementsEqual("Value".utf8) {
      state = .columns
      return .nothing
    }
    if words.count == 1, words[0].count == 3, words[0].allSatisfy(\.isDigit) { status = Array(words[0]) }
    return .unchanged
  }

  private mutating func readMember(_ line: [UInt8], _ colon: Int) -> Meaning {
    guard let (place, name, value) = Self.member(line), place == colon else {
      // What a member has beyond its first line is indented.
      if line.isBlankLine || line[0].isSpaceOrTab { return .nothing }
      state = .outside
      return .unchanged
    }
    if name.elementsEqual("RawContent".utf8), Array(value).isReadableStatusLine {
      state = .outside
      return .line(Array(repeating: 0x20, count: value.startIndex) + value, isFirst: true)
    }
    return name.elementsEqual("Headers".utf8) ? .unreadable : .nothing
  }

  /// A line of the list: its colon, its name and its value; nil for any other line.
  private static func member(
    _ line: [UInt8]
  ) -> (colon: Int, name: ArraySlice<UInt8>, value: ArraySlice<UInt8>)? {
    let name = line.drop(while: \.isSpaceOrTab).prefix(while: \.isLetter)
    let rest = line[name.endIndex...].drop(while: \.isSpaceOrTab)
    guard !name.isEmpty, rest.first == 0x3A, rest.startIndex > name.endIndex else { return nil }
    return (rest.startIndex, name, rest.dropFirst().trimmingOptionalWhitespace)
  }

  /// The field of a row; one that was cut to the width of the window can't be judged.
  private static func row(_ line: [UInt8], _ start: Int) -> Meaning {
    let name = line.prefix(start).trimmingOptionalWhitespace
    var value = line.dropFirst(start).trimmingOptionalWhitespace
    // Newer versions print the list of the values; what is JSON itself has braces of its own.
    if value.first == 0x7B, value.last == 0x7D, value.starts(with: "{{".utf8) || !value.holdsMember {
      value = value.dropFirst().dropLast()
    }
    guard !value.ends(with: "...".utf8), !value.ends(with: "…".utf8) else { return .unreadable }
    return .line(Array(name) + Array(": ".utf8) + Array(value), isFirst: false)
  }
}

extension ArraySlice<UInt8> {
  /// Whether the text has a member of a JSON object.
  fileprivate var holdsMember: Bool { firstPlace(of: Array("\":".utf8)) != nil }

  fileprivate func ends(with end: String.UTF8View) -> Bool { suffix(end.count).elementsEqual(end) }
}
