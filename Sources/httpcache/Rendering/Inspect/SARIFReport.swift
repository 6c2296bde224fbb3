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
    let driver = JSONWriter.bytes { writer in
      writer.object { writer in
        writer.member("name", "httpcache")
        writer.member("version", VersionText.version)
        writer.key("rules")
        writer.array(Self.rules)
      }
    }
    try terminal.write(
      "{\"version\":\"2.1.0\",\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",")
    try terminal.write("\"runs\":[{\"tool\":{\"driver\":")
    try terminal.write(driver)
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
    let invocations = JSONWriter.bytes { writer in
      writer.array { writer in
        writer.object { writer in
          writer.member("executionSuccessful", failures.isEmpty)
          writer.array("toolExecutionNotifications", failures) { writer, failure in
            writer.object { writer in
              writer.member("level", "error")
              writer.text("message", Self.message(failure.message))
            }
          }
        }
      }
    }
    try terminal.write("\n],\"invocations\":")
    try terminal.write(invocations)
    try terminal.writeLine("}]}")
  }

  private func result(
    _ rule: String, index: Int, level: String, _ message: String, _ judgement: Judgement
  ) throws(OutputError) {
    try terminal.write(count > 0 ? ",\n" : "\n")
    count += 1
    let target = judgement.verdict.subject.request.target
    let uri = judgement.file.map(URIText.path) ?? URIText.reference(target)
    let object = JSONWriter.bytes { writer in
      writer.object { writer in
        writer.member("ruleId", rule)
        writer.member("ruleIndex", Int64(index))
        writer.member("level", level)
        writer.text("message", Self.message(message))
        writer.key("locations")
        writer.array { Self.location(uri, judgement.name, to: &$0) }
      }
    }
    try terminal.write(object)
  }

  private static func location(_ uri: String, _ name: String, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.object("physicalLocation") { $0.object("artifactLocation") { $0.member("uri", uri) } }
      writer.key("logicalLocations")
      writer.array { writer in
        writer.object { writer in
          writer.member("fullyQualifiedName", name)
          writer.member("kind", "resource")
        }
      }
    }
  }

  private static let indexes = Dictionary(
    uniqueKeysWithValues: Finding.Code.allCases.enumerated().map { ($1, $0) })

  private static func rules(_ writer: inout JSONWriter) {
    for code in Finding.Code.allCases {
      rule(
        code.rawValue, code.summary, help: "\(code.summary) (\(code.reference))",
        level: code.usualSeverity.sarifLevel, to: &writer)
    }
    rule(
      checkRule, "a check that was asked for does not hold",
      help: "a check of --expect or --expect-file does not hold for this response", level: "error",
      to: &writer)
  }

  private static func rule(
    _ id: String, _ description: String, help: String, level: String, to writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.member("id", id)
      writer.text("shortDescription", description)
      writer.text("help", help)
      writer.object("defaultConfiguration") { $0.member("level", level) }
    }
  }

  /// Foreign text as a plain message: no link comes of it (SARIF §3.11.6).
  private static func message(_ text: String) -> String {
    let text = Escaping.escaped(text)
    guard zip(text.utf8, text.utf8.dropFirst()).contains(where: { $0 == 0x5D && $1 == 0x28 }) else {
      return text
    }
    return String(text.flatMap { $0 == "[" || $0 == "]" ? ["\\", $0] : [$0] })
  }
}

extension JSONWriter {
  /// A member that is a message of SARIF.
  fileprivate mutating func text(_ name: StaticString, _ text: String) {
    object(name) { $0.member("text", text) }
  }
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
