import HTTPCacheCore

/// The report for a person: a page a subject, and a summary where they were a recording.
final class TextReport: InspectReport {
  private let terminal: Terminal
  private var isFirst = true

  init(_ terminal: Terminal) { self.terminal = terminal }

  func add(_ judgement: Judgement) throws(OutputError) {
    if !isFirst { try terminal.writeLine() }
    isFirst = false
    try terminal.write(VerdictText(terminal).report(judgement))
    if terminal.isTerminal(.output) { try terminal.flush() }
  }

  func end(_ summary: JudgementSummary, isLog: Bool) throws(OutputError) {
    guard isLog else { return }
    if !isFirst { try terminal.writeLine() }
    for line in SummaryText(terminal, stream: .output).lines(summary) { try terminal.writeLine(line) }
  }
}

/// The figures of a summary as lines of at most 80 columns.
struct SummaryText {
  private let terminal: Terminal
  private let stream: Terminal.Stream

  init(_ terminal: Terminal, stream: Terminal.Stream) {
    self.terminal = terminal
    self.stream = stream
  }

  /// The lines: verdicts, then findings, the worst first.
  func lines(_ summary: JudgementSummary) -> [String] {
    var lines = [terminal.styled("Summary", .strong, on: stream)]
    lines.append(row(summary.count, summary.count == 1 ? "response judged" : "responses judged"))
    lines.append(row(summary.reusable, "reusable without asking the origin", .good))
    lines.append(row(summary.confirmable, "reusable once the origin confirms it", .warn))
    lines.append(row(summary.notStorable, "not storable", .bad))
    if summary.fromCache > 0 { lines.append(row(summary.fromCache, "answered by a cache, not the origin")) }
    if summary.failed > 0 { lines.append(row(summary.failed, "failed a check", .bad)) }
    let findings = summary.findings
    if !findings.isEmpty { lines.append(terminal.styled("Findings", .strong, on: stream)) }
    for entry in findings {
      let name = entry.severity.rawValue
      let severity =
        terminal.styled(name, entry.severity.style, on: stream) + "        ".dropFirst(name.count)
      lines.append("\(String(entry.count).leftPadded(9))  \(severity)\(entry.code.rawValue)")
    }
    return lines
  }

  private func row(_ count: Int, _ text: String, _ style: Style? = nil) -> String {
    let look = count > 0 ? style : nil
    return "\(String(count).leftPadded(9))  " + (look.map { terminal.styled(text, $0, on: stream) } ?? text)
  }
}

extension Finding.Severity {
  /// The style that shows how severe it is.
  var style: Style {
    switch self {
    case .error: .bad
    case .warning: .warn
    case .info: .dim
    }
  }
}
