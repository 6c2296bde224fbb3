import HTTPCacheCore

/// SARIF 2.1.0: one run, with a rule for every code of findings, and a result for every finding and failed check.
final class SARIFReport: InspectReport {
  private let terminal: Terminal
  private var writer = JSONWriter()
  private var failures: [SubjectFailure] = []

  /// The rule of a check that did not hold; it follows the rules of findings.
  private static let checkRule = "check-failed"

  /// The rule of a pattern that matched no subject; it is the last rule.
  private static let patternRule = "pattern-not-met"

  /// How many subjects that could not be judged are named.
  private static let failureLimit = 1_000

  init(_ terminal: Terminal) { self.terminal = terminal }

  func begin() throws(OutputError) {
    writer.beginObject()
    writer.member("version", "2.1.0")
    writer.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
    writer.key("runs")
    writer.beginArray()
    writer.beginObject()
    writer.object("tool") { writer in
      writer.object("driver") { writer in
        writer.member("name", "httpcache")
        writer.member("version", VersionText.version)
        writer.array("rules", Self.rules)
      }
    }
    writer.member("columnKind", "unicodeCodePoints")
    writer.key("results")
    writer.beginArray()
    try writer.drain(to: terminal)
  }

  func add(_ judgement: Judgement) throws(OutputError) {
    let entries = judgement.entries
    for entry in entries.filter({ $0.hiding == nil }) + entries.filter({ $0.hiding != nil }) {
      let place = entry.place.flatMap(SARIFPlace.init) ?? SARIFPlace(judgement)
      switch entry.what {
      case .check(let check):
        try result(
          Self.checkRule, index: Finding.Code.allCases.count, level: "error",
          "\(judgement.name): \(entry.sentence)", at: place, of: judgement.name, identity: check.label)
      case .finding(let finding):
        try result(
          finding.code.rawValue, index: Self.indexes[finding.code] ?? 0, level: finding.severity.words.sarif,
          entry.sentence, at: place, of: judgement.name, identity: Self.identity(finding),
          suppression: entry.hiding.map(Self.justification))
      }
    }
  }

  private static func justification(_ why: Judgement.Hiding) -> String {
    switch why {
    case .baseline: "it is in the baseline"
    case .accepted(let reason): reason
    }
  }

  /// The text that tells findings of one code and one response apart, without dates, which change from run to run.
  private static func identity(_ finding: Finding) -> String {
    let field = finding.field ?? ""
    return field == "Cache-Control" ? "\(field) \(finding.value ?? "")" : field
  }

  func fail(_ failure: SubjectFailure) throws(OutputError) {
    if failures.count < Self.failureLimit { failures.append(failure) }
  }

  func end(_ summary: JudgementSummary, isLog: Bool) throws(OutputError) {
    writer.endLine()
    writer.endArray()
    writer.objects("invocations", [failures]) { writer, failures in
      writer.member("executionSuccessful", failures.isEmpty)
      writer.objects("toolExecutionNotifications", failures) { writer, failure in
        writer.member("level", "error")
        writer.text("message", Self.message(failure.message))
      }
    }
    writer.endObject()
    writer.endArray()
    writer.endObject()
    writer.endLine()
    try writer.drain(to: terminal)
    try terminal.flush()
  }

  func miss(_ place: ExpectationFile.Place, isFailure: Bool) throws(OutputError) {
    try result(
      Self.patternRule, index: Finding.Code.allCases.count + 1, level: isFailure ? "error" : "warning",
      place.missMessage, at: SARIFPlace(place) ?? SARIFPlace.unknown, of: place.pattern, identity: "")
  }

  /// Writes a result; rule, subject and identity make its fingerprint, which is the same in every run.
  private func result(
    _ rule: String, index: Int, level: String, _ message: String, at place: SARIFPlace, of name: String,
    identity: String, suppression: String? = nil
  ) throws(OutputError) {
    let name = CredentialName.redacted(in: name)
    writer.beginLine()
    writer.object { writer in
      writer.member("ruleId", rule)
      writer.member("ruleIndex", Int64(index))
      writer.member("level", level)
      writer.text("message", Self.message(message))
      if let suppression {
        writer.objects("suppressions", [suppression]) { writer, justification in
          writer.member("kind", "external")
          writer.member("justification", justification)
        }
      }
      writer.objects("locations", [place]) { Self.location($1, name, to: &$0) }
      writer.object("partialFingerprints") { writer in
        writer.member("primaryLocationLineHash", SARIFPlace.fingerprint([rule, name, identity]))
      }
    }
    try writer.drain(to: terminal)
  }

  private static func location(_ place: SARIFPlace, _ name: String, to writer: inout JSONWriter) {
    writer.object("physicalLocation") { writer in
      writer.object("artifactLocation") { $0.member("uri", place.uri) }
      writer.object("region") { $0.member("startLine", Int64(place.line)) }
    }
    writer.objects("logicalLocations", [name]) { writer, name in
      writer.member("fullyQualifiedName", name)
      writer.member("kind", "resource")
    }
  }

  private static let indexes = Dictionary(
    uniqueKeysWithValues: Finding.Code.allCases.enumerated().map { ($1, $0) })

  private static func rules(_ writer: inout JSONWriter) {
    for code in Finding.Code.allCases {
      let help = CodeHelp(code)
      rule(
        code.rawValue, code.summary, help: help.text(isMarkdown: false),
        markdown: help.text(isMarkdown: true), url: CodeHelp.url(ofReference: code.reference),
        level: code.usualSeverity.words.sarif, to: &writer)
    }
    rule(
      checkRule, "a check that was asked for does not hold",
      help: "a check of --expect or --expect-file does not hold for this response", level: "error",
      to: &writer)
    rule(
      patternRule, "a pattern of --expect-file matched no subject",
      help: "the URL has moved, or the pattern has a mistake; --strict makes it fail", level: "warning",
      to: &writer)
  }

  private static func rule(
    _ id: String, _ description: String, help: String, markdown: String? = nil, url: String? = nil,
    level: String, to writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.member("id", id)
      writer.text("shortDescription", description)
      writer.object("help") { writer in
        writer.member("text", help)
        if let markdown { writer.member("markdown", markdown) }
      }
      if let url { writer.member("helpUri", url) }
      writer.object("defaultConfiguration") { $0.member("level", level) }
    }
  }

  /// Escapes foreign text so that a message has no link from it (SARIF §3.11.6).
  private static func message(_ text: String) -> String {
    let text = Escaping.withoutCredentials(text)
    guard zip(text.utf8, text.utf8.dropFirst()).contains(where: { $0 == 0x5D && $1 == 0x28 }) else {
      return text
    }
    return String(text.flatMap { $0 == "[" || $0 == "]" ? ["\\", $0] : [$0] })
  }
}

extension JSONWriter {
  fileprivate mutating func text(_ name: StaticString, _ text: String) {
    object(name) { $0.member("text", text) }
  }
}
