import HTTPCacheCore

/// The URLs of a run in order: first the URLs that the user named, then the URLs of sitemaps, file by file.
///
/// The user names sitemaps or indexes; the feed reads the sitemaps that an index lists. The feed reads a file
/// while the run requests the URLs of the file before it, and so holds the URLs of two files at most.
final class TargetFeed {
  private struct File {
    let named: NamedTarget
    /// Whether an index lists the file.
    let isListed: Bool

    var target: TargetURI { named.target }
  }

  /// URLs that the user or one file named.
  private struct Batch {
    var targets: ArraySlice<TargetURI> = []
    /// The origins that led to them.
    var origins: Set<String> = []
  }

  private let client: Client
  private let request: (NamedTarget) -> FetchRequest
  private let isQuiet: Bool
  private let tell: (Message) -> Void
  private let retry: (RetryWait) -> Void

  /// The URLs to take first, and the URLs of the next file, which the feed has already read.
  private var waiting: Batch
  private var next = Batch()

  /// The files that the feed has not begun to read.
  private var files: [File]
  private var isReading = false
  private var onMore: () -> Void = {}
  private var isRead = false

  /// The exit codes of the sitemaps with errors.
  private(set) var codes: [ExitCode] = []

  /// How many URLs have another host than their sitemap, and how many URLs there are.
  private var foreign = 0
  private var total = 0

  /// Makes a feed of the URLs and sitemaps that the user named; `begin` begins to read the sitemaps.
  ///
  /// `tell` takes a message about the sitemaps, `retry` each wait before one is requested again. `request` makes the
  /// request for a sitemap.
  init(
    _ named: [TargetURI], sitemaps: [TargetURI], client: Client, isQuiet: Bool,
    tell: @escaping (Message) -> Void, retry: @escaping (RetryWait) -> Void,
    request: @escaping (NamedTarget) -> FetchRequest
  ) {
    waiting = Batch(targets: named[...])
    files = sitemaps.map { File(named: NamedTarget($0), isListed: false) }
    self.client = client
    self.isQuiet = isQuiet
    (self.tell, self.retry) = (tell, retry)
    self.request = request
  }

  /// Begins to read the sitemaps.
  ///
  /// The feed calls `onMore` after each file with URLs, and after the last file.
  func begin(onMore: @escaping () -> Void) {
    self.onMore = onMore
    readNext()
  }

  /// Whether there are URLs to take now.
  var hasMore: Bool { !waiting.targets.isEmpty || !next.targets.isEmpty }

  /// Whether no URL is left, and none will come.
  var isEmpty: Bool { isRead && !hasMore }

  /// Takes the next URLs, `count` at most.
  func take(_ count: Int) -> [NamedTarget] {
    if waiting.targets.isEmpty, !next.targets.isEmpty {
      (waiting, next) = (next, Batch())
      readNext()
    }
    let taken = waiting.targets.prefix(count)
    waiting.targets = waiting.targets.dropFirst(taken.count)
    return taken.map { NamedTarget($0, by: waiting.origins) }
  }

  private func readNext() {
    guard !isReading, !client.isCancelled else { return }
    guard !files.isEmpty else {
      if foreign > 0, !isQuiet {
        let count = "\(foreign) of \(total) URLs are"
        tell(.warning("\(count) of another host than their sitemap, which sitemaps.org forbids"))
        foreign = 0
      }
      isRead = true
      return onMore()
    }
    isReading = true
    let file = files.removeFirst()
    // Each retry gets another response, which needs a new reader.
    var reader: SitemapBody?
    var sink = FetchSink { [self] result in
      isReading = false
      end(file, reader, result)
    }
    sink.retry = retry
    sink.head = { served in if !served.isFollowed { reader = SitemapBody(served) } }
    sink.body = { piece in reader?.take(piece.bytes) == false ? .abort : .goOn }
    var fetch = request(file.named)
    fetch.head.method = "GET"
    fetch.body = nil
    fetch.goDirectly()
    fetch.maxRedirects = Options.standardRedirects
    client.add(fetch, sink: sink)
    client.pump()
  }

  private func end(_ file: File, _ reader: SitemapBody?, _ result: FetchResult) {
    let name = file.target.absolute
    if reader?.isComplete != true, let error = result.error {
      fail("\(name): \(error.message)", hint: error.hint, ExitCode(error))
      return readNext()
    }
    guard let reader, reader.isComplete || (200..<300).contains(reader.status) else {
      fail("\(name): the sitemap can't be fetched: status \(reader?.status ?? 0)", hint: nil, .networkFailed)
      return readNext()
    }
    reader.finish()
    if let problem = reader.problem {
      fail("\(name): \(problem)", hint: nil, file.isListed ? .networkFailed : .usage)
    }
    if !isQuiet { for warning in reader.warnings { tell(.warning("\(name): \(warning)")) } }
    let origins = file.named.origins(with: result.responses)
    switch reader.kind {
    case .index where file.isListed:
      fail(
        "\(name): it is an index that an index lists; its sitemaps are not read", hint: nil, .networkFailed)
      readNext()
    case .index:
      files.insert(
        contentsOf: reader.targets.map { File(named: NamedTarget($0, by: origins), isListed: true) }, at: 0)
      readNext()
    case .pages, nil:
      guard !reader.targets.isEmpty else { return readNext() }
      total += reader.targets.count
      foreign += reader.targets.count { $0.host != file.target.host }
      next = Batch(targets: reader.targets[...], origins: origins)
      onMore()
    }
  }

  private func fail(_ message: String, hint: String?, _ code: ExitCode) {
    guard !Interruption.isRequested else { return }
    codes.append(code)
    tell(.error("--sitemap: \(message)", hint: hint))
  }
}
