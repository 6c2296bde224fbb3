/// Decodes text of a page or style sheet whose encoding is unknown.
enum DocumentText {
  /// The text as UTF-8; if that is invalid, as windows-1252, the encoding of most other pages.
  static func text(_ bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = ""
    for byte in bytes {
      let code = (0x80...0x9F).contains(byte) ? CharacterReferences.windows[Int(byte) - 0x80] : 0
      // A byte without a character in windows-1252 is read as Latin-1.
      text.unicodeScalars.append(code > 0 ? Unicode.Scalar(code) ?? "?" : Unicode.Scalar(byte))
    }
    return text
  }
}
