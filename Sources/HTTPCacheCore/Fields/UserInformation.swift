/// The user information of a URI reference, which may be a password (RFC 3986 §3.2.1).
package enum UserInformation {
  /// Leaves out what stands before the host's `@`.
  ///
  /// - Parameter reference: an absolute or relative reference, as bytes; it need not be well-formed.
  /// - Returns: the reference without user information.
  package static func removed(from reference: [UInt8]) -> [UInt8] {
    guard let start = authorityStart(of: reference) else { return reference }
    let authority = reference[start...].prefix { !isEnd($0) }
    guard let at = authority.lastIndex(of: 0x40) else { return reference }
    return Array(reference[..<start] + reference[(at + 1)...])
  }

  /// The same for text.
  package static func removed(from reference: String) -> String {
    String(decoding: removed(from: Array(reference.utf8)), as: UTF8.self)
  }

  /// Where the authority begins: behind the first `//`, before which only a scheme may stand.
  private static func authorityStart(of reference: [UInt8]) -> Int? {
    guard let slash = reference.firstIndex(where: isEnd), reference[slash] == 0x2F,
      slash + 1 < reference.count, reference[slash + 1] == 0x2F
    else { return nil }
    return slash + 2
  }

  private static func isEnd(_ byte: UInt8) -> Bool { byte == 0x2F || byte == 0x3F || byte == 0x23 }
}
