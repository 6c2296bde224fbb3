import HTTPCacheCore

/// `httpcache inspect`: judges responses, and fetches nothing but what `--live` asks for.
final class InspectCommand {
  private let global: GlobalOptions
  private let options: InspectOptions
  private let terminal: Terminal
  private let settings: Settings
  private let expectations: [Expectation]
  private let now: Instant
  private var codes: [ExitCode] = []
  private var count = 0

  /// Reads the options; nothing is opened yet.
  init(_ arguments: ParsedArguments, environment: [String: String], terminal: Terminal) throws(UsageError) {
    let now = Clock.now()
    self.now = now
    global = try GlobalOptions(arguments, environment: environment)
    options = try InspectOptions(arguments, environment: environment, now: now) { text in
      HTTPDate(text, now: now)?.validInstant
    }
    self.terminal = terminal
    settings = global.settings(policy: options.policy, ttl: options.ttl)
    expectations = try ExpectationArgument.read(options.expectations, isFetch: false)
  }

  /// Judges it all; gives the exit code.
  func run() throws(UsageError) -> ExitCode {
    switch options.subject {
    case .headers(let source, let url): try judgeHeads(source, url: url)
    case .stored(let targets): withStore { store throws(StoreError) in try judgeStored(targets, in: store) }
    case .all:
      withStore { store throws(StoreError) in
        try store.forEach { entry in
          do throws(TargetURI.Malformed) {
            self.judge(entry, request: self.request(try TargetURI(entry.response.key.uri)))
          } catch {
            self.terminal.warning("a stored key is no URL: it is damaged and not judged")
          }
          return !Interruption.readerIsGone
        }
      }
    case .live(let targets): judgeLive(targets)
    }
    return .merged(codes)
  }

  /// The request that a response answers, as far as the options tell.
  private func request(_ target: TargetURI) -> RequestHead {
    let fields = RequestFields.section(
      options.requestFields, userAgent: options.transfer.userAgent,
      credentials: options.transfer.credentials ?? target.credentials)
    return RequestHead(method: options.method, target: target, fields: fields)
  }

  private func judgeHeads(_ source: InputSource, url: TargetURI?) throws(UsageError) {
    var text = HeadText()
    let heads: [ResponseHead]
    try InputText.forEachChunk(source) { chunk throws(UsageError) in
      do throws(HeadText.Malformed) { try text.take(chunk) } catch { throw Self.usage(error) }
    }
    do throws(HeadText.Malformed) { heads = try text.finish() } catch { throw Self.usage(error) }
    guard !heads.isEmpty else {
      throw UsageError("--headers: no response head", hint: "curl -sI URL | httpcache inspect --headers -")
    }
    var target = url
    if target == nil { target = try URLArgument.read(Self.unnamedURL) }
    guard let target else { return }
    let receivedAt = min(now, options.at ?? now)
    for head in heads {
      let request = request(target)
      let stored = StoredResponse(
        key: CacheKey(target: target), head: head, selectingFields: head.selectingFields(of: request),
        requestedAt: receivedAt, receivedAt: receivedAt,
        userInfo: [StoredResponse.cacheDateName: rfc3339(receivedAt)])
      let length = head.fields.first("Content-Length").flatMap { Int64($0) }
      report(Subject(origin: .headers, request: request, stored: stored, bodyLength: length))
    }
  }

  /// Stands for the URL where `--url` names none.
  private static let unnamedURL = "http://unknown.invalid/"

  private static func usage(_ error: HeadText.Malformed) -> UsageError {
    UsageError("--headers: line \(error.line): \(error.cause.message)")
  }

  private func withStore(_ body: (Store) throws(StoreError) -> Void) {
    do {
      try body(try global.openStore(isReadOnly: true))
    } catch {
      terminal.error(error.message, hint: error.hint)
      codes.append(.cacheFailed)
    }
  }

  /// Every stored variant of each URL; with `--request-header`, those that such a request would be given.
  private func judgeStored(_ targets: [TargetURI], in store: Store) throws(StoreError) {
    for target in targets {
      let request = request(target)
      var entries = try store.responses(for: CacheKey(target: target))
      if !options.requestFields.isEmpty { entries = entries.filter { $0.response.matches(request) } }
      if entries.isEmpty {
        terminal.error("nothing is stored for \(target.absolute)", hint: "httpcache fetch \(target.absolute)")
        codes.append(.notCached)
      }
      for entry in entries { judge(entry, request: request) }
    }
  }

  /// Judges a stored response as the answer to the request that it was stored for.
  private func judge(_ entry: StoredEntry, request: RequestHead) {
    var like = request
    for line in entry.response.selectingFields.lines { like.fields.remove(line.name) }
    like.fields.lines += entry.response.selectingFields.lines
    let nominated = entry.response.nominatedNames
    like.fields.lines.removeAll { line in
      nominated.contains(line.name.asciiLowercased) && !entry.response.selectingFields.contains(line.name)
    }
    report(
      Subject(
        origin: .store, request: like, stored: entry.response, bodyLength: entry.response.bodyLength))
  }

  /// Asks each URL now, keeping nothing.
  private func judgeLive(_ targets: [TargetURI]) {
    let loop = TransferLoop(maxParallel: 8, maxPerHost: 6)
    Interruption.install(on: loop)
    let cache = ClientCache(memory: MemoryTier(costLimit: 0)) { () throws(StoreError) -> Store? in nil }
    let client = Client(
      cache: cache, loop: loop, maxParallel: 8, now: Clock.now, milliseconds: Clock.milliseconds)
    var results: [FetchResult?] = Array(repeating: nil, count: targets.count)
    for (index, target) in targets.enumerated() {
      var fetch = FetchRequest(head: request(target))
      fetch.transfer = options.transfer.transferOptions
      fetch.settings = settings
      fetch.settings.sessionPolicy = .reload
      fetch.settings.requestPolicy = nil
      fetch.willCacheResponse = { _ in nil }
      fetch.maxRedirects = nil
      client.add(fetch, sink: FetchSink { results[index] = $0 })
    }
    do { try client.run() } catch {
      terminal.error(error.message, hint: error.hint)
      codes.append(.networkFailed)
      return
    }
    for (target, result) in zip(targets, results) {
      if let served = result?.served, result?.error == nil {
        report(
          Subject(origin: .live, request: served.request, stored: served.stored, bodyLength: result?.bytes))
      } else {
        let error = result?.error
        terminal.error("\(target.absolute): \(error?.message ?? "no response")", hint: error?.hint)
        codes.append(error.map(ExitCode.init) ?? .networkFailed)
      }
    }
  }

  private func report(_ subject: Subject) {
    let verdict = Verdict(subject, now: options.at ?? Clock.now(), settings: settings)
    let failed = expectations.filter { !$0.holds(verdict) }.map(\.text)
    codes.append(failed.isEmpty ? .done : .checkFailed)
    do {
      switch options.format {
      case .text:
        if count > 0 { try terminal.writeLine() }
        try terminal.write(VerdictText(terminal).report(verdict, failedExpectations: failed))
      case .json:
        let checks = JSONText.array(failed.map(JSONText.string))
        try terminal.write(JSONText.object(VerdictJSON.members(verdict) + [("failed_checks", checks)]).line)
        try terminal.flush()
      }
    } catch {
      Interruption.readerIsGone = true
    }
    count += 1
  }
}
