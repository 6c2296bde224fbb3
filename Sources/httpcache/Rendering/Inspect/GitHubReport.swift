import HTTPCacheCore

/// Workflow commands of GitHub Actions: an annotation for every failed check and every finding.
///
/// What reaches `--fail-on` is an error there, so that the annotation that failed the job is found; the rest keeps
/// its own severity.
final class GitHubReport: InspectReport {
  private let terminal: Terminal
  private let isQuiet: Bool

  init(_ terminal: Terminal, isQuiet: Bool) {
    self.terminal = terminal
    self.isQuiet = isQuiet
  }

  func add(_ judgement: Judgement) throws(OutputError) {
    let name = judgement.name
    for check in judgement.failedChecks {
      try command(
        "error", title: "check failed: \(check.label)", file: judgement.file,
        "\(name): \(check.text) does not hold")
    }
    for finding in judgement.findings {
      let failed = judgement.failedFindings.first { $0.finding == finding }
      let level = failed == nil ? finding.severity.githubLevel : "error"
      try command(
        level, title: failed?.label ?? finding.code.rawValue, file: judgement.file,
        "\(name): \(finding.text)")
    }
    try terminal.flush()
  }

  func fail(_ failure: SubjectFailure) throws(OutputError) {
    try command("error", title: "not judged", file: nil, failure.message)
  }

  func end(_ summary: JudgementSummary, isLog: Bool) throws(OutputError) {
    guard !isQuiet else { return }
    terminal.say("httpcache: \(summary.count) judged, \(summary.failed) failed")
  }

  private func command(_ level: String, title: String, file: String?, _ message: String) throws(OutputError) {
    let place = file.map { "file=\(Self.property($0))," } ?? ""
    let line = "::\(level) \(place)title=\(Self.property(title))::\(Self.data(message))\n"
    // These are meant as commands.
    try terminal.write(line.utf8)
  }

  /// The escapes that the runner undoes in a message; control characters are visible already.
  private static func data(_ text: String) -> String {
    replaced(Escaping.escaped(text)) { $0 == "%" || $0 == "\r" || $0 == "\n" }
  }

  /// A property ends at a comma or a colon, too.
  private static func property(_ text: String) -> String {
    replaced(Escaping.escaped(text)) { $0 == "%" || $0 == "\r" || $0 == "\n" || $0 == ":" || $0 == "," }
  }

  private static func replaced(_ text: String, where isSpecial: (Unicode.Scalar) -> Bool) -> String {
    var output = ""
    for scalar in text.unicodeScalars {
      if isSpecial(scalar) {
        let code = String(scalar.value, radix: 16, uppercase: true)
        output += "%" + (code.count < 2 ? "0" : "") + code
      } else {
        output.unicodeScalars.append(scalar)
      }
    }
    return output
  }
}

extension Finding.Severity {
  fileprivate var githubLevel: String {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .info: "notice"
    }
  }
}
