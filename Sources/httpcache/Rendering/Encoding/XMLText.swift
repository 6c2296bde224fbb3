/// Text in an XML 1.0 or HTML document.
enum XMLText {
  /// The text as character data or attribute value.
  ///
  /// Control and invisible characters are written as `\x1b`: XML forbids most control characters even as references.
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

  /// Whether XML 1.0 §2.2 allows a scalar that `Escaping.escaped` left as it is.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value != 0xFFFE && scalar.value != 0xFFFF
  }
}
