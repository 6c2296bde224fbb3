import HTTPCacheCore

/// Judges subjects one by one, holds them against the checks, and hands them to the report.
final class Judge {
  private let settings: Settings
  private let expectations: [Expectation]
  private let failOn: Finding.Severity?
  private let terminal: Terminal
  private let report: any InspectReport

  private var hasBegun = false

  /// The codes of what was judged and of what could not be.
  private(set) var codes: Set<ExitCode> = []

  /// What it all comes to.
  private(set) var summary = JudgementSummary()

  init(
    settings: Settings, expectations: [Expectation], failOn: Finding.Severity?, terminal: Terminal,
    report: any InspectReport
  ) {
    self.settings = settings
    self.expectations = expectations
    self.failOn = failOn
    self.terminal = terminal
    self.report = report
  }

  /// Judges a response and reports it.
  ///
  /// - Parameters:
  ///   - subject: the response.
  ///   - now: the time to judge as of.
  ///   - profile: whose rules decide storing; that of the command line unless told.
  ///   - file: the file that it was read from.
  func judge(_ subject: Subject, now: Instant, profile: StorageProfile? = nil, file: String? = nil) {
    var settings = settings
    if let profile { settings.profile = profile }
    let verdict = Verdict(subject, now: now, settings: settings)
    let checks = expectations.filter { !$0.holds(verdict) }.map {
      Judgement.FailedCheck(text: $0.text, pattern: nil)
    }
    let findings = failOn.map { limit in verdict.findings.filter { $0.severity >= limit } } ?? []
    let judgement = Judgement(
      verdict: verdict, failedChecks: checks,
      failedFindings: findings.map { Judgement.FailedFinding(finding: $0, pattern: nil) }, file: file)
    summary.add(judgement)
    codes.insert(judgement.isFailed ? .checkFailed : .done)
    write { report throws(OutputError) in try report.add(judgement) }
  }

  /// Says that a subject could not be judged, on stderr and in the report.
  func fail(_ failure: SubjectFailure, hint: String?, code: ExitCode) {
    terminal.error(failure.message, hint: hint)
    codes.insert(code)
    write { report throws(OutputError) in try report.fail(failure) }
  }

  /// Ends the report, so that it is whole whatever happened before.
  ///
  /// - Parameter isLog: whether the subjects were many entries of one recording, which deserve a summary.
  func end(isLog: Bool) {
    let summary = summary
    write { report throws(OutputError) in try report.end(summary, isLog: isLog) }
  }

  /// Ends the report after an error of the input; where nothing was judged, nothing is printed.
  func abandon() {
    if hasBegun { end(isLog: false) }
  }

  private func write(_ body: (any InspectReport) throws(OutputError) -> Void) {
    guard !Interruption.readerIsGone else { return }
    do throws(OutputError) {
      if !hasBegun {
        hasBegun = true
        try report.begin()
      }
      try body(report)
    } catch {
      Interruption.readerIsGone = true
      if case .failed = error {
        terminal.error("can't write to standard output: \(error.message)")
        codes.insert(.cacheFailed)
      }
    }
  }
}
