/// The file name that a response suggests (RFC 6266).
package enum ContentDisposition {
  /// The file name in the value of `Content-Disposition`, without directories; nil if there is none, or none that a
  /// file may have.
  ///
  /// A name that begins with a dot is refused: the origin could otherwise overwrite a program's settings.
  package static func fileName(_ value: String?) -> String? {
    guard let value else { return nil }
    var syntax = ListSyntax(value)
    _ = syntax.takeWhitespace()
    guard syntax.token() != nil else { return nil }
    while true {
      _ = syntax.takeWhitespace()
      guard syntax.take(0x3B) else { return nil }
      _ = syntax.takeWhitespace()
      guard let name = syntax.token(), syntax.take(0x3D),
        let text = syntax.quotedString() ?? syntax.token()
      else { return nil }
      if name.asciiLowercased == "filename" { return base(text) }
    }
  }

  /// The name after the last slash or backslash.
  private static func base(_ text: String) -> String? {
    let start = text.utf8.lastIndex { $0 == 0x2F || $0 == 0x5C }.map(text.utf8.index(after:))
    let name = String(text[(start ?? text.startIndex)...])
    return name.isEmpty || name.hasPrefix(".") ? nil : name
  }
}
