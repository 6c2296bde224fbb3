import HTTPCacheCore

/// Judges subjects one by one, holds them against the checks, and hands them to the report.
final class Judge {
  /// What a response is held against.
  struct Demands {
    var checks: [Expectation] = []

    /// The checks by URL pattern, in the order of the file.
    var patterns: [ExpectationFile.Entry] = []

    /// How severe a finding fails.
    var failOn: Finding.Severity?
  }

  private let settings: Settings
  private let demands: Demands
  private let terminal: Terminal
  private let report: any InspectReport
  private var hasBegun = false

  /// The patterns that no subject has met yet, by their place in the file.
  private var unmetPatterns: Set<Int>

  /// The codes of what was judged and of what could not be.
  private(set) var codes: Set<ExitCode> = []

  /// What it all comes to.
  private(set) var summary = JudgementSummary()

  init(settings: Settings, demands: Demands, terminal: Terminal, report: any InspectReport) {
    self.settings = settings
    self.demands = demands
    self.terminal = terminal
    self.report = report
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
    var settings = settings
    if let profile { settings.profile = profile }
    let verdict = Verdict(subject, now: now, settings: settings)
    var judgement = Judgement(verdict: verdict, file: file)
    judgement.hold(against: demands.checks, of: nil, verdict)
    let entries = matching(subject)
    // An entry of a Cache.db is judged by both profiles; a pattern that names one speaks of that one.
    for entry in entries where profile == nil || entry.profile == nil || entry.profile == profile {
      let own = entry.settings(settings)
      let verdict = own == settings ? verdict : Verdict(subject, now: now, settings: own)
      judgement.hold(against: entry.checks, of: entry.pattern, verdict)
      if let limit = entry.failOn { judgement.hold(against: limit, of: entry.pattern, verdict) }
    }
    // What a pattern says of its URLs stands instead of what the command line says of all.
    if let limit = demands.failOn, !entries.contains(where: { $0.failOn != nil }) {
      judgement.hold(against: limit, of: nil, verdict)
    }
    summary.add(judgement)
    codes.insert(judgement.isFailed ? .checkFailed : .done)
    write { report throws(OutputError) in try report.add(judgement) }
  }

  private func matching(_ subject: Subject) -> [ExpectationFile.Entry] {
    guard !demands.patterns.isEmpty else { return [] }
    let url = subject.request.target.absolute
    return demands.patterns.enumerated().filter { index, entry in
      guard entry.pattern.matches(url) else { return false }
      unmetPatterns.remove(index)
      return true
    }.map(\.element)
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
    for index in unmetPatterns.sorted() {
      terminal.warning(
        "--expect-file: the pattern \(demands.patterns[index].pattern.text) matched no subject")
    }
    let summary = summary
    write { report throws(OutputError) in try report.end(summary, isLog: isLog) }
  }

  /// Ends the report after an error of the input; where nothing was judged, nothing is printed.
  func abandon() {
    unmetPatterns = []
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

extension ExpectationFile.Entry {
  /// The settings under which its checks are judged.
  fileprivate func settings(_ settings: Settings) -> Settings {
    var own = settings
    if let role { own.role = role }
    if let profile { own.profile = profile }
    return own
  }
}
