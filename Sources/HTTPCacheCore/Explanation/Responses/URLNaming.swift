/// Whether a URL changes with its content.
///
/// This is the only classifier of versions in URLs: findings, advice, probes, baselines, recipes and expectation files
/// ask it. Only what is named by its content is advised to be kept for good, and only what is not is blamed for a missing
/// version.
package enum URLNaming: Sendable, Hashable {
  /// Other content gets another URL: a script, style, font, picture or film with a hash, or with a number of versions.
  case byContent(URLVersion)
  /// What may be a version, and may be a word or an id.
  case unknown(URLVersion)
  /// The URL stays when its content changes.
  case notByContent

  /// What a URL, and the answer to it, tell.
  init(_ target: TargetURI, of file: NamedFile) {
    let versions = file.neighbours?.settled(target, of: file) ?? URLVersion.all(in: target, of: file)
    self = versions.first.map { $0.isCertain ? .byContent($0) : .unknown($0) } ?? .notByContent
  }

  /// What the URL of a judged response tells.
  package init(_ verdict: Verdict) { self.init(verdict.subject, verdict.context) }

  /// What the URL of a response that was observed tells.
  init(_ subject: Subject, _ context: SubjectContext) {
    self.init(subject.request.target, of: NamedFile(subject, context))
  }

  /// The version, if the URL is named by its content; nil otherwise.
  package var version: URLVersion? { if case .byContent(let version) = self { version } else { nil } }
}

/// What is known of a file beside its URL.
struct NamedFile {
  /// The kinds of files that build tools name.
  enum Kind: Sendable {
    /// Files that a page needs to work: scripts, styles and fonts.
    case code
    /// Pictures and films, whose names may also have ids of photos and users.
    case picture
  }

  /// The kind by the type of the content, or by the extension of the name where no type came; nil for another file.
  let kind: Kind?

  /// Whether the answer says `no-store`; false if none came.
  private(set) var isNoStore = false

  /// When the answer was made, as a time in a URL may be that of the request; nil if unknown.
  var sentAt: Instant?

  /// What the other URLs of the run show; nil if they are unknown.
  var neighbours: URLNeighbours?

  /// Describes a file by its name alone, as where an error or a page came in its place.
  init(named target: TargetURI) { kind = Self.kind(named: target) }

  /// Describes the file of a case under judgement.
  init(_ facts: Facts) {
    self.init(
      facts.request, facts.head, kind: Self.kind(facts.kind, at: facts.request.target) { facts.changingKind },
      receivedAt: facts.receivedAt)
    neighbours = facts.context.neighbours
  }

  /// Describes a file by an answer.
  init(_ request: RequestHead, _ head: ResponseHead, receivedAt: Instant) {
    let target = request.target
    let kind = Self.kind(AssetKind(head, at: target), at: target) {
      LifetimeFindings.changingKind(head, StayingName(target))
    }
    self.init(request, head, kind: kind, receivedAt: receivedAt)
  }

  private init(_ request: RequestHead, _ head: ResponseHead, kind: Kind?, receivedAt: Instant) {
    // A picture for one user has an id in its name: a passport, an invoice, a portrait.
    let isForOne =
      kind == .picture
      && (request.identifiesUser || head.has(.setCookie) || head.cacheControl.contains("no-store")
        || head.cacheControl.contains("private"))
    self.kind = isForOne ? nil : kind
    isNoStore = head.cacheControl.contains("no-store")
    sentAt = head.date(receivedAt: receivedAt) ?? receivedAt
  }

  /// Describes the file of a response that was observed.
  init(_ subject: Subject, _ context: SubjectContext) {
    self.init(subject.request, subject.stored.head, receivedAt: subject.stored.receivedAt)
    neighbours = context.neighbours
  }

  private static func kind(
    _ asset: AssetKind, at target: TargetURI, changingKind: () -> String?
  ) -> Kind? {
    switch asset {
    case .script, .style, .font: .code
    case .image: .picture
    // A page that came in place of a file.
    case .page: kind(named: target)
    // Data under the name of a script is no script.
    case .media, .feed, .data, .download, .other: changingKind() != nil ? .code : otherKind(target)
    }
  }

  private static func kind(named target: TargetURI) -> Kind? {
    switch AssetKind(named: target) {
    case .script, .style, .font: .code
    case .image: .picture
    case .page, .media, .feed, .data, .download, .other, nil: otherKind(target)
    }
  }

  /// The kind of a file that is no part of a page by itself, by the extension of its name.
  private static func otherKind(_ target: TargetURI) -> Kind? {
    guard let dot = target.path.utf8.lastIndex(of: 0x2E) else { return nil }
    return switch target.path[dot...].dropFirst().asciiLowercased {
    case "map", "wasm", "cjs": .code
    case "mp4", "webm": .picture
    default: nil
    }
  }
}
