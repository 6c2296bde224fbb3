/// Text in an XML 1.0 or HTML document.
enum XMLText {
  /// The text as character data or attribute value.
  ///
  /// Control and invisible characters stand as `\x1b`: XML forbids most of the former even as references.
  static func escaped(_ text: String) -> String {
    var output = ""
    for scalar in Escaping.escaped(text).unicodeScalars {
      switch scalar {
      case "&": output += "&amp;"
      case "<": output += "&lt;"
      case ">": output += "&gt;"
      case "\"": output += "&quot;"
      case "'": output += "&apos;"
      default:
        if isAllowed(scalar) {
          output.unicodeScalars.append(scalar)
        } else {
          output += "\\u{\(String(scalar.value, radix: 16))}"
        }
      }
    }
    return output
  }

  /// What is left that XML 1.0 §2.2 has no place for.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value != 0xFFFE && scalar.value != 0xFFFF
  }
}
