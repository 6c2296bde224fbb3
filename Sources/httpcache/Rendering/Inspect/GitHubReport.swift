import HTTPCacheCore

/// Workflow commands of GitHub Actions: an annotation for every failed check and every finding.
///
/// A finding that reaches `--fail-on` is an error, so that users see which annotation failed the job. Other findings
/// keep their severity, but are warnings at most in a run with checks or a limit.
///
/// GitHub shows ten annotations of each level for a step, so at most ten are printed, the errors first; the others
/// become a table on the page of the run. A run with checks or a limit prints no annotations if it succeeds.
final class GitHubReport: InspectReport {
  struct Annotation {
    let level: Level
    let title: String
    let file: String?
    let line: Int?
    let message: String
  }

  /// The levels of annotations; the worst comes first.
  enum Level: String, CaseIterable { case error, warning, notice }

  private let terminal: Terminal
  private let context: ReportContext
  private var shown: [Level: [Annotation]] = [:]
  private var rest = GitHubSummary()
  private var hasFailed = false

  /// How many annotations of a level GitHub shows for a step.
  private static let limit = 10

  init(_ terminal: Terminal, _ context: ReportContext) {
    self.terminal = terminal
    self.context = context
  }

  func add(_ judgement: Judgement) throws(OutputError) {
    let name = judgement.name
    for entry in judgement.entries where entry.hiding == nil {
      switch entry.what {
      case .check(let check):
        annotate(
          .error, "check failed: \(check.label)", at: check.place, file: judgement.file,
          "\(name): \(check.text) does not hold: \(check.shortfall.observation.explanation)")
      case .finding(let finding):
        // With checks or a limit, only failures are errors: other errors would take their place among the ten.
        let level = Level(rawValue: finding.severity.words.github) ?? .notice
        let least = context.isGate && level == .error ? Level.warning : level
        annotate(
          entry.fails ? .error : least, entry.label, at: entry.place, file: judgement.file,
          "\(name): \(entry.sentence)")
      }
    }
    if judgement.isFailed { hasFailed = true }
  }

  func fail(_ failure: SubjectFailure) throws(OutputError) {
    hasFailed = true
    annotate(.error, "not judged", at: nil, failure.message)
  }

  func miss(_ place: ExpectationFile.Place, isFailure: Bool) throws(OutputError) {
    hasFailed = hasFailed || isFailure
    annotate(isFailure ? .error : .warning, "pattern not met", at: place, place.missMessage)
  }

  func end(_ summary: JudgementSummary, isLog: Bool) throws(OutputError) {
    if hasFailed || !context.isGate {
      for level in Level.allCases {
        for annotation in shown[level] ?? [] { try write(annotation) }
      }
      try terminal.flush()
      writeRest(summary)
    }
  }

  /// Adds an annotation at the line of the expectation file that asks for it, else at the file of the subject.
  private func annotate(
    _ level: Level, _ title: String, at place: ExpectationFile.Place?, file: String? = nil, _ message: String
  ) {
    let annotation = Annotation(
      level: level, title: title, file: place?.path ?? file, line: place?.path == nil ? nil : place?.line,
      message: message)
    if shown[level, default: []].count < Self.limit {
      shown[level, default: []].append(annotation)
    } else {
      rest.add(annotation)
    }
  }

  /// Writes the annotations beyond the limit to the page of the run, or warns how many are left out.
  private func writeRest(_ summary: JudgementSummary) {
    guard rest.count > 0 else { return }
    guard let path = context.stepSummary else {
      return terminal.warning(
        "\(rest.count) more annotations are left out: GitHub shows \(Self.limit) of a level, and "
          + "$GITHUB_STEP_SUMMARY names no file for them")
    }
    do throws(OutputError) {
      try OutputFile.append(rest.text(closing: summary.lastLine), to: path)
    } catch {
      terminal.warning("can't write $GITHUB_STEP_SUMMARY: \(error.message)")
    }
  }

  private func write(_ annotation: Annotation) throws(OutputError) {
    let place = annotation.file.map { "file=\(Self.property($0))," } ?? ""
    let line = annotation.line.map { "line=\($0)," } ?? ""
    let properties = "\(place)\(line)title=\(Self.property(annotation.title))"
    // Write without disarming: GitHub has to read this line as a command.
    try terminal.write(
      "::\(annotation.level.rawValue) \(properties)::\(Self.data(annotation.message))\n".utf8)
  }

  /// Escapes a message in the way that the runner undoes; control characters were made visible before.
  private static func data(_ text: String) -> String { encoded(text, "%\r\n") }

  /// Escapes a property, which a comma or a colon would end, too.
  private static func property(_ text: String) -> String { encoded(text, "%\r\n:,") }

  private static func encoded(_ text: String, _ special: String) -> String {
    let bytes = Escaping.withoutCredentials(text).utf8.flatMap {
      special.utf8.contains($0) ? $0.percentEncoded : [$0]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
