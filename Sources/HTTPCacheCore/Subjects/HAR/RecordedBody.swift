/// The recorded text of a body, read piece by piece for what the entry has no other source for.
///
/// Recorders write `encoding` behind the text: until then a text without `<` and `#`, as no page or playlist is and every text
/// in base64, is read as base64.
struct RecordedBody {
  /// The most URLs that are kept of those that a page names.
  private static let mostNamed = 1000

  /// Its bytes as they are, and its characters that base64 has.
  private var length = 0
  private var coded = 0

  /// Whether nothing else tells the length.
  private let isMeasured: Bool

  /// The length as gzip; nil if that says nothing.
  private var gzip: GzipLength?

  /// The URL of a page, and what reads its names; nil for another body.
  private var target: TargetURI?
  private var scanner: PageScanner?
  private var named: [TargetURI] = []

  /// What reads a playlist, and how many bytes it has read; nil for another body.
  private var playlist: PlaylistScanner?
  private var played: Int64 = 0
  private var hasMarkup = false
  private var base64 = Base64.Decoder()
  private var decoded: [UInt8] = []

  /// Begins with what the members before the body tell; nil if the text has no use.
  ///
  /// Where the head comes behind the content, `kind` says what the type of the content may show.
  init?(of entry: borrowing HAREntry, _ kind: BodySearch) {
    isMeasured = entry.contentSize < 0 && !entry.responseFields.contains("Content-Length")
    if entry.mayGainByCoding { gzip = GzipLength() }
    let sought = entry.status == 0 ? kind : entry.sought
    if sought.contains(.playlist) { playlist = PlaylistScanner() }
    if !sought.isDisjoint(with: .ofPages),
      let target = try? TargetURI(recorded: entry.url, allowsForeign: false)
    {
      (self.target, scanner) = (target, PageScanner(target))
    }
    guard isMeasured || gzip != nil || scanner != nil || playlist != nil else { return nil }
  }

  /// Takes the next piece of the text.
  mutating func take(_ text: UnsafeBufferPointer<UInt8>) {
    length += text.count
    if isMeasured { coded += text.reduce(0) { $1 > 0x20 && $1 != 0x3D ? $0 + 1 : $0 } }
    gzip?.add(UnsafeRawBufferPointer(text))
    guard scanner != nil || playlist != nil else { return }
    hasMarkup = hasMarkup || text.contains(0x3C) || text.contains(0x23)
    guard !hasMarkup else { return scan(UnsafeRawBufferPointer(text)) }
    decoded.removeAll(keepingCapacity: true)
    base64.take(text, into: &decoded)
    decoded.withUnsafeBytes { scan($0) }
  }

  /// Notes what was read in the entry.
  mutating func finish(isBase64: Bool, _ entry: inout HAREntry) {
    if isMeasured { entry.textLength = Int64(isBase64 ? coded * 3 / 4 : length) }
    if !isBase64 { entry.gzipLength = gzip?.finish() }
    guard isBase64 ? !hasMarkup && base64.isValid : hasMarkup else { return }
    // A playlist that was not recorded to its end tells nothing of an end.
    if playlist?.isLive() == true, entry.contentSize <= played { entry.shown.isLivePlaylist = true }
    guard var scanner else { return }
    scanner.finish { note($0) }
    (entry.named, entry.shown.token) = (named, scanner.token)
  }

  private mutating func scan(_ bytes: UnsafeRawBufferPointer) {
    if playlist != nil {
      playlist?.take(bytes)
      played += Int64(bytes.count)
    }
    // Taken out while it changes, since a second reference to it would cause a copy.
    guard var scanner = self.scanner.take() else { return }
    scanner.take(bytes) { note($0) }
    self.scanner = scanner
  }

  /// Notes a URL of the page's own site that may have a version, however many others there are.
  private mutating func note(_ reference: AssetReference) {
    let file = reference.target
    guard let target, named.count < Self.mostNamed, Site(host: target.host).contains(host: file.host),
      !URLVersion.all(in: file, of: NamedFile(named: file)).isEmpty
    else { return }
    named.append(file)
  }
}
