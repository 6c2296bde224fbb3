import HTTPCacheCore

/// Judges subjects one by one, holds them against the checks, and hands them to the report.
final class Judge {
  private let settings: Settings
  private let demands: Demands
  private let terminal: Terminal
  private let report: any InspectReport
  private var hasBegun = false

  /// The patterns that no subject has met yet, by their place in the file.
  private var unmetPatterns: Set<Int>

  /// The codes of what was judged and of what could not be.
  private(set) var codes: Set<ExitCode> = []

  /// Judgements that other threads are at, in their order, each with its text where the report needs no other for it.
  private var underWay: Parallel.Pending<(Judgement, [UInt8]?)>?

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
    finish()
    take(demands.judgement(subject, now: now, profile: profile, file: file, settings: settings))
  }

  /// Judges responses of a recording on other threads; they are reported in their order, by the next call or the end.
  ///
  /// - Parameters:
  ///   - subjects: the responses.
  ///   - at: the time to judge as of; that of each one's receipt where nil.
  ///   - file: the file that they were read from.
  func judge(_ subjects: [Subject], at: Instant?, file: String?) {
    let (demands, settings, rendering) = (demands, settings, report.rendering)
    let next = Parallel.start(subjects) { subject in
      let judgement = demands.judgement(
        subject, now: at ?? subject.stored.receivedAt, profile: nil, file: file, settings: settings)
      return (judgement, rendering?(judgement))
    }
    finish()
    underWay = next
  }

  /// Reports what other threads have judged.
  private func finish() {
    guard let pending = underWay else { return }
    underWay = nil
    for (judgement, text) in pending.wait() { take(judgement, text) }
    write { _ throws(OutputError) in try terminal.flush() }
  }

  private func take(_ judgement: Judgement, _ text: [UInt8]? = nil) {
    unmetPatterns.subtract(judgement.metPatterns)
    summary.add(judgement)
    codes.insert(judgement.isFailed ? .checkFailed : .done)
    write { report throws(OutputError) in
      if let text { try terminal.write(text) } else { try report.add(judgement) }
    }
  }

  /// Says that a subject could not be judged, on stderr and in the report.
  func fail(_ failure: SubjectFailure, hint: String?, code: ExitCode) {
    finish()
    terminal.error(failure.message, hint: hint)
    codes.insert(code)
    write { report throws(OutputError) in try report.fail(failure) }
  }

  /// Ends the report, so that it is whole whatever happened before.
  ///
  /// - Parameter isLog: whether the subjects were many entries of one recording, which deserve a summary.
  func end(isLog: Bool) {
    finish()
    for index in unmetPatterns.sorted() {
      terminal.warning(
        "--expect-file: the pattern \(demands.patterns[index].pattern.text) matched no subject")
    }
    let summary = summary
    write { report throws(OutputError) in try report.end(summary, isLog: isLog) }
  }

  /// Ends the report after an error of the input; where nothing was judged, nothing is printed.
  func abandon() {
    finish()
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
