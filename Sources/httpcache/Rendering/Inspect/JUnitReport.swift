import HTTPCacheCore

/// JUnit XML as CI systems read it: a suite for each kind of subject, a case for each subject.
///
/// The counts come before the cases, so the cases wait in a spool until the last one is there.
final class JUnitReport: InspectReport {
  private final class Suite {
    let name: String
    let cases = Spool()
    var tests = 0
    var failures = 0
    var errors = 0
    var skipped = 0

    init(_ name: String) { self.name = name }

    func append(_ text: String) throws(OutputError) {
      tests += 1
      try BodyPiece.with(Array(text.utf8)) { piece throws(OutputError) in try cases.append(piece) }
    }
  }

  private let terminal: Terminal
  private var suites: [Suite] = []

  init(_ terminal: Terminal) { self.terminal = terminal }

  func add(_ judgement: Judgement) throws(OutputError) {
    let suite = suite(judgement.verdict.subject.origin.rawValue)
    let entries = judgement.entries
    let failures = entries.filter(\.fails).map { entry in
      switch entry.what {
      case .check:
        (kind: "check", message: "check failed: \(entry.sentence)", text: "check failed: \(entry.sentence)")
      case .finding(let finding):
        (
          kind: finding.code.rawValue, message: "\(entry.label): \(finding.remedy)",
          text: "\(entry.label): \(entry.sentence)"
        )
      }
    }
    var content = ""
    if let first = failures.first {
      suite.failures += 1
      // Put all failures into one element, since several readers read only the first.
      let message = first.message + (failures.count > 1 ? " (and \(failures.count - 1) more)" : "")
      content +=
        "      <failure message=\"\(XMLText.escaped(message))\" type=\"\(XMLText.escaped(first.kind))\">"
      content += failures.map { XMLText.escaped($0.text) }.joined(separator: "\n") + "</failure>\n"
    }
    let others = entries.compactMap { $0.hiding == nil && !$0.fails ? $0.finding : nil }
    if !others.isEmpty {
      let text = others.map { "\($0.severity.rawValue) \($0.code.rawValue): \($0.text)" }
      content += "      <system-out>" + text.map(XMLText.escaped).joined(separator: "\n") + "</system-out>\n"
    }
    try suite.append(Self.element(suite.name, judgement.name, content))
  }

  func skip(_ skipped: SkippedEntry) throws(OutputError) {
    let message = XMLText.escaped(skipped.cause)
    try add(skipped.origin.rawValue, skipped.url, "<skipped message=\"\(message)\"/>", to: \.skipped)
  }

  func fail(_ failure: SubjectFailure) throws(OutputError) {
    let message = XMLText.escaped(failure.message)
    try add(
      failure.origin.rawValue, failure.subject, "<error message=\"\(message)\" type=\"error\"/>", to: \.errors
    )
  }

  func miss(_ place: ExpectationFile.Place, isFailure: Bool) throws(OutputError) {
    let message = XMLText.escaped(place.missMessage)
    let content =
      isFailure
      ? "<failure message=\"\(message)\" type=\"pattern\">\(message)</failure>"
      : "<skipped message=\"\(message)\"/>"
    try add("expect-file", place.pattern, content, to: isFailure ? \.failures : \.skipped)
  }

  /// Adds a case that consists of one element, and counts it.
  private func add(
    _ name: String, _ subject: String, _ content: String, to count: ReferenceWritableKeyPath<Suite, Int>
  ) throws(OutputError) {
    let suite = suite(name)
    suite[keyPath: count] += 1
    try suite.append(Self.element(name, subject, "      \(content)\n"))
  }

  func end(_ summary: JudgementSummary, isLog: Bool) throws(OutputError) {
    try terminal.writeLine("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
    try terminal.writeLine("<testsuites name=\"httpcache inspect\"\(counts(suites))>")
    for suite in suites {
      try terminal.writeLine(
        "  <testsuite name=\"\(suite.name)\"\(counts([suite])) skipped=\"\(suite.skipped)\">")
      try suite.cases.forEachChunk { bytes throws(OutputError) in try terminal.write(bytes) }
      try terminal.writeLine("  </testsuite>")
    }
    try terminal.writeLine("</testsuites>")
  }

  private func suite(_ name: String) -> Suite {
    if let known = suites.first(where: { $0.name == name }) { return known }
    let suite = Suite(name)
    suites.append(suite)
    return suite
  }

  private func counts(_ suites: [Suite]) -> String {
    let sums = suites.reduce((tests: 0, failures: 0, errors: 0)) { sums, suite in
      (sums.tests + suite.tests, sums.failures + suite.failures, sums.errors + suite.errors)
    }
    return " tests=\"\(sums.tests)\" failures=\"\(sums.failures)\" errors=\"\(sums.errors)\""
  }

  private static func element(_ suite: String, _ name: String, _ content: String) -> String {
    let attributes = "classname=\"httpcache.\(XMLText.escaped(suite))\" name=\"\(XMLText.escaped(name))\""
    return content.isEmpty
      ? "    <testcase \(attributes)/>\n" : "    <testcase \(attributes)>\n\(content)    </testcase>\n"
  }
}
