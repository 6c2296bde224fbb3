import HTTPCacheCore

/// Judges subjects, applies the checks to them, and passes the judgements to the reports.
final class Judge {
  let settings: Settings
  let requirements: Requirements
  private(set) var narrowing: Narrowing
  let terminal: Terminal
  let outputs: [ReportOutput]
  private let options: Options
  private var hasBegun = false
  private var isAbandoned = false

  /// The indices of the patterns that no subject has matched yet.
  var unmetPatterns: Set<Int>

  /// What `--prune-expect-file` knows of the run.
  private var pruning = ExpectationPruning()

  /// The exit codes of all that went wrong, except of checks that do not hold.
  var codes: Set<ExitCode> = []

  /// The exit code of the run.
  var code: ExitCode { .merged(summary.failed > 0 ? codes.union([.checkFailed]) : codes) }

  /// What of recordings is under way.
  var recording = RecordingProgress()

  /// The requests of the recording that was read last, or of the page whose assets are judged; nil once they are counted.
  var replayed: Replay?

  static let pool = WorkerPool(threads: ExecutionPlan.judges)

  /// The later visits that are counted; nil without `--revisit`.
  let revisits: LaterVisits?

  var summary = JudgementSummary()

  /// The baseline, and the files that are written at the end; nil if there are none.
  private(set) var gate: Gate?

  /// Makes a judge; the report on stdout comes first in `outputs`.
  init(
    _ options: Options, settings: Settings, requirements: Requirements, terminal: Terminal,
    outputs: [ReportOutput]
  ) {
    (self.options, self.settings, self.requirements) = (options, settings, requirements)
    (self.terminal, self.outputs) = (terminal, outputs)
    narrowing = options.narrowing
    gate = Self.gate(options, terminal)
    revisits = options.inspect.revisits.isEmpty ? nil : LaterVisits(after: options.inspect.revisits)
    summary.revisits = revisits
    if options.inspect.tellsDayLater { summary.dayLater = Self.dayLater }
    summary.detail = options.inspect.summaryDetail(isQuiet: options.global.isQuiet)
    summary.isGate = !requirements.isEmpty
    summary.holdsStatus = requirements.hasChecks
    unmetPatterns = Set(requirements.patterns.indices)
  }

  /// A visit after a day without anything counted.
  private static let dayLater = LaterVisits(after: [86_400])

  private static func gate(_ options: Options, _ terminal: Terminal) -> Gate? {
    Gate(
      options.gate, terminal, isQuiet: options.global.isQuiet, isVerbose: options.global.verbosity > 0)
  }

  /// A summary of a part of a recording, which has nothing counted yet.
  var emptySummary: JudgementSummary {
    var part = JudgementSummary()
    (part.site, part.revisits, part.detail) = (narrowing.site, revisits, summary.detail)
    part.dayLater = summary.dayLater.map { _ in Self.dayLater }
    return part
  }

  /// Judges a response as of `now`, and reports it.
  ///
  /// `context` is what else was observed; `profile` replaces the profile of the settings unless it is nil; `file` is the
  /// file that the response was read from.
  func judge(
    _ subject: Subject, _ context: SubjectContext = SubjectContext(), now: Instant,
    profile: StorageProfile? = nil, file: String? = nil
  ) {
    finish()
    guard let judgement = judgement(subject, context, now: now, profile: profile, file: file) else { return }
    report(judgement)
  }

  /// Judges a response as of `now` and passes the judgement through the gate; nil if the response does not count.
  private func judgement(
    _ subject: Subject, _ context: SubjectContext, now: Instant, profile: StorageProfile?, file: String?
  ) -> Judgement? {
    guard counts(subject) else { return nil }
    return gated(
      requirements.judgement(subject, context, now: now, profile: profile, file: file, settings: settings))
  }

  /// Notes the URL of a response that is about to be judged; false if the response does not count.
  func counts(_ subject: Subject) -> Bool {
    see(subject.request.target)
    // No report shows the URL that was made up for a head without one.
    if case .unnamed = subject.target { summary.site = nil }
    return narrowing.includes(subject.request.target)
  }

  /// A judgement that has passed the gate, which sees judgements in the order of the subjects.
  func gated(_ judgement: Judgement) -> Judgement {
    var judgement = judgement
    gate?.see(&judgement)
    return judgement
  }

  /// Begins a round, of which only the judgements that are reported count: the baseline is whole again, and what the
  /// round before would have written is forgotten.
  func beginRound() { gate = Self.gate(options, terminal) }

  /// Reports the requests that the probes of a URL would send.
  func rehearse(_ target: TargetURI, _ probes: [ProbeReport]) {
    see(target)
    guard narrowing.includes(target) else { return }
    write { report throws(OutputError) in try report.rehearse(target, probes) }
  }

  /// Notes a URL; the first one's site is the first party.
  func see(_ target: TargetURI) {
    narrowing.see(target)
    summary.site = narrowing.site
  }

  /// Reports the judgements of other threads that are still to be reported.
  func finish() {
    guard recording.endReport() else { return }
    reportJudged()
    settle()
  }

  /// Counts what later visits make of what was played.
  private func settle() {
    guard let replay = replayed else { return }
    replayed = nil
    summary.settle(replay, includes: narrowing.includes)
  }

  func skip(_ entry: SkippedEntry) {
    finish()
    guard narrowing.includes(entry) else { return }
    recording.skip(entry)
    list(entry)
    write { report throws(OutputError) in try report.skip(entry) }
  }

  func list(_ skipped: SkippedEntry) {
    guard options.global.verbosity > 0 else { return }
    terminal.say("httpcache: skipped \(skipped.url): \(skipped.cause)")
  }

  /// Passes a judgement of another thread through the gate, and reports it.
  func take(_ judgement: Judgement) { report(gated(judgement)) }

  /// Reports a judgement that has passed the gate.
  func report(_ judgement: Judgement) {
    var judgement = judgement
    if options.live.assets != nil { play(&judgement) }
    unmetPatterns.subtract(judgement.metPatterns)
    if options.gate.prunesExpectations { pruning.meet(judgement.verdict) }
    summary.add(judgement, judgement.entries)
    write { report throws(OutputError) in try report.add(judgement) }
  }

  /// Plays the request as a part of one visit of the page that is judged with its assets.
  private func play(_ judgement: inout Judgement) {
    let (subject, context) = (judgement.verdict.subject, judgement.verdict.context)
    var replay = replayed.take() ?? Replay()
    judgement.play = replay.see(LogRequest(subject, context), context).play
    replayed = replay
  }

  /// Adds exit codes that belong to no subject, such as those of sitemaps.
  func note(_ codes: [ExitCode]) { self.codes.formUnion(codes) }

  /// Reports that a subject could not be judged, on stderr and in the report.
  func fail(_ failure: SubjectFailure, hint: String?, code: ExitCode) {
    finish()
    terminal.error(failure.message, hint: hint)
    codes.insert(code)
    summary.notJudged += 1
    write { report throws(OutputError) in try report.fail(failure) }
  }

  /// Adds the summary that another run wrote.
  func add(_ others: JudgementSummary) {
    finish()
    if summary.site == nil { summary.site = others.site }
    summary.add(others)
  }

  /// Reports that nothing was compared with the other log, so that a limit for differences does not hold.
  func reportNoComparison() {
    finish()
    guard summary.count > 0, requirements.failOn != nil, !Interruption.isRequested else { return }
    terminal.warning("the logs have no URL in common, so nothing was compared")
    codes.insert(.checkFailed)
  }

  /// Ends the report, so that it is a complete document whatever happened before.
  ///
  /// `isLog` says that the subjects were the entries of a recording, for which reports have a summary.
  func end(isLog: Bool) {
    finish()
    settle()
    reportUnmetPatterns()
    if options.gate.prunesExpectations, !Interruption.isRequested { pruneExpectations() }
    if let host = narrowing.host, summary.count == 0, narrowing.site != nil {
      terminal.warning("--host \(host) matched no subject")
    }
    if !summary.hasJudged, !requirements.isEmpty, !Interruption.isRequested {
      terminal.warning("nothing was judged, so no check holds")
      codes.insert(.checkFailed)
    }
    if let gate, !Interruption.isRequested, !gate.end(isWhole: summary.notJudged == 0) {
      codes.insert(.cacheFailed)
    }
    let summary = summary
    if let path = options.inspect.summaryFile, !isAbandoned, !Interruption.isRequested {
      attempt(path) { () throws(OutputError) in try OutputFile.write(SummaryJSON.line(summary), to: path) }
    }
    forEachOutput { output throws(OutputError) in try output.end(summary, isLog: isLog) }
    for output in outputs { attempt(output.file) { () throws(OutputError) in try output.finish() } }
  }

  /// Reports the patterns of the expectation file that no subject met: with `--strict` each by its name.
  ///
  /// Without it they are one line, and only if the run judged a site or a log: a single URL meets few patterns.
  private func reportUnmetPatterns() {
    let isStrict = options.inspect.isStrict
    let places = unmetPatterns.sorted().map { requirements.patterns[$0].place }
    guard !places.isEmpty, isStrict || options.judgesMany else { return }
    summary.unmetPatterns += places.count
    if isStrict { codes.insert(.checkFailed) }
    if !isStrict, places.count > 1 {
      terminal.warning("--expect-file: \(places.count) patterns matched no subject; --strict names them")
    }
    for place in places {
      if isStrict || places.count == 1 { terminal.warning("--expect-file: \(place.missMessage)") }
      write { report throws(OutputError) in try report.miss(place, isFailure: isStrict) }
    }
  }

  /// Removes the patterns of files that are gone from the file of `--expect-file`, or says why none is.
  private func pruneExpectations() {
    guard !options.sitemaps.isEmpty, let path = options.inspect.expectationFile?.path else {
      return terminal.warning(
        "--prune-expect-file: only a run over a --sitemap knows what is gone, so nothing is removed")
    }
    guard summary.notJudged == 0, !codes.contains(.networkFailed) else {
      return terminal.warning("not every subject could be judged, so nothing is removed from \(path)")
    }
    let gone = unmetPatterns.filter { pruning.isGone(requirements.patterns[$0]) }
    guard !gone.isEmpty else {
      if !options.global.isQuiet { terminal.say("httpcache: \(path): no pattern is of files that are gone") }
      return
    }
    var bytes: [UInt8] = []
    do throws(UsageError) {
      try InputSource.file(path).forEachChunk { bytes += $0 }
    } catch {
      codes.insert(.usage)
      return terminal.warning(error.message)
    }
    guard let text = ExpectationPruning.text(bytes, without: gone) else {
      return terminal.warning("\(path) stays as it is, since no pattern would be left")
    }
    attempt(path) { () throws(OutputError) in try OutputFile.write(text, to: path) }
    if !options.global.isQuiet {
      terminal.say("httpcache: \(path): \(gone.count.counted("pattern")) of files that are gone removed")
    }
  }

  /// Ends the report after an error of the input; prints nothing if nothing was judged.
  func abandon() {
    finish()
    unmetPatterns = []
    // Not every subject was read, so write neither a baseline nor a summary.
    (gate, isAbandoned) = (nil, true)
    if hasBegun { end(isLog: false) }
  }

  func write(_ body: (any InspectReport) throws(OutputError) -> Void) {
    forEachOutput { output throws(OutputError) in try output.write(body) }
  }

  private func forEachOutput(_ body: (ReportOutput) throws(OutputError) -> Void) {
    guard !Interruption.outputIsClosed else { return }
    hasBegun = true
    for output in outputs { attempt(output.file) { () throws(OutputError) in try body(output) } }
  }

  /// Writes to a file, or to stdout if `file` is nil; a failure does not stop the other outputs.
  func attempt(_ file: String?, _ work: () throws(OutputError) -> Void) {
    if !terminal.writes(to: file ?? "-", work) { codes.insert(.cacheFailed) }
  }
}
