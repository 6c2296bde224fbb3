extension Finding.Code {
  static let ageInvalid = Self(
    "age-invalid", .warning, "RFC 9111 §5.1", "Age is not a whole number of seconds",
    shown: .style("Cache-Control: max-age=600", "Age: -1"))
  static let ageList = Self(
    "age-list", .warning, "RFC 9111 §5.1", "Age has more than one value",
    shown: .style("Cache-Control: max-age=600", "Age: 5, 6"))
  static let ageLarge = Self(
    "age-large", .warning, "RFC 9111 §1.2.2", "Age is more than a year",
    shown: .style(
      "Cache-Control: max-age=600", "Age: 31536001",
      choice: "Nothing in the response: have the cache on the way ask again, or set its clock."))
}

/// Checks Age (RFC 9111 §5.1).
enum AgeFindings: FindingFamily {
  static let codes: [Finding.Code] = [.ageInvalid, .ageList, .ageLarge]

  static let asksForChanges = false

  static func find(in facts: Facts) -> [Finding] {
    guard let value = facts.head.combined(.age) else { return [] }
    var findings: [Finding] = []
    let first = facts.head.first(.age).flatMap { ListSyntax.firstMember(of: $0) }
    guard case .seconds(let seconds, let isOverflow) = DeltaSeconds(first) else {
      findings.add(
        .ageInvalid, field: "Age", value: value,
        "\(first.map(\.asCode) ?? "An empty Age") is not a whole number of seconds, so Age is ignored and the time"
          + " in caches on the way is not counted.",
        advice: "Send whole seconds, as in `Age: 0`, or no Age.")
      return findings
    }
    let members = facts.head.fields.members("Age")
    if members.count > 1 {
      findings.add(
        .ageList, field: "Age", value: value,
        "Age has \(members.count) values where one belongs: the first, \(seconds) s, is used, the others are"
          + " dropped.", advice: "Send one value: `Age: \(seconds)`.")
    }
    if isOverflow || seconds > 31_536_000 {
      findings.add(
        .ageLarge, field: "Age", value: value,
        isOverflow
          ? "\(value.asCode) is above 2^31 and reads as \(seconds) s, over 68 years; every response of that age is"
            + " stale."
          : "Age is \(formatDuration(seconds)), more than a year: a cache on the way held the response that long,"
            + " or its clock is wrong.")
    }
    return findings
  }
}
