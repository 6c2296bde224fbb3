import HTTPCacheCore

/// Judges subjects, applies the checks to them, and passes the judgements to the reports.
final class Judge {
  let settings: Settings
  let requirements: Requirements
  var files = LocalFiles()
  var narrowing: Narrowing
  let terminal: Terminal
  let outputs: [ReportOutput]
  private let options: Options
  private var hasBegun = false
  private var isAbandoned = false

  /// The indices of the patterns that no subject has matched yet.
  var unmetPatterns: Set<Int>

  /// The exit codes of all that went wrong, except of checks that do not hold.
  var codes: Set<ExitCode> = []

  /// The exit code of the run.
  var code: ExitCode { .merged(summary.failed > 0 ? codes.union([.checkFailed]) : codes) }

  /// Chunks of a recording that workers are judging, in order.
  var underWay: [WorkerPool.Piece<JudgedChunk>] = []

  /// The memory of the recording that is read, and how many chunks of it have been given to workers.
  var logOrder = LogOrder()
  var logTurn = 0

  /// Judged chunks that are not reported yet.
  var judged: [JudgedChunk] = []

  /// Whether a recording was read to its end, but not all of its judgements are reported.
  var isRecordingDue = false

  var unreadableCount = 0

  /// How many entries of the recording were skipped, by kind.
  var skipped: [String: Int] = [:]

  static let pool = WorkerPool(threads: ExecutionPlan.judges)

  /// How many chunks may be under way: enough for every processor, few enough for memory.
  static let limit = 2 * ExecutionPlan.judges

  /// The later visits that are counted; nil without `--revisit`.
  let revisits: SecondVisits?

  /// The round of `--within` that holds back its answers; nil if each answer is reported at once.
  var round: Round?

  /// The demand that the rounds of `--within` did not meet together, for which every subject fails; nil if there is none.
  var shortfall: Shortfall?

  var summary = JudgementSummary()

  /// The baseline, and the files that are written at the end; nil if there are none.
  var gate: Gate?

  /// Makes a judge; the report on stdout comes first in `outputs`.
  init(
    _ options: Options, settings: Settings, requirements: Requirements, terminal: Terminal,
    outputs: [ReportOutput]
  ) {
    (self.options, self.settings, self.requirements) = (options, settings, requirements)
    (self.terminal, self.outputs) = (terminal, outputs)
    narrowing = options.narrowing
    gate = Gate(options.gate, terminal, isQuiet: options.global.isQuiet)
    revisits = options.inspect.revisits.isEmpty ? nil : SecondVisits(after: options.inspect.revisits)
    summary.revisits = revisits
    summary.detail = options.inspect.summaryDetail(isQuiet: options.global.isQuiet)
    summary.isGate = !requirements.isEmpty
    unmetPatterns = Set(requirements.patterns.indices)
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
    see(subject.request.target)
    // No report shows the URL that was made up for a head without one.
    if case .unnamed = subject.target { summary.site = nil }
    guard narrowing.includes(subject.request.target) else { return }
    take(
      requirements.judgement(
        subject, context, now: now, profile: profile, file: file, settings: settings, files: files.file))
  }

  /// Whether responses for this URL are judged; the first URL that is asked about sets the first party.
  func includes(_ target: TargetURI) -> Bool {
    see(target)
    return narrowing.includes(target)
  }

  /// Reports the requests that the probes of a URL would send.
  func rehearse(_ target: TargetURI, _ probes: [ProbeReport]) {
    guard includes(target) else { return }
    write { report throws(OutputError) in try report.rehearse(target, probes) }
  }

  func see(_ target: TargetURI) {
    narrowing.see(target)
    summary.site = narrowing.site
  }

  /// Reports the judgements of other threads that are still to be reported.
  private func finish() {
    guard isRecordingDue else { return }
    isRecordingDue = false
    reportJudged()
  }

  func skip(_ entry: SkippedEntry) {
    finish()
    guard narrowing.includes(entry) else { return }
    skipped[entry.kind, default: 0] += 1
    list(entry)
    write { report throws(OutputError) in try report.skip(entry) }
  }

  func list(_ skipped: SkippedEntry) {
    guard options.global.verbosity > 0 else { return }
    terminal.say("httpcache: skipped \(skipped.url): \(skipped.cause)")
  }

  func take(_ judgement: Judgement) {
    var judgement = judgement
    if let round {
      judgement.node = round.node
      return round.add(judgement) { [self, judgement] in take(judgement) }
    }
    if let shortfall { judgement.fail(shortfall) }
    gate?.see(&judgement)
    unmetPatterns.subtract(judgement.metPatterns)
    summary.add(judgement)
    write { report throws(OutputError) in try report.add(judgement) }
  }

  /// Prints a message beside the report; in a round of `--within`, only once it is known to be the last.
  func tell(_ say: @escaping () -> Void) {
    if let round { round.add(say) } else { say() }
  }

  /// Adds exit codes that belong to no subject, such as those of sitemaps.
  func note(_ codes: [ExitCode]) { self.codes.formUnion(codes) }

  /// Reports that a subject could not be judged, on stderr and in the report.
  func fail(_ failure: SubjectFailure, hint: String?, code: ExitCode) {
    if let round { return round.add(failure) { [self] in fail(failure, hint: hint, code: code) } }
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

  /// Ends the report, so that it is a complete document whatever happened before.
  ///
  /// `isLog` says that the subjects were the entries of a recording, for which reports have a summary.
  func end(isLog: Bool) {
    finish()
    for index in unmetPatterns.sorted() {
      let place = requirements.patterns[index].place
      let isStrict = options.inspect.isStrict
      summary.unmetPatterns += 1
      if isStrict { codes.insert(.checkFailed) }
      terminal.warning("--expect-file: \(place.missMessage)")
      write { report throws(OutputError) in try report.miss(place, isFailure: isStrict) }
    }
    if let host = narrowing.host, summary.count == 0, narrowing.site != nil {
      terminal.warning("--host \(host) matched no subject")
    }
    // Entries that were recorded without fields count only if there are checks, since a check of the status can hold
    // for them.
    let hasJudged = summary.count > (requirements.hasChecks ? 0 : summary.unknownCount)
    if !hasJudged, !requirements.isEmpty, !Interruption.isRequested {
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
