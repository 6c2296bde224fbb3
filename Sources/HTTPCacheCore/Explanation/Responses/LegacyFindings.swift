extension Finding.Code {
  static let pragmaInResponse = Self(
    "pragma-in-response", .info, "RFC 9111 §5.4", "Pragma has no meaning in a response",
    example: "> GET /app.css\nCache-Control: no-cache\nPragma: no-cache\nETag: \"1\"")
  static let clearSiteDataInvalid = Self(
    "clear-site-data-invalid", .warning, "Clear Site Data §3.1", "a type in Clear-Site-Data has no quotes",
    example: "> GET /logout\nCache-Control: no-store\nClear-Site-Data: cache")
  static let edgeControlLeaked = Self(
    "edge-control-leaked", .info, "–", "a field for the cache in front of the origin reached the client",
    example: "> GET /app.css\nCache-Control: max-age=600\nX-Accel-Expires: 60\nETag: \"1\"")
  static let warningObsolete = Self(
    "warning-obsolete", .info, "RFC 9111 §5.5", "Warning is obsolete",
    example: "> GET /app.css\nCache-Control: max-age=600\nWarning: 110 - \"Response is stale\"\nETag: \"1\"")
}

/// Finds fields that caching no longer uses (RFC 9111 §5.4, §5.5).
enum LegacyFindings: FindingFamily {
  static let codes: [Finding.Code] = [
    .pragmaInResponse, .warningObsolete, .clearSiteDataInvalid, .edgeControlLeaked,
  ]

  static func add(_ subject: FindingSubject, to findings: inout [Finding]) {
    if let finding = pragma(subject) { findings.append(finding) }
    if let finding = warning(subject) { findings.append(finding) }
    if let finding = clearSiteData(subject) { findings.append(finding) }
    if let finding = edgeControl(subject) { findings.append(finding) }
  }

  private static func pragma(_ subject: FindingSubject) -> Finding? {
    guard let value = subject.head.combined(.pragma) else { return nil }
    let control = subject.control
    let agrees =
      switch value.asciiLowercased {
      case "no-cache":
        subject.isNoStore || subject.isNoCache || control.seconds("max-age")?.value == 0
      case "public", "cache": control.contains("public") || (control.seconds("max-age")?.value ?? 0) > 0
      default: false
      }
    // No other field gives a lifetime.
    let isMeant = value.equalsIgnoringASCIICase("no-cache") && !agrees && !subject.hasExplicitLifetime
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
        ? AdvisedLine(ControlEdit(reuse: LifetimeAdvice.confirmed(subject)), leavingOut: ["Pragma"])
        : AdvisedLine(leavingOut: "Pragma"))
  }

  private static func clearSiteData(_ subject: FindingSubject) -> Finding? {
    guard subject.head.has(.clearSiteData) else { return nil }
    let members = subject.head.fields.members("Clear-Site-Data")
    let types = [
      "cache", "cookies", "storage", "executioncontexts", "clienthints", "prefetchcache", "prerendercache",
      "*",
    ]
    let bare = members.filter { types.contains($0.asciiLowercased) }
    guard let first = bare.first else { return nil }
    let quoted = members.map { bare.contains($0) ? "\"\($0)\"" : $0 }.joined(separator: ", ")
    return Finding(
      .clearSiteDataInvalid, field: "Clear-Site-Data", value: members.joined(separator: ", "),
      "\(first.asCode) has no quotes, and browsers pass over a type without them: nothing is cleared.",
      line: AdvisedLine(setting: "Clear-Site-Data", quoted))
  }

  private static func edgeControl(_ subject: FindingSubject) -> Finding? {
    let field = [KnownField.surrogateControl, .xAccelExpires].first(where: subject.head.has)
    guard let name = field?.name, subject.head.targets?.contains(name) != true else { return nil }
    return Finding(
      .edgeControlLeaked, field: name, value: subject.head.fields.combined(name),
      "\(name) is meant for the cache in front of the origin, which takes it out; this one reached the client, where it"
        + " means nothing: no such cache stands in between, or it does not know the field.")
  }

  private static func warning(_ subject: FindingSubject) -> Finding? {
    guard let value = subject.head.combined(.warning) else { return nil }
    return Finding(
      .warningObsolete, field: "Warning", value: value,
      "Warning is obsolete: caches neither write nor read it. Age and Cache-Status replace it.",
      advice: "Leave Warning out.", line: AdvisedLine(leavingOut: "Warning"))
  }
}
