import HTTPCacheCore

/// Reads what one answer has loaded while its body passes: a page, a style sheet or a manifest.
final class AssetReader {
  private enum Document {
    case page(PageScanner)
    case sheet(SheetScanner)
    case manifest([UInt8])
    /// Nothing that names more to load.
    case none
  }

  private var document = Document.none
  private let url: TargetURI
  private let role: AssetReference.Role?
  private var collect: (AssetReference) -> Void = { _ in }

  /// Why it can't be read, half a sentence; nil where it can.
  private(set) var problem: String?

  /// Begins with the head of an answer.
  ///
  /// - Parameters:
  ///   - served: the answer.
  ///   - role: what a page takes it for; nil for the page itself.
  ///   - collect: gets what it has loaded, each time that it is named.
  init(_ served: Served, role: AssetReference.Role?, collect: @escaping (AssetReference) -> Void) {
    url = served.request.target
    self.role = role
    self.collect = collect
    let fields = served.stored.head.fields
    let type = (fields.first("Content-Type") ?? "").prefix { $0 != ";" }.filter { $0 != " " }.lowercased()
    switch role {
    case nil:
      if ["text/html", "application/xhtml+xml", ""].contains(type) {
        document = .page(PageScanner(url))
        for reference in LinkField.references(fields, base: url) { collect(reference) }
      } else if served.stored.head.redirectLocation == nil {
        problem = "it is not an HTML page but \(type)"
      }
    case .style where ["text/css", ""].contains(type): document = .sheet(SheetScanner(url))
    case .manifest: document = .manifest([])
    case .style, .other: if type == "text/css" { document = .sheet(SheetScanner(url)) }
    }
  }

  /// Whether it names more to load, so that its content is wanted.
  var isWanted: Bool {
    if case .none = document { false } else { true }
  }

  /// Takes the next bytes of the content, without its codings.
  func take(_ bytes: UnsafeRawBufferPointer) {
    // Each case is taken out while it changes, so that nothing is copied.
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

  /// Ends the body.
  ///
  /// - Parameter damage: why its content can't be read; nil where it can.
  func finish(_ damage: String?) {
    if let damage, isWanted {
      document = .none
      problem = damage
    }
    switch document {
    case .page(var scanner): scanner.finish(collect)
    case .sheet(var scanner): scanner.finish(collect)
    case .manifest(let text): for reference in Manifest.references(text, base: url) { collect(reference) }
    case .none: break
    }
    document = .none
    collect = { _ in }
  }
}
