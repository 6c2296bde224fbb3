import HTTPCacheCore

/// Breaks text into lines at its spaces.
enum WordWrap {
  /// The lines of a text without line breaks, none wider than `width` characters unless it is a single word.
  ///
  /// A width below 1 puts each word on its own line. A text without words is one empty line.
  static func lines(_ text: String, width: Int) -> [String] {
    // Work on bytes, since a long log has millions of lines. A continuation byte of UTF-8 takes no column.
    let bytes = Array(text.utf8)
    var lines: [String] = []
    var used = 0
    var start = 0
    var output: [UInt8] = []
    output.reserveCapacity(width > 0 ? width + 16 : 16)
    while start < bytes.count {
      var end = start
      var length = 0
      while end < bytes.count, bytes[end] != 0x20 {
        if bytes[end] & 0xC0 != 0x80 { length += 1 }
        end += 1
      }
      defer { start = end + 1 }
      guard end > start else { continue }
      if output.isEmpty {
        used = length
      } else if used + 1 + length <= width {
        output.append(0x20)
        used += 1 + length
      } else {
        lines.append(String(decoding: output, as: UTF8.self))
        output.removeAll(keepingCapacity: true)
        used = length
      }
      output.append(contentsOf: bytes[start..<end])
    }
    if !output.isEmpty || lines.isEmpty { lines.append(String(decoding: output, as: UTF8.self)) }
    return lines
  }

  /// A line with spaces in place of the no-break spaces of `unbroken`.
  static func spaced(_ line: some StringProtocol) -> String {
    String(line).replacing(text: "\u{A0}", by: " ")
  }

  /// A paragraph with a hanging indent: its first line begins with `label`, the others are indented; long words are
  /// cut.
  ///
  /// `tail` has words at the end that stay on one line, such as a reference. `indent` is the width of the label unless
  /// given, and `width` includes the label. The paragraph has no newline at its end.
  static func hanging(
    _ text: String, tail: String = "", label: String, indent: Int? = nil, width: Int
  ) -> String {
    let indent = indent ?? label.count
    var lines = folded(text, width: width - max(indent, label.count))
    if !tail.isEmpty {
      if let last = lines.last, last.count + 1 + tail.count <= width - max(indent, label.count) {
        lines[lines.count - 1] = "\(last) \(tail)"
      } else {
        lines += folded(tail, width: width - indent)
      }
    }
    return label + lines.joined(separator: "\n" + String(repeating: " ", count: indent))
  }

  /// The lines of a text, none wider than `width`: a longer word is cut, if possible after a character that separates
  /// the parts of a URL or of a field value.
  static func folded(_ text: String, width: Int) -> [String] {
    lines(text, width: width).flatMap { line in
      line.count <= width ? [line] : pieces(line, width: max(1, width))
    }
  }

  private static func pieces(_ word: String, width: Int) -> [String] {
    var pieces: [String] = []
    var rest = word[...]
    while rest.count > width {
      let window = rest.prefix(width)
      let cut = window.lastIndex { "/?&;,=".contains($0) }.map { window.index(after: $0) }
      // A piece of less than half a line would look like a mistake.
      let head = cut.map { window[..<$0] }.flatMap { $0.count * 2 > width ? $0 : nil } ?? window
      pieces.append(String(head))
      rest = rest[head.endIndex...]
    }
    return rest.isEmpty ? pieces : pieces + [String(rest)]
  }
}
