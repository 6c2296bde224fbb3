/// The parts of a value of `Set-Cookie` (RFC 6265 §5.2).
struct SetCookieValue {
  let name, value: String
  private let attributes: [(name: String, value: String)]

  init(_ text: String) {
    let parts = text.pieces(at: ";").map(Self.split)
    (name, value) = parts[0]
    attributes = Array(parts.dropFirst())
  }

  /// The value of the last attribute of a name in lower case; nil if there is none.
  func last(_ attribute: String) -> String? {
    attributes.last { $0.name.asciiLowercased == attribute }?.value
  }

  /// Whether the cookie is for requests that other sites cause, too, and not for https alone: Chromium keeps none of these.
  var isUnsecuredForAllSites: Bool {
    last("samesite")?.equalsIgnoringASCIICase("none") == true && last("secure") == nil
  }

  private static func split(_ part: Substring) -> (name: String, value: String) {
    let (name, value) = part.cut(at: "=")
    let isSpace: (Unicode.Scalar) -> Bool = { $0 == " " || $0 == "\t" }
    return (
      String(name.unicodeScalars.trimming(isSpace)), String((value ?? "").unicodeScalars.trimming(isSpace))
    )
  }
}
