import HTTPCacheCore

/// Finds the URLs that a page, a style sheet or a manifest loads, while its body arrives.
final class AssetReader {
  private enum Document {
    case page(PageScanner)
    case sheet(StyleScanner)
    case manifest([UInt8])
    /// A page in a frame of the page, of which its token alone is sought.
    case frame(PageScanner)
    case playlist(PlaylistScanner)
    /// A response that loads nothing.
    case none
  }

  private var document = Document.none
  private let url: TargetURI

  /// What else the body may show that matters.
  private let sought: BodySearch

  /// What it shows of that, after `finish`.
  private(set) var shown = BodyEvidence()

  /// How many URLs are kept at most.
  private let limit: Int

  /// The URLs so far.
  private(set) var found = FoundAssets()
  private var seen: Set<Int> = []

  /// Begins with the head of an answer.
  ///
  /// `role` is the use that a page makes of it, nil for the page itself; `sought` is what else matters in its body.
  init(_ served: Served, role: AssetReference.Role?, _ sought: BodySearch) {
    url = served.request.target
    self.sought = sought
    limit = role == nil ? AssetCount.mostCounted : 1000
    let fields = served.stored.head.fields
    let type = served.stored.head.mediaType
    switch role {
    case nil:
      if ["text/html", "application/xhtml+xml", ""].contains(type) {
        document = .page(PageScanner(url))
        LinkField.references(fields, base: url).forEach(collect)
      } else if served.stored.head.redirectLocation == nil {
        found.problem = "it is not an HTML page but \(type)"
      }
    case .style where ["text/css", ""].contains(type): document = .sheet(StyleScanner(base: url))
    case .manifest: document = .manifest([])
    case .style, .script, .moduleScript, .font, .other:
      if type == "text/css" { document = .sheet(StyleScanner(base: url)) }
    }
    guard case .none = document else { return }
    if sought.contains(.playlist) { document = .playlist(PlaylistScanner()) }
    if sought.contains(.token) { document = .frame(PageScanner(url)) }
  }

  /// What the body of an answer may show that matters, as its head tells.
  static func sought(in served: Served) -> BodySearch {
    guard served.request.method == "GET" else { return [] }
    return BodySearch(served.base, at: served.request.target, receivedAt: served.stored.receivedAt)
  }

  /// Whether the document can load other URLs, so that its content is needed.
  var isWanted: Bool {
    if case .none = document { false } else { true }
  }

  /// Takes the next bytes of the content, without its codings.
  func take(_ bytes: UnsafeRawBufferPointer) {
    // Take the document out while it changes, since a second reference to it would cause a copy.
    let current = document
    document = .none
    switch current {
    case .page(var scanner):
      scanner.take(bytes, collect)
      document = .page(scanner)
    case .sheet(var scanner):
      scanner.take(bytes, collect)
      document = .sheet(scanner)
    case .manifest(var text):
      text += bytes.prefix(Manifest.sizeLimit - text.count)
      document = .manifest(text)
    case .frame(var scanner):
      scanner.take(bytes) { _ in }
      document = .frame(scanner)
    case .playlist(var scanner):
      scanner.take(bytes)
      document = .playlist(scanner)
    case .none: break
    }
  }

  /// Ends the body; `damage` says why its content can't be read, nil if it can.
  func finish(_ damage: String?) {
    if let damage, isWanted {
      document = .none
      found.problem = damage
    }
    switch document {
    case .page(var scanner):
      scanner.finish(collect)
      shown.token = scanner.token
      let targets = found.references.map(\.target)
      if sought.contains(.files) {
        shown.files = PageFiles(of: url, loading: targets, URLNeighbours(targets))
      }
    case .sheet(var scanner): scanner.finish(collect)
    case .manifest(let text): Manifest.references(text, base: url).forEach(collect)
    case .frame(let scanner): shown.token = scanner.token
    case .playlist(var scanner): shown.isLivePlaylist = scanner.isLive()
    case .none: break
    }
    shown.keep(sought)
    document = .none
  }

  private func collect(_ reference: AssetReference) {
    guard found.references.count < limit else { return found.others += 1 }
    if seen.insert(reference.target.normalized.hashValue).inserted { found.references.append(reference) }
  }
}
