import HTTPCacheCore

/// A run of `inspect --live`: requests every URL, and reports each as soon as the URLs before it are reported.
final class LiveRun {
  private let command: InspectCommand
  private let client: Client
  private let targets: TargetFeed
  private let sitemaps: SitemapFeed?

  /// The pages that are not reported yet, by their index.
  private var pages: [Int: LivePage] = [:]
  private var added = 0
  private var next = 0

  /// The index of the first page whose local files are not read ahead yet.
  private var nextToRead = 0
  private var isFlushing = false

  /// The assets that were judged with a page, by the address of its server; a run judges each once for an address.
  private var known: [String?: Set<Int>] = [:]

  /// The longest time that a transfer may take, in seconds; nil for no limit.
  private let timeLeft: Double?

  /// The addresses of hosts, by origin; used only if every address is asked.
  private var addresses: [String: [String]] = [:]

  /// Whether the content of answers is compared, with files or with another deployment.
  private let readsContent: Bool

  /// How many pages may wait for the report of an earlier one.
  private static let mostHeld = 1024

  /// For how many pages the local files are read ahead.
  private static let mostReadAhead = 128

  /// Prepares to request `targets`, and then the URLs that sitemaps list.
  init(_ command: InspectCommand, _ targets: [TargetURI], _ client: Client, timeLeft: Double? = nil) {
    self.command = command
    readsContent = command.judge.requirements.asksForContent || command.options.live.against != nil
    (self.client, self.timeLeft) = (client, timeLeft)
    // Each round of `--within` reads the files anew, also those of requests that failed in the round before.
    command.judge.files = LocalFiles()
    let files = command.options.sitemaps
    sitemaps =
      files.isEmpty
      ? nil
      : SitemapFeed(
        files, client: client, command.terminal, isQuiet: command.global.isQuiet, tell: command.judge.tell
      ) {
        command.liveRequest($0, of: $1)
      }
    self.targets = TargetFeed(targets, sitemaps)
  }

  func run() throws(TransportError) {
    client.more = { [unowned self] in addSome() }
    targets.begin { [unowned self] in goOn() }
    try client.run()
  }

  /// The codes of the sitemaps that could not be read.
  var codes: [ExitCode] { sitemaps?.codes ?? [] }

  /// Adds the next targets; false if none are left for now, or too many pages wait.
  private func addSome() -> Bool {
    for target in targets.take(64) {
      for address in nodes(of: target) {
        let page = LivePage(target, at: address)
        pages[added] = page
        added += 1
        add(page.first, of: page)
      }
    }
    readAhead()
    return targets.hasMore && pages.count < Self.mostHeld
  }

  /// Begins to read the files that checks name for the next pages, if the run is large enough for other threads.
  private func readAhead() {
    guard readsContent, added >= ExecutionPlan.leastForThreads else { return }
    nextToRead = max(next, nextToRead)
    while nextToRead < min(added, next + Self.mostReadAhead) {
      if let page = pages[nextToRead] {
        command.judge.files.readAhead(command.judge.requirements.files(for: page.first.target))
      }
      nextToRead += 1
    }
  }

  /// The addresses at which a URL is requested; for nil, libcurl looks the host up.
  private func nodes(of target: TargetURI) -> [String?] {
    guard command.options.probes.within != nil, command.options.probes.asksEachAddress else { return [nil] }
    let found = addresses[target.origin] ?? HostAddresses.of(target, command.options.connection.transfer)
    addresses[target.origin] = found
    return found.isEmpty ? [nil] : found
  }

  private func add(_ pageRequest: LivePage.PageRequest, of page: LivePage) {
    var sink = FetchSink { [self] result in
      pageRequest.finish()
      probe(result, of: page.first.target) { [self] result in
        pageRequest.result = result
        pageRequest.result?.content = pageRequest.content?.content
        compareContent(pageRequest, of: page)
        flush()
      }
    }
    sink.trace = TraceText(command.terminal).write
    let (findsAssets, isHashed) = (command.options.live.assets != nil, readsContent)
    if findsAssets || isHashed {
      sink.head = { served in
        if !served.isFollowed { pageRequest.read(served, findsAssets: findsAssets, isHashed: isHashed) }
      }
      sink.body = { piece in
        pageRequest.take(piece.bytes)
        return .goOn
      }
    }
    client.add(request(pageRequest, of: page), sink: sink)
    addOther(pageRequest, of: page)
  }

  private func request(_ pageRequest: LivePage.PageRequest, of page: LivePage) -> FetchRequest {
    var request = command.liveRequest(pageRequest.target, of: page.first.target)
    if let address = page.address, pageRequest.target.isSameOrigin(as: page.first.target) {
      request.transfer.reach(pageRequest.target, at: address)
    }
    limit(&request)
    return request
  }

  /// Sets the limits and the cookies that every request of the run has.
  private func limit(_ request: inout FetchRequest) {
    if let timeLeft {
      request.transfer.maxTime = min(request.transfer.maxTime ?? timeLeft, timeLeft)
      // No retries: the next round repeats a failed request.
      request.retries = RetryPolicy()
    }
    request.isInSession = client.cookies != nil
  }

  /// Makes the same request to the other deployment, except for an asset of another origin than the page.
  private func addOther(_ pageRequest: LivePage.PageRequest, of page: LivePage) {
    guard let other = command.options.live.against, pageRequest.target.isSameOrigin(as: page.first.target)
    else {
      return
    }
    let target = other.target(like: pageRequest.target)
    pageRequest.otherTarget = target
    let read = reading { [self] result, content in
      mapOtherKey(result, of: target) { [self] key in
        (pageRequest.otherKey, pageRequest.other, pageRequest.otherContent) = (key, result, content)
        compareContent(pageRequest, of: page)
        flush()
      }
    }
    client.add(otherRequest(pageRequest, other), sink: read)
  }

  private func otherRequest(_ pageRequest: LivePage.PageRequest, _ other: OtherDeployment) -> FetchRequest {
    let target = other.target(like: pageRequest.target)
    var request = command.liveRequest(target)
    if let server = other.server {
      request.transfer.connectTo.insert("\(target.host):\(target.port):\(server)", at: 0)
    }
    limit(&request)
    return request
  }

  /// A sink that reads only the content of an answer.
  private func reading(_ then: @escaping (FetchResult, ObservedContent?) -> Void) -> FetchSink {
    var reader: ContentReader?
    var sink = FetchSink { result in
      reader?.finish()
      then(result, result.error == nil ? reader?.content : nil)
    }
    sink.head = { served in
      if !served.isFollowed {
        reader = ContentReader(served.base, isHashed: served.request.method != "HEAD")
      }
    }
    sink.body = { piece in
      reader?.take(piece.bytes)
      return .goOn
    }
    return sink
  }

  /// Compares the content of both responses; if it differs, requests each once more, since it may differ each time.
  private func compareContent(_ pageRequest: LivePage.PageRequest, of page: LivePage) {
    guard let other = command.options.live.against, let own = pageRequest.result, own.fetch.error == nil,
      let here = own.fetch.served?.status, (200...299).contains(here),
      here == pageRequest.other?.served?.status,
      let content = own.content, let otherContent = pageRequest.otherContent
    else { return }
    let contents = ContentPair(here: content, there: otherContent)
    pageRequest.contents = contents
    guard contents.isUnsettled, !client.isCancelled else { return }
    let missing = ObservedContent.unread("there is no second answer")
    client.add(
      request(pageRequest, of: page),
      sink: reading { [self] _, content in
        pageRequest.contents?.confirm(here: content ?? missing)
        flush()
      })
    client.add(
      otherRequest(pageRequest, other),
      sink: reading { [self] _, content in
        pageRequest.contents?.confirm(there: content ?? missing)
        flush()
      })
    client.pump()
  }

  /// Maps the key of the cache in front of the other deployment, if `--map-key` is given.
  private func mapOtherKey(
    _ result: FetchResult, of target: TargetURI, then: @escaping ([KeyRow]) -> Void
  ) {
    guard command.options.probes.mapsKey, let served = result.served, !served.isFollowed, result.error == nil
    else { return then([]) }
    var settings = command.probeSettings(served.request.target, of: target)
    settings.probes = [.key]
    var options = command.options.connection.transfer.without(command.options.fields)
    if let server = command.options.live.against?.server {
      options.connectTo.insert("\(target.host):\(target.port):\(server)", at: 0)
    }
    ProbeDriver(
      command.subject(served, bodyLength: result.bytes), settings, repeating: nil, client: client,
      options: options
    ) { reports, _ in then(reports.flatMap(\.key)) }.begin()
  }

  /// Sends the probes and repetitions that the options ask for; does nothing without a final response.
  ///
  /// Only the origin of `named`, the user's URL, gets the user's credentials.
  private func probe(
    _ result: FetchResult, of named: TargetURI, then: @escaping (LivePage.Result) -> Void
  ) {
    let probes = command.options.probes
    guard !probes.isEmpty, let served = result.served, !served.isFollowed, result.error == nil,
      command.judge.includes(served.request.target)
    else { return then(LivePage.Result(fetch: result)) }
    var known = LivePage.Result(fetch: result)
    ProbeDriver(
      command.subject(served, bodyLength: result.bytes),
      command.probeSettings(served.request.target, of: named),
      repeating: probes.count > 1 ? .init(count: probes.count, pause: probes.pause) : nil, client: client,
      options: command.options.connection.transfer.without(command.options.fields)
    ) { reports, repetition in
      (known.probes, known.repetition) = (reports, repetition)
      then(known)
    }.begin()
  }

  /// Reports the pages that are next in order and whose results are there, each after its assets were requested.
  private func flush() {
    // A request may be answered while it is being added, which calls this function from within itself.
    guard !isFlushing else { return }
    isFlushing = true
    defer { isFlushing = false }
    while let page = pages[next], page.isFinished {
      if addAssets(of: page) { continue }
      report(page)
      pages[next] = nil
      next += 1
    }
    readAhead()
    goOn()
  }

  /// Adds targets again after none were left, or too many pages waited.
  private func goOn() {
    guard targets.hasMore, pages.count < Self.mostHeld, client.more == nil, !client.isCancelled else {
      return
    }
    client.more = { [unowned self] in addSome() }
    client.pump()
  }

  /// Requests the assets that the latest answers of a page load; false if there are none.
  private func addAssets(of page: LivePage) -> Bool {
    guard let scope = command.options.live.assets, !Interruption.isRequested,
      let served = page.first.result?.fetch.served, !served.isFollowed
    else { return false }
    let pageRequests = page.addFound(of: served.request.target, scope, &known[page.address, default: []])
    for pageRequest in pageRequests { add(pageRequest, of: page) }
    client.pump()
    return !pageRequests.isEmpty
  }

  private func report(_ page: LivePage) {
    command.judge.round?.node = page.address
    for (index, pageRequest) in page.pageRequests.enumerated() {
      guard let result = pageRequest.result else { continue }
      command.report(
        result, of: pageRequest.target, in: index == 0 ? nil : page.first.result,
        assets: index == 0 ? page.count : nil, against: command.counterpart(pageRequest))
      guard let target = pageRequest.otherTarget, let other = pageRequest.other else { continue }
      command.reportFailure(other, of: target, at: command.options.live.against?.server)
    }
    guard !command.global.isQuiet, !Interruption.isRequested else { return }
    let (shown, terminal) = (Escaping.withoutPasswords(page.first.target.absolute), command.terminal)
    command.judge.tell {
      if let problem = page.problem { terminal.warning("\(shown): no assets are looked for: \(problem)") }
      if let remark = page.remark { terminal.say("httpcache: \(shown): \(remark)") }
    }
  }
}
