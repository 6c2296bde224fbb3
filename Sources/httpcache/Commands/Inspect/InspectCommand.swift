import HTTPCacheCore

/// `httpcache inspect`: judges responses; only `--live` sends requests.
final class InspectCommand {
  let global: GlobalOptions
  let options: Options
  let terminal: Terminal
  let settings: Settings
  let now: Instant
  let judge: Judge

  /// The directory for a private copy of a database.
  let temporaryDirectory: String

  /// Reads the options, and the files of checks and of the baseline; no subject is read yet.
  init(_ arguments: ParsedArguments, terminal: Terminal) throws(UsageError) {
    let now = Machine.now()
    self.now = now
    options = try Options(arguments, now: now)
    global = options.global
    self.terminal = terminal
    temporaryDirectory = arguments.defaults.environment?["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    var settings = global.settings(policy: options.policy, ttl: options.ttl)
    var requirements = Requirements(
      checks: try Expectation.read(options.expectations, isFetch: false, now: now),
      patterns: try Self.patterns(options, now, terminal), failOn: options.inspect.failOn,
      limitsDifferencesOnly: options.live.against != nil || options.inspect.otherLog != nil, today: now)
    try Expectation.refuseMissingFiles(requirements.checks)
    if case .live(let named) = options.inspect.subject, named.count == 1, let base = named.first,
      base.path.hasSuffix("/"), base.query == nil
    {
      requirements.base = base
    }
    guard options.probes.within == nil || !requirements.isEmpty else {
      throw UsageError(
        "--within waits for checks, and there is none",
        hint: "httpcache inspect --live --within 10m --expect 'etag=\"v7\"' URL")
    }
    settings.otherCaches = options.inspect.otherCaches
    settings.targets = options.inspect.targets
    // Report a cache that a check names, too.
    for check in requirements.checks + requirements.patterns.flatMap(\.checks) {
      guard let cache = check.otherCache, !settings.otherCaches.contains(cache) else { continue }
      settings.otherCaches.append(cache)
    }
    self.settings = settings
    Self.name(options.gate.baseline?.formerCodes ?? [], of: options.gate.baselineSource?.path, terminal)
    let isSummary = if case .summaries = options.inspect.subject { true } else { false }
    let context = ReportContext(
      isQuiet: global.isQuiet, isVerbose: global.verbosity > 0, isGate: !requirements.isEmpty,
      showsFailuresOnly: options.probes.within != nil && global.verbosity == 0, isSummary: isSummary,
      isSummed: options.isSummed,
      stepSummary: arguments.defaults.environment?["GITHUB_STEP_SUMMARY"].flatMap { $0.isEmpty ? nil : $0 })
    judge = Judge(
      options, settings: settings, requirements: requirements, terminal: terminal,
      outputs: options.inspect.reports.map { ReportOutput($0, output: terminal, context) })
  }

  /// The checks by URL pattern: from the file of `--expect-file`, else from a file that is found, which is announced.
  private static func patterns(
    _ options: Options, _ now: Instant, _ terminal: Terminal
  ) throws(UsageError) -> [ExpectationFile.Entry] {
    var file: ExpectationFile?
    if let source = options.inspect.expectationFile {
      file = try ExpectationFile(source, now: now)
    } else if !options.inspect.ignoresFoundExpectations, let path = FoundExpectations.path {
      terminal.say("httpcache: checks of \(path)")
      do throws(UsageError) {
        file = try ExpectationFile(.file(path), now: now, option: FoundExpectations.name)
      } catch {
        throw UsageError(error.message, hint: error.hint ?? "--no-expect-file goes without it")
      }
    }
    guard !options.inspect.isStrict || file != nil else {
      throw UsageError("--strict goes with --expect-file, or with a \(FoundExpectations.name), only")
    }
    let entries = file?.entries ?? []
    name(file?.formerCodes ?? [], of: entries.first?.place.path, terminal)
    for entry in entries {
      for finding in entry.accepted {
        guard let until = finding.until, until < now else { continue }
        terminal.warning(
          "\(entry.place.path ?? "standard input"):\(finding.line): \(finding.code.rawValue) was accepted until"
            + " \(rfc3339(until).prefix(10)) (\(finding.reason)), and counts again")
      }
    }
    return entries
  }

  /// Names the codes of a file that are no findings any more, each once; `path` is nil for the standard input.
  private static func name(_ former: [FormerCode], of path: String?, _ terminal: Terminal) {
    let codes = Set(former.map(\.code)).sorted()
    guard let first = codes.first else { return }
    terminal.warning(
      "\(path ?? "standard input"): no findings any more, and passed over: \(codes.asList)"
        + " (httpcache help \(first))")
  }

  func run() throws(UsageError) -> ExitCode {
    do throws(UsageError) {
      try judgeSubjects()
    } catch {
      // End the report of the subjects before the error, so that it is a complete document.
      judge.abandon()
      throw error
    }
    judge.end(isLog: options.inspect.subject.isRecording)
    return judge.code
  }

  private func judgeSubjects() throws(UsageError) {
    switch options.inspect.subject {
    case .headers(let sources, let url):
      for source in sources { try judgeHeads(source, url: url) }
    case .har(let sources): try judgeHAR(sources)
    case .jsonl(let sources):
      for source in sources { try judgeLines(source) }
    case .summaries(let sources):
      for source in sources { try addSummary(source) }
    case .cacheDB(let paths):
      for path in paths { try judgeCacheDB(path) }
    case .stored(let targets): withStore { store throws(StoreError) in try judgeStored(targets, in: store) }
    case .all: withStore { store throws(StoreError) in try judgeAll(in: store) }
    case .live(let named):
      var targets = try deployed() ?? named
      try options.inputFile?.addTargets(to: &targets)
      try judgeLive(targets)
    }
  }

  /// The request that a response answers, as far as the options tell.
  func request(_ target: TargetURI) -> RequestHead {
    let isLive = options.inspect.subject.kind == .live
    var fields = options.requestFields(
      for: target, isSent: isLive, encodings: isLive ? options.live.encodings : nil)
    if let debugging = options.live.debugging { fields.append(debugging.question) }
    return RequestHead(method: options.method, target: target, fields: fields)
  }
}

extension Options {
  /// Whether the text report is a summary: the subjects are many, and belong to one recording, page or site.
  fileprivate var isSummed: Bool {
    inspect.subject.isRecording || live.assets != nil || !sitemaps.isEmpty
  }

  /// Whether the subjects are those of a site: of a sitemap, a list of URLs or a recording.
  var judgesMany: Bool { inspect.subject.isRecording || !sitemaps.isEmpty || inputFile != nil }
}

extension InspectOptions.Subject {
  /// Whether it is a recording of many exchanges.
  fileprivate var isRecording: Bool {
    switch self {
    case .har, .cacheDB, .jsonl, .summaries: true
    case .stored, .live, .headers, .all: false
    }
  }
}
