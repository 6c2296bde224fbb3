import HTTPCacheCore

/// What `inspect` prints on stdout: one implementation a format, each written as the subjects are judged.
protocol InspectReport: AnyObject {
  /// Makes the text of one entry of a recording, on any thread; nil where the text depends on earlier subjects.
  var rendering: (@Sendable (JudgedEntry) -> [UInt8])? { get }

  /// What stands before the first subject.
  func begin() throws(OutputError)

  /// One subject.
  func add(_ judgement: Judgement) throws(OutputError)

  /// An entry of a recording that holds no response to judge.
  func skip(_ skipped: SkippedEntry) throws(OutputError)

  /// A subject that could not be judged; stderr has said so already.
  func fail(_ failure: SubjectFailure) throws(OutputError)

  /// What stands after the last subject.
  ///
  /// - Parameters:
  ///   - summary: what all came to.
  ///   - isLog: whether the subjects were entries of one recording.
  /// - Throws: why stdout could not be written.
  func end(_ summary: JudgementSummary, isLog: Bool) throws(OutputError)
}

extension InspectReport {
  var rendering: (@Sendable (JudgedEntry) -> [UInt8])? { nil }
  func begin() throws(OutputError) {}
  func skip(_ skipped: SkippedEntry) throws(OutputError) {}
  func fail(_ failure: SubjectFailure) throws(OutputError) {}
}

extension Finding {
  /// What is wrong, what can be done about it, and where that stands.
  var text: String { "\(explanation)\(advice.map { " \($0)" } ?? "") (\(reference))" }
}

extension ReportFormat {
  /// The report of this format.
  ///
  /// - Parameters:
  ///   - terminal: where it goes.
  ///   - text: makes the report for a person.
  ///   - isQuiet: whether stderr gets no summary.
  /// - Returns: the report.
  func report(to terminal: Terminal, text: () -> TextReport, isQuiet: Bool) -> any InspectReport {
    switch self {
    case .text: text()
    case .json: JSONReport(terminal, isQuiet: isQuiet)
    case .github: GitHubReport(terminal, isQuiet: isQuiet)
    case .junit: JUnitReport(terminal)
    case .sarif: SARIFReport(terminal)
    }
  }
}
