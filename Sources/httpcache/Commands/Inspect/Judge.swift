import HTTPCacheCore

/// Judges subjects one by one, holds them against the checks, and hands them to the report.
final class Judge {
  let settings: Settings
  let demands: Demands
  var narrowing: Narrowing
  let terminal: Terminal
  let outputs: [ReportOutput]
  private let isStrict: Bool

  /// Whether each entry that is not judged is listed on stderr.
  private let isVerbose: Bool
  private var hasBegun = false

  /// The patterns that no subject has met yet, by their place in the file.
  var unmetPatterns: Set<Int>

  /// The codes of what was judged and of what could not be.
  var codes: Set<ExitCode> = []

  /// Shares of a recording that workers are judging, in order.
  var underWay: [WorkerPool.Pending<JudgedShare>] = []

  /// Judged shares that are not reported yet.
  var judged: [JudgedShare] = []

  /// Whether a recording has been read whose report is not finished.
  var isRecordingDue = false

  /// How many lines can't be read.
  var unreadableCount = 0

  /// How many entries of the recording could not be judged, and why.
  var skipped: [String: Int] = [:]

  static let pool = WorkerPool()

  /// How many shares may be under way: enough for every processor, few enough for memory.
  static let limit = 2 * WorkerPool.processorCount

  /// The file that gets the summary; nil where none does.
  private var summaryFile: String?

  /// What later visits are counted after; nil where none are.
  let revisits: SecondVisits?

  /// The round whose answers wait until it is known whether it is the last; nil where each is reported at once.
  var round: Round?

  /// What it all comes to.
  var summary = JudgementSummary()

  /// What the run does with the findings that were there before; nil where they are like all others.
  var gate: Gate?

  /// Makes a judge.
  ///
  /// - Parameters:
  ///   - settings: those of the command line.
  ///   - demands: what responses are held against.
  ///   - narrowing: which of the subjects count.
  ///   - terminal: for warnings and errors.
  ///   - outputs: the reports; that on stdout comes first.
  ///   - isStrict: whether a pattern that no subject met fails.
  ///   - isVerbose: whether each entry that is not judged is listed on stderr.
  ///   - revisits: after which times later visits are counted.
  ///   - summaryFile: the file that gets the summary.
  ///   - gate: what is written down of this run, and what was written down before.
  init(
    settings: Settings, demands: Demands, narrowing: Narrowing, terminal: Terminal, outputs: [ReportOutput],
    isStrict: Bool, isVerbose: Bool, revisits: SecondVisits?,
    summaryFile: String?, gate: Gate?
  ) {
    self.settings = settings
    self.demands = demands
    self.narrowing = narrowing
    self.terminal = terminal
    self.outputs = outputs
    self.isStrict = isStrict
    self.isVerbose = isVerbose
    self.gate = gate
    self.summaryFile = summaryFile
    self.revisits = revisits
    summary.revisits = revisits
    summary.isGate = !demands.isEmpty
    unmetPatterns = Set(demands.patterns.indices)
  }

  /// Judges a response and reports it.
  ///
  /// - Parameters:
  ///   - subject: the response.
  ///   - now: the time to judge as of.
  ///   - profile: whose rules decide storing; that of the command line unless told.
  ///   - file: the file that it was read from.
  func judge(_ subject: Subject, now: Instant, profile: StorageProfile? = nil, file: String? = nil) {
    finish()
    see(subject.request.target)
    // No report shows the URL that was made up for a head without one.
    if !subject.hasURL { summary.site = nil }
    guard narrowing.includes(subject.request.target) else { return }
    take(demands.judgement(subject, now: now, profile: profile, file: file, settings: settings))
  }

  /// Whether a URL is among those that are judged.
  func includes(_ target: TargetURI) -> Bool {
    see(target)
    return narrowing.includes(target)
  }

  /// Reports what the probes of a URL would send.
  func rehearse(_ target: TargetURI, _ probes: [ProbeReport]) {
    guard includes(target) else { return }
    write { report throws(OutputError) in try report.rehearse(target, probes) }
  }

  /// Whether there was a subject, of whatever host.
  private var hasSeen: Bool { narrowing.site != nil }

  func see(_ target: TargetURI) {
    narrowing.see(target)
    summary.site = narrowing.site
  }

  /// Reports what other threads have judged.
  private func finish() {
    guard isRecordingDue else { return }
    isRecordingDue = false
    reportJudged()
  }

  /// Reports an entry that is not judged.
  func skip(_ entry: SkippedEntry) {
    finish()
    guard narrowing.includes(entry) else { return }
    skipped[entry.kind, default: 0] += 1
    list(entry)
    write { report throws(OutputError) in try report.skip(entry) }
  }

  func list(_ skipped: SkippedEntry) {
    guard isVerbose else { return }
    terminal.say("httpcache: skipped \(skipped.url): \(skipped.cause)")
  }

  func take(_ judgement: Judgement) {
    if let round { return round.add(judgement) { [self] in take(judgement) } }
    var judgement = judgement
    gate?.see(&judgement)
    unmetPatterns.subtract(judgement.metPatterns)
    summary.add(judgement)
    codes.insert(judgement.isFailed ? .checkFailed : .done)
    write { report throws(OutputError) in try report.add(judgement) }
  }

  /// Says something beside the report, once it is known that it is meant.
  func tell(_ say: @escaping () -> Void) {
    if let round { round.add(say) } else { say() }
  }

  /// Notes how the reading of what names subjects ended.
  func note(_ codes: [ExitCode]) { self.codes.formUnion(codes) }

  /// Says that a subject could not be judged, on stderr and in the report.
  func fail(_ failure: SubjectFailure, hint: String?, code: ExitCode) {
    if let round { return round.add(failure) { [self] in fail(failure, hint: hint, code: code) } }
    finish()
    terminal.error(failure.message, hint: hint)
    codes.insert(code)
    summary.addFailure()
    write { report throws(OutputError) in try report.fail(failure) }
  }

  /// Adds what others have judged.
  func add(_ others: JudgementSummary) {
    finish()
    if summary.site == nil { summary.site = others.site }
    summary.add(others)
    codes.insert(others.failed > 0 ? .checkFailed : .done)
  }

  /// Ends the report, so that it is whole whatever happened before.
  ///
  /// - Parameter isLog: whether the subjects were many entries of one recording, which deserve a summary.
  func end(isLog: Bool) {
    finish()
    for index in unmetPatterns.sorted() {
      let place = demands.patterns[index].place
      summary.addUnmetPattern()
      if isStrict { codes.insert(.checkFailed) }
      terminal.warning("--expect-file: \(place.missMessage)")
      write { report throws(OutputError) in try report.miss(place, isFailure: isStrict) }
    }
    if let host = narrowing.host, summary.count == 0, hasSeen {
      terminal.warning("--host \(host) matched no subject")
    }
    // Of a recording without fields only checks of their own, such as that of a status, can hold.
    let hasJudged = summary.count > (demands.hasChecks ? 0 : summary.unknownCount)
    if !hasJudged, !demands.isEmpty, !Interruption.isRequested {
      terminal.warning("nothing was judged, so no check holds")
      codes.insert(.checkFailed)
    }
    if let gate, !Interruption.isRequested, !gate.end(terminal, isWhole: summary.notJudged == 0) {
      codes.insert(.cacheFailed)
    }
    let summary = summary
    if let path = summaryFile, !Interruption.isRequested {
      let problem = WholeFile.write(SummaryJSON.line(summary), to: path)
      if let problem {
        terminal.error("can't write \(path): \(problem.message)")
        codes.insert(.cacheFailed)
      }
    }
    write { report throws(OutputError) in try report.end(summary, isLog: isLog) }
    for output in outputs { attempt(output) { () throws(OutputError) in try output.finish() } }
  }

  /// Ends the report after an error of the input; where nothing was judged, nothing is printed.
  func abandon() {
    finish()
    unmetPatterns = []
    // What was seen is not the whole: nothing is written down of it.
    (gate, summaryFile) = (nil, nil)
    if hasBegun { end(isLog: false) }
  }

  func write(_ body: (any InspectReport) throws(OutputError) -> Void) {
    guard !Interruption.readerIsGone else { return }
    hasBegun = true
    for output in outputs { attempt(output) { () throws(OutputError) in try output.write(body) } }
  }

  /// Writes to one report; the others go on where it can't be written.
  func attempt(_ output: ReportOutput, _ work: () throws(OutputError) -> Void) {
    do throws(OutputError) {
      try work()
    } catch {
      guard let file = output.file else {
        if terminal.reportsFailure(error) { codes.insert(.cacheFailed) }
        return
      }
      terminal.error("can't write \(file): \(error.message)")
      codes.insert(.cacheFailed)
    }
  }
}
