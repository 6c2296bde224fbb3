/// What probes proved by several requests.
enum ProbeFindings: FindingFamily {
  static let codes = Probe.allCases.flatMap { $0.script.codes }

  static let asksForChanges = false

  static func command(finding code: Finding.Code) -> String? {
    Probe.allCases.first { $0.script.codes.contains(code) }.map {
      "inspect --live --\(Probe.named.contains($0) ? "probe=" : "")\($0.rawValue)"
    }
  }

  static func find(in facts: Facts) -> [Finding] { facts.context.probes.flatMap(\.findings) }
}
