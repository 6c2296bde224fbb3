/// Text in an XML 1.0 or HTML document.
enum XMLText {
  /// The text as character data or attribute value, without the credentials in the queries of the URLs in it.
  ///
  /// Control and invisible characters are written as `\x1b`: XML forbids most control characters even as references.
  static func escaped(_ text: String) -> String {
    var output = ""
    for scalar in Escaping.withoutCredentials(text).unicodeScalars {
      switch scalar {
      case "&": output += "&amp;"
      case "<": output += "&lt;"
      case ">": output += "&gt;"
      case "\"": output += "&quot;"
      case "'": output += "&apos;"
      // XML 1.0 §2.2 forbids these two, which `Escaping.escaped` leaves as they are.
      case "\u{FFFE}", "\u{FFFF}": output += "\\u{\(String(scalar.value, radix: 16))}"
      default: output.unicodeScalars.append(scalar)
      }
    }
    return output
  }
}
