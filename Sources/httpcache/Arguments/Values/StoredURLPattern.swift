import HTTPCacheCore

/// A value of `--url`: a URL, or a pattern for stored URLs, in the form in which URLs are stored.
struct StoredURLPattern: Equatable, Sendable {
  /// The normalised URL that the text is, even if it could be a pattern, too; nil if it is no URL.
  let url: String?

  /// The pattern; nil if the text has no wildcard.
  let pattern: String?

  /// Reads a text; nil if it is neither a URL nor a pattern.
  init?(_ text: String) {
    let isPattern = text.utf8.contains(where: Self.isWildcard)
    url = (try? URLArgument.read(text))?.normalized
    pattern = isPattern ? Self.normalized(text) : nil
    guard !text.isEmpty, isPattern || url != nil else { return nil }
  }

  private static func isWildcard(_ byte: UInt8) -> Bool { byte == 0x2A || byte == 0x3F || byte == 0x5B }

  /// The pattern with the canonical form of its host, and with percent-encoding as in stored URLs outside its sets of
  /// characters.
  private static func normalized(_ pattern: String) -> String {
    var (output, rest) = origin(of: pattern)
    while let start = rest.utf8.firstIndex(of: 0x5B),
      let end = rest.utf8[start...].dropFirst(2).firstIndex(of: 0x5D)
    {
      output += TargetURI.normalizingEscapes(String(rest[..<start])) + rest[start...end]
      rest = rest[rest.utf8.index(after: end)...]
    }
    return output + TargetURI.normalizingEscapes(String(rest))
  }

  /// The origin of a pattern in its canonical form, and the text after it; an empty origin if there is none without a
  /// wildcard.
  private static func origin(of pattern: String) -> (String, Substring) {
    guard let scheme = pattern.firstPlace(of: "://"),
      let slash = pattern[scheme.upperBound...].utf8.firstIndex(of: 0x2F),
      let target = try? URLArgument.read(String(pattern[...slash])), target.absolute == target.origin + "/",
      !pattern[scheme.upperBound..<slash].utf8.contains(where: { $0 == 0x2A || $0 == 0x3F })
    else { return ("", pattern[...]) }
    return (target.origin, pattern[slash...])
  }
}

extension ValueForm where Value == StoredURLPattern {
  static var storedURL: Self {
    .init("a URL or a pattern", hint: "such as 'https://example.com/*.css'") { StoredURLPattern($0) }
  }
}
