import HTTPCacheCore

/// A report of `inspect`, with an implementation for each format; it is written while subjects are judged.
protocol InspectReport: AnyObject {
  /// Whether the report prints the closing line itself; if not, the line goes to stderr.
  var saysClosing: Bool { get }

  /// Makes the text of single entries of a recording; nil if the text depends on earlier subjects.
  var rendering: EntryRendering? { get }

  /// Writes the beginning, before the first subject.
  func begin() throws(OutputError)

  /// Adds a subject that was judged.
  func add(_ judgement: Judgement) throws(OutputError)

  /// Adds an entry of a recording that has no response to judge.
  func skip(_ skipped: SkippedEntry) throws(OutputError)

  /// Adds a subject that could not be judged; the error is on stderr already.
  func fail(_ failure: SubjectFailure) throws(OutputError)

  /// Adds a pattern of `--expect-file` that matched no subject; `isFailure` says that this makes the exit code 1.
  func miss(_ place: ExpectationFile.Place, isFailure: Bool) throws(OutputError)

  /// Writes the requests that the probes of a URL would send.
  func rehearse(_ target: TargetURI, _ probes: [ProbeReport]) throws(OutputError)

  /// Writes the end, after the last subject; `isLog` says that the subjects were entries of a recording.
  func end(_ summary: JudgementSummary, isLog: Bool) throws(OutputError)
}

/// Makes a report's text of single entries of a recording, on any thread.
struct EntryRendering: Sendable {
  /// Writes a judged entry, with what it lists; it is borrowed, since a copy of a judgement retains thirty references.
  let judged: @Sendable (borrowing Judgement, [Judgement.Entry], inout JSONWriter) -> Void

  /// Writes a skipped entry.
  let skipped: @Sendable (SkippedEntry, inout JSONWriter) -> Void
}

extension InspectReport {
  var saysClosing: Bool { false }
  var rendering: EntryRendering? { nil }
  func begin() throws(OutputError) {}
  func skip(_ skipped: SkippedEntry) throws(OutputError) {}
  func fail(_ failure: SubjectFailure) throws(OutputError) {}
  func rehearse(_ target: TargetURI, _ probes: [ProbeReport]) throws(OutputError) {}
  func miss(_ place: ExpectationFile.Place, isFailure: Bool) throws(OutputError) {}
}

extension ExpectationFile.Place {
  var missMessage: String { "the pattern \(pattern) matched no subject" }
}

struct ReportContext: Sendable {
  /// Whether only the last line is printed.
  var isQuiet = false

  /// Whether the report goes to a file, and nothing to stderr.
  var isFile = false

  /// Whether the closing line goes to stderr, for a report that has no place for it.
  var isClosingSaid: Bool { !isQuiet && !isFile }

  /// Whether subjects are shown in full.
  var isVerbose = false

  /// Whether there are checks or a limit, which a subject can fail.
  var isGate = false

  /// Whether text and tables have only the subjects that fail: a round of `--within` asks whether everything holds.
  var showsFailuresOnly = false

  /// Whether nothing but a summary is reported.
  var isSummary = false

  /// Whether the text report has a summary: the subjects are many, and belong to one recording, page or site.
  var isSummed = false

  /// The file that GitHub shows on the page of a run; nil elsewhere.
  var stepSummary: String?
}

extension ReportFormat {
  func report(to terminal: Terminal, _ context: ReportContext) -> any InspectReport {
    switch self {
    case .text: TextReport(terminal, context)
    case .summary: TextReport(terminal, context, isSummary: true)
    case .table: TableReport(terminal, context)
    case .json: JSONReport(terminal, context)
    case .github: GitHubReport(terminal, context)
    case .junit: JUnitReport(terminal)
    case .sarif: SARIFReport(terminal)
    case .html: HTMLReport(terminal)
    case .markdown: MarkdownReport(terminal)
    }
  }
}
