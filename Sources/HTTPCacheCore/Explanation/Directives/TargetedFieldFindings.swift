extension Finding.Code {
  static let targetedFieldInvalid = Self(
    "targeted-field-invalid", .error, "RFC 9213 §2.1",
    "CDN-Cache-Control is not a structured dictionary and is ignored",
    example: "> GET /app.css\nCache-Control: max-age=600\nCDN-Cache-Control: max-age:600\nETag: \"1\"")
  static let targetedFieldOverrides = Self(
    "targeted-field-overrides", .info, "RFC 9213 §2.2",
    "CDN-Cache-Control overrides Cache-Control and Expires in shared caches",
    example:
      "--shared\n> GET /app.css\nCache-Control: max-age=60\nCDN-Cache-Control: max-age=600\nETag: \"1\"")
}

/// Checks whether `CDN-Cache-Control` can be read, and which fields it overrides (RFC 9213).
enum TargetedFieldFindings: FindingFamily {
  static let codes: [Finding.Code] = [.targetedFieldInvalid, .targetedFieldOverrides]

  static func add(_ subject: FindingSubject, to findings: inout [Finding]) {
    guard subject.present.contains(.targetedField),
      let value = subject.head.fields.combined(TargetedField.name)
    else { return }
    findings.append(
      subject.head.targetedControl.map { overrides(value, $0, subject) } ?? invalid(value, subject))
  }

  private static func invalid(_ value: String, _ subject: FindingSubject) -> Finding {
    let isEmpty = ListSyntax.members(of: value).isEmpty
    return Finding(
      .targetedFieldInvalid, field: TargetedField.name, value: value,
      (isEmpty
        ? "CDN-Cache-Control is present but empty: it counts as absent."
        : "CDN-Cache-Control is not a structured dictionary; one mistake voids the whole field, which counts as absent.")
        + " Shared caches use Cache-Control and Expires.",
      advice: isEmpty
        ? "Leave the field out." : "Write it as a dictionary, with a comma between its members.",
      line: AdvisedLine(.spelling, field: TargetedField.name))
  }

  private static func overrides(_ value: String, _ control: CacheControl, _ subject: FindingSubject)
    -> Finding
  {
    let hidden = ["Cache-Control", "Expires"].filter { subject.head.fields.contains($0) }
    let lifetime = subject.lifetime(.shared)
    let said =
      control.contains("no-store")
      ? "may not store the response"
      : lifetime.seconds.map { "have it fresh for \(formatDuration($0))" } ?? "get no lifetime from it"
    return Finding(
      .targetedFieldOverrides, field: TargetedField.name, value: value,
      "Shared caches that know CDN-Cache-Control \(said)"
        + (hidden.isEmpty ? "" : ", and ignore \(hidden.joined(separator: " and "))")
        + "; a private cache does not read it.")
  }
}
