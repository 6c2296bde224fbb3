/// The user information of a URI reference, which may be a password (RFC 3986 §3.2.1).
package enum UserInformation {
  /// Removes the user information before the host's `@` from an absolute or relative reference, which need not be
  /// well-formed.
  package static func removed(from reference: [UInt8]) -> [UInt8] {
    guard let start = authorityStart(of: reference) else { return reference }
    let authority = reference[start...].prefix { !isEnd($0) }
    guard let at = authority.lastIndex(of: 0x40) else { return reference }
    return Array(reference[..<start] + reference[(at + 1)...])
  }

  package static func removed(from reference: String) -> String {
    String(decoding: removed(from: Array(reference.utf8)), as: UTF8.self)
  }

  /// A text, such as a message, with `…` in place of a possible user and password.
  ///
  /// The text need not hold a well-formed URL, since a password may hold any character. In doubt, more is removed.
  package static func redacted(in text: String) -> String {
    guard text.holds(byte: 0x40) else { return text }
    return String(decoding: redactedWords(redactedURLs(Array(text.utf8))), as: UTF8.self)
  }

  /// Redacts the user information, between `://` and the last `@` of an authority.
  ///
  /// A `/` ends the authority only after a host and port; elsewhere it may belong to a password.
  private static func redactedURLs(_ text: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    var rest = text[...]
    while let colon = rest.firstPlace(of: separator)?.lowerBound {
      let start = colon + separator.count
      let authority = rest[start...].prefix { !isEnd($0) }
      var at = authority.lastIndex(of: 0x40)
      if at == nil, !isHostAndPort(authority) { at = rest[authority.endIndex...].lastIndex(of: 0x40) }
      output += rest[..<start] + (at == nil ? [] : mark)
      rest = rest[(at ?? start)...]
    }
    return output + rest
  }

  /// Redacts `user:password` in words such as `user:password@host`.
  private static func redactedWords(_ text: [UInt8]) -> [UInt8] {
    let words = text.split(separator: 0x20, omittingEmptySubsequences: false).map { word in
      guard word.firstPlace(of: separator) == nil, let at = word.lastIndex(of: 0x40),
        word[..<at].contains(0x3A)
      else { return word }
      let quote = word.first.flatMap { $0 == 0x27 ? [$0] : nil } ?? []
      return ArraySlice(quote + mark + word[at...])
    }
    return Array(words.joined(separator: [0x20]))
  }

  /// Whether a number, or nothing, follows the last colon of an authority.
  private static func isHostAndPort(_ authority: ArraySlice<UInt8>) -> Bool {
    guard let colon = authority.lastIndex(of: 0x3A) else { return true }
    let port = authority[(colon + 1)...]
    return port.contains(0x5D) || port.allSatisfy(\.isDigit)
  }

  private static let separator = Array("://".utf8)
  private static let mark = Array("…".utf8)

  /// Where the authority begins: after the first `//`, before which only a scheme may stand.
  private static func authorityStart(of reference: [UInt8]) -> Int? {
    guard let slash = reference.firstIndex(where: isEnd), reference[slash] == 0x2F,
      slash + 1 < reference.count, reference[slash + 1] == 0x2F
    else { return nil }
    return slash + 2
  }

  private static func isEnd(_ byte: UInt8) -> Bool { byte == 0x2F || byte == 0x3F || byte == 0x23 }
}
