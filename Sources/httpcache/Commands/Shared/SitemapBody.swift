import HTTPCacheCore

/// Decodes and reads one sitemap while its bytes arrive.
final class SitemapBody {
  private var reader = SitemapReader()
  /// Decodes the content codings of the response; nil before a response has arrived.
  private var content: ContentReader?
  private var gzip: ContentDecoder?
  /// The first bytes, which tell whether the file itself is compressed; nil once that is known.
  private var first: [UInt8]? = []

  /// The URLs so far.
  private(set) var targets: [TargetURI] = []

  /// Why the rest of the file can't be read, as the end of a sentence.
  private var fileProblem: String?

  /// Why the rest of the sitemap can't be read, as the end of a sentence.
  var problem: String? { fileProblem ?? content?.problem }

  /// The status of the response; 0 before a response has arrived.
  private(set) var status = 0

  /// Whether no more bytes are needed: the limit of entries is reached, or the sitemap can't be read.
  var isComplete: Bool { reader.isCut || problem != nil }

  /// Whether the file lists pages or sitemaps; nil if it is not a sitemap.
  var kind: SitemapReader.Kind? { reader.kind }

  /// Begins with the head of a response; begins again if a retry brings another one.
  func begin(_ served: Served) {
    (reader, gzip, first, targets, fileProblem) = (SitemapReader(), nil, [], [], nil)
    status = served.status
    content = ContentReader(served.stored.head, isHashed: false)
  }

  /// Takes the next bytes of the body; false if no more are needed.
  func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard (200..<300).contains(status) else { return true }
    if !isComplete { content?.take(bytes) { self.takeFile($0) } }
    return !isComplete
  }

  /// Takes bytes of the file, without content codings.
  private func takeFile(_ bytes: UnsafeRawBufferPointer) {
    guard !isComplete else { return }
    guard var start = first else { return inflate(bytes) }
    start += bytes
    guard start.count >= 2 else { return first = start }
    first = nil
    if start[0] == 0x1F, start[1] == 0x8B {
      do throws(UnknownCoding) { gzip = try ContentDecoder(["gzip"]) } catch {
        fileProblem = "gzip can't be undone: zlib is not installed"
      }
    }
    start.withUnsafeBytes { inflate($0) }
  }

  private func inflate(_ bytes: UnsafeRawBufferPointer) {
    guard let gzip else { return read(bytes) }
    // Once the limit of entries is reached, damage in the rest of the file does not matter.
    if !gzip.decode(bytes, { self.read($0) }), !isComplete { fileProblem = "its gzip data is damaged" }
  }

  private func read(_ bytes: UnsafeRawBufferPointer) {
    guard !isComplete else { return }
    do throws(SitemapReader.Fault) {
      try reader.take(bytes) { targets.append($0) }
    } catch {
      fileProblem = error.message
    }
  }

  func finish() {
    if let first { first.withUnsafeBytes { read($0) } }
    first = nil
    guard !isComplete else { return }
    if content?.isWhole == false || gzip?.isWhole == false {
      return fileProblem = "its compressed data is cut short"
    }
    do throws(SitemapReader.Fault) {
      try reader.finish { targets.append($0) }
    } catch {
      fileProblem = error.message
    }
  }

  /// Warnings about entries that are skipped, a line each.
  var warnings: [String] {
    var warnings: [String] = []
    if reader.badCount > 0 {
      warnings.append(
        "\(reader.badCount) \(reader.badCount == 1 ? "entry is not an http or https URL, and is" : "entries are not http or https URLs, and are") skipped"
      )
    }
    if reader.isCut {
      let most =
        reader.kind == .index
        ? "\(SitemapReader.mostFiles) sitemaps"
        : "\(SitemapReader.mostURLs) URLs or 50 MiB, as sitemaps.org has it"
      warnings.append("only its first \(reader.count) entries are read: a file holds at most \(most)")
    }
    return warnings
  }
}
