import HTTPCacheCore

extension InspectCommand {
  /// Asks each URL now, several at once, keeping nothing; reports each as soon as those before it are known.
  func judgeLive(_ targets: [TargetURI]) {
    let client = ParallelOptions.standard.client(MemoryStorage(costLimit: 0))
    var results: [Int: FetchResult] = [:]
    var next = 0
    for (index, target) in targets.enumerated() {
      var fetch = FetchRequest(head: request(target))
      fetch.transfer = options.connection.transfer
      fetch.settings = settings
      fetch.settings.sessionPolicy = .reload
      fetch.settings.requestPolicy = nil
      fetch.willCacheResponse = { _ in nil }
      fetch.maxRedirects = nil
      client.add(
        fetch,
        sink: FetchSink { result in
          results[index] = result
          while next < targets.count, let known = results.removeValue(forKey: next) {
            self.report(known, of: targets[next])
            next += 1
          }
        })
    }
    do { try client.run() } catch {
      let failure = SubjectFailure(origin: .live, subject: "--live", message: error.message)
      judge.fail(failure, hint: error.hint, code: .networkFailed)
    }
  }

  private func report(_ result: FetchResult, of target: TargetURI) {
    guard let served = result.served, result.error == nil else {
      let error = result.error
      let failure = SubjectFailure(
        origin: .live, subject: "\(options.method) \(target.absolute)",
        message: "\(target.absolute): \(error?.message ?? "no response")")
      return judge.fail(failure, hint: error?.hint, code: error.map(ExitCode.init) ?? .networkFailed)
    }
    judge.judge(
      Subject(origin: .live, request: served.request, stored: served.stored, bodyLength: result.bytes),
      now: options.at?.instant(for: served.stored) ?? Clock.now())
  }
}
