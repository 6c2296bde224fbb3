import HTTPCacheCore

/// Judges subjects one by one, holds them against the checks, and hands them to the report.
final class Judge {
  private let settings: Settings
  private let demands: Demands
  private var narrowing: Narrowing
  private let terminal: Terminal
  private let outputs: [ReportOutput]
  private let isStrict: Bool

  /// Whether each entry that is not judged is listed on stderr.
  private let isVerbose: Bool
  private var hasBegun = false

  /// The patterns that no subject has met yet, by their place in the file.
  private var unmetPatterns: Set<Int>

  /// The codes of what was judged and of what could not be.
  private(set) var codes: Set<ExitCode> = []

  /// Shares of a recording that workers are judging, in order.
  private var underWay: [WorkerPool.Pending<JudgedShare>] = []

  /// Judged shares that are not reported yet.
  private var judged: [JudgedShare] = []

  /// Whether a recording has been read whose report is not finished.
  private var isRecordingDue = false

  /// How many entries of the recording could not be judged, and why.
  private var skipped: [String: Int] = [:]

  private static let pool = WorkerPool()

  /// How many shares may be under way: enough for every processor, few enough for memory.
  private static let limit = 2 * WorkerPool.processorCount

  /// What it all comes to.
  private(set) var summary = JudgementSummary()

  /// What the run does with the findings that were there before; nil where they are like all others.
  private var gate: Gate?

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
  ///   - gate: what is written down of this run, and what was written down before.
  init(
    settings: Settings, demands: Demands, narrowing: Narrowing, terminal: Terminal, outputs: [ReportOutput],
    isStrict: Bool, isVerbose: Bool, gate: Gate?
  ) {
    self.settings = settings
    self.demands = demands
    self.narrowing = narrowing
    self.terminal = terminal
    self.outputs = outputs
    self.isStrict = isStrict
    self.isVerbose = isVerbose
    self.gate = gate
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

  private func see(_ target: TargetURI) {
    narrowing.see(target)
    summary.site = narrowing.site
  }

  /// Judges entries of a recording on another thread; they are reported in their order, some time before the end.
  ///
  /// - Parameters:
  ///   - share: the entries.
  ///   - now: the time of receipt where an entry says none.
  ///   - at: the time to judge as of; that of each one's receipt where nil.
  ///   - file: the file that they were read from.
  func judge(_ share: HARShare, now: Instant, at: JudgedAt?, file: String?) {
    let judgesForeign = settings.profile == .urlcache
    if narrowing.site == nil {
      share.forEachEntry(now: now, judgesForeign: judgesForeign) {
        if case .subject(let subject) = $0 { see(subject.request.target) }
      }
    }
    if let offset = share.clockOffset { noteClock(offset, of: file) }
    let (demands, narrowing, settings, rendering, isCounted) = (
      demands, narrowing, settings, rendering, gate == nil
    )
    underWay.append(
      Self.pool.start(isWorthIt: share.count >= WorkerPool.leastCount || !underWay.isEmpty) {
        var judged = JudgedShare(site: narrowing.site)
        share.forEachEntry(now: now, judgesForeign: judgesForeign) { entry in
          switch entry {
          case .subject(let subject):
            guard narrowing.includes(subject.request.target) else { return }
            let judgement = demands.judgement(
              subject, now: at?.instant(for: subject.stored) ?? subject.stored.receivedAt, profile: nil,
              file: file, settings: settings)
            judged.add(.judged(judgement), rendering: rendering, isCounted: isCounted)
          case .skipped(let skipped):
            guard narrowing.includes(skipped) else { return }
            judged.add(.skipped(skipped), rendering: rendering, isCounted: isCounted)
          }
        }
        return judged
      })
    reportJudged()
    if underWay.count > Self.limit {
      waitForFirst()
      reportJudged()
    }
  }

  /// Makes a subject's text on another thread; nil where there are several reports, or the text depends on what came
  /// before.
  private var rendering: (@Sendable (JudgedEntry) -> [UInt8])? {
    outputs.count == 1 && gate == nil ? outputs.first?.report.rendering : nil
  }

  /// Waits for the last shares of a recording, which are reported later.
  ///
  /// - Returns: how many entries of it could not be judged, and why.
  @discardableResult
  func endRecording() -> [String: Int] {
    while !underWay.isEmpty { waitForFirst() }
    isRecordingDue = true
    defer { skipped = [:] }
    return skipped
  }

  private func waitForFirst() {
    let share = underWay.removeFirst().wait()
    for entry in share.listed { skipped[entry.kind, default: 0] += 1 }
    judged.append(share)
  }

  private func reportJudged() {
    for share in judged {
      for skipped in share.listed { list(skipped) }
      unmetPatterns.subtract(share.metPatterns)
      summary.add(share.summary)
      codes.formUnion(share.codes)
      write { report throws(OutputError) in
        if !share.text.isEmpty {
          try share.text.span.bytes.withUnsafeBytes { bytes throws(OutputError) in try terminal.write(bytes) }
        }
        for entry in share.entries {
          switch entry {
          case .judged(let judgement) where gate == nil: try report.add(judgement)
          case .judged: break
          case .skipped(let skipped): try report.skip(skipped)
          }
        }
      }
      guard gate != nil else { continue }
      // In the order of the recording, since a baseline is used up.
      for case .judged(let judgement) in share.entries { take(judgement) }
    }
    if !judged.isEmpty, let output = outputs.first {
      attempt(output) { () throws(OutputError) in try terminal.flush() }
    }
    judged = []
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

  private func list(_ skipped: SkippedEntry) {
    guard isVerbose else { return }
    terminal.say("httpcache: skipped \(skipped.url): \(skipped.cause)")
  }

  private func take(_ judgement: Judgement) {
    var judgement = judgement
    gate?.see(&judgement)
    unmetPatterns.subtract(judgement.metPatterns)
    summary.add(judgement)
    codes.insert(judgement.isFailed ? .checkFailed : .done)
    write { report throws(OutputError) in try report.add(judgement) }
  }

  /// Notes by how much the clock of a recorder was off.
  func noteClock(_ offset: Seconds, of file: String?) { summary.setClock(offset, of: file) }

  /// Notes how the reading of what names subjects ended.
  func note(_ codes: [ExitCode]) { self.codes.formUnion(codes) }

  /// Says that a subject could not be judged, on stderr and in the report.
  func fail(_ failure: SubjectFailure, hint: String?, code: ExitCode) {
    finish()
    terminal.error(failure.message, hint: hint)
    codes.insert(code)
    summary.addFailure()
    write { report throws(OutputError) in try report.fail(failure) }
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
      if !demands.isEmpty { codes.insert(.checkFailed) }
    }
    if let gate, !Interruption.isRequested, !gate.end(terminal) { codes.insert(.cacheFailed) }
    let summary = summary
    write { report throws(OutputError) in try report.end(summary, isLog: isLog) }
    for output in outputs { attempt(output) { () throws(OutputError) in try output.finish() } }
  }

  /// Ends the report after an error of the input; where nothing was judged, nothing is printed.
  func abandon() {
    finish()
    unmetPatterns = []
    // What was seen is not the whole: nothing is written down of it.
    gate = nil
    if hasBegun { end(isLog: false) }
  }

  private func write(_ body: (any InspectReport) throws(OutputError) -> Void) {
    guard !Interruption.readerIsGone else { return }
    hasBegun = true
    for output in outputs { attempt(output) { () throws(OutputError) in try output.write(body) } }
  }

  /// Writes to one report; the others go on where it can't be written.
  private func attempt(_ output: ReportOutput, _ work: () throws(OutputError) -> Void) {
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
