import HTTPCacheCore

/// Performs the actions of a run of `inspect --live` (`Inspection`) with the network, the local files and the reports.
///
/// The driver passes the resulting events back to the run.
final class InspectionDriver {
  private var machine: Inspection
  private let command: InspectCommand
  private let client: Client
  private let named: [TargetURI]
  private let text: WaitingText

  /// The progress on a terminal; nil if none is shown.
  private let progress: InspectionProgress?

  /// The URLs of the current round.
  private var targets: TargetFeed?
  private var files = LocalFiles()

  /// The files of the deployed directories that the host of this round keeps for itself.
  private var keptByHost: [String] = []

  /// The tickets of the responses that are being judged, in their order, and the judgements that are there.
  private var tickets: ArraySlice<Int> = []
  private var judgements: [Int: Judgement] = [:]

  /// The events that the machine has not handled yet.
  private var events: [InspectionEvent] = []
  private var isHandling = false
  private var isInterruptionTold = false

  /// Prepares to request the URLs that the user named, and then those that sitemaps list.
  init(_ command: InspectCommand, _ named: [TargetURI], _ client: Client) {
    (self.command, self.named, self.client) = (command, named, client)
    let options = command.options
    machine = Inspection(
      options, asksForContent: command.judge.requirements.asksForContent, at: HostClock.milliseconds())
    text = WaitingText(command.terminal, stable: options.probes.stable, isQuiet: options.global.isQuiet)
    let showsProgress =
      options.sendsManyRequests && !options.global.isQuiet && !options.connection.isSilent
      && !options.global.isJSON && command.terminal.isTerminal(.error)
    progress =
      showsProgress ? InspectionProgress(command.terminal, milliseconds: HostClock.milliseconds) : nil
  }

  func run() throws(TransportError) {
    handle(.begin)
    try client.run()
    // A signal may end the reading of a sitemap, of which the machine hears nothing.
    if isInterrupted { handle(.interrupted) }
    progress?.end()
  }

  // MARK: Events and actions

  /// Passes an event to the machine after the machine has handled the earlier events.
  private func handle(_ event: InspectionEvent) {
    events.append(event)
    guard !isHandling else { return }
    isHandling = true
    while !events.isEmpty {
      let event = events.removeFirst()
      if isInterrupted, !isInterruptionTold {
        isInterruptionTold = true
        pass(.interrupted)
      }
      pass(event)
    }
    isHandling = false
    goOn()
  }

  private var isInterrupted: Bool { client.isCancelled || Interruption.isRequested }

  private func pass(_ event: InspectionEvent) {
    var actions: [InspectionAction] = []
    machine.handle(event, at: HostClock.milliseconds(), actions: &actions)
    for action in actions { perform(action) }
  }

  /// Has the client send what was asked, and name more URLs when it has little to do.
  private func goOn() {
    guard !client.isCancelled else { return }
    if targets?.hasMore == true, machine.hasRoom, client.more == nil {
      client.more = { [unowned self] in nameSome() }
    }
    client.pump()
  }

  private func perform(_ action: InspectionAction) {
    switch action {
    case .name: name()
    case .locate(let target):
      handle(.located(target, HostAddresses.of(target, command.options.connection.transfer)))
    case .ask(let question):
      if !question.isAgain { progress?.ask() }
      ask(question)
    case .probe(let question, let answer): probe(question, answer)
    case .readAhead(let targets):
      for target in targets { files.readAhead(command.judge.requirements.files(for: target)) }
    case .judge(let subject, let ticket): judge(subject, ticket)
    case .report(let judgement): command.judge.report(judgement)
    case .fail(let failure): command.judge.fail(failure.failure, hint: failure.hint, code: failure.code)
    case .say(.message(let message)): command.terminal.say(message)
    case .say(.progress(let waiting, let now, let next)): text.show(waiting, now: now, next: next)
    case .say(.outcome(let waiting, let step, let now)): text.end(waiting, step, now: now)
    case .reconnect: client.loop.disconnect()
    case .wait(let time):
      let seconds = Double(time - HostClock.milliseconds()) / 1000
      client.loop.after(seconds: seconds, onCancel: { self.handle(.interrupted) }) { [self] in
        handle(.waited)
      }
    case .end(let codes):
      command.judge.note(codes)
      guard !keptByHost.isEmpty, !command.global.isQuiet else { return }
      command.terminal.say(
        "httpcache: not compared, since the host keeps it for itself: \(keptByHost.asList)")
    }
  }

  private func judge(_ subject: LiveSubject, _ ticket: Int) {
    var context = subject.context
    if context.page != nil {
      context.page?.lacking = command.judge.requirements.directoryLacking(subject.asked)
    }
    let name = command.judge.requirements.nameForHost(
      subject.asked, status: subject.subject.stored.head.status, content: context.content, files: files.file)
    if let name, !keptByHost.contains(name) { keptByHost.append(name) }
    guard name == nil, command.judge.counts(subject.subject) else {
      return handle(.judged(nil, ticket: ticket))
    }
    let (requirements, settings) = (command.judge.requirements, command.judge.settings)
    tickets.append(ticket)
    client.loop.performApart { [context, files] in
      var judgement = requirements.judgement(
        subject.subject, context, now: subject.now, profile: nil, file: nil, settings: settings,
        files: files.file)
      judgement.node = subject.node
      return judgement
    } then: { [self] judgement in
      judgements[ticket] = judgement
      passJudgements()
    }
  }

  /// Passes judgements through the gate, in the order of their responses.
  private func passJudgements() {
    while let ticket = tickets.first, let judgement = judgements.removeValue(forKey: ticket) {
      tickets.removeFirst()
      handle(.judged(command.judge.gated(judgement), ticket: ticket))
    }
  }
}

extension Served {
  /// Whether it is a redirect from the name of a page to its form without `.html` or `index.html`.
  fileprivate var leadsToShortForm: Bool {
    guard case .success(let target)? = stored.head.redirectTarget(from: request.target) else { return false }
    return target.isShortForm(of: request.target)
  }
}

extension Options {
  /// Whether a run of `--live` sends more requests than the command line names URLs.
  fileprivate var sendsManyRequests: Bool {
    probes.within == nil
      && (!sitemaps.isEmpty || inputFile != nil || live.assets != nil || !probes.isEmpty)
  }
}

// MARK: - URLs

extension InspectionDriver {
  private func name() {
    (files, keptByHost) = (LocalFiles(), [])
    command.judge.beginRound()
    let targets = TargetFeed(
      named, sitemaps: command.options.sitemaps, client: client, isQuiet: command.global.isQuiet,
      tell: { [unowned self] in handle(.noticed($0)) },
      retry: RetryText(command.options, command.terminal).write
    ) { [unowned self] named in
      var request = command.liveRequest(named)
      limit(&request)
      return request
    }
    self.targets = targets
    if named.isEmpty { progress?.wait(for: "reading the sitemap") }
    targets.begin { [unowned self] in
      tellEnd()
      goOn()
    }
  }

  /// Names the next URLs; false if none are left for now, or too many pages wait.
  private func nameSome() -> Bool {
    guard !isHandling, machine.hasRoom, let targets else { return false }
    let some = targets.take(64)
    if let first = some.first { command.judge.see(first.target) }
    handle(.named(some))
    tellEnd()
    return targets.hasMore && machine.hasRoom
  }

  private func tellEnd() {
    guard let targets, targets.isEmpty else { return }
    progress?.isListed = true
    handle(.noMoreTargets(targets.codes))
  }
}

// MARK: - Requests

extension InspectionDriver {
  private func ask(_ question: Question) {
    let request = request(question)
    let sink = sink(question) { [self] answer in
      var answer = answer
      answer.isShortened = request.followsShortForm && answer.redirects.first?.leadsToShortForm == true
      guard question.isAgain else {
        progress?.answer(bytes: answer.fetch.bytes)
        return handle(.answered(question, answer))
      }
      handle(.contentRead(question, answer.fetch.error == nil ? answer.content : nil))
    }
    client.add(request, sink: sink)
  }

  /// A sink that reads the content of an answer if it is compared, and looks in it for the assets that it loads.
  ///
  /// Without `--assets` it looks only where the head has what the body shows matter. What a proxy may not compress is coded to see how long it
  /// would be.
  private func sink(_ question: Question, then: @escaping (LiveAnswer) -> Void) -> FetchSink {
    let isFirst = question.side == .here && !question.isAgain
    let looksForAssets = !question.isAgain && command.options.live.assets != nil
    let readsContent = machine.readsContent
    var content: ContentReader?
    var assets: AssetReader?
    var gzip: GzipLength?
    var sink = FetchSink { result in
      content?.finish()
      assets?.finish(content?.problem)
      then(
        LiveAnswer(
          result, content: content?.content, at: Machine.now(), assets: looksForAssets ? assets?.found : nil,
          shown: assets?.shown ?? BodyEvidence(), gzipLength: gzip?.finish()))
    }
    sink.retry = RetryText(command.options, command.terminal).write
    if isFirst { sink.trace = TraceText(command.terminal).write }
    guard readsContent || looksForAssets || isFirst else { return sink }
    sink.head = { served in
      guard !served.isFollowed else { return }
      if isFirst, TransformFindings.mayGain(served.base, answering: served.request) { gzip = GzipLength() }
      var sought = isFirst ? AssetReader.sought(in: served) : []
      // The files of a frame are those of another page.
      if question.role != nil { sought.remove(.files) }
      let isScanned = looksForAssets || !sought.isEmpty
      guard readsContent || isScanned else { return }
      content = ContentReader(served.base, isHashed: readsContent && served.request.method != "HEAD")
      if isScanned { assets = AssetReader(served, role: question.role, sought) }
    }
    sink.body = { piece in
      gzip?.add(piece.bytes)
      let reader = assets.flatMap { $0.isWanted ? $0 : nil }
      content?.take(piece.bytes, reader?.take)
      return .goOn
    }
    return sink
  }

  private func request(_ question: Question) -> FetchRequest {
    var request = command.liveRequest(question.named)
    switch question.side {
    case .here: if let address = question.address { request.transfer.reach(question.target, at: address) }
    case .there: command.options.live.against?.reach(question.target, &request.transfer)
    }
    limit(&request)
    // The session's cookies go where the user vouches for; those of a chain are its own.
    let ownCookies: CookieUse = command.options.live.keepsCookies ? .chain : .none
    request.cookies = client.cookies == nil ? ownCookies : question.named.isVouched ? .session : .none
    request.endsAtCircle = true
    request.followsShortForm = command.judge.requirements.comparesDirectory(question.target)
    return request
  }

  /// Keeps a request within the time that is left, which a transfer that hangs must not outlive.
  private func limit(_ request: inout FetchRequest) {
    guard let timeLeft = machine.timeLeft else { return }
    request.transfer.maxTime = min(request.transfer.maxTime ?? timeLeft, timeLeft)
    // No retries: the next round repeats a failed request.
    request.retries = RetryPolicy()
  }

  /// Sends the probes and repetitions that the options ask for; of the cache in front of the other deployment, only the
  /// key is mapped.
  private func probe(_ question: Question, _ answer: LiveAnswer) {
    guard let served = answer.final else { return handle(.probed(question, [], nil)) }
    let probes = command.options.probes
    var settings = command.probeSettings(
      NamedTarget(served.request.target, by: question.named.origins(with: answer.fetch.responses)))
    var options = command.options.connection.transfer.without(command.options.fields)
    if question.side == .there {
      settings.probes = [.key]
      command.options.live.against?.reach(question.target, &options)
    }
    let isRepeated = question.side == .here && probes.count > 1
    let driver = ProbeDriver(
      Subject(live: served, bodyLength: answer.fetch.bytes), settings,
      repeating: isRepeated ? .init(count: probes.count, pause: probes.pause) : nil, client: client,
      options: options
    ) { [self] reports, repetition in
      handle(.probed(question, reports, repetition))
    }
    driver.onAnswer = { [progress] in progress?.probe() }
    driver.begin()
  }
}
