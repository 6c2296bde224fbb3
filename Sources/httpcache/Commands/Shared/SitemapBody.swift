import HTTPCacheCore

/// Decodes and reads one sitemap while its bytes arrive.
final class SitemapBody {
  /// The status of the response.
  let status: Int

  /// Decodes the content codings of the response.
  private let content: ContentReader
  private var file = GzipFile()
  private var reader = SitemapReader()

  /// The URLs so far.
  private(set) var targets: [TargetURI] = []

  /// Why the rest of the file can't be read, as the end of a sentence.
  private var fileProblem: String?

  /// Why the rest of the sitemap can't be read, as the end of a sentence.
  var problem: String? { fileProblem ?? content.problem }

  /// Whether no more bytes are needed: the limit of entries is reached, or the sitemap can't be read.
  var isComplete: Bool { reader.isCut || problem != nil }

  /// Whether the file lists pages or sitemaps; nil if it is not a sitemap.
  var kind: SitemapReader.Kind? { reader.kind }

  /// Begins with the head of a response.
  init(_ served: Served) {
    status = served.status
    content = ContentReader(served.stored.head, isHashed: false)
  }

  /// Takes the next bytes of the body; false if no more are needed.
  func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard (200..<300).contains(status) else { return true }
    if !isComplete { content.take(bytes) { self.takeFile($0) } }
    return !isComplete
  }

  /// Takes bytes of the file, without content codings.
  private func takeFile(_ bytes: UnsafeRawBufferPointer) {
    guard !isComplete else { return }
    // Once the limit of entries is reached, damage in the rest of the file does not matter.
    if !file.take(bytes, { self.read($0) }), !isComplete {
      fileProblem =
        file.lacksLibrary ? "gzip can't be undone: zlib is not installed" : "its gzip data is damaged"
    }
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
    file.finish { read($0) }
    guard !isComplete else { return }
    if !content.isWhole || !file.isWhole {
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
