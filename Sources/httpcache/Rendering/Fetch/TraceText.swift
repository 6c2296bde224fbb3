import HTTPCacheCore

/// What `-v` shows of the connection on stderr, as curl does.
struct TraceText {
  private let terminal: Terminal

  init(_ terminal: Terminal) { self.terminal = terminal }

  /// Writes a line of what passes.
  func write(_ line: TraceLine) { terminal.say("\(line.kind.rawValue) \(Escaping.escaped(line.text))") }

  /// Says at the end of a fetch where its answer came from, and that nothing was sent where that is so.
  func conclude(_ report: FetchReport) {
    let summary = ExplainText(terminal, isVerbose: false).summary(report)
    let isSent = report.result.connection != nil || report.result.served == nil
    terminal.say("* \(summary)\(isSent ? "" : "; nothing was sent for this answer")")
  }
}
