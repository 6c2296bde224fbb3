extension Finding.Code {
  static let warningObsolete = Self(
    "warning-obsolete", .info, "RFC 9111 §5.5", "Warning is obsolete",
    shown: .style("Cache-Control: max-age=600", "Warning: 110 - \"Response is stale\""))
}

/// Finds Warning, which caches neither write nor read (RFC 9111 §5.5).
enum WarningFindings: FindingFamily {
  static let codes: [Finding.Code] = [.warningObsolete]

  static func find(in facts: Facts) -> [Finding] { finding(facts).listed }

  private static func finding(_ facts: Facts) -> Finding? {
    guard let value = facts.head.combined(.warning) else { return nil }
    return Finding(
      .warningObsolete, field: "Warning", value: value,
      "Warning is obsolete: caches neither write nor read it. Age and Cache-Status replace it.",
      advice: "Leave Warning out.", line: AdvisedLine(leavingOut: "Warning"))
  }
}
