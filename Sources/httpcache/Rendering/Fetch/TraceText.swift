import HTTPCacheCore

/// The lines that `-v` prints about the connection on stderr, as curl does.
struct TraceText {
  private let terminal: Terminal

  init(_ terminal: Terminal) { self.terminal = terminal }

  func write(_ line: TraceLine) { terminal.say("\(line.kind.rawValue) \(Escaping.escaped(line.text))") }

  /// Writes, at the end of a fetch, the source of its answer, and whether nothing was sent for it.
  func conclude(_ report: FetchReport) {
    let summary = ExplainText(terminal, isVerbose: false).summary(report)
    let isSent = report.result.connection != nil || report.result.served == nil
    terminal.say("* \(summary)\(isSent ? "" : "; nothing was sent for this answer")")
  }
}
