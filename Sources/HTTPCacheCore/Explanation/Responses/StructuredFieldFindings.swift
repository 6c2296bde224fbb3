extension Finding.Code {
  static let cacheGroupsInvalid = Self(
    "cache-groups-invalid", .warning, "RFC 9875 §2, §3",
    "Cache-Groups or Cache-Group-Invalidation is no list of strings and counts as absent",
    example: "> GET /app.css\nCache-Control: max-age=600\nCache-Groups: (\"a\")\nETag: \"1\"")
  static let noVarySearchInvalid = Self(
    "no-vary-search-invalid", .warning, "draft-ietf-httpbis-no-vary-search §5",
    "No-Vary-Search breaks one of its rules and counts as absent",
    example: "> GET /app.css\nCache-Control: max-age=600\nNo-Vary-Search: params=(a)\nETag: \"1\"")
}

/// Checks fields that one fault makes void as a whole (RFC 9651 §4.2).
enum StructuredFieldFindings: FindingFamily {
  static let codes: [Finding.Code] = [.cacheGroupsInvalid, .noVarySearchInvalid]

  static func add(_ subject: FindingSubject, to findings: inout [Finding]) {
    for field in [KnownField.cacheGroups, .cacheGroupInvalidation] {
      guard let text = subject.head.combined(field), StructuredField.strings(text) == nil else {
        continue
      }
      findings.append(
        Finding(
          .cacheGroupsInvalid, field: field.name, value: text,
          "\(field.name) has to be a list of strings, each in quotes; this one counts as absent.",
          advice: "Write each name in quotes, with commas between them.",
          line: mended(text).map { AdvisedLine(setting: field.name, $0) }
            ?? AdvisedLine(leavingOut: field.name)))
    }
    if let text = subject.head.combined(.noVarySearch), NoVarySearch(text) == nil {
      findings.append(
        Finding(
          .noVarySearchInvalid, field: "No-Vary-Search", value: text,
          "The field breaks its rules and counts as absent: `params` and `except` take a list of strings in brackets, one"
            + " of them only, and `key-order` takes no value.",
          advice:
            "Write, for example, `No-Vary-Search: key-order, params=(\"utm_source\" \"gclid\")`, or leave the field out.",
          line: AdvisedLine(leavingOut: "No-Vary-Search")))
    }
  }

  /// The names in quotes; nil where that does not make a list.
  private static func mended(_ text: String) -> String? {
    let names = ListSyntax.members(of: text).map { member in
      member.hasPrefix("\"") ? member : "\"\(member)\""
    }
    let line = names.joined(separator: ", ")
    return StructuredField.strings(line) == nil ? nil : line
  }
}
