import HTTPCacheCore

/// Makes foreign text harmless for a terminal: text of a server, a file or the command line.
///
/// Every control and invisible character becomes visible, so that a line stays one line and hides nothing.
enum Escaping {
  /// A message with its hazardous characters visible, and without the passwords of the URLs in it.
  static func withoutPasswords(_ message: String) -> String {
    escaped(UserInformation.redacted(in: message))
  }

  /// A text of a report, which others read, too: with its hazardous characters visible, and without the credentials in the
  /// queries of the URLs in it.
  static func withoutCredentials(_ text: String) -> String { escaped(CredentialName.redacted(in: text)) }

  /// The text with its hazardous characters as `\x1b` or `\u{202e}`.
  static func escaped(_ text: String) -> String {
    let text = disarmedInside(text)
    guard text.unicodeScalars.contains(where: \.isHazardous) else { return text }
    var output = ""
    for scalar in text.unicodeScalars { append(scalar, to: &output) }
    return output
  }

  private static func append(_ scalar: Unicode.Scalar, to output: inout String) {
    if !scalar.isHazardous {
      output.unicodeScalars.append(scalar)
    } else if let byte = OriginalBytes.carried(by: scalar) {
      output += hexadecimal(byte)
    } else if scalar.value < 0x80 {
      output += hexadecimal(UInt8(truncatingIfNeeded: scalar.value))
    } else {
      output += "\\u{\(String(scalar.value, radix: 16))}"
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    "\\x\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))"
  }
}

// GitHub Actions takes a line of a log for a command that begins with `::`, even behind white space, or has `##[`
// anywhere. Foreign text must not become such a command.
extension Escaping {
  /// Lines of which none begins with `::`: the first colon of such a pair is written as `\x3a`.
  static func disarmed(_ text: String) -> String {
    guard text.utf8.containsPair(0x3A) else { return text }
    var output = ""
    // `isAtStart`: the line has only white space so far. `held`: a colon there is held back, since the next character
    // decides whether it begins a command.
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

  /// Foreign text without `##[`: its second `#` is written as `\x23`.
  static func disarmedInside(_ text: String) -> String {
    guard text.utf8.containsPair(0x23) else { return text }
    return text.replacing(text: "##[", by: "#\\x23[")
  }
}

extension String.UTF8View {
  /// Whether a byte occurs twice in a row.
  fileprivate func containsPair(_ byte: UInt8) -> Bool {
    var isBefore = false
    for other in self {
      if other == byte, isBefore { return true }
      isBefore = other == byte
    }
    return false
  }
}
