import HTTPCacheCore

/// The text report: a page for each subject, or the summary of many.
final class TextReport: InspectReport {
  private enum Detail {
    /// Each subject, as soon as it is judged.
    case each
    /// Each subject at the end, or the summary if there are too many to read.
    case few
    case summary
    case lastLine
  }

  private let terminal: Terminal
  private let text: PageText
  private let isVerbose: Bool
  private var detail: Detail
  /// Whether even a single subject gets the last line, since it could fail a check or a limit.
  private let alwaysEndsWithLine: Bool
  /// Whether the summary follows the pages.
  private let isSummed: Bool
  private let showsFailuresOnly: Bool
  private var isFirst = true
  /// The pages that are printed at the end, unless there are too many.
  private var held: [String] = []

  /// How many pages are printed at most before the summary takes their place.
  private static let mostPages = 20

  /// Makes a report, which consists of the summary with `isSummary`.
  init(_ terminal: Terminal, _ context: ReportContext, isSummary: Bool = false) {
    self.terminal = terminal
    if context.isQuiet {
      detail = .lastLine
    } else if isSummary || context.isSummed && !context.isVerbose {
      detail = .summary
    } else {
      detail = context.isVerbose || context.isFile ? .each : .few
    }
    (alwaysEndsWithLine, isSummed) = (context.isGate, context.isSummed)
    (isVerbose, showsFailuresOnly) = (context.isVerbose, context.showsFailuresOnly)
    text = PageText(terminal, .output)
  }

  var saysClosing: Bool { true }

  var rendering: EntryRendering? {
    guard [.summary, .lastLine].contains(detail) else { return nil }
    return EntryRendering(judged: { _, _, _ in }, skipped: { _, _ in })
  }

  func add(_ judgement: Judgement) throws(OutputError) {
    guard !showsFailuresOnly || judgement.isFailed else { return }
    switch detail {
    case .summary, .lastLine: return
    case .each: try write(page(judgement))
    case .few:
      guard held.count < Self.mostPages else {
        held = []
        return detail = .summary
      }
      held.append(page(judgement))
    }
  }

  private func page(_ judgement: Judgement) -> String {
    text.text(SubjectPage(judgement), isVerbose: isVerbose)
  }

  private func write(_ page: String) throws(OutputError) {
    if !isFirst { try terminal.writeLine() }
    isFirst = false
    try terminal.write(page)
    if terminal.isTerminal(.output) { try terminal.flush() }
  }

  func rehearse(_ target: TargetURI, _ probes: [ProbeReport]) throws(OutputError) {
    if !isFirst { try terminal.writeLine() }
    isFirst = false
    for line in text.rehearsal(target, probes) { try terminal.writeLine(line) }
  }

  func end(_ summary: JudgementSummary, isLog: Bool) throws(OutputError) {
    for page in held { try write(page) }
    var lines: [String] = []
    if detail == .summary || isSummed && detail == .each {
      lines = PageText(terminal, .output, widest: PageText.widestSummary).lines(
        SummaryPage(summary), isOfFailures: showsFailuresOnly)
    } else if detail == .lastLine || summary.count > 1 || alwaysEndsWithLine {
      lines = [summary.lastLine]
    }
    if !isFirst, !lines.isEmpty { try terminal.writeLine() }
    for line in lines { try terminal.writeLine(line) }
  }
}
