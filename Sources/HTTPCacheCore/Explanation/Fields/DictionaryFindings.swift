extension Finding.Code {
  static let dictionaryWithoutVary = Self(
    "dictionary-without-vary", .error, "RFC 9842 §6",
    "content compressed with a dictionary, and Vary does not name what selected it",
    shown: .style("Cache-Control: max-age=600", "Content-Encoding: dcb", "Vary: Accept-Encoding"))
  static let dictionaryNotUsable = Self(
    "dictionary-not-usable", .warning, "RFC 9842 §2.1, §2.2",
    "Use-As-Dictionary that no browser can register",
    shown: .style("Cache-Control: max-age=600", "Use-As-Dictionary: id=\"x\""))
}

/// Checks compression dictionaries and the content that is compressed with them (RFC 9842).
enum DictionaryFindings: FindingFamily {
  static let codes: [Finding.Code] = [.dictionaryWithoutVary, .dictionaryNotUsable]

  /// The longest `id` of a dictionary (§2.1).
  private static let longestID = 1024

  static func find(in facts: Facts) -> [Finding] {
    var findings: [Finding] = []
    if facts.head.has(.contentEncoding), let finding = vary(facts) { findings.append(finding) }
    if facts.head.has(.useAsDictionary), let finding = dictionary(facts) { findings.append(finding) }
    return findings
  }

  private static func vary(_ facts: Facts) -> Finding? {
    let codings = facts.head.fields.members("Content-Encoding").map(\.asciiLowercased)
    guard facts.isKept, let coding = codings.first(where: { ["dcb", "dcz"].contains($0) }) else {
      return nil
    }
    let missing = ["Accept-Encoding", "Available-Dictionary"].filter {
      !facts.head.names(inVary: $0.asciiLowercased)
    }
    guard !missing.isEmpty else { return nil }
    return Finding(
      .dictionaryWithoutVary, field: "Content-Encoding", value: coding,
      "Only who has the dictionary can read `\(coding)`, and Vary does not name"
        + " \(missing.joined(separator: " and ")): a cache gives it to browsers without the dictionary.",
      line: AdvisedLine(VaryEdit(added: missing)))
  }

  private static func dictionary(_ facts: Facts) -> Finding? {
    guard let text = facts.head.fields.combined("Use-As-Dictionary"), let why = fault(text, facts) else {
      return nil
    }
    return Finding(
      .dictionaryNotUsable, field: "Use-As-Dictionary", value: text,
      "Browsers do not use it as a dictionary: \(why).",
      advice:
        "Write `Use-As-Dictionary: match=\"/js/app.*.js\"` on an https answer with a lifetime, or leave the field out.",
      line: AdvisedLine(leavingOut: "Use-As-Dictionary"))
  }

  /// Why a browser does not register the dictionary, as the end of a sentence; nil if it may.
  private static func fault(_ text: String, _ facts: Facts) -> String? {
    guard let members = StructuredField.dictionary(text) else {
      return "the field is no structured dictionary"
    }
    func member(_ key: String) -> StructuredField.Member? { members.first { $0.key == key }?.member }
    func item(_ key: String) -> StructuredField.BareItem? { member(key)?.item?.value }
    guard case .string(let pattern)? = item("match") else {
      return "`match` with a pattern in quotes is missing"
    }
    if pattern.contains("(") { return "`match` holds a group of a regular expression" }
    if let origin = origin(of: pattern), origin != facts.request.target.origin {
      return "`match` names another origin"
    }
    if let destinations = member("match-dest"), let why = fault(ofDestinations: destinations) { return why }
    if member("id") != nil {
      guard case .string(let id)? = item("id") else { return "`id` is no string in quotes" }
      if id.utf8.count > longestID { return "`id` is longer than \(longestID) characters" }
    }
    if member("type") != nil, item("type") != .token("raw") { return "its `type` is not `raw`" }
    guard facts.request.target.isTrustworthy else { return "it did not come over https" }
    guard !facts.isNoStore else { return "`no-store` keeps it from being stored" }
    let window = facts.control.seconds("stale-while-revalidate")?.value ?? 0
    let lifetime = facts.isNoCache ? 0 : (facts.lifetime(.private).seconds ?? 0)
    guard lifetime.addingSaturated(facts.isNoCache ? 0 : window) > facts.ageValue else {
      return "it is not fresh, so that a browser can't keep it"
    }
    return nil
  }

  /// Why `match-dest` keeps a browser from registering the dictionary, as the end of a sentence; nil if it does not.
  private static func fault(ofDestinations member: StructuredField.Member) -> String? {
    guard case .innerList(let items) = member else { return "`match-dest` is no list in brackets" }
    let names = items.compactMap { if case .string(let name) = $0.value { name } else { nil } }
    guard names.count == items.count else { return "`match-dest` holds what is no string in quotes" }
    return names.isEmpty || names.contains(where: destinations.contains)
      ? nil : "`match-dest` names no destination that there is"
  }

  /// The destinations of requests (Fetch §2.2.5); the empty one is that of `fetch()`.
  private static let destinations: Set = [
    "", "audio", "audioworklet", "document", "embed", "font", "frame", "iframe", "image", "json", "manifest",
    "object",
    "paintworklet", "report", "script", "serviceworker", "sharedworker", "style", "text", "track", "video",
    "webidentity",
    "worker", "xslt",
  ]

  /// The origin of a pattern that is a whole URL; nil for a path.
  private static func origin(of pattern: String) -> String? {
    guard pattern.asciiLowercased.hasPrefix("http") else { return nil }
    let start = pattern.prefix { $0 != "*" }
    return (try? TargetURI(String(start)))?.origin
  }
}
