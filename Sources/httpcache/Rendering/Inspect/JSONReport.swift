import HTTPCacheCore

/// JSON Lines: an object a subject, each flushed when it is known.
final class JSONReport: InspectReport {
  private let terminal: Terminal
  private let isQuiet: Bool

  init(_ terminal: Terminal, isQuiet: Bool) {
    self.terminal = terminal
    self.isQuiet = isQuiet
  }

  var rendering: (@Sendable (Judgement) -> [UInt8])? { Self.line }

  func add(_ judgement: Judgement) throws(OutputError) {
    try terminal.write(Self.line(judgement))
    try terminal.flush()
  }

  @Sendable private static func line(_ judgement: Judgement) -> [UInt8] {
    JSONWriter.line { writer in
      VerdictJSON.members(judgement.verdict, to: &writer)
      writer.array("failed_checks", judgement.failedChecks) { $0.value($1.text) }
      writer.array("failed_findings", judgement.failedFindings) { $0.value($1.finding.code.rawValue) }
      writer.key("failed_patterns")
      writer.array { patterns(judgement, to: &$0) }
    }
  }

  /// What failed for the sake of a pattern: the checks, then the findings.
  private static func patterns(_ judgement: Judgement, to writer: inout JSONWriter) {
    for check in judgement.failedChecks {
      guard let pattern = check.pattern else { continue }
      failure(pattern, "check", check.text, to: &writer)
    }
    for failed in judgement.failedFindings {
      guard let pattern = failed.pattern else { continue }
      failure(pattern, "finding", failed.finding.code.rawValue, to: &writer)
    }
  }

  private static func failure(
    _ pattern: String, _ kind: StaticString, _ text: String, to writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.member("pattern", pattern)
      writer.member(kind, text)
    }
  }

  /// The summary goes to stderr: stdout stays one object a line.
  func end(_ summary: JudgementSummary, isLog: Bool) throws(OutputError) {
    guard isLog, !isQuiet else { return }
    for line in SummaryText(terminal, stream: .error).lines(summary) { terminal.say(line) }
  }
}
