import HTTPCacheCore

/// The options in a file of curl's form, which `--config` names: one a line, with or without its dashes.
///
/// ```
/// # a comment
/// --compressed
/// user-agent = "my program"
/// url = "https://example.com/"
/// ```
struct ConfigLines {
  /// One option as it was written.
  struct Line: Equatable {
    /// From 1.
    let number: Int

    /// With its dashes if it was written with them.
    let option: String

    /// Without its quotes; nil if none was given.
    let value: String?
  }

  private(set) var lines: [Line] = []

  /// Reads the text of a file.
  init(_ text: [UInt8], name: String) throws(UsageError) {
    var number = 0
    for bytes in text.withoutByteOrderMark.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      var rest = OriginalBytes.text(bytes)[...].droppingBlanks
      guard let first = rest.unicodeScalars.first, first != "#" else { continue }
      let isDashed = first == "-"
      let option = rest.popPrefix { !$0.isBlank && (isDashed || ($0 != "=" && $0 != ":")) }
      rest = rest.droppingBlanks
      if let mark = rest.unicodeScalars.first, mark == "=" || mark == ":" {
        rest.unicodeScalars.removeFirst()
        rest = rest.droppingBlanks
      }
      guard let value = Self.value(&rest) else {
        throw UsageError("\(name):\(number): a quote that does not close")
      }
      rest = rest.droppingBlanks
      guard rest.isEmpty || rest.unicodeScalars.first == "#" else {
        throw UsageError("\(name):\(number): more than one value", hint: "quote a value with spaces")
      }
      lines.append(Line(number: number, option: String(option), value: value.isGiven ? value.text : nil))
    }
  }

  /// Takes a value, quoted or up to a space; nil if its quote does not close.
  private static func value(_ rest: inout Substring) -> (text: String, isGiven: Bool)? {
    guard rest.unicodeScalars.first == "\"" else {
      let word = rest.unicodeScalars.first == "#" ? "" : rest.popPrefix { !$0.isBlank }
      return (String(word), !word.isEmpty)
    }
    rest.unicodeScalars.removeFirst()
    let escapes: [Unicode.Scalar: Unicode.Scalar] = ["t": "\t", "n": "\n", "r": "\r", "v": "\u{0B}"]
    let (text, isEnded) = rest.popText(before: "\"") { escapes[$0] ?? $0 }
    return isEnded ? (text, true) : nil
  }
}
