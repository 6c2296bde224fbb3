/// What probes proved by several requests.
enum ProbeFindings: FindingFamily {
  static let codes = Probe.allCases.flatMap { $0.script.codes }

  static func command(finding code: Finding.Code) -> String? {
    Probe.allCases.first { $0.script.codes.contains(code) }.map {
      "inspect --live --\(Probe.named.contains($0) ? "probe=" : "")\($0.rawValue)"
    }
  }

  static func remarks(in facts: Facts) -> [Reason] { facts.context.probes.flatMap(\.remarks) }

  static func find(in facts: Facts) -> [Finding] {
    let findings = facts.context.probes.flatMap(\.findings)
    guard facts.context.page != nil else { return findings }
    // A page that names the file makes browsers ask for it while it is deployed.
    return findings.map { $0.code == .missingAnswerLongLived ? $0.atLeast(.warning) : $0 }
  }
}
