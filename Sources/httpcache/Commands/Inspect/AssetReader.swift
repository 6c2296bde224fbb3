import HTTPCacheCore

/// Finds the URLs that a page, a style sheet or a manifest loads, while its body arrives.
final class AssetReader {
  private enum Document {
    case page(PageScanner)
    case sheet(StyleScanner)
    case manifest([UInt8])
    /// A response that loads nothing.
    case none
  }

  private var document = Document.none
  private let url: TargetURI

  /// Whether it is the page itself, and a browser uses it unasked for so long that what it names matters.
  private let mayOutlive: Bool

  /// How many URLs are kept at most.
  private let limit: Int

  /// The URLs so far.
  private(set) var found = FoundAssets()
  private var seen: Set<Int> = []

  /// Begins with the head of an answer.
  ///
  /// `role` is the use that a page makes of it, nil for the page itself; `mayOutlive` says that it is a page that
  /// `mayOutliveItsFiles`.
  init(_ served: Served, role: AssetReference.Role?, mayOutlive: Bool) {
    url = served.request.target
    self.mayOutlive = mayOutlive
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
  }

  /// Whether an answer is a page that a browser uses unasked for so long that the files that it names matter.
  static func mayOutliveItsFiles(_ served: Served) -> Bool {
    served.request.method == "GET"
      && PageFiles.matter(
        to: served.base, at: served.request.target, receivedAt: served.stored.receivedAt)
  }

  /// Whether the document can load other URLs, so that its content is needed.
  var isWanted: Bool {
    if case .none = document { false } else { true }
  }

  /// The files that the page names by their content, after `finish`; nil if it names none, or is no page that a browser uses
  /// unasked.
  var files: PageFiles? {
    guard mayOutlive, !found.references.isEmpty else { return nil }
    let targets = found.references.map(\.target)
    return PageFiles(of: url, loading: targets, URLNeighbours(targets))
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
    case .page(var scanner): scanner.finish(collect)
    case .sheet(var scanner): scanner.finish(collect)
    case .manifest(let text): Manifest.references(text, base: url).forEach(collect)
    case .none: break
    }
    document = .none
  }

  private func collect(_ reference: AssetReference) {
    guard found.references.count < limit else { return found.others += 1 }
    if seen.insert(reference.target.normalized.hashValue).inserted { found.references.append(reference) }
  }
}
