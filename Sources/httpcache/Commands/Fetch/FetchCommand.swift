import HTTPCacheCore

/// `httpcache fetch`: gets every URL through the cache, and writes its body to the destination of the
/// options.
final class FetchCommand {
  private let global: GlobalOptions
  private let options: Options
  private let terminal: Terminal
  private let expectations: [Expectation]
  private let client: Client
  private let order: OutputOrder
  private let names: RemoteName?
  private let progress: Progress?
  private let now: Instant
  private let requests: RequestMaker
  private let condition: TimeCondition.Resolved?
  private let dumped: DumpedHeads?
  private var codes: [ExitCode] = []
  private var warned: Set<String> = []
  private let lines: FetchLines

  /// Whether a check needs the content of the responses.
  private var readsContent: Bool { expectations.contains(where: \.asksForContent) }

  /// Reads the options and the files that they name; `run` then sends the requests.
  init(_ arguments: ParsedArguments, terminal: Terminal) throws(UsageError) {
    options = try Options(arguments)
    global = options.global
    self.terminal = terminal
    now = Machine.now()
    expectations = try Expectation.read(options.expectations, isFetch: true, now: now)
    try Expectation.refuseMissingFiles(expectations)
    let body = try RequestBody(options.content)
    for warning in body.warnings where !global.isQuiet { terminal.warning(warning) }
    dumped = options.writing.headFile.map(DumpedHeads.init)
    let cookies = options.hasSession ? try CookieFiles.read(options.connection, now: now) : nil
    condition = try options.content.timeCondition?.resolved(now: now)
    requests = RequestMaker(
      options, global, body: options.content.isInQuery ? nil : body.content, condition: condition)
    client = options.parallel.client(
      global.memory, global.disk(keepsCredentials: options.cacheUse.keepsCredentials),
      behind: options.remote, global.isQuiet ? nil : terminal)
    client.cookies = cookies
    terminal.makeRoom = { [unowned client] in client.makeRoom() }
    order = OutputOrder(terminal, flushesEach: true)
    lines = FetchLines(terminal)
    var targets = options.urls
    try options.inputFile?.addTargets(to: &targets)
    if options.content.isInQuery, case .bytes(let data) = body.content {
      targets = try TargetAddition.add(query: data, to: targets)
    }
    if case .file(let path) = options.content.upload {
      targets = try TargetAddition.add(fileName: path, to: targets)
    }
    count = options.sitemaps.isEmpty ? targets.count : nil
    self.targets = requests.targets(targets, client, terminal)
    if case .remoteNames(let directory, let keepsDirectories) = options.writing.destination {
      names = RemoteName(directory: directory, keepsDirectories: keepsDirectories)
    } else {
      names = nil
    }
    let showsProgress =
      !global.isQuiet && !options.connection.isSilent && !global.isJSON && terminal.isTerminal(.error)
      && !(options.writing.destination.includesOutput && terminal.isTerminal(.output))
    progress =
      showsProgress ? Progress(terminal, total: count, milliseconds: HostClock.milliseconds) : nil
  }

  private let targets: TargetFeed
  /// The number of URLs; nil if the user names sitemaps, which list more URLs.
  private let count: Int?

  func run() -> ExitCode {
    do throws(OutputError) {
      if let directory = options.writing.directory { try OutputFile.makeDirectory(directory) }
    } catch {
      terminal.error("can't make the directory \(options.writing.directory ?? ""): \(error.message)")
      return .cacheFailed
    }
    client.onAllAnswered = { [unowned self] in
      client.loop.drain()
      write { () throws(OutputError) in try lines.finish() }
      terminal.closeOutput()
    }
    if global.isJSON {
      client.loop.onWait = { [unowned self] in write { () throws(OutputError) in try lines.finish() } }
    }
    client.more = { [unowned self] in addSome() }
    targets.begin { [unowned self] in
      guard targets.hasMore, client.more == nil, !client.isCancelled else { return }
      client.more = { [unowned self] in addSome() }
      client.pump()
    }
    do {
      try client.run()
    } catch {
      terminal.error(error.message, hint: error.hint)
      codes.append(.networkFailed)
    }
    write { () throws(OutputError) in try lines.finish() }
    if !Interruption.isRequested {
      finishHeads()
      writeCookies()
    }
    if codes.isEmpty, !expectations.isEmpty, !Interruption.isRequested {
      terminal.warning("nothing was fetched, so no check holds")
      codes.append(.checkFailed)
    }
    return .merged(codes + targets.codes)
  }

  private func writeCookies() {
    guard let path = options.cookieJar, let cookies = client.cookies else { return }
    write(to: path) { () throws(OutputError) in
      try CookieFiles.write(cookies, to: path, now: client.now(), terminal)
    }
  }

  private func finishHeads() {
    guard let dumped else { return }
    write(to: dumped.path) { () throws(OutputError) in try dumped.finish() }
  }

  private var added = 0

  /// Adds the next targets; false if none are left for now.
  private func addSome() -> Bool {
    for named in targets.take(64) {
      add(named, index: added)
      added += 1
    }
    return targets.hasMore
  }

  private func add(_ named: NamedTarget, index: Int) {
    let (target, request) = (named.target, requests.request(for: named))
    let output = FetchOutput(options, condition, client)
    switch options.writing.destination {
    case .nowhere: break
    case .standardOutput: output.open(order, index: index, refusesBinary: terminal.isTerminal(.output))
    case .files(let files) where files[min(index, files.count - 1)] == "-":
      output.open(order, index: index)
    case .files(let files):
      let path = files[min(index, files.count - 1)]
      output.open(path, isNamed: true)
      if options.writing.makesDirectories {
        do throws(OutputError) { try makeDirectory(of: path) } catch {
          output.refuse(error, path: path)
          return end(FetchResult(), output: output, request: request, index: index)
        }
      }
      if options.writing.destination.includesOutput, options.writing.writeOut == nil {
        write { () throws(OutputError) in try order.end(index) }
      }
    case .remoteNames where options.writing.usesSuggestedName:
      output.openLater { (head) throws(OutputError) in try self.suggestedName(head, target) }
    case .remoteNames:
      let path = names?.path(for: target)
      do throws(OutputError) {
        guard let path else { throw OutputError.noFileName }
        try makeDirectory(of: path)
        output.open(path, isNamed: false)
      } catch {
        output.refuse(error, path: path)
        return end(FetchResult(), output: output, request: request, index: index)
      }
    }
    client.add(request, sink: sink(output, request: request, index: index))
  }

  /// The path for a body: the response suggests the name of the file, or else the URL gives it.
  ///
  /// If `isNew` is true, the body may not replace a file.
  private func suggestedName(
    _ head: ResponseHead, _ target: TargetURI
  ) throws(OutputError) -> (path: String, isNew: Bool) {
    let suggested = ContentDisposition.fileName(head.fields.firstOriginal("Content-Disposition"))
    let named = suggested.flatMap { names?.path(for: target, named: $0) }
    guard let path = named ?? names?.path(for: target) else { throw .noFileName }
    try makeDirectory(of: path)
    return (path, named != nil)
  }

  private var madeDirectories: Set<String> = []

  /// Makes the directory of a file, once, if the user wants directories like the paths of the URLs, or those of the files
  /// that are named.
  private func makeDirectory(of path: String) throws(OutputError) {
    let isWanted =
      if case .remoteNames(_, let keepsDirectories) = options.writing.destination { keepsDirectories } else {
        options.writing.makesDirectories
      }
    guard isWanted, let end = path.lastIndex(of: "/"), madeDirectories.insert(String(path[..<end])).inserted
    else { return }
    try OutputFile.makeDirectory(String(path[..<end]))
  }

  private func sink(_ output: FetchOutput, request: FetchRequest, index: Int) -> FetchSink {
    var sink = FetchSink(
      interim: {
        output.interim($0)
        self.dumped?.add($0.text, of: index)
      },
      head: { served in
        output.head(served)
        if !served.isFollowed, self.readsContent, served.request.method != "HEAD" {
          output.content = ContentReader(served.base, isHashed: true)
        }
        self.dumped?.add(served.head.text, of: index)
      },
      body: { piece in
        output.content?.take(piece.bytes)
        let isWanted = output.body(piece)
        self.progress?.advance(by: piece.bytes.count, received: output.received, expected: output.expected)
        return isWanted && !Interruption.isRequested ? .goOn : .abort
      },
      end: { self.end($0, output: output, request: request, index: index) })
    sink.canUse = output.canUse
    sink.isRevocable = { output.isRevocable }
    sink.revoke = output.revoke
    sink.trailer = { self.dumped?.add($0, of: index) }
    sink.trace = TraceText(terminal).write
    sink.retry = RetryText(options, terminal).write
    return sink
  }

  /// Ends the output of one URL, then reports it.
  private func end(_ result: FetchResult, output: FetchOutput, request: FetchRequest, index: Int) {
    output.end(isWhole: result.error == nil) { [self] in
      conclude(result, output: output, request: request, index: index)
    }
  }

  private func conclude(_ result: FetchResult, output: FetchOutput, request: FetchRequest, index: Int) {
    let facts = Expectation.FetchFacts(source: result.source, isStored: result.isInCache)
    output.content?.finish()
    var report = FetchReport(
      request: request.head, settings: request.settings, result: result, bodyFile: output.path,
      outputProblem: output.problem, failsOnErrorStatus: options.writing.failsOnErrorStatus,
      isUnchanged: output.isUnwanted, content: output.content?.content)
    let now = client.now()
    if !expectations.isEmpty, result.error == nil, let verdict = report.verdict(now: now) {
      report.failedExpectations = expectations.compactMap { check in
        check.shortfall(verdict, fetch: facts) {
          LocalContent.file(
            LocalContent.Name(
              path: $0, place: .commandLine(base: nil), target: verdict.subject.request.target))
        }
      }
    }
    codes.append(report.exitCode)
    progress?.end(
      Escaping.escaped(request.head.target.absolute), bytes: result.bytes,
      source: result.source?.rawValue ?? "")
    say(report)
    dumped?.end(index)
    if let format = options.writing.writeOut {
      let isEscaped = terminal.isTerminal(.output)
      let text = WriteOutText.text(format, of: report, index: index, now: now, isEscaped: isEscaped)
      write { () throws(OutputError) in try order.writeWhole(text.originalBytes, of: index) }
    }
    if global.isJSON { write { () throws(OutputError) in try lines.add(report, now: now, index: index) } }
  }

  /// Writes the explanation, warnings and errors of a URL to stderr.
  private func say(_ report: FetchReport) {
    if options.isExplained {
      ExplainText(terminal, isVerbose: global.verbosity > 0).write(report, now: client.now())
    } else if global.showsConnection {
      TraceText(terminal).conclude(report)
    }
    if !global.isQuiet, !Interruption.isRequested {
      // Every URL reports a problem of the cache; print it once.
      for warning in report.warnings where warned.insert(warning).inserted {
        terminal.warning(warning)
      }
    }
    guard !Interruption.isRequested else { return }
    for (index, error) in report.errors.enumerated() {
      terminal.error(
        "\(report.request.target.absolute): \(error)", hint: index == 0 ? report.result.hint : nil)
    }
  }

  /// Writes to stdout or to a file; a failure counts in the exit code.
  private func write(to path: String = "-", _ work: () throws(OutputError) -> Void) {
    if !terminal.writes(to: path, work) { codes.append(.cacheFailed) }
  }
}
