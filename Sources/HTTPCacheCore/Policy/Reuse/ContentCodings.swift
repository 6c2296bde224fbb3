/// Which content codings a request accepts (RFC 9110 §12.5.3).
///
/// A request without `Accept-Encoding` counts as accepting none, since a client that can decode sends the field.
struct ContentCodings: Sendable {
  /// The registered codings except `identity`, which means no coding (RFC 9110 §8.4.1, and its registry).
  static let known: Set = [
    "gzip", "x-gzip", "deflate", "compress", "x-compress", "br", "zstd", "dcb", "dcz", "aes128gcm", "exi",
    "pack200-gzip",
  ]

  private var accepted: Set<String> = []
  private var refused: Set<String> = []

  init(_ request: FieldSection) {
    for member in request.members("Accept-Encoding") {
      let parts = member.asciiLowercased.split(separator: ";").map { $0.filter { !" \t".contains($0) } }
      guard let name = parts.first else { continue }
      // A weight of 0 refuses the coding: `0`, `0.`, `0.0` to `0.000`.
      let isRefused = parts.dropFirst().contains { part in
        part.hasPrefix("q=0") && part.dropFirst(3).allSatisfy { "0.".contains($0) }
      }
      if isRefused { refused.insert(name) } else { accepted.insert(name) }
    }
  }

  /// Whether any coding is accepted that shortens content.
  var acceptsAny: Bool { accepted.contains { $0 == "*" || $0 != "identity" && Self.known.contains($0) } }

  /// Whether every coding of a response is accepted.
  func accept(_ head: ResponseHead) -> Bool {
    head.fields.contentCodings.allSatisfy { name in
      let known = name.hasPrefix("x-") ? String(name.dropFirst(2)) : name
      let names = [name, known, "x-\(known)"]
      if names.contains(where: accepted.contains) { return true }
      return accepted.contains("*") && !names.contains(where: refused.contains)
    }
  }
}
