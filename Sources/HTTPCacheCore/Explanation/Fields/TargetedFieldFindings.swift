extension Finding.Code {
  static let targetedFieldInvalid = Self(
    "targeted-field-invalid", .error, "RFC 9213 §2.1",
    "a targeted field such as CDN-Cache-Control is not a structured dictionary and is ignored",
    style: "Cache-Control: max-age=600", "CDN-Cache-Control: max-age:600")
  static let targetedFieldOverrides = Self(
    "targeted-field-overrides", .info, "RFC 9213 §2.2",
    "a targeted field such as CDN-Cache-Control overrides Cache-Control and Expires",
    example: "--shared", "> GET /app.css", "Cache-Control: max-age=60", "CDN-Cache-Control: max-age=600",
    "ETag: \"1\"")
  static let edgeControlLeaked = Self(
    "edge-control-leaked", .info, "–", "a field for the cache in front of the origin reached the client",
    style: "Cache-Control: max-age=600", "X-Accel-Expires: 60")
}

/// Checks whether targeted fields can be read, and which fields the one that counts overrides (RFC 9213).
enum TargetedFieldFindings: FindingFamily {
  static let codes: [Finding.Code] = [.targetedFieldInvalid, .targetedFieldOverrides]

  static func find(in facts: Facts) -> [Finding] {
    let present = TargetedField.standard.filter(facts.head.has).map(\.name)
    guard !present.isEmpty || facts.head.targets != nil else { return [] }
    var findings: [Finding] = []
    let obeyed = facts.head.targets ?? [TargetedField.name]
    // The targeted fields after the first that counts have no effect here (§2.2), but on other caches.
    var isOverridden = false
    for name in obeyed + present.filter({ !obeyed.contains($0) }) {
      guard let value = facts.head.fields.combined(name) else { continue }
      guard let control = TargetedField.read(facts.head.fields, name) else {
        // No finding for a dictionary all of whose members are for other caches.
        if StructuredField.dictionary(value)?.isEmpty != false {
          findings.append(invalid(name, value, facts))
        }
        continue
      }
      guard !isOverridden, obeyed.contains(name) else { continue }
      isOverridden = true
      findings.append(overrides(value, control, facts))
    }
    return findings
  }

  private static func invalid(_ name: String, _ value: String, _ facts: Facts) -> Finding {
    let isEmpty = ListSyntax.members(of: value).isEmpty
    return Finding(
      .targetedFieldInvalid, field: name, value: value,
      (isEmpty
        ? "\(name) is present but empty: it counts as absent."
        : "\(name) is not a structured dictionary; one mistake voids the whole field, which counts as absent.")
        + (facts.head.targets == nil
          ? " Shared caches use Cache-Control and Expires."
          : " The next field that the cache obeys counts, and Cache-Control and Expires where there is none."),
      advice: isEmpty
        ? "Leave the field out." : "Write it as a dictionary, with a comma between its members.",
      line: AdvisedLine(.spelling, in: [name]))
  }

  private static func overrides(_ value: String, _ control: CacheControl, _ facts: Facts)
    -> Finding
  {
    let name = control.fieldName
    let hidden = ["Cache-Control", "Expires"].filter { facts.head.fields.contains($0) }
    let lifetime = facts.lifetime(.shared)
    let said =
      control.contains("no-store")
      ? "may not store the response"
      : lifetime.seconds.map { "have it fresh for \(formatDuration($0))" } ?? "get no lifetime from it"
    let isNamed = facts.head.targets != nil
    return Finding(
      .targetedFieldOverrides, field: name, value: value,
      "\(isNamed ? "Caches" : "Shared caches") that know \(name) \(said)"
        + (hidden.isEmpty ? "" : ", and ignore \(hidden.joined(separator: " and "))")
        + (isNamed ? "; other caches do not read it." : "; a private cache does not read it.")
        + (name == TargetedField.surrogate
          ? " It is no field of RFC 9213: the Edge Architecture Specification gives it a syntax of its own."
          : ""))
  }
}

/// Finds fields that the cache in front of the origin obeys and removes.
enum EdgeControlFindings: FindingFamily {
  static let codes: [Finding.Code] = [.edgeControlLeaked]

  static let asksForChanges = false

  static func find(in facts: Facts) -> [Finding] { finding(facts).listed }

  private static func finding(_ facts: Facts) -> Finding? {
    let field = [KnownField.surrogateControl, .xAccelExpires].first(where: facts.head.has)
    guard let name = field?.name, facts.head.targets?.contains(name) != true else { return nil }
    return Finding(
      .edgeControlLeaked, field: name, value: facts.head.fields.combined(name),
      "\(name) is meant for the cache in front of the origin, which takes it out; this one reached the client, where it"
        + " means nothing: no such cache stands in between, or it does not know the field.")
  }
}
