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
    let ofPatterns = judgement.failedChecks.compactMap { check in
      check.pattern.map { failure($0, "check", check.text) }
    }
    let findings = judgement.failedFindings.compactMap { failed in
      failed.pattern.map { failure($0, "finding", failed.finding.code.rawValue) }
    }
    let members =
      VerdictJSON.members(judgement.verdict) + [
        ("failed_checks", .array(judgement.failedChecks.map { .string($0.text) })),
        ("failed_findings", .array(judgement.failedFindings.map { .string($0.finding.code.rawValue) })),
        ("failed_patterns", .array(ofPatterns + findings)),
      ]
    return JSONText.object(members).line
  }

  private static func failure(_ pattern: String, _ kind: String, _ text: String) -> JSONText {
    .object([("pattern", .string(pattern)), (kind, .string(text))])
  }

  /// The summary goes to stderr: stdout stays one object a line.
  func end(_ summary: JudgementSummary, isLog: Bool) throws(OutputError) {
    guard isLog, !isQuiet else { return }
    for line in SummaryText(terminal, stream: .error).lines(summary) { terminal.say(line) }
  }
}
