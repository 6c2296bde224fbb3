import HTTPCacheCore

/// One report and where it goes: stdout, or a file that gets its name when the report is whole.
final class ReportOutput {
  let report: any InspectReport
  let terminal: Terminal

  /// The file; nil for stdout.
  let file: String?

  private let isClosingSaid: Bool
  private var hasBegun = false
  private var isBroken = false

  /// Makes the report of a target; `output` is stdout.
  init(_ target: ReportTarget, output: Terminal, _ context: ReportContext) {
    file = target.file
    terminal = target.file.map { Terminal(file: $0) } ?? output
    var context = context
    // Only the report on stdout writes to stderr, so that nothing is said twice; -q does not shorten a file.
    if target.file != nil { (context.isFile, context.isQuiet) = (true, false) }
    report =
      switch target.form {
      case .report(let format): format.report(to: terminal, context)
      case .recipe(let server): RecipeReport(terminal, server, file: target.file)
      }
    isClosingSaid = context.isClosingSaid && !report.saysClosing
  }

  /// Writes more of the report; a report in a file ends with its first failure.
  func write(_ body: (any InspectReport) throws(OutputError) -> Void) throws(OutputError) {
    guard !isBroken else { return }
    do throws(OutputError) {
      if !hasBegun {
        hasBegun = true
        try report.begin()
      }
      try body(report)
    } catch {
      isBroken = file != nil
      throw error
    }
  }

  /// Ends the report, and prints the closing line on stderr if the report has no place for it.
  func end(_ summary: JudgementSummary, isLog: Bool) throws(OutputError) {
    try write { report throws(OutputError) in try report.end(summary, isLog: isLog) }
    if isClosingSaid { terminal.say("httpcache: \(summary.lastLine)") }
  }

  /// Ends the file, which gets its name only now.
  func finish() throws(OutputError) {
    guard file != nil, !isBroken else { return }
    try terminal.finishFile()
  }
}
