/// The part of a page that a response is, by its type and by the extension of its name.
package enum AssetKind: String {
  case script, style, font, image, page

  /// The beginnings of types, and the extensions, of each kind.
  private static let kinds: [(kind: AssetKind, types: [String], extensions: [String])] = [
    (.script, ["text/javascript", "application/javascript", "application/x-javascript"], [".js", ".mjs"]),
    (.style, ["text/css"], [".css"]),
    (
      .font, ["font/", "application/font", "application/x-font", "application/vnd.ms-fontobject"],
      [".woff2", ".woff", ".ttf", ".otf", ".eot"]
    ),
    (.image, ["image/"], [".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".avif", ".ico"]),
    (.page, ["text/html", "application/xhtml"], [".html", ".htm"]),
  ]

  /// Finds the kind of a response; nil for any other, or if unknown.
  package init?(_ head: ResponseHead, at target: TargetURI) {
    let type = head.first(.contentType)?.asciiLowercased ?? ""
    let path = type.isEmpty ? target.path.asciiLowercased : ""
    let found = Self.kinds.first { _, types, extensions in
      type.isEmpty ? extensions.contains(where: path.hasSuffix) : types.contains(where: type.hasPrefix)
    }
    guard let found else { return nil }
    self = found.kind
  }
}
