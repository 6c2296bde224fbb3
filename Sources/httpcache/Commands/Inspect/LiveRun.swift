import HTTPCacheCore

/// A run of `inspect --live`: requests every URL, and reports each as soon as the URLs before it are reported.
final class LiveRun {
  private let command: InspectCommand
  private let client: Client
  private let targets: TargetFeed

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
    self.targets = TargetFeed(
      targets, sitemaps: command.options.sitemaps, client: client, command.terminal,
      isQuiet: command.global.isQuiet, tell: command.judge.tell
    ) {
      command.liveRequest($0, of: $1)
    }
  }

  func run() throws(TransportError) {
    client.more = { [unowned self] in addSome() }
    targets.begin { [unowned self] in goOn() }
    try client.run()
  }

  /// The codes of the sitemaps that could not be read.
  var codes: [ExitCode] { targets.codes }

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

  /// Requests a page or an asset, and the same from the other deployment, except for an asset of another origin than
  /// the page.
  private func add(_ pageRequest: LivePage.PageRequest, of page: LivePage) {
    let other = pageRequest.target.isSameOrigin(as: page.first.target) ? command.options.live.against : nil
    // Set it before the first request, which may be answered while it is being added.
    pageRequest.otherTarget = other?.target(like: pageRequest.target)
    var own = sink(pageRequest) { [self] result in
      probe(result, of: page.first.target) { [self] result in
        pageRequest.result = result
        compareContent(pageRequest, of: page)
        flush()
      }
    }
    own.trace = TraceText(command.terminal).write
    client.add(request(pageRequest, of: page), sink: own)
    guard let other, let target = pageRequest.otherTarget else { return }
    let read = sink { [self] result in
      probe(result, of: target, at: other) { [self] result in
        pageRequest.other = result
        compareContent(pageRequest, of: page)
        flush()
      }
    }
    client.add(otherRequest(target, other), sink: read)
  }

  /// A sink that reads the content of an answer if it is compared, and looks for the assets of `pageRequest` in it.
  private func sink(
    _ pageRequest: LivePage.PageRequest? = nil, then: @escaping (LivePage.Result) -> Void
  ) -> FetchSink {
    let assets = command.options.live.assets == nil ? nil : pageRequest
    var content: ContentReader?
    var sink = FetchSink { result in
      content?.finish()
      assets?.reader?.finish(content?.problem)
      then(LivePage.Result(fetch: result, content: content?.content))
    }
    guard readsContent || assets != nil else { return sink }
    sink.head = { [readsContent] served in
      guard !served.isFollowed else { return }
      content = ContentReader(served.base, isHashed: readsContent && served.request.method != "HEAD")
      if let assets { assets.reader = AssetReader(served, role: assets.role) }
    }
    sink.body = { piece in
      let reader = assets?.reader.flatMap { $0.isWanted ? $0 : nil }
      content?.take(piece.bytes, reader?.take)
      return .goOn
    }
    return sink
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

  private func otherRequest(_ target: TargetURI, _ other: OtherDeployment) -> FetchRequest {
    var request = command.liveRequest(target)
    other.reach(target, &request.transfer)
    limit(&request)
    return request
  }

  /// Compares the content of both responses; if it differs, requests each once more, since it may differ each time.
  private func compareContent(_ pageRequest: LivePage.PageRequest, of page: LivePage) {
    guard let other = command.options.live.against, let target = pageRequest.otherTarget,
      let own = pageRequest.result, own.fetch.error == nil,
      let here = own.fetch.served?.status, (200...299).contains(here),
      let there = pageRequest.other, there.fetch.error == nil, there.fetch.served?.status == here,
      let content = own.content, let otherContent = there.content
    else { return }
    let contents = ContentPair(here: content, there: otherContent)
    pageRequest.contents = contents
    guard contents.isUnsettled, !client.isCancelled else { return }
    let askAgain = { [self] (request: FetchRequest, confirm: @escaping (ObservedContent) -> Void) in
      let read = sink { [self] second in
        let content = second.fetch.error == nil ? second.content : nil
        confirm(content ?? .unread("there is no second answer"))
        flush()
      }
      client.add(request, sink: read)
    }
    askAgain(request(pageRequest, of: page)) { pageRequest.contents?.confirm(here: $0) }
    askAgain(otherRequest(target, other)) { pageRequest.contents?.confirm(there: $0) }
    client.pump()
  }

  /// Sends the probes and repetitions that the options ask for; does nothing without a final response.
  ///
  /// Only the origin of `named`, the user's URL, gets the user's credentials. Of the cache in front of the other
  /// deployment, only the key is mapped.
  private func probe(
    _ result: LivePage.Result, of named: TargetURI, at other: OtherDeployment? = nil,
    then: @escaping (LivePage.Result) -> Void
  ) {
    let probes = command.options.probes
    guard let served = result.final,
      other == nil ? !probes.isEmpty && command.judge.includes(served.request.target) : probes.mapsKey
    else { return then(result) }
    var settings = command.probeSettings(served.request.target, of: named)
    var options = command.options.connection.transfer.without(command.options.fields)
    if let other {
      settings.probes = [.key]
      other.reach(named, &options)
    }
    let isRepeated = other == nil && probes.count > 1
    ProbeDriver(
      command.subject(served, bodyLength: result.fetch.bytes), settings,
      repeating: isRepeated ? .init(count: probes.count, pause: probes.pause) : nil, client: client,
      options: options
    ) { reports, repetition in
      var result = result
      (result.probes, result.repetition) = (reports, repetition)
      then(result)
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
    for pageRequest in page.pageRequests { command.report(pageRequest, of: page) }
    guard !command.global.isQuiet, !Interruption.isRequested else { return }
    let (shown, terminal) = (Escaping.withoutPasswords(page.first.target.absolute), command.terminal)
    command.judge.tell {
      if let problem = page.problem { terminal.warning("\(shown): no assets are looked for: \(problem)") }
      if let remark = page.remark { terminal.say("httpcache: \(shown): \(remark)") }
    }
  }
}
