import HTTPCacheCore

/// SARIF 2.1.0: one run, a rule for every finding there is, a result for every finding and failed check.
final class SARIFReport: InspectReport {
  private let terminal: Terminal
  private var count = 0
  private var failures: [SubjectFailure] = []

  /// The rule of a check that did not hold; it stands behind those of the findings.
  private static let checkRule = "check-failed"

  /// How many subjects that could not be judged are named.
  private static let failureLimit = 1_000

  init(_ terminal: Terminal) { self.terminal = terminal }

  func begin() throws(OutputError) {
    let driver = JSONText.object([
      ("name", .string("httpcache")), ("version", .string(VersionText.version)),
      ("rules", .array(Finding.Code.allCases.map(Self.rule) + [Self.ruleOfChecks])),
    ])
    try terminal.write(
      "{\"version\":\"2.1.0\",\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",")
    try terminal.write("\"runs\":[{\"tool\":{\"driver\":")
    try terminal.write(driver.bytes)
    try terminal.write("},\"columnKind\":\"unicodeCodePoints\",\"results\":[")
  }

  func add(_ judgement: Judgement) throws(OutputError) {
    for check in judgement.failedChecks {
      try result(
        Self.checkRule, index: Finding.Code.allCases.count, level: "error",
        "\(judgement.name): the check \(check.label) does not hold", judgement)
    }
    for finding in judgement.findings {
      let advice = finding.advice.map { " \($0)" } ?? ""
      try result(
        finding.code.rawValue, index: Self.indexes[finding.code] ?? 0, level: finding.severity.sarifLevel,
        "\(finding.explanation)\(advice) (\(finding.reference))", judgement)
    }
  }

  func fail(_ failure: SubjectFailure) throws(OutputError) {
    if failures.count < Self.failureLimit { failures.append(failure) }
  }

  func end(_ summary: JudgementSummary, isLog: Bool) throws(OutputError) {
    let notifications = failures.map { failure in
      JSONText.object([
        ("level", .string("error")), ("message", Self.text(Self.message(failure.message))),
      ])
    }
    let invocation = JSONText.object([
      ("executionSuccessful", .bool(failures.isEmpty)),
      ("toolExecutionNotifications", .array(notifications)),
    ])
    try terminal.write("\n],\"invocations\":")
    try terminal.write(JSONText.array([invocation]).bytes)
    try terminal.writeLine("}]}")
  }

  private func result(
    _ rule: String, index: Int, level: String, _ message: String, _ judgement: Judgement
  ) throws(OutputError) {
    try terminal.write(count > 0 ? ",\n" : "\n")
    count += 1
    let target = judgement.verdict.subject.request.target
    let uri = judgement.file.map(URIText.path) ?? URIText.reference(target)
    let location = JSONText.object([
      ("physicalLocation", .object([("artifactLocation", .object([("uri", .string(uri))]))])),
      (
        "logicalLocations",
        .array([.object([("fullyQualifiedName", .string(judgement.name)), ("kind", .string("resource"))])])
      ),
    ])
    let object = JSONText.object([
      ("ruleId", .string(rule)), ("ruleIndex", .int(Int64(index))), ("level", .string(level)),
      ("message", Self.text(Self.message(message))), ("locations", .array([location])),
    ])
    try terminal.write(object.bytes)
  }

  private static let indexes = Dictionary(
    uniqueKeysWithValues: Finding.Code.allCases.enumerated().map { ($1, $0) })

  private static func rule(_ code: Finding.Code) -> JSONText {
    .object([
      ("id", .string(code.rawValue)), ("shortDescription", text(code.summary)),
      ("help", text("\(code.summary) (\(code.reference))")),
      ("defaultConfiguration", .object([("level", .string(code.usualSeverity.sarifLevel))])),
    ])
  }

  private static var ruleOfChecks: JSONText {
    .object([
      ("id", .string(checkRule)), ("shortDescription", text("a check that was asked for does not hold")),
      ("help", text("a check of --expect or --expect-file does not hold for this response")),
      ("defaultConfiguration", .object([("level", .string("error"))])),
    ])
  }

  /// Foreign text as a plain message: no link comes of it (SARIF §3.11.6).
  private static func message(_ text: String) -> String {
    let text = Escaping.escaped(text)
    guard zip(text.utf8, text.utf8.dropFirst()).contains(where: { $0 == 0x5D && $1 == 0x28 }) else {
      return text
    }
    return String(text.flatMap { $0 == "[" || $0 == "]" ? ["\\", $0] : [$0] })
  }

  private static func text(_ text: String) -> JSONText { .object([("text", .string(text))]) }
}

extension Finding.Severity {
  fileprivate var sarifLevel: String {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .info: "note"
    }
  }
}
