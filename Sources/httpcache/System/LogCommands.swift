/// Keeps foreign text from becoming a command of the log that a CI system reads: GitHub Actions obeys a line that begins with
/// `::`, also behind white space, and one that holds `##[` anywhere.
enum LogCommands {
  /// Lines with foreign text in them, none of which begins as a command does: its first `:` stands as `\x3a`.
  static func disarmed(_ text: String) -> String {
    guard text.utf8.containsPair(0x3A) else { return text }
    var output = ""
    // Behind white space at the beginning of a line; a command's second colon decides.
    var isAtStart = true
    var held = false
    for scalar in text.unicodeScalars {
      if held {
        output += scalar == ":" ? "\\x3a" : ":"
        held = false
      }
      if scalar == ":", isAtStart {
        (held, isAtStart) = (true, false)
        continue
      }
      output.unicodeScalars.append(scalar)
      isAtStart = scalar == "\n" || isAtStart && scalar.properties.isWhitespace
    }
    return held ? output + ":" : output
  }

  /// Foreign text without `##[`: its second `#` stands as `\x23`.
  static func disarmedInside(_ text: String) -> String {
    guard text.utf8.containsPair(0x23) else { return text }
    return text.replacing("##[", with: "#\\x23[")
  }
}

extension String.UTF8View {
  /// Whether a byte stands twice, one behind the other.
  fileprivate func containsPair(_ byte: UInt8) -> Bool {
    var isBefore = false
    for other in self {
      if other == byte, isBefore { return true }
      isBefore = other == byte
    }
    return false
  }
}
