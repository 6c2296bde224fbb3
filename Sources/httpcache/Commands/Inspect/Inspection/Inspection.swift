import HTTPCacheCore

/// A run of `inspect --live` as a state machine: it takes events and returns actions.
///
/// A run asks for pages, several at once, and for what they load; it has each answer judged, and reports the judgements
/// in the order of the URLs. With `--within`, it does so in rounds, and reports the last one. It reads no clock, file
/// or socket. An event that does not fit the state, such as an answer after the end, changes nothing.
///
/// Times are milliseconds of a clock that never goes back.
struct Inspection: Sendable {
  private enum Phase: Sendable {
    case unbegun
    /// A round is under way, since this time.
    case asking(since: Int)
    /// The time until the next round.
    case pausing
    case ended
  }

  private let options: Options

  /// Whether the content of answers is compared, with files or with another deployment.
  let readsContent: Bool

  private var phase = Phase.unbegun

  /// The URLs of which no page is made yet, since the addresses of their hosts are being looked up.
  private var named: ArraySlice<NamedTarget> = []
  private var hasMoreTargets = true

  /// The addresses of hosts, by origin; used only if every address is asked.
  private var addresses: [String: [String]] = [:]

  /// The origin whose addresses are being looked up; nil if there is none.
  private var located: String?

  /// The pages that are not reported yet, by their number.
  private var pages: [Int: InspectionPage] = [:]

  /// How many pages there were in this round, and how many of them are reported.
  private var added = 0, reported = 0

  /// The number of the first page whose local files are not read ahead yet.
  private var nextToRead = 0

  /// The assets that were judged with the pages of this round.
  private var known = KnownAssets()

  /// The pages of this round that load something, and nothing that is not judged with a page before or left out.
  private var unchanged = PagesWithoutNewAssets()

  /// The pages that were answered under their form without `.html` or `index.html`.
  private var shortened = ShortenedPages()

  /// What is still to be reported; with `--within`, all of the latest round.
  private var reports = InspectionReports()

  /// The rounds so far; nil without `--within`.
  private var waiting: Waiting?

  /// The exit codes of the sitemaps that could not be read in this round.
  private var codes: [ExitCode] = []

  private var narrowing: Narrowing
  private var isInterrupted = false

  /// The time of the current event, and the actions that follow from it.
  private var now = 0
  private var actions: [InspectionAction] = []

  /// How many pages may wait for the report of an earlier one.
  private static let mostHeld = 1024

  /// For how many pages the local files are read ahead.
  private static let mostReadAhead = 128

  /// For how many pages together: to wake other threads for each file would cost more than to read it.
  private static let leastReadAhead = 32

  /// Makes a run, whose time begins now; `asksForContent` says that a check needs the content of answers.
  init(_ options: Options, asksForContent: Bool, at now: Int) {
    self.options = options
    narrowing = options.narrowing
    readsContent = asksForContent || options.live.against != nil
    waiting = options.probes.within.map { within in
      Waiting(
        within: Self.milliseconds(within), every: Self.milliseconds(options.probes.pause),
        stable: options.probes.stable, now: now)
    }
  }

  private static func milliseconds(_ seconds: Double) -> Int { Int(min(seconds, 1e12) * 1000) }

  /// Whether more URLs may be named: too many pages may wait, or none may be wanted any more.
  var hasRoom: Bool {
    guard case .asking = phase else { return false }
    return hasMoreTargets && pages.count + named.count < Self.mostHeld
  }

  /// The longest time that a transfer of this round may take, in seconds; nil for no limit.
  ///
  /// That is the time that was left when the round began, and a second where it began at the end of the time.
  private(set) var timeLeft: Double?

  /// Takes an event.
  mutating func handle(_ event: InspectionEvent, at now: Int, actions: inout [InspectionAction]) {
    if case .ended = phase { return }
    self.now = now
    swap(&self.actions, &actions)
    react(to: event)
    goOn()
    swap(&self.actions, &actions)
  }

  private mutating func react(to event: InspectionEvent) {
    switch event {
    case .begin: if case .unbegun = phase { beginRound() }
    case .named(let targets): if hasMoreTargets { name(targets) }
    case .located(let target, let found):
      guard located == target.origin else { return }
      located = nil
      addresses[target.origin] = found
    case .noMoreTargets(let codes):
      self.codes = codes
      hasMoreTargets = false
    case .noticed(let message): reports.add(.message(message))
    case .answered(let question, let answer): answered(question, answer)
    case .probed(let question, let probes, let repetition): probed(question, probes, repetition)
    case .contentRead(let question, let content): confirm(question, content)
    case .judged(let judgement, let ticket): reports.set(judgement, ticket: ticket)
    case .waited:
      guard case .pausing = phase else { return }
      perform(.reconnect)
      beginRound()
    case .interrupted: interrupt()
    }
  }

  /// Does what the events so far make possible.
  private mutating func goOn() {
    guard case .asking(let since) = phase else { return }
    makePages()
    while pages[reported]?.isComplete == true {
      if addAssets() { continue }
      if let page = pages.removeValue(forKey: reported) { report(page) }
      reported += 1
    }
    readAhead()
    if waiting == nil { for report in reports.takeReady() { perform(report) } }
    guard !hasMoreTargets, named.isEmpty, pages.isEmpty, reports.isComplete else { return }
    endRound(since)
  }

  private mutating func perform(_ action: InspectionAction) { actions.append(action) }

  private mutating func perform(_ report: InspectionReports.Report) {
    switch report {
    case .judgement(let judgement): perform(.report(judgement))
    case .failure(let failure): perform(.fail(failure))
    case .message(let message): perform(.say(.message(message)))
    case .none, .awaited: break
    }
  }
}

// MARK: - Rounds

extension Inspection {
  private mutating func beginRound() {
    phase = .asking(since: now)
    timeLeft = waiting.map { Double(max(1000, $0.left(at: now))) / 1000 }
    (hasMoreTargets, addresses, known, codes) = (true, [:], KnownAssets(), [])
    (added, reported, nextToRead) = (0, 0, 0)
    unchanged = PagesWithoutNewAssets()
    shortened = ShortenedPages()
    perform(.name)
  }

  /// Ends the run, or the round, all of whose answers are judged.
  private mutating func endRound(_ since: Int) {
    if !isInterrupted, let remark = unchanged.remark { reports.add(.message(.line(remark))) }
    if !isInterrupted, !options.global.isQuiet, let remark = shortened.remark {
      reports.add(.message(.line(remark)))
    }
    guard var waiting else {
      for report in reports.takeReady() { perform(report) }
      return end(codes)
    }
    let step = waiting.take(
      reports.answers + (codes.isEmpty ? [] : [.unreadSitemap]), begun: since, at: now)
    self.waiting = waiting
    if case .ask(let next) = step {
      reports.removeAll()
      phase = .pausing
      perform(.say(.progress(waiting, now: now, next: next)))
      return perform(.wait(until: next))
    }
    perform(.say(.outcome(waiting, step, now: now)))
    for report in reports.takeReady() {
      guard case .judgement(var judgement) = report, let shortfall = waiting.shortfall else {
        perform(report)
        continue
      }
      judgement.fail(shortfall)
      perform(.report(judgement))
    }
    end(codes + (step != .held && waiting.unmet.isEmpty ? [.checkFailed] : []))
  }

  private mutating func end(_ codes: [ExitCode]) {
    phase = .ended
    perform(.end(codes))
  }

  /// Asks for nothing more; without `--within`, the answers that are there are still reported.
  private mutating func interrupt() {
    guard !isInterrupted else { return }
    (isInterrupted, hasMoreTargets, named, located) = (true, false, [], nil)
    guard let waiting else { return }
    perform(.say(.outcome(waiting, nil, now: now)))
    end([])
  }
}

// MARK: - Requests

extension Inspection {
  private mutating func name(_ targets: [NamedTarget]) {
    if let first = targets.first { narrowing.see(first.target) }
    named += targets
  }

  /// Makes pages of the URLs so far, and requests them.
  private mutating func makePages() {
    while let next = named.first, let nodes = nodes(of: next.target) {
      named.removeFirst()
      for address in nodes {
        pages[added] = InspectionPage(next, at: address, against: options.live.against)
        ask(0, of: added)
        added += 1
      }
    }
  }

  /// The addresses at which a URL is requested; for the address nil, libcurl looks the host up.
  ///
  /// The result is nil if they are not known yet.
  private mutating func nodes(of target: TargetURI) -> [String?]? {
    guard waiting != nil, options.probes.asksEachAddress else { return [nil] }
    if let found = addresses[target.origin] { return found.isEmpty ? [nil] : found }
    if located == nil {
      located = target.origin
      perform(.locate(target))
    }
    return nil
  }

  /// Requests a page or an asset, and the same from the other deployment.
  private mutating func ask(_ part: Int, of number: Int, again isAgain: Bool = false) {
    for side in [Question.Side.here, .there] {
      guard let question = pages[number]?.question(number, part, side, isAgain: isAgain) else { continue }
      perform(.ask(question))
    }
  }

  /// Begins to read the files that checks name for the next pages, if the run is large enough for other threads.
  private mutating func readAhead() {
    guard readsContent, added >= ExecutionPlan.leastForThreads else { return }
    let first = max(reported, nextToRead)
    let end = max(first, min(added, reported + Self.mostReadAhead))
    let isLast = !hasMoreTargets && named.isEmpty && end == added
    guard end - first >= Self.leastReadAhead || isLast else { return }
    nextToRead = end
    let targets = (first..<end).compactMap { pages[$0]?.named }
    if !targets.isEmpty { perform(.readAhead(targets)) }
  }
}

// MARK: - Answers

extension Inspection {
  private mutating func answered(_ question: Question, _ answer: LiveAnswer) {
    guard case .awaited? = reply(to: question) else { return }
    let isProbed = answer.final.map { probes($0.request.target, question.side) } ?? false
    set(question, isProbed ? .probing(answer) : .complete(answer))
    if isProbed { perform(.probe(question, answer)) } else { compareContent(question) }
  }

  private mutating func probed(_ question: Question, _ probes: [ProbeReport], _ repetition: Repetition?) {
    guard case .probing(var answer)? = reply(to: question) else { return }
    (answer.probes, answer.repetition) = (probes, repetition)
    set(question, .complete(answer))
    compareContent(question)
  }

  /// Whether further requests follow the final response of a URL: of the cache in front of the other deployment, only
  /// the key is mapped.
  private func probes(_ target: TargetURI, _ side: Question.Side) -> Bool {
    switch side {
    case .here: !options.probes.isEmpty && narrowing.includes(target)
    case .there: options.probes.mapsKey
    }
  }

  private func reply(to question: Question) -> InspectionPage.Reply? {
    guard let page = pages[question.page], page.parts.indices.contains(question.part) else { return nil }
    return page.parts[question.part][question.side]
  }

  private mutating func set(_ question: Question, _ reply: InspectionPage.Reply) {
    pages[question.page]?.update(question.part) { $0[question.side] = reply }
  }

  /// Compares the content of both answers; if it differs, requests each once more, since it may differ each time.
  private mutating func compareContent(_ question: Question) {
    guard let part = pages[question.page]?.parts[question.part], part.contents == nil,
      // What has another name there has other content, as its name says.
      part.otherTarget == options.live.against?.target(like: part.target),
      let here = part.here.answer, let there = part.there.answer,
      here.fetch.error == nil, there.fetch.error == nil,
      let status = here.fetch.served?.status, (200...299).contains(status),
      there.fetch.served?.status == status,
      let content = here.content, let otherContent = there.content
    else { return }
    let contents = ContentPair(here: content, there: otherContent)
    guard !contents.isUnsettled || !isInterrupted else { return }
    pages[question.page]?.update(question.part) { $0.contents = contents }
    if contents.isUnsettled { ask(question.part, of: question.page, again: true) }
  }

  private mutating func confirm(_ question: Question, _ content: ObservedContent?) {
    guard question.isAgain, reply(to: question) != nil else { return }
    let content = content ?? .unread("there is no second answer")
    pages[question.page]?.update(question.part) { part in
      switch question.side {
      case .here: part.contents?.confirm(here: content)
      case .there: part.contents?.confirm(there: content)
      }
    }
  }

  /// Requests the assets that the latest answers of the next page load; false if there are none.
  private mutating func addAssets() -> Bool {
    guard let scope = options.live.assets, !isInterrupted, var page = pages.removeValue(forKey: reported)
    else {
      return false
    }
    let parts = page.addFound(scope, &known)
    pages[reported] = page
    for part in parts { ask(part, of: reported) }
    return !parts.isEmpty
  }
}

// MARK: - Reports

extension Inspection {
  /// Reports a page with its assets.
  private mutating func report(_ page: InspectionPage) {
    let neighbours = page.count == nil ? nil : page.neighbours
    for (index, part) in page.parts.enumerated() { report(part, number: index, of: page, neighbours) }
    guard !options.global.isQuiet, !isInterrupted else { return }
    if let problem = page.problem {
      reports.add(.message(.warning("\(page.named.absolute): no assets are looked for: \(problem)")))
    }
    func line(_ remark: String) -> String { Escaping.withoutPasswords("\(page.named.absolute): \(remark)") }
    if let remark = page.comparisonRemark { reports.add(.message(.line(line(remark)))) }
    guard let remark = page.remark, let count = page.count else { return }
    if count.judged == 0, count.leftOut == 0 {
      unchanged.add(count, remark: line(remark))
    } else {
      reports.add(.message(.line(line(remark))))
    }
  }

  /// Has each followed redirect judged, then the final response, or reports why there is none.
  private mutating func report(
    _ part: InspectionPage.Part, number: Int, of page: InspectionPage, _ neighbours: URLNeighbours?
  ) {
    guard let answer = part.here.answer else { return }
    let isShortened = answer.isShortened
    if isShortened,
      let target = answer.redirects.dropFirst().first?.request.target ?? answer.final?.request.target
    {
      shortened.add(part.target, as: target)
    }
    // The answer to the short form is that to the URL that was asked.
    for (index, hop) in answer.redirects.enumerated() where !isShortened || index > 0 {
      var hop = hop
      if isShortened, index == 1 { hop.request.target = part.target }
      var subject = subject(hop, bodyLength: hop.bodyLength, answer, part)
      subject.context.counterpart = counterpart(part, hop: index)
      subject.context.chain = chain(answer, place: index)
      judge(subject)
    }
    if var served = answer.final {
      if isShortened, answer.redirects.count == 1 { served.request.target = part.target }
      var subject = subject(served, bodyLength: answer.fetch.bytes, answer, part)
      subject.context = context(answer, part, number: number, of: page, neighbours)
      judge(subject)
      tellRedirect(served)
    } else {
      fail(answer.fetch, part.target, at: part.address)
    }
    guard let target = part.otherTarget, let other = part.there.answer, isFailure(other.fetch) else { return }
    fail(other.fetch, target, server: options.live.against?.server, at: part.address)
  }

  /// The redirects of an answer, as the one at a place sees them.
  private func chain(_ answer: LiveAnswer, place: Int) -> RedirectChain {
    let circle: RedirectCircle? =
      if case .redirectCircle(let circle)? = answer.fetch.error { circle } else { nil }
    return RedirectChain(
      answer.redirects.map { Subject(live: $0, bodyLength: $0.bodyLength) }, place: place,
      end: answer.final.map { (request: $0.request, status: $0.status) },
      circle: circle.map { (start: $0.start, isSame: $0.isSame) })
  }

  private mutating func judge(_ subject: LiveSubject) {
    perform(.judge(subject, ticket: reports.add(.awaited)))
  }

  private func subject(
    _ served: Served, bodyLength: Int64?, _ answer: LiveAnswer, _ part: InspectionPage.Part
  ) -> LiveSubject {
    let subject = Subject(live: served, bodyLength: bodyLength)
    return LiveSubject(
      subject: subject, asked: part.target, now: time(for: subject, answer), node: part.address)
  }

  /// What was observed of a part beside its final response.
  private func context(
    _ answer: LiveAnswer, _ part: InspectionPage.Part, number: Int, of page: InspectionPage,
    _ neighbours: URLNeighbours?
  ) -> SubjectContext {
    var context = SubjectContext(
      repetition: answer.repetition, content: answer.content, neighbours: neighbours,
      counterpart: counterpart(part, hop: answer.redirects.count))
    (context.probes, context.wrongDigest) = (answer.probes, answer.fetch.error?.wrongDigest)
    context.gzipLength = answer.gzipLength
    context.shown = answer.shown
    if number == 0 {
      context.assets = page.count
    } else if let answer = page.answer, let served = answer.fetch.served {
      let loader = Subject(live: served, bodyLength: nil)
      context.page = NamingPage(loader, now: time(for: loader, answer))
      context.loadedAs = part.role.flatMap(LoadedFile.init)
    }
    return context
  }

  /// The time to judge a response as of.
  private func time(for subject: Subject, _ answer: LiveAnswer) -> Instant {
    options.inspect.at?.instant(for: subject.stored) ?? answer.at
  }

  /// The answer of the other deployment to the request that follows as many redirects, else its final one; nil if there is none.
  ///
  /// A redirect that leads to the judged deployment has no answer of the other one behind it: the redirect itself differs.
  private func counterpart(_ part: InspectionPage.Part, hop: Int) -> Counterpart? {
    guard let other = part.there.answer, let final = other.fetch.served else { return nil }
    let redirects = other.redirects
    let redirect = hop < redirects.count ? redirects[hop] : nil
    let served = redirect ?? final
    let server = options.live.against?.server
    let isLed = hop > 0 && !redirects.isEmpty
    guard server != nil || !isLed || !served.request.target.isSameOrigin(as: part.target) else { return nil }
    let isFinal = redirect == nil && hop == part.here.answer?.redirects.count
    let subject = Subject(live: served, bodyLength: nil)
    return Counterpart(
      request: served.request, stored: subject.stored,
      bodyLength: redirect == nil ? other.fetch.bytes : served.bodyLength, now: time(for: subject, other),
      key: other.probes.flatMap(\.key), server: server, contents: isFinal ? part.contents : nil)
  }

  /// Says that a response is a redirect that is not followed.
  private mutating func tellRedirect(_ served: Served) {
    guard !options.global.isQuiet,
      case .success(let next)? = served.stored.head.redirectTarget(from: served.request.target)
    else { return }
    let place = "\(served.request.target.absolute) redirects (\(served.status)) to \(next.absolute)"
    reports.add(
      .message(.line("\(Escaping.withoutPasswords(place)); -L follows and judges it too")))
  }

  /// Whether there is no whole final response.
  private func isFailure(_ result: FetchResult) -> Bool {
    result.error != nil || result.served?.isFollowed != false
  }

  /// Reports why there is no final response.
  ///
  /// `server` is the server that was asked in place of the URL's own; nil for the URL's own.
  private mutating func fail(
    _ result: FetchResult, _ target: TargetURI, server: String? = nil, at node: String?
  ) {
    guard narrowing.includes(target) else { return }
    let place = server.map { " at \($0)" } ?? ""
    let failure = SubjectFailure(
      origin: .live, subject: "\(options.method) \(target.absolute)", url: target.absolute,
      message: "\(target.absolute)\(place): \(result.error?.message ?? "no response")")
    reports.add(
      .failure(
        LiveFailure(
          failure: failure, hint: result.error?.hint,
          code: result.error.map(ExitCode.init) ?? .networkFailed, node: node)))
  }
}
