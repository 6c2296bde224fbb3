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
    for bytes in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      let line = OriginalBytes.text(bytes).drop(while: Self.isSpace)
      guard let first = line.first, first != "#" else { continue }
      let isDashed = first == "-"
      let option = line.prefix { !Self.isSpace($0) && (isDashed || ($0 != "=" && $0 != ":")) }
      var rest = line[option.endIndex...].drop(while: Self.isSpace)
      if let mark = rest.first, mark == "=" || mark == ":" {
        rest = rest.dropFirst().drop(while: Self.isSpace)
      }
      guard let value = Self.value(&rest) else {
        throw UsageError("\(name):\(number): a quote that does not close")
      }
      rest = rest.drop(while: Self.isSpace)
      guard rest.isEmpty || rest.first == "#" else {
        throw UsageError("\(name):\(number): more than one value", hint: "quote a value with spaces")
      }
      lines.append(Line(number: number, option: String(option), value: value.isGiven ? value.text : nil))
    }
  }

  /// Takes a value, quoted or up to a space; nil if its quote does not close.
  private static func value(_ rest: inout Substring) -> (text: String, isGiven: Bool)? {
    guard rest.first == "\"" else {
      let word = rest.first == "#" ? "" : rest.prefix { !isSpace($0) }
      rest = rest.dropFirst(word.count)
      return (String(word), !word.isEmpty)
    }
    rest.removeFirst()
    let escapes: [Character: Character] = ["t": "\t", "n": "\n", "r": "\r", "v": "\u{0B}"]
    var text = ""
    while let character = rest.popFirst() {
      if character == "\"" { return (text, true) }
      if character == "\\", let escaped = rest.popFirst() {
        text.append(escapes[escaped] ?? escaped)
      } else {
        text.append(character)
      }
    }
    return nil
  }

  private static func isSpace(_ character: Character) -> Bool {
    character == " " || character == "\t" || character == "\r"
  }
}
