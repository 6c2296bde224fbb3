import HTTPCacheCore

/// The URLs of a run in their order: those that were named, then those of sitemaps, file by file.
///
/// It holds the URLs of two files at most, however many a site has.
final class TargetFeed {
  private var waiting: ArraySlice<TargetURI>
  private var files: [[TargetURI]] = []
  private let sitemaps: SitemapFeed?

  /// Begins with the URLs that were named.
  ///
  /// - Parameters:
  ///   - named: those of the command line.
  ///   - sitemaps: where more come from; nil for none.
  init(_ named: [TargetURI], _ sitemaps: SitemapFeed? = nil) {
    waiting = named[...]
    self.sitemaps = sitemaps
  }

  /// Begins to read the sitemaps.
  ///
  /// - Parameter onMore: called when there are more URLs than before, or when the last file is read.
  func begin(onMore: @escaping () -> Void) {
    sitemaps?.begin { [unowned self] targets in
      if !targets.isEmpty { files.append(targets) }
      onMore()
    }
  }

  /// Whether there are URLs to take now.
  var hasMore: Bool { !waiting.isEmpty || !files.isEmpty }

  /// Takes the next URLs, no more than so many.
  func take(_ count: Int) -> ArraySlice<TargetURI> {
    if waiting.isEmpty, !files.isEmpty {
      waiting = files.removeFirst()[...]
      // The next file is read while this one is worked on.
      if files.isEmpty { sitemaps?.goOn() }
    }
    let taken = waiting.prefix(count)
    waiting = waiting.dropFirst(taken.count)
    return taken
  }
}
