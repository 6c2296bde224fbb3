import HTTPCacheCore

/// SARIF 2.1.0: one run, a rule for every finding there is, a result for every finding and failed check.
final class SARIFReport: InspectReport {
  private let terminal: Terminal
  private var writer = JSONWriter()
  private var failures: [SubjectFailure] = []

  /// The rule of a check that did not hold; it stands behind those of the findings.
  private static let checkRule = "check-failed"

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
        writer.key("rules")
        writer.array(Self.rules)
      }
    }
    writer.member("columnKind", "unicodeCodePoints")
    writer.key("results")
    writer.beginArray()
    try writer.drain(to: terminal)
  }

  func add(_ judgement: Judgement) throws(OutputError) {
    for check in judgement.failedChecks {
      try result(
        Self.checkRule, index: Finding.Code.allCases.count, level: "error",
        "\(judgement.name): the check \(check.label) does not hold", judgement)
    }
    for finding in judgement.findings {
      try result(
        finding.code.rawValue, index: Self.indexes[finding.code] ?? 0, level: finding.severity.sarifLevel,
        finding.text, judgement)
    }
  }

  func fail(_ failure: SubjectFailure) throws(OutputError) {
    if failures.count < Self.failureLimit { failures.append(failure) }
  }

  func end(_ summary: JudgementSummary, isLog: Bool) throws(OutputError) {
    writer.endLine()
    writer.endArray()
    writer.key("invocations")
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
    writer.endObject()
    writer.endArray()
    writer.endObject()
    writer.endLine()
    try writer.drain(to: terminal)
  }

  private func result(
    _ rule: String, index: Int, level: String, _ message: String, _ judgement: Judgement
  ) throws(OutputError) {
    let target = judgement.verdict.subject.request.target
    let uri = judgement.file.map(URIText.path) ?? URIText.reference(target)
    writer.beginLine()
    writer.object { writer in
      writer.member("ruleId", rule)
      writer.member("ruleIndex", Int64(index))
      writer.member("level", level)
      writer.text("message", Self.message(message))
      writer.key("locations")
      writer.array { Self.location(uri, judgement.name, to: &$0) }
    }
    try writer.drain(to: terminal)
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

/// Foreign text as a URI reference (RFC 3986): what may not stand there is percent-encoded.
enum URIText {
  /// A URL that was judged, with every byte that no URI may hold percent-encoded; what is encoded already stays.
  static func reference(_ target: TargetURI) -> String {
    let resource = target.absolute.dropFirst(target.origin.count)
    return target.origin + encoded(Array(resource.utf8), keeping: isDelimiter)
  }

  /// A path of this machine as a relative reference; one whose first segment has a colon begins with `./`.
  static func path(_ path: String) -> String {
    let bytes = path.utf8.flatMap { $0 == 0x25 ? Array("%25".utf8) : [$0] }
    let text = encoded(bytes) { $0 == 0x2F || $0 == 0x3A }
    return text.prefix { $0 != "/" }.contains(":") ? "./\(text)" : text
  }

  private static func encoded(_ bytes: [UInt8], keeping isKept: (UInt8) -> Bool) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var output: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      let isEscape = byte == 0x25 && bytes[index...].dropFirst().prefix(2).count { $0.hexValue != nil } == 2
      if isEscape || byte.isUnreservedInURI || isKept(byte) {
        output.append(byte)
      } else {
        output += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// What separates the parts of a path and a query (RFC 3986 §3.3, §3.4).
  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x21, 0x24, 0x26...0x2C, 0x2F, 0x3A, 0x3B, 0x3D, 0x3F, 0x40: true
    default: false
    }
  }
}
