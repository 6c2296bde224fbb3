import HTTPCacheCore

/// Reads sitemaps one after another: the sitemaps that the user named, and the sitemaps that an index among them lists.
final class SitemapFeed {
  private struct File {
    let target: TargetURI
    /// The index that lists it; nil if the user named it.
    let index: TargetURI?
  }

  private let client: Client
  private let request: (TargetURI, TargetURI?) -> FetchRequest
  private let terminal: Terminal
  private let isQuiet: Bool
  private let tell: (@escaping () -> Void) -> Void
  private var waiting: [File]
  private var isReading = false
  private var isPaused = false
  private var give: ([TargetURI]) -> Void = { _ in }

  /// The codes of the sitemaps that could not be read.
  private(set) var codes: [ExitCode] = []

  /// How many URLs have another host than their sitemap, and how many URLs there are.
  private var foreign = 0
  private var total = 0

  /// Prepares to read the sitemaps `targets`.
  ///
  /// `tell` prints a message, which `--within` delays until the last round. `request` makes the request for a
  /// sitemap; its second URL is the index that lists the sitemap, nil if the user named it.
  init(
    _ targets: [TargetURI], client: Client, _ terminal: Terminal, isQuiet: Bool,
    tell: @escaping (@escaping () -> Void) -> Void = { $0() },
    request: @escaping (TargetURI, TargetURI?) -> FetchRequest
  ) {
    waiting = targets.map { File(target: $0, index: nil) }
    self.client = client
    self.terminal = terminal
    self.isQuiet = isQuiet
    self.tell = tell
    self.request = request
  }

  /// Reads the first file; `give` gets the URLs of each file, and an empty list at the end.
  func begin(give: @escaping ([TargetURI]) -> Void) {
    self.give = give
    readNext()
  }

  /// Reads the next file, once the URLs of the files before are taken.
  func goOn() {
    guard isPaused else { return }
    isPaused = false
    readNext()
  }

  private func readNext() {
    guard !isReading, !client.isCancelled else { return }
    guard !waiting.isEmpty else {
      if foreign > 0, !isQuiet {
        let count = "\(foreign) of \(total) URLs are"
        tell { [terminal] in
          terminal.warning("\(count) of another host than their sitemap, which sitemaps.org forbids")
        }
        foreign = 0
      }
      return give([])
    }
    isReading = true
    let file = waiting.removeFirst()
    let reader = SitemapBody()
    var sink = FetchSink { [self] result in
      isReading = false
      end(file, reader, result)
    }
    sink.head = { served in if !served.isFollowed { reader.begin(served) } }
    sink.body = { piece in reader.take(piece.bytes) ? .goOn : .abort }
    var fetch = request(file.target, file.index)
    fetch.head.method = "GET"
    fetch.body = nil
    fetch.goDirectly()
    fetch.maxRedirects = Options.standardRedirects
    client.add(fetch, sink: sink)
    client.pump()
  }

  private func end(_ file: File, _ reader: SitemapBody, _ result: FetchResult) {
    let name = file.target.absolute
    if !reader.isComplete, let error = result.error {
      fail("\(name): \(error.message)", hint: error.hint, ExitCode(error))
      return readNext()
    }
    guard reader.isComplete || (200..<300).contains(reader.status) else {
      fail("\(name): the sitemap can't be fetched: status \(reader.status)", hint: nil, .networkFailed)
      return readNext()
    }
    reader.finish()
    if let problem = reader.problem {
      fail("\(name): \(problem)", hint: nil, file.index == nil ? .usage : .networkFailed)
    }
    if !isQuiet {
      tell { [terminal] in for warning in reader.warnings { terminal.warning("\(name): \(warning)") } }
    }
    switch reader.kind {
    case .index where file.index != nil:
      fail(
        "\(name): it is an index that an index lists; its sitemaps are not read", hint: nil, .networkFailed)
      readNext()
    case .index:
      waiting.insert(contentsOf: reader.targets.map { File(target: $0, index: file.target) }, at: 0)
      readNext()
    case .pages, nil:
      guard !reader.targets.isEmpty else { return readNext() }
      total += reader.targets.count
      foreign += reader.targets.count { $0.host != file.target.host }
      isPaused = true
      give(reader.targets)
    }
  }

  private func fail(_ message: String, hint: String?, _ code: ExitCode) {
    guard !Interruption.isRequested else { return }
    codes.append(code)
    tell { [terminal] in terminal.error("--sitemap: \(message)", hint: hint) }
  }
}
