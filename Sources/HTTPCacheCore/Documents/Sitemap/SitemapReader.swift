/// Reads the URLs of a sitemap, or of an index of sitemaps, piece by piece (sitemaps.org, protocol 0.9).
package struct SitemapReader {
  /// The kind of a file.
  package enum Kind: Sendable {
    /// A list of pages.
    case pages
    /// A list of sitemaps.
    case index
  }

  /// Why a file can't be read any further.
  package enum Fault: Error, Equatable, Sendable {
    /// The text is not XML.
    case notXML
    /// The text is XML, but its first element, with this name, is neither `urlset` nor `sitemapindex`.
    case notSitemap(String)
    /// The text ends before its first element does.
    case cutShort

    /// The fault as the end of a sentence; the element's name in it is not escaped.
    package var message: String {
      switch self {
      case .notXML: "it is not a sitemap: the text is not XML"
      case .notSitemap(let name):
        "it is not a sitemap: its first element is \(name), not urlset or sitemapindex"
      case .cutShort: "it ends before its last element"
      }
    }
  }

  /// The most URLs of one file (sitemaps.org).
  package static let mostURLs = 50_000

  /// The most bytes of one file, after decoding gzip (sitemaps.org).
  package static let mostBytes = 50 << 20

  /// The most sitemaps that an index may list here.
  package static let mostFiles = 1000

  /// The longest URL that is read; the protocol allows 2,047 characters.
  private static let mostOfURL = 8192

  private var elements = XMLElements()
  private var path: [String] = []
  private var text: [UInt8] = []
  private var hasEnded = false
  private var first: [UInt8] = []
  private var hasBegun = false
  private var byteCount = 0

  /// The kind of the file; nil before its first element.
  package private(set) var kind: Kind?

  /// How many entries are not an http or https URL.
  package private(set) var badCount = 0

  /// How many URLs were given.
  package private(set) var count = 0

  /// Whether a limit was reached, so that the rest of the file is ignored.
  package private(set) var isCut = false

  package init() {}

  /// Takes the next decoded bytes, which may be cut anywhere; `visit` gets each URL in order.
  ///
  /// Once `isCut` is set, further bytes are ignored.
  ///
  /// - Throws: if the text is not a sitemap.
  package mutating func take(_ bytes: UnsafeRawBufferPointer, _ visit: (TargetURI) -> Void) throws(Fault) {
    guard !isCut else { return }
    byteCount += bytes.count
    guard byteCount <= Self.mostBytes else { return isCut = true }
    if hasBegun { return try read(Array(bytes)[...], visit) }
    first += bytes
    guard first.count >= 3 else { return }
    try begin(visit)
  }

  /// Reads the first bytes, without a byte order mark.
  private mutating func begin(_ visit: (TargetURI) -> Void) throws(Fault) {
    hasBegun = true
    let text = first.withoutByteOrderMark
    first = []
    try read(text, visit)
  }

  private mutating func read(_ bytes: ArraySlice<UInt8>, _ visit: (TargetURI) -> Void) throws(Fault) {
    var reader = elements
    do throws(Fault) {
      try reader.take(bytes) { token throws(Fault) in try take(token, visit) }
    } catch {
      // Text after the last element is ignored, whatever it is.
      if !hasEnded { throw error }
    }
    elements = reader
  }

  /// Ends the text.
  ///
  /// - Throws: if the text is not a sitemap, or not a whole one.
  package mutating func finish(_ visit: (TargetURI) -> Void) throws(Fault) {
    if !hasBegun { try begin(visit) }
    guard !isCut, !hasEnded else { return }
    throw kind == nil ? .notXML : .cutShort
  }

  private mutating func take(_ token: XMLElements.Token, _ visit: (TargetURI) -> Void) throws(Fault) {
    switch token {
    case .start(let name, let isEmpty):
      guard !hasEnded else { throw .notXML }
      if path.isEmpty {
        switch name {
        case "urlset": kind = .pages
        case "sitemapindex": kind = .index
        default: throw .notSitemap(name)
        }
      }
      guard path.count < 64 else { throw .notXML }
      path.append(name)
      text = []
      if isEmpty { try end(name, visit) }
    case .end(let name): try end(name, visit)
    case .text(let piece):
      if path.isEmpty {
        guard piece.allSatisfy({ $0 <= 0x20 }) else { throw .notXML }
      } else if isLocation, text.count <= Self.mostOfURL {
        text += piece
      }
    }
  }

  /// Whether the text of the current element is a URL of the list; the `loc` of an image or a video is nested deeper.
  private var isLocation: Bool {
    path.count == 3 && path[2] == "loc" && path[1] == (kind == .index ? "sitemap" : "url")
  }

  private mutating func end(_ name: String, _ visit: (TargetURI) -> Void) throws(Fault) {
    guard path.last == name else { throw .notXML }
    defer {
      path.removeLast()
      hasEnded = path.isEmpty
    }
    guard isLocation, !isCut else { return }
    guard count < (kind == .index ? Self.mostFiles : Self.mostURLs) else { return isCut = true }
    do throws(TargetURI.Malformed) {
      guard text.count <= Self.mostOfURL else { throw .character }
      visit(try TargetURI(parsing: TargetURI.encoded(String(decoding: text, as: UTF8.self))))
      count += 1
    } catch {
      badCount += 1
    }
    text = []
  }
}
