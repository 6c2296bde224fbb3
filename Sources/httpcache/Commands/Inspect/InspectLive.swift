import HTTPCacheCore

extension InspectCommand {
  /// Requests each URL, several at once, storing nothing; reports each as soon as the URLs before it are reported.
  func judgeLive(_ targets: [TargetURI]) throws(UsageError) {
    guard !options.probes.isDryRun else { return rehearse(targets) }
    let cookies =
      options.connection.cookieFiles.isEmpty ? nil : try CookieFiles.read(options.connection, now: now)
    let client = options.parallel.client(MemoryStorage(costLimit: 0), nil, behind: nil, nil)
    client.cookies = cookies
    do {
      if let within = options.probes.within {
        var run = WaitingRun(self, targets, client, within: within)
        try run.run()
      } else {
        let run = LiveRun(self, targets, client)
        defer { judge.note(run.codes) }
        try run.run()
      }
    } catch {
      let failure = SubjectFailure(origin: .live, subject: "--live", message: error.message)
      judge.fail(failure, hint: error.hint, code: .networkFailed)
    }
  }

  /// The settings of the probes of a URL; only the origin of `named`, the user's URL, gets the user's credentials.
  func probeSettings(_ target: TargetURI, of named: TargetURI) -> ProbeSettings {
    let probes = options.probes
    var settings = ProbeSettings()
    settings.probes =
      probes.probes + (probes.asksEachAddress ? [.eachAddress] : []) + (probes.mapsKey ? [.key] : [])
    settings.fields = probes.fields
    // Mark the requests of probes in the server's log, unless the user chose a User-Agent.
    if options.connection.userAgent == nil,
      !options.fields.contains(where: { $0.name.equalsIgnoringASCIICase("User-Agent") })
    {
      settings.fields.insert(FieldLine("User-Agent", "\(VersionText.userAgent) (active check)"), at: 0)
    }
    settings.identities = probes.identities
    for (first, second) in probes.variants { settings.addVariant(first, second) }
    if !named.isSameOrigin(as: target) {
      settings.identities = []
      settings.fields.removeAll { $0.isCredential }
    }
    settings.seed = .random(in: .min ... .max)
    if probes.asksEachAddress, !probes.isDryRun {
      settings.addresses = HostAddresses.of(target, options.connection.transfer)
    }
    return settings
  }

  /// Prints the requests that the probes of each URL would send to a server without defects.
  private func rehearse(_ targets: [TargetURI]) {
    for target in targets {
      judge.rehearse(
        target, ProbeRehearsal.reports(request(target), probeSettings(target, of: target), now: now))
    }
  }

  /// The request for a URL.
  ///
  /// `page` is the user's URL that led to this one, as a page or an index of sitemaps; nil for a URL of the user. A
  /// request to another origin than that of the page has no credentials.
  func liveRequest(_ target: TargetURI, of page: TargetURI? = nil) -> FetchRequest {
    var fetch = FetchRequest(head: request(target))
    fetch.originFields = options.originFields
    fetch.transfer = options.connection.transfer.without(options.fields)
    fetch.transfer.isTraced = global.showsConnection
    fetch.logIn(options.connection)
    if let page, !page.isSameOrigin(as: target) {
      fetch.dropCredentials(options.fields, but: options.originFields[target.origin] ?? [])
    }
    fetch.settings = settings
    fetch.goDirectly()
    fetch.maxRedirects = options.maxRedirects
    fetch.keepsMethod = true
    fetch.retries = options.parallel.retries
    return fetch
  }

  /// Judges each followed redirect, then the final response, or reports why there is none.
  func report(_ pageRequest: LivePage.PageRequest, of page: LivePage) {
    guard let known = pageRequest.result else { return }
    judge(known, pageRequest, of: page)
    guard let target = pageRequest.otherTarget, let other = pageRequest.other else { return }
    reportFailure(other.fetch, of: target, at: options.live.against?.server)
  }

  private func judge(_ known: LivePage.Result, _ pageRequest: LivePage.PageRequest, of page: LivePage) {
    let result = known.fetch
    for hop in result.responses where hop.isFollowed {
      judge(subject(hop, bodyLength: hop.bodyLength), SubjectContext(), known.at)
    }
    let digest = known.final == nil ? nil : result.error?.wrongDigest
    guard digest != nil || !reportFailure(result, of: pageRequest.target), let served = result.served else {
      return
    }
    var context = SubjectContext(
      repetition: known.repetition, content: known.content,
      neighbours: page.count == nil ? nil : page.neighbours, counterpart: counterpart(pageRequest))
    (context.probes, context.wrongDigest) = (known.probes, digest)
    if pageRequest === page.first {
      context.assets = page.count
    } else if let naming = page.first.result, let served = naming.fetch.served {
      context.page = NamingPage(
        self.subject(served, bodyLength: nil),
        now: options.inspect.at?.instant(for: served.stored) ?? naming.at,
        lacking: judge.requirements.directoryLacking(pageRequest.target))
    }
    judge(subject(served, bodyLength: result.bytes), context, known.at)
    if case .success(let next)? = served.stored.head.redirectTarget(from: served.request.target),
      !global.isQuiet
    {
      let place = "\(served.request.target.absolute) redirects (\(served.status)) to \(next.absolute)"
      judge.tell { [terminal] in
        terminal.say("httpcache: \(Escaping.withoutPasswords(place)); -L follows and judges it too")
      }
    }
  }

  /// Reports why there is no final response; false if there is one.
  ///
  /// `server` is the server that was asked in place of the URL's own; nil for the URL's own.
  @discardableResult
  func reportFailure(_ result: FetchResult, of target: TargetURI, at server: String? = nil) -> Bool {
    if let served = result.served, !served.isFollowed, result.error == nil { return false }
    let failure = SubjectFailure(
      origin: .live, subject: "\(options.method) \(target.absolute)", url: target.absolute,
      message:
        "\(target.absolute)\(server.map { " at \($0)" } ?? ""): \(result.error?.message ?? "no response")")
    judge.fail(failure, hint: result.error?.hint, code: result.error.map(ExitCode.init) ?? .networkFailed)
    return true
  }

  /// The answer of the other deployment, for comparison with the judged answer; nil if there is none.
  private func counterpart(_ pageRequest: LivePage.PageRequest) -> Counterpart? {
    guard let other = pageRequest.other, let served = other.fetch.served else { return nil }
    return Counterpart(
      request: served.request, stored: subject(served, bodyLength: nil).stored,
      bodyLength: other.fetch.bytes, now: options.inspect.at?.instant(for: served.stored) ?? other.at,
      key: other.probes.flatMap(\.key), server: options.live.against?.server, contents: pageRequest.contents)
  }

  func subject(_ served: Served, bodyLength: Int64?) -> Subject {
    // Judge the head as the origin sent it, with fields that this cache would not store, such as Set-Cookie.
    var answer = served.stored
    answer.head = served.base
    return Subject(origin: .live, request: served.request, stored: answer, bodyLength: bodyLength)
  }

  private func judge(_ subject: Subject, _ context: SubjectContext, _ now: Instant) {
    judge.judge(subject, context, now: options.inspect.at?.instant(for: subject.stored) ?? now)
  }
}
