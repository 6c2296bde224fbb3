import HTTPCacheCore

extension InspectCommand {
  /// Asks each URL now, several at once, keeping nothing; reports each as soon as those before it are known.
  func judgeLive(_ targets: [TargetURI]) throws(UsageError) {
    let session =
      options.connection.cookieFiles.isEmpty ? nil : try SessionCookies.begin(options.connection, now: now)
    let client = options.live.parallel.client(MemoryStorage(costLimit: 0))
    var results: [Int: FetchResult] = [:]
    var next = 0
    for (index, target) in targets.enumerated() {
      var sink = FetchSink { result in
        results[index] = result
        while next < targets.count, let known = results.removeValue(forKey: next) {
          self.report(known, of: targets[next])
          next += 1
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
  private func report(_ result: FetchResult, of target: TargetURI) {
    for hop in result.responses where hop.isFollowed { judge(hop, bodyLength: hop.bodyLength) }
    guard let served = result.served, !served.isFollowed, result.error == nil else {
      let error = result.error
      let failure = SubjectFailure(
        origin: .live, subject: "\(options.method) \(target.absolute)", url: target.absolute,
        message: "\(target.absolute): \(error?.message ?? "no response")")
      return judge.fail(failure, hint: error?.hint, code: error.map(ExitCode.init) ?? .networkFailed)
    }
    judge(served, bodyLength: result.bytes)
    if case .success(let next)? = served.stored.head.redirectTarget(from: served.request.target),
      !global.isQuiet
    {
      let place = "\(served.request.target.absolute) redirects (\(served.status)) to \(next.absolute)"
      terminal.say("httpcache: \(Escaping.withoutPasswords(place)); -L follows and judges it too")
    }
  }

  private func judge(_ served: Served, bodyLength: Int64?) {
    judge.judge(
      Subject(origin: .live, request: served.request, stored: served.stored, bodyLength: bodyLength),
      now: options.at?.instant(for: served.stored) ?? Clock.now())
  }
}
