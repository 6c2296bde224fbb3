extension Finding.Code {
  static let pragmaInResponse = Self(
    "pragma-in-response", .info, "RFC 9111 §5.4", "Pragma has no meaning in a response",
    style: "Cache-Control: no-cache", "Pragma: no-cache")
}

/// Checks Pragma, which means nothing in a response (RFC 9111 §5.4).
enum PragmaFindings: FindingFamily {
  static let codes: [Finding.Code] = [.pragmaInResponse]

  static func find(in facts: Facts) -> [Finding] { finding(facts).listed }

  private static func finding(_ facts: Facts) -> Finding? {
    guard let value = facts.head.combined(.pragma) else { return nil }
    let control = facts.control
    let agrees =
      switch value.asciiLowercased {
      case "no-cache":
        facts.isNoStore || facts.isNoCache || control.seconds("max-age")?.value == 0
      case "public", "cache": control.contains("public") || (control.seconds("max-age")?.value ?? 0) > 0
      default: false
      }
    // Advise `no-cache` only if no other field gives a lifetime or already means the same.
    let isMeant = value.equalsIgnoringASCIICase("no-cache") && !agrees && !facts.hasExplicitLifetime
    return Finding(
      .pragmaInResponse, field: "Pragma", value: value,
      "Pragma has no meaning in a response. "
        + (value.asciiLowercased == "no-cache"
          ? "Caches ignore it, but Chromium takes it for the `no-cache` of Cache-Control. "
          : "Caches ignore it. ")
        + (agrees
          ? "\(control.fieldName) says it already."
          : "Other caches do not do what \(value.asCode) asks for."),
      advice: "Leave Pragma out.",
      line: isMeant
        ? AdvisedLine(ControlEdit(reuse: LifetimeAdvice.confirmed(facts)), leavingOut: ["Pragma"])
        : AdvisedLine(leavingOut: "Pragma"))
  }
}
