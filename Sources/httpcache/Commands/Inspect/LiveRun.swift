import HTTPCacheCore

/// `inspect --live` under way: asks every URL, and reports each as soon as those before it are known.
final class LiveRun {
  private let command: InspectCommand
  private let client: Client
  private let targets: TargetFeed
  private let sitemaps: SitemapFeed?

  /// The pages that are not reported yet, by their place.
  private var pages: [Int: LivePage] = [:]
  private var added = 0
  private var next = 0
  private var isFlushing = false

  /// The assets that were judged with a page; each is judged once in a run.
  private var known: Set<Int> = []

  /// Whether a check needs the content of the answers.
  private let readsContent: Bool

  /// So many answers may wait for the report of one before them.
  private static let mostHeld = 1024

  /// Prepares to ask.
  ///
  /// - Parameters:
  ///   - command: whose options say how.
  ///   - targets: what is asked for, before what sitemaps list.
  ///   - cookies: the cookies that the requests share; nil for none.
  init(_ command: InspectCommand, _ targets: [TargetURI], cookies: CookieJar?) {
    self.command = command
    readsContent = command.judge.demands.asksForContent
    let client = command.options.parallel.client(
      MemoryStorage(costLimit: 0), nil, behind: nil, nil)
    client.cookies = cookies
    self.client = client
    let files = command.options.sitemaps
    sitemaps =
      files.isEmpty
      ? nil
      : SitemapFeed(files, client: client, command.terminal, isQuiet: command.global.isQuiet) {
        command.liveRequest($0, of: $1)
      }
    self.targets = TargetFeed(targets, sitemaps)
  }

  /// Asks for everything.
  ///
  /// - Throws: what keeps every request from working.
  func run() throws(TransportError) {
    client.more = { [unowned self] in addSome() }
    targets.begin { [unowned self] in goOn() }
    try client.run()
  }

  /// The codes of the sitemaps that could not be read.
  var codes: [ExitCode] { sitemaps?.codes ?? [] }

  /// Adds the next targets; false where there are no more, or too many answers wait.
  private func addSome() -> Bool {
    for target in targets.take(64) {
      let page = LivePage(target)
      pages[added] = page
      added += 1
      add(page.first, of: page)
    }
    return targets.hasMore && pages.count < Self.mostHeld
  }

  private func add(_ slot: LivePage.Slot, of page: LivePage) {
    var sink = FetchSink { [self] result in
      slot.finish()
      probe(result, of: page.first.target) { [self] result in
        slot.result = result
        slot.result?.content = slot.content?.content
        flush()
      }
    }
    sink.trace = TraceText(command.terminal).write
    let (findsAssets, isHashed) = (command.options.live.assets != nil, readsContent)
    if findsAssets || isHashed {
      sink.head = { served in
        if !served.isFollowed { slot.read(served, findsAssets: findsAssets, isHashed: isHashed) }
      }
      sink.body = { piece in
        slot.take(piece.bytes)
        return .goOn
      }
    }
    var request = command.liveRequest(slot.target, of: page.first.target)
    request.isInSession = client.cookies != nil
    client.add(request, sink: sink)
    addOther(slot, of: page)
  }

  /// Asks the other deployment for the same, unless it is something of a third origin.
  private func addOther(_ slot: LivePage.Slot, of page: LivePage) {
    guard let base = command.options.live.against, slot.target.isSameOrigin(as: page.first.target) else {
      return
    }
    let target = base.target(like: slot.target)
    slot.otherTarget = target
    var request = command.liveRequest(target)
    request.isInSession = client.cookies != nil
    let sink = FetchSink { [self] result in
      slot.other = result
      flush()
    }
    client.add(request, sink: sink)
  }

  /// Asks what the options want beside an answer; where there is none, nothing.
  ///
  /// - Parameters:
  ///   - result: the answer.
  ///   - named: the URL that was named, whose origin alone gets the user's credentials.
  ///   - then: takes all of it.
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

  /// Reports what is known and next in order; where that is a page, asks for what it loads first.
  private func flush() {
    // An answer may be there at once, while what comes before it is being added.
    guard !isFlushing else { return }
    isFlushing = true
    defer { isFlushing = false }
    while let page = pages[next], page.isKnown {
      if addAssets(of: page) { continue }
      report(page)
      pages[next] = nil
      next += 1
    }
    goOn()
  }

  /// Adds targets again where there were none, or too many answers waited.
  private func goOn() {
    guard targets.hasMore, pages.count < Self.mostHeld, client.more == nil, !client.isCancelled else {
      return
    }
    client.more = { [unowned self] in addSome() }
    client.pump()
  }

  /// Asks for what the answers have loaded that came last; false where nothing is left to ask for.
  private func addAssets(of page: LivePage) -> Bool {
    guard let scope = command.options.live.assets, !Interruption.isRequested,
      let served = page.first.result?.fetch.served, !served.isFollowed
    else { return false }
    let slots = page.addFound(of: served.request.target, scope, &known)
    for slot in slots { add(slot, of: page) }
    client.pump()
    return !slots.isEmpty
  }

  private func report(_ page: LivePage) {
    for (index, slot) in page.slots.enumerated() {
      guard let result = slot.result else { continue }
      let counterpart = slot.other?.served.map { command.counterpart($0, slot.other?.bytes) }
      command.report(result, of: slot.target, assets: index == 0 ? page.count : nil, against: counterpart)
      if let target = slot.otherTarget, let other = slot.other { command.reportFailure(other, of: target) }
    }
    guard !command.global.isQuiet, !Interruption.isRequested else { return }
    let shown = Escaping.withoutPasswords(page.first.target.absolute)
    if let problem = page.problem {
      command.terminal.warning("\(shown): no assets are looked for: \(problem)")
    }
    if let remark = page.remark { command.terminal.say("httpcache: \(shown): \(remark)") }
  }
}
