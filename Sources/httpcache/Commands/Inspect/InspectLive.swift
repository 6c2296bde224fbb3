import HTTPCacheCore

extension InspectCommand {
  /// Asks each URL now, several at once, keeping nothing; reports each as soon as those before it are known.
  func judgeLive(_ targets: [TargetURI]) throws(UsageError) {
    guard !options.live.probes.isDryRun else { return rehearse(targets) }
    let session =
      options.connection.cookieFiles.isEmpty ? nil : try SessionCookies.begin(options.connection, now: now)
    let client = options.live.parallel.client(MemoryStorage(costLimit: 0))
    var results: [Int: LiveResult] = [:]
    var next = 0
    for (index, target) in targets.enumerated() {
      var sink = FetchSink { result in
        self.probe(result, client) { known in
          results[index] = known
          while next < targets.count, let known = results.removeValue(forKey: next) {
            self.report(known, of: targets[next])
            next += 1
          }
        }
      }
      sink.trace = TraceText(terminal).write
      var request = liveRequest(target)
      request.cookies = session
      client.add(request, sink: sink)
    }
    do { try client.run() } catch {
      let failure = SubjectFailure(origin: .live, subject: "--live", message: error.message)
      judge.fail(failure, hint: error.hint, code: .networkFailed)
    }
  }

  /// What one URL came to: its answers, and what was asked beside the last of them.
  private struct LiveResult {
    let fetch: FetchResult
    /// When its answer was there: what is asked beside it takes time, and does not make it older.
    let at = Clock.now()
    var probes: [ProbeReport] = []
    var repetition: Repetition?
  }

  /// Asks what the options want beside an answer; where there is none, nothing.
  private func probe(_ result: FetchResult, _ client: Client, then: @escaping (LiveResult) -> Void) {
    let probes = options.live.probes
    guard !probes.isEmpty, let served = result.served, !served.isFollowed, result.error == nil,
      judge.includes(served.request.target)
    else { return then(LiveResult(fetch: result)) }
    var known = LiveResult(fetch: result)
    ProbeDriver(
      subject(served, bodyLength: result.bytes), probeSettings(served.request.target),
      repeating: probes.count > 1 ? .init(count: probes.count, pause: probes.pause) : nil, client: client,
      options: options.connection.transfer
    ) { reports, repetition in
      (known.probes, known.repetition) = (reports, repetition)
      then(known)
    }.begin()
  }

  private func probeSettings(_ target: TargetURI) -> ProbeSettings {
    let probes = options.live.probes
    var settings = ProbeSettings()
    settings.probes = probes.probes + (probes.asksEachAddress ? [.eachAddress] : [])
    settings.fields = probes.fields
    // A server's log should tell what these requests are, unless the user chose what it says.
    if options.connection.userAgent == nil,
      !options.requestFields.contains(where: { $0.name.equalsIgnoringASCIICase("User-Agent") })
    {
      settings.fields.insert(FieldLine("User-Agent", "\(VersionText.userAgent) (active check)"), at: 0)
    }
    settings.identities = probes.identities
    settings.seed = .random(in: .min ... .max)
    if probes.asksEachAddress, !probes.isDryRun {
      settings.addresses = HostAddresses.of(target, options.connection.transfer)
    }
    return settings
  }

  /// Prints what the probes of each URL would send to a server without fault.
  private func rehearse(_ targets: [TargetURI]) {
    for target in targets {
      judge.rehearse(target, ProbeRehearsal.reports(request(target), probeSettings(target), now: now))
    }
  }

  private func liveRequest(_ target: TargetURI) -> FetchRequest {
    var fetch = FetchRequest(head: request(target))
    fetch.originFields = options.originFields
    fetch.transfer = options.connection.transfer
    fetch.transfer.isTraced = global.showsConnection
    fetch.logIn(options.connection)
    fetch.settings = settings
    fetch.settings.sessionPolicy = .reload
    fetch.settings.requestPolicy = nil
    fetch.willCacheResponse = { _ in nil }
    fetch.maxRedirects = options.live.maxRedirects
    fetch.keepsMethod = true
    fetch.retries = options.live.parallel.retries
    return fetch
  }

  /// Judges each response on the way, then the answer, or says why there is none.
  private func report(_ known: LiveResult, of target: TargetURI) {
    let result = known.fetch
    for hop in result.responses where hop.isFollowed {
      judge(subject(hop, bodyLength: hop.bodyLength), known.at)
    }
    guard let served = result.served, !served.isFollowed, result.error == nil else {
      let error = result.error
      let failure = SubjectFailure(
        origin: .live, subject: "\(options.method) \(target.absolute)", url: target.absolute,
        message: "\(target.absolute): \(error?.message ?? "no response")")
      return judge.fail(failure, hint: error?.hint, code: error.map(ExitCode.init) ?? .networkFailed)
    }
    var subject = subject(served, bodyLength: result.bytes)
    (subject.probes, subject.repetition) = (known.probes, known.repetition)
    judge(subject, known.at)
    if case .success(let next)? = served.stored.head.redirectTarget(from: served.request.target),
      !global.isQuiet
    {
      let place = "\(served.request.target.absolute) redirects (\(served.status)) to \(next.absolute)"
      terminal.say("httpcache: \(Escaping.withoutPasswords(place)); -L follows and judges it too")
    }
  }

  private func subject(_ served: Served, bodyLength: Int64?) -> Subject {
    // As the origin sent it: what this cache would leave out, such as Set-Cookie, is judged, too.
    var answer = served.stored
    answer.head = served.base
    return Subject(origin: .live, request: served.request, stored: answer, bodyLength: bodyLength)
  }

  private func judge(_ subject: Subject, _ now: Instant) {
    judge.judge(subject, now: options.at?.instant(for: subject.stored) ?? now)
  }
}
