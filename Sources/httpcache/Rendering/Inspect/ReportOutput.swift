import HTTPCacheCore

/// One report and where it goes: stdout, or a file that gets its name when the report is whole.
final class ReportOutput {
  let report: any InspectReport
  let terminal: Terminal

  /// The file; nil for stdout.
  let file: String?

  private var hasBegun = false
  private var isBroken = false

  /// Makes the report of a target.
  ///
  /// - Parameters:
  ///   - target: format and file.
  ///   - output: stdout.
  ///   - context: what the report depends on.
  init(_ target: ReportTarget, output: Terminal, _ context: ReportContext) {
    file = target.file
    terminal = target.file.map { Terminal(file: $0) } ?? output
    var context = context
    // What goes to stderr is said once, by the report on stdout; a file has all that there is to say.
    if target.file != nil {
      context.saysNothing = true
      context.isQuiet = false
      if context.detail != .summary { context.detail = .each }
    }
    report =
      switch target.form {
      case .report(let format): format.report(to: terminal, context)
      case .recipe(let server): RecipeReport(terminal, server, context)
      }
  }

  /// Writes more of the report; after a failure nothing.
  ///
  /// - Throws: the first failure, which ends the report.
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

  /// Gives the file its name.
  func finish() throws(OutputError) {
    guard file != nil, !isBroken else { return }
    try terminal.finishFile()
  }
}
