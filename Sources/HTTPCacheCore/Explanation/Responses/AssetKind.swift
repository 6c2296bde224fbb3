/// The part of a page that a response is, by its type and by the extension of its name.
package enum AssetKind: String, Sendable {
  case script, style, font, image, page

  /// The beginnings of types, and the extensions, of each kind.
  private static let kinds: [(kind: AssetKind, types: [String], extensions: [String])] = [
    (
      .script,
      [
        "text/javascript", "application/javascript", "application/x-javascript", "text/x-javascript",
        "application/ecmascript", "text/ecmascript",
      ], [".js", ".mjs"]
    ),
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
    guard !type.isEmpty else {
      self.init(named: target)
      return
    }
    guard let found = Self.kinds.first(where: { $0.types.contains(where: type.hasPrefix) }) else {
      return nil
    }
    self = found.kind
  }

  /// Whether an extension, with its dot, is one of the kind.
  func has(extension ending: String) -> Bool {
    Self.kinds.contains { $0.kind == self && $0.extensions.contains(ending.asciiLowercased) }
  }

  /// Finds the kind by an extension, with its dot.
  package init?(extension ending: String) {
    guard let found = Self.kinds.first(where: { $0.extensions.contains(ending.asciiLowercased) }) else {
      return nil
    }
    self = found.kind
  }

  /// Finds the kind by the extension of the name alone.
  init?(named target: TargetURI) {
    let path = target.path.asciiLowercased
    guard let found = Self.kinds.first(where: { $0.extensions.contains(where: path.hasSuffix) }) else {
      return nil
    }
    self = found.kind
  }
}
