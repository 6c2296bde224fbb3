import HTTPCacheCore

/// One line for each subject, in columns: for many subjects at once, and for programs such as `sort` and `awk`.
final class TableReport: InspectReport {
  private let terminal: Terminal
  private var layout: TableLayout

  /// Whether only the last line is printed.
  private let isQuiet: Bool

  private let showsFailuresOnly: Bool

  private var hasTitles = false

  init(_ terminal: Terminal, _ context: ReportContext) {
    self.terminal = terminal
    (isQuiet, showsFailuresOnly) = (context.isQuiet, context.showsFailuresOnly)
    let isFitted = terminal.isTerminal(.output) && !context.isVerbose
    layout = TableLayout(width: isFitted ? terminal.width(.output) : nil)
  }

  var saysClosing: Bool { true }

  func begin() throws(OutputError) {
    // On a terminal the first URL stands above the titles.
    if layout.width == nil { try writeTitles() }
  }

  /// Writes the titles before the first line.
  private func writeTitles(before url: String? = nil) throws(OutputError) {
    guard !isQuiet, !hasTitles else { return }
    hasTitles = true
    if let url { layout.begin(url) }
    for line in [layout.origin, layout.titles].compactMap(\.self) {
      try terminal.writeLine(terminal.styled(line, .strong, on: .output))
    }
  }

  func add(_ judgement: Judgement) throws(OutputError) {
    // A row of a Cache.db, which is judged twice, has one line.
    guard !isQuiet, judgement.isFailed || judgement.isCounted && !showsFailuresOnly else { return }
    let verdict = judgement.verdict
    let head = verdict.subject.stored.head
    let size = verdict.subject.bodyLength ?? head.announcedLength(answering: verdict.subject.request.method)
    let url = Escaping.withoutCredentials(UserInformation.redacted(in: judgement.place))
    try writeTitles(before: url)
    let cells = [
      verdict.conclusion.kind.words.short, "\(head.status)", size.map(\.asSize) ?? "-",
      verdict.freshness.lifetime.seconds.map(\.asShortDuration) ?? "-", verdict.freshness.age.asShortDuration,
      Self.validator(head), Self.edge(verdict.edge), Self.findings(judgement),
    ]
    try terminal.writeLine(layout.line(cells, url))
    if let shared = SubjectPage(judgement).repeatedOutcome { try remark("shared cache: \(shared)") }
    if !verdict.otherDecisions.isEmpty {
      let words = verdict.countedDecisions.map { "\($0.cache.name) \(Self.word($0))" }
      try remark("as " + words.joined(separator: ", "))
    }
    let failures = judgement.entries.filter(\.fails)
    for check in failures where check.finding == nil { try failure(check.sentence) }
    let findings = failures.filter { $0.finding != nil }
    for label in Set(findings.map(\.label)).sorted() { try failure("finding: \(label)") }
    if terminal.isTerminal(.output) { try terminal.flush() }
  }

  func fail(_ failure: SubjectFailure) throws(OutputError) {
    guard !isQuiet else { return }
    let subject = Escaping.withoutCredentials(failure.url ?? failure.subject)
    try writeTitles(before: subject)
    try terminal.writeLine(layout.unjudged(subject))
  }

  private func remark(_ text: String) throws(OutputError) {
    for line in layout.remark(text) { try terminal.writeLine(line) }
  }

  func miss(_ place: ExpectationFile.Place, isFailure: Bool) throws(OutputError) {
    if isFailure, !isQuiet { try failure(place.missMessage) }
  }

  func end(_ summary: JudgementSummary, isLog: Bool) throws(OutputError) {
    try writeTitles()
    let page = SummaryPage(summary)
    if !isQuiet, page.isFailed {
      let text = PageText(terminal, .output, widest: PageText.widestSummary)
      for line in text.remedies(page) { try terminal.writeLine(line) }
    }
    try terminal.writeLine(page.lastLine)
  }

  /// Writes a failure below its subject.
  private func failure(_ text: String) throws(OutputError) {
    try terminal.writeLine(terminal.styled("  ! \(Escaping.withoutCredentials(text))", .bad, on: .output))
  }

  /// The lifetime in another cache, or that it does not store the response.
  private static func word(_ decision: CacheDecision) -> String {
    switch decision.isStored {
    case nil: "unknown"
    case false?: "not stored"
    case true?: decision.lifetime.map { $0 == 0 ? "asks" : $0.asShortDuration } ?? "stored"
    }
  }

  private static func validator(_ head: ResponseHead) -> String {
    let tag = head.entityTag.map { $0.isWeak ? "weak" : "etag" }
    let parts = [tag, head.fields.contains("Last-Modified") ? "date" : nil].compactMap(\.self)
    return parts.isEmpty ? "-" : parts.joined(separator: "+")
  }

  /// The state that the nearest cache reported; a hyphen if none did.
  private static func edge(_ edge: EdgeReport) -> String {
    edge.state == .unknown ? "-" : edge.state.rawValue
  }

  /// How many of each severity: `1E 2W 3I`.
  private static func findings(_ judgement: Judgement) -> String {
    let counts = Finding.Severity.allCases.sorted(by: >).compactMap { severity in
      let count = judgement.findings.count { $0.severity == severity }
      return count == 0 ? nil : "\(count)\(severity.words.letter)"
    }
    return counts.isEmpty ? "-" : counts.joined(separator: " ")
  }
}
