import HTTPCacheCore

/// What `inspect` prints on stdout: one implementation a format, each written as the subjects are judged.
protocol InspectReport: AnyObject {
  /// Makes the text of single entries of a recording; nil where the text depends on earlier subjects.
  var rendering: EntryRendering? { get }

  /// What stands before the first subject.
  func begin() throws(OutputError)

  /// One subject.
  func add(_ judgement: Judgement) throws(OutputError)

  /// An entry of a recording that holds no response to judge.
  func skip(_ skipped: SkippedEntry) throws(OutputError)

  /// A subject that could not be judged; stderr has said so already.
  func fail(_ failure: SubjectFailure) throws(OutputError)

  /// A pattern of `--expect-file` that no subject met.
  ///
  /// - Parameters:
  ///   - place: the pattern, and where it stands.
  ///   - isFailure: whether that makes the exit code 1.
  /// - Throws: why the report could not be written.
  func miss(_ place: ExpectationFile.Place, isFailure: Bool) throws(OutputError)

  /// What the probes of a URL would send.
  func rehearse(_ target: TargetURI, _ probes: [ProbeReport]) throws(OutputError)

  /// What stands after the last subject.
  ///
  /// - Parameters:
  ///   - summary: what all came to.
  ///   - isLog: whether the subjects were entries of one recording.
  /// - Throws: why stdout could not be written.
  func end(_ summary: JudgementSummary, isLog: Bool) throws(OutputError)
}

/// Makes a report's text of single entries of a recording, on any thread.
struct EntryRendering: Sendable {
  /// Writes an entry that was judged; it is lent, since copying a judgement counts thirty references.
  let judged: @Sendable (borrowing Judgement, inout JSONWriter) -> Void

  /// Writes an entry that was not.
  let skipped: @Sendable (SkippedEntry, inout JSONWriter) -> Void
}

extension InspectReport {
  var rendering: EntryRendering? { nil }
  func begin() throws(OutputError) {}
  func skip(_ skipped: SkippedEntry) throws(OutputError) {}
  func fail(_ failure: SubjectFailure) throws(OutputError) {}
  func rehearse(_ target: TargetURI, _ probes: [ProbeReport]) throws(OutputError) {}
  func miss(_ place: ExpectationFile.Place, isFailure: Bool) throws(OutputError) {}
}

extension Finding {
  /// What is wrong, what can be done about it, and where that stands.
  var text: String { "\(explanation)\(advice.map { " \($0)" } ?? "") (\(reference))" }
}

extension ExpectationFile.Place {
  /// The message of a pattern that no subject met.
  var missMessage: String { "the pattern \(pattern) matched no subject" }
}

/// What a report depends on besides the judgements.
struct ReportContext: Sendable {
  /// What the report for a person prints of the subjects.
  var detail = TextReport.Detail.each

  /// Whether only the last line is wanted.
  var isQuiet = false

  /// Whether nothing goes to stderr.
  var saysNothing = false

  /// Whether subjects are shown in full.
  var isVerbose = false

  /// Whether anything was asked for that can fail.
  var isGate = false

  /// Whether nothing but a summary is reported.
  var isSummary = false

  /// Whether the subjects are many that belong together, as what a page loads does, and deserve a summary.
  var isSummed = false

  /// The file that GitHub shows on the page of a run; nil elsewhere.
  var stepSummary: String?

  /// The same for a report of nothing but the summary.
  fileprivate var summed: Self {
    var context = self
    if context.detail != .lastLine { context.detail = .summary }
    return context
  }
}

extension ReportFormat {
  /// The report of this format.
  func report(to terminal: Terminal, _ context: ReportContext) -> any InspectReport {
    switch self {
    case .text: TextReport(terminal, context)
    case .summary: TextReport(terminal, context.summed)
    case .table: TableReport(terminal, context)
    case .json:
      JSONReport(
        terminal, isQuiet: context.isQuiet || context.saysNothing, isSummary: context.isSummary)
    case .github: GitHubReport(terminal, context)
    case .junit: JUnitReport(terminal, isQuiet: context.isQuiet || context.saysNothing)
    case .sarif: SARIFReport(terminal, isQuiet: context.isQuiet || context.saysNothing)
    case .html: HTMLReport(terminal, isQuiet: context.isQuiet || context.saysNothing)
    }
  }
}

extension Terminal {
  /// The closing line of a report whose own form has no room for it, on stderr.
  func sayClosing(of summary: JudgementSummary) { say("httpcache: \(summary.lastLine)") }
}
