/// The part of a page that a response is, by its type and by the extension of its name.
package enum AssetKind: String {
  case script, style, font, image, page

  /// The beginnings of types, and the extensions, of each kind.
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

  /// Finds the kind of an answer; nil where it is another, or unknown.
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

/// The lifetime to send where a response says too little about it.
enum LifetimeAdvice {
  /// The change that gives a lifetime fit for the kind of response; an answer for one user stays in that user's cache.
  static func edit(_ subject: FindingSubject) -> ControlEdit {
    ControlEdit(reuse: reuse(subject), isForOneUser: subject.isPersonal)
  }

  private static func reuse(_ subject: FindingSubject) -> ControlEdit.Reuse {
    if subject.version != nil {
      return .lifetime(31_536_000, isImmutable: true)
    }
    return switch subject.kind {
    case .page: confirmed(subject)
    case nil where subject.isData: confirmed(subject)
    case .font: .lifetime(31_536_000)
    case .image: .lifetime(86_400)
    case .script, .style, nil: .lifetime(3600)
    }
  }

  /// The reuse of a response that was sent expired: the origin is asked at each use.
  static func expired(_ subject: FindingSubject) -> ControlEdit.Reuse {
    subject.hasSharedLifetime ? .lifetime(0) : .confirmed
  }

  /// Confirmed at each use; without a validator each use would be a download, which `no-store` says plainly.
  static func confirmed(_ subject: FindingSubject) -> ControlEdit.Reuse {
    // `max-age=0` makes private caches ask, and leaves shared ones the lifetime that is meant for them.
    if subject.hasSharedLifetime { return .lifetime(0) }
    return subject.head.hasValidator || subject.head.has(.etag) ? .confirmed : .never
  }
}

extension FindingSubject {
  /// Whether a private cache is judged, and `s-maxage` gives shared caches a lifetime.
  var hasSharedLifetime: Bool {
    settings.role == .private && has(.sMaxAge) && !isNoCache && !isNoStore
      && !control.isUnqualified("private")
      && (lifetime(.shared).seconds ?? 0) > 0
      // With `Vary: *`, a response matches no request.
      && !head.nominatedNames.contains("*")
  }

  /// Whether the content is data, such as JSON, whose lifetime only its owner can know.
  fileprivate var isData: Bool {
    let type = head.first(.contentType)?.asciiLowercased ?? ""
    return ["json", "xml", "text/plain", "text/csv", "text/event-stream"].contains(where: type.holds)
  }
}
