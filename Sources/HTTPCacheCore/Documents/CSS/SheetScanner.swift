/// Reads a style sheet piece by piece, and finds the resources that it loads.
package struct SheetScanner {
  private let url: TargetURI
  private var scanner = StyleScanner()

  /// Begins the style sheet that was received from a URL.
  package init(_ url: TargetURI) { self.url = url }

  /// Takes the next bytes of the sheet.
  package mutating func take(_ bytes: UnsafeRawBufferPointer, _ visit: (AssetReference) -> Void) {
    scanner.take(bytes) { $0.give(url, visit) }
  }

  /// Ends the sheet.
  package mutating func finish(_ visit: (AssetReference) -> Void) { scanner.finish { $0.give(url, visit) } }
}

extension StyleScanner.Found {
  /// Passes the resource to `visit`, if its URL is requested over HTTP.
  func give(_ base: TargetURI, _ visit: (AssetReference) -> Void) {
    guard let target = BrowserURL.target(text, base: base) else { return }
    visit(AssetReference(target: target, role: isImport ? .style : .other))
  }
}
