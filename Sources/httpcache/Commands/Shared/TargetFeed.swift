import HTTPCacheCore

/// The URLs of a run in order: first the URLs that the user named, then the URLs of sitemaps, file by file.
///
/// It holds the URLs of two files at most, however many a site has.
final class TargetFeed {
  private var waiting: ArraySlice<TargetURI>
  private var files: [[TargetURI]] = []
  private let sitemaps: SitemapFeed?

  init(_ named: [TargetURI], _ sitemaps: SitemapFeed? = nil) {
    waiting = named[...]
    self.sitemaps = sitemaps
  }

  /// Begins to read the sitemaps; `onMore` is called when a file has brought more URLs, and after the last file.
  func begin(onMore: @escaping () -> Void) {
    sitemaps?.begin { [unowned self] targets in
      if !targets.isEmpty { files.append(targets) }
      onMore()
    }
  }

  /// Whether there are URLs to take now.
  var hasMore: Bool { !waiting.isEmpty || !files.isEmpty }

  /// Takes the next URLs, `count` at most.
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
