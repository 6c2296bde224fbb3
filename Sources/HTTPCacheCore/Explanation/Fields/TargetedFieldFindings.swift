extension Finding.Code {
  static let targetedFieldInvalid = Self(
    "targeted-field-invalid", .error, "RFC 9213 §2.1",
    "a targeted field such as CDN-Cache-Control is not a structured dictionary and is ignored",
    shown: .style("Cache-Control: max-age=600", "CDN-Cache-Control: max-age:600"))
  static let edgeControlLeaked = Self(
    "edge-control-leaked", .info, "–", "a field for the cache in front of the origin reached the client",
    shown: .style(
      "Cache-Control: max-age=600", "X-Accel-Expires: 60",
      choice: "Leave the field out where no cache that reads it stands in front of the origin."))
}

/// Checks whether targeted fields can be read, and tells which of them goes before Cache-Control (RFC 9213).
enum TargetedFieldFindings: FindingFamily {
  static let codes: [Finding.Code] = [.targetedFieldInvalid]

  static func find(in facts: Facts) -> [Finding] {
    readable(in: facts).unreadable.map { invalid($0, $1, facts) }
  }

  static func remarks(in facts: Facts) -> [Reason] {
    readable(in: facts).counted.map { [Reason(.targetedFieldOverrides, field: $0, value: $1)] } ?? []
  }

  /// The first targeted field that counts, and those that no cache can read, each with its value; those after the first that
  /// counts have no effect here (§2.2), but on other caches.
  private static func readable(
    in facts: Facts
  ) -> (counted: (name: String, value: String)?, unreadable: [(name: String, value: String)]) {
    let present = TargetedField.standard.filter(facts.head.has).map(\.name)
    guard !present.isEmpty || facts.head.targets != nil else { return (nil, []) }
    let obeyed = facts.head.targets ?? [TargetedField.name]
    var counted: (name: String, value: String)?
    var unreadable: [(name: String, value: String)] = []
    for name in obeyed + present.filter({ !obeyed.contains($0) }) {
      guard let value = facts.head.fields.combined(name) else { continue }
      guard TargetedField.read(facts.head.fields, name) == nil else {
        if counted == nil, obeyed.contains(name) { counted = (name, value) }
        continue
      }
      // A dictionary all of whose members are for other caches can be read.
      if StructuredField.dictionary(value)?.isEmpty != false { unreadable.append((name, value)) }
    }
    return (counted, unreadable)
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
