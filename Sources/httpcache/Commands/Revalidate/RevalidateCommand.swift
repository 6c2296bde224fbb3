import HTTPCacheCore

/// `httpcache revalidate`: asks the origin whether stored responses are still good.
final class RevalidateCommand {
  private let global: GlobalOptions
  private let options: Options
  private let terminal: Terminal
  private let disk: DiskStorage
  private let client: Client
  private let now: Instant
  private let cookies: CookieJar
  private let progress: RevalidationProgress?
  private let output: RevalidateOutput
  private let order: OutputOrder
  private var count = 0
  /// How many stored responses are left out because another server sent them.
  private var passedOver = 0
  private var codes: [ExitCode] = []

  /// How many stored responses are asked about before the next are looked up.
  private static let batch = 256

  /// Reads the options; nothing is opened yet.
  init(_ arguments: ParsedArguments, terminal: Terminal) throws(UsageError) {
    now = Machine.now()
    options = try Options(arguments, now: now)
    global = options.global
    cookies = try CookieFiles.read(options.connection, now: now)
    self.terminal = terminal
    output = RevalidateOutput(terminal, isJSON: global.isJSON)
    order = OutputOrder(terminal, flushesEach: global.isJSON)
    disk = global.disk()
    client = options.parallel.client(
      global.memory, disk, behind: options.remote, global.isQuiet ? nil : terminal)
    let isShown =
      !global.isQuiet && !options.connection.isSilent && terminal.isTerminal(.error) && !options.isDryRun
    progress = isShown ? RevalidationProgress(terminal, milliseconds: HostClock.milliseconds) : nil
  }

  func run() -> ExitCode {
    do throws(StoreError) {
      // The store of `disk` belongs to the client, so read a second one. `disk.isUsable` brings tables up to date: open
      // the second store after that.
      guard try global.openExistingStore(isReadOnly: true) != nil, disk.isUsable,
        let store = try global.openExistingStore(isReadOnly: true)
      else {
        if let failure = disk.failure { throw failure }
        for url in options.urls { reportMissing(url) }
        return .merged(codes)
      }
      let isSent: Bool
      if options.urls.isEmpty {
        guard try mayGiveCredentials(in: store) else { return .usage }
        progress?.total = try options.selection.isRestricted ? nil : store.totals().entries
        isSent = try askAboutSelection(in: store)
      } else {
        for url in options.urls { try askAbout(url, in: store) }
        isSent = send()
      }
      guard isSent else { return .merged(codes) }
      progress?.end()
      reportPassedOver()
    } catch {
      terminal.error(error.message, hint: error.hint)
      codes.append(.cacheFailed)
    }
    return .merged(codes)
  }

  /// Sends the prepared requests, and reports the results; prints an error and returns false if nothing can be sent.
  private func send() -> Bool {
    do throws(TransportError) {
      try client.run()
      return true
    } catch {
      terminal.error(error.message, hint: error.hint)
      codes.append(.networkFailed)
      return false
    }
  }

  /// Whether credentials of the command line may be sent: only if all selected responses are of one origin.
  ///
  /// Otherwise it prints an error: a user who writes `--all` does not think of every origin in the store.
  private func mayGiveCredentials(in store: Store) throws(StoreError) -> Bool {
    guard let option = options.credentialOption else { return true }
    var origin: String?
    var hasSeveral = false
    try store.forEach(options.selection) { entry in
      do {
        let next = try TargetURI(entry.response.key.uri).origin
        hasSeveral = origin != nil && next != origin
        origin = next
      } catch {
        // `ask` skips a key that is no URL.
      }
      return !hasSeveral
    }
    guard hasSeveral else { return true }
    terminal.error(
      "\(option): what is selected has several origins, and credentials are for one",
      hint: "name URLs, or put the field below [ORIGIN] in the configuration file")
    return false
  }

  private func askAbout(_ url: TargetURI, in store: Store) throws(StoreError) {
    let entries = try store.responses(toURI: url.normalized)
    let before = count
    for entry in entries { try ask(entry, in: store) }
    if entries.isEmpty { reportMissing(url) } else if count == before { codes.append(.notCached) }
  }

  private func reportMissing(_ url: TargetURI) {
    terminal.error("nothing is stored for \(url.absolute)", hint: "httpcache fetch \(url.absolute)")
    codes.append(.notCached)
  }

  private func reportPassedOver() {
    guard passedOver > 0, !global.isQuiet else { return }
    terminal.warning(
      "\(passedOver) stored that were got from another server (Host, --resolve, --connect-to, --unix-socket), by other "
        + "certificates (-k, --cacert, --capath, --pinnedpubkey) or by an older version, were not asked about"
    )
  }

  /// Asks about all selected responses, a batch at a time, so that memory holds one batch only.
  ///
  /// - Returns: false if nothing can be sent.
  private func askAboutSelection(in store: Store) throws(StoreError) -> Bool {
    var waiting: [StoredEntry] = []
    var failure: StoreError?
    var goesOn = true
    func askAll() {
      do throws(StoreError) {
        for entry in waiting { try ask(entry, in: store) }
        waiting.removeAll(keepingCapacity: true)
        goesOn = send()
      } catch {
        (failure, goesOn) = (error, false)
      }
    }
    try store.forEach(options.selection) { entry in
      waiting.append(entry)
      if waiting.count == Self.batch { askAll() }
      return goesOn && !Interruption.isRequested && !Interruption.outputIsClosed
    }
    if goesOn, !Interruption.isRequested { askAll() }
    if let failure { throw failure }
    return goesOn
  }

  /// Asks about one stored response, with the request fields that it was stored with.
  private func ask(_ entry: StoredEntry, in store: Store) throws(StoreError) {
    let target: TargetURI
    do {
      target = try TargetURI(entry.response.key.uri)
    } catch {
      return terminal.warning("a stored key is not a URL: it is damaged, and is skipped")
    }
    var fields = fields(target, entry.response)
    var request = FetchRequest(head: RequestHead(target: target, fields: fields))
    request.transfer = options.connection.transfer.without(options.fields)
    request.transfer.isTraced = global.showsConnection
    guard request.key == entry.response.key else {
      passedOver += 1
      return
    }
    let index = count
    count += 1
    let opened = try store.unsealed([entry], forRequest: fields)[0].response.selectingFields
    if opened.lines.contains(where: \.isSealed) {
      return finish(.kept, FetchResult(), RequestHead(target: target), entry, index: index)
    }
    // Validate a stored part by a request for the same range, without asking for the rest.
    if let range = entry.response.rangeRequested { fields.lines.append(FieldLine("Range", range)) }
    let head = RequestHead(target: target, fields: fields)
    let settings = global.settings(policy: .standard, ttl: nil)
    if options.isOnlyStale, !options.urls.isEmpty,
      Freshness(entry.response, now: now, settings: settings).state == .fresh
    {
      return finish(.freshEnough, FetchResult(), head, entry, index: index)
    }
    request.head = head
    request.settings = settings
    prepare(&request)
    if options.isDryRun { return try showRequest(request, in: store, index: index) }
    if options.revalidate.asksWithHead {
      sendHead(request, entry, index: index)
    } else {
      send(request, entry, index: index)
    }
  }

  /// Sets up a request so that it asks the origin whether a stored response is still good.
  private func prepare(_ request: inout FetchRequest) {
    request.logIn(options.connection)
    request.settings.requestPolicy = .revalidate
    request.maxRedirects = nil
    request.retries = options.parallel.retries
    request.isRevalidation = true
  }

  /// The fields of the command line, with the stored selecting fields in place of fields of the same names.
  private func fields(_ target: TargetURI, _ response: StoredResponse) -> FieldSection {
    var fields = options.requestFields(for: target)
    if let sent = cookies.field(for: target, at: now) {
      // As in `fetch`, the cookies of the command line follow the cookies of a file.
      let given = fields.lines(named: "Cookie").map(\.value)
      fields.set("Cookie", ([sent] + given).joined(separator: "; "))
    }
    let selecting = response.selectingFields
    // Remove selecting fields that the stored request did not have: a response to a request without credentials is
    // validated without them.
    let names = response.head.selectingNames(for: RequestHead(target: target, fields: fields))
    for name in names where !selecting.contains(name) { fields.remove(name) }
    for line in selecting.lines where !line.isSealed { fields.remove(line.name) }
    fields.lines += selecting.lines.filter { !$0.isSealed }
    return fields
  }

  /// Asks by HEAD, and sends the GET if the response has changed.
  private func sendHead(_ request: FetchRequest, _ entry: StoredEntry, index: Int) {
    let asking = Self.byHead(request)
    add(
      asking,
      FetchSink { result in
        // What is gone is removed already.
        if result.served?.outcome.contains(where: { $0.rule == .outdatedByHead }) == true,
          result.served.map({ $0.status < 400 }) == true
        {
          self.send(request, entry, index: index)
        } else {
          self.finish(RevalidationOutcome(result), result, asking.head, entry, index: index)
        }
      })
  }

  private static func byHead(_ request: FetchRequest) -> FetchRequest {
    var asking = request
    asking.head.method = "HEAD"
    asking.settings.requestPolicy = .reload
    return asking
  }

  private func send(_ request: FetchRequest, _ entry: StoredEntry, index: Int) {
    add(
      request,
      FetchSink(
        body: { _ in Interruption.isRequested ? .abort : .goOn },
        end: { self.finish(RevalidationOutcome($0), $0, request.head, entry, index: index) }))
  }

  private func add(_ request: FetchRequest, _ sink: FetchSink) {
    var sink = sink
    // The answer is not shown.
    sink.isRevocable = { true }
    sink.trace = TraceText(terminal).write
    sink.retry = RetryText(options, terminal).write
    client.add(request, sink: sink)
  }

  private func finish(
    _ outcome: RevalidationOutcome, _ result: FetchResult, _ head: RequestHead, _ entry: StoredEntry,
    index: Int
  ) {
    progress?.advance(outcome)
    let report = FetchReport(
      request: head, settings: global.settings(policy: .standard, ttl: nil), result: result,
      isRevalidation: true)
    codes.append(report.exitCode)
    for warning in report.warnings where !global.isQuiet { terminal.warning(warning) }
    write(output.line(outcome, report, entry, now: now), index: index)
  }

  private func showRequest(_ request: FetchRequest, in store: Store, index: Int) throws(StoreError) {
    let request = options.revalidate.asksWithHead ? Self.byHead(request) : request
    let asked = try store.plan(request.query(at: now)).forwarded
    write(output.request(asked) { shownValue($0, of: asked.target) }, index: index)
  }

  /// The value to print; a configured field is redacted whatever its name, since it may be a credential.
  private func shownValue(_ line: FieldLine, of target: TargetURI) -> String {
    let isConfigured = options.originFields[target.origin]?.contains(line) == true
    return isConfigured ? line.redaction : line.redactedValue
  }

  private func write(_ bytes: [UInt8], index: Int) {
    let isWritten = terminal.writes { () throws(OutputError) in try order.writeWhole(bytes, of: index) }
    if !isWritten { codes.append(.cacheFailed) }
  }
}
