/// What part of a page a response is, by its type and by the extension of its name.
enum AssetKind: String {
  case script, style, font, image, page

  /// The types and extensions of each kind; a type counts where it begins so.
  private static let kinds: [(kind: AssetKind, types: [String], extensions: [String])] = [
    (
      .script, ["text/javascript", "application/javascript", "application/x-javascript"],
      [".js", ".mjs"]
    ),
    (.style, ["text/css"], [".css"]),
    (
      .font, ["font/", "application/font", "application/x-font", "application/vnd.ms-fontobject"],
      [".woff2", ".woff", ".ttf", ".otf", ".eot"]
    ),
    (.image, ["image/"], [".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".avif", ".ico"]),
    (.page, ["text/html", "application/xhtml"], [".html", ".htm"]),
  ]

  /// Finds the kind; nil where it is another, or unknown.
  init?(_ subject: FindingSubject) {
    let type = subject.head.fields.first("Content-Type")?.asciiLowercased ?? ""
    let path = subject.request.target.path.asciiLowercased
    let found = Self.kinds.first { _, types, extensions in
      type.isEmpty ? extensions.contains(where: path.hasSuffix) : types.contains(where: type.hasPrefix)
    }
    guard let found else { return nil }
    self = found.kind
  }
}

/// The line to send where a response says too little about its lifetime.
enum LifetimeAdvice {
  /// One line that fits what the response is, and the one that has every use confirmed.
  ///
  /// - Parameter subject: the response.
  /// - Returns: the lines as code: one to send, another instead of it.
  static func lines(_ subject: FindingSubject) -> String {
    let always = "`Cache-Control: no-cache`"
    if URLVersion.found(in: subject.request.target) != nil {
      return "`Cache-Control: max-age=31536000, immutable` (or \(always))"
    }
    return switch AssetKind(subject) {
    case .page: "\(always) (or `Cache-Control: max-age=60`)"
    case .font: "`Cache-Control: max-age=31536000` (or \(always))"
    case .image: "`Cache-Control: max-age=86400` (or \(always))"
    case .script, .style, nil: "`Cache-Control: max-age=3600` (or \(always))"
    }
  }
}
