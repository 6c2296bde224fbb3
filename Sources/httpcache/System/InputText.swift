import HTTPCacheCore

/// Files and the standard input that the command line names.
enum InputText {
  /// Gives the bytes of a source piece by piece.
  static func forEachChunk(_ source: InputSource, _ visit: (ArraySlice<UInt8>) throws(UsageError) -> Void)
    throws(UsageError)
  {
    let input = try InputStream(source)
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = try input.read(&chunk)
      if count == 0 { return }
      try visit(chunk[..<count])
    }
  }

  /// All bytes of a source.
  static func bytes(_ source: InputSource) throws(UsageError) -> [UInt8] {
    var bytes: [UInt8] = []
    try forEachChunk(source) { chunk throws(UsageError) in bytes += chunk }
    return bytes
  }

  /// The lines of a text, empty ones too, without white space around them.
  static func lines(_ bytes: [UInt8]) throws(UsageError) -> [String] {
    var lines: [String] = []
    try forEachLine(bytes) { lines.append(String(decoding: $0, as: UTF8.self)) }
    return lines
  }

  /// Visits the lines of a text, empty ones too, without white space around them.
  static func forEachLine(
    _ bytes: [UInt8], _ visit: (ArraySlice<UInt8>) throws(UsageError) -> Void
  ) throws(UsageError) {
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D }
    var next = bytes.startIndex
    while next <= bytes.endIndex {
      let lineEnd = bytes[next...].firstIndex(of: 0x0A) ?? bytes.endIndex
      var (start, end) = (next, lineEnd)
      while start < end, isSpace(bytes[start]) { start += 1 }
      while start < end, isSpace(bytes[end - 1]) { end -= 1 }
      try visit(bytes[start..<end])
      next = lineEnd + 1
    }
  }
}

/// The request's content, from `--data`.
enum RequestBody {
  /// Puts the parts together as curl does: joined by `&`; of files, line ends are dropped.
  ///
  /// - Returns: nil where there is none.
  static func read(_ parts: [BodyPart]) throws(UsageError) -> TransferRequest.Body? {
    guard !parts.isEmpty else { return nil }
    var body: [UInt8] = []
    for (index, part) in parts.enumerated() {
      if index > 0 { body.append(0x26) }
      switch part {
      case .text(let text): body += text.argumentBytes
      case .input(let source): body += try InputText.bytes(source).filter { $0 != 0x0A && $0 != 0x0D }
      }
    }
    return .bytes(body)
  }
}
