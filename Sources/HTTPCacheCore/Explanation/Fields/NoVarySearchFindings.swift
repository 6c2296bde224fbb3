extension Finding.Code {
  static let noVarySearchInvalid = Self(
    "no-vary-search-invalid", .warning, "draft-ietf-httpbis-no-vary-search §5",
    "No-Vary-Search breaks one of its rules and counts as absent",
    shown: .style("Cache-Control: max-age=600", "No-Vary-Search: params=(a)"))
}

/// Checks No-Vary-Search, and tells of the other URLs for which this field lets a cache reuse the response
/// (draft-ietf-httpbis-no-vary-search).
enum NoVarySearchFindings: FindingFamily {
  static let codes: [Finding.Code] = [.noVarySearchInvalid]

  static func find(in facts: Facts) -> [Finding] { finding(facts).listed }

  private static func finding(_ facts: Facts) -> Finding? {
    guard let text = facts.head.combined(.noVarySearch), NoVarySearch(text) == nil else { return nil }
    return Finding(
      .noVarySearchInvalid, field: "No-Vary-Search", value: text,
      "The field breaks its rules and counts as absent: `params` and `except` take a list of strings in brackets, one"
        + " of them only, and `key-order` takes no value.",
      advice:
        "Write, for example, `No-Vary-Search: key-order, params=(\"utm_source\" \"gclid\")`, or leave the field out.",
      line: AdvisedLine(leavingOut: "No-Vary-Search"))
  }

  static func remarks(in facts: Facts) -> [Reason] {
    guard facts.isKept, let text = facts.head.combined(.noVarySearch), let rule = NoVarySearch(text),
      !rule.isDefault
    else { return [] }
    return [Reason(.otherQueriesAnswered, field: "No-Vary-Search", value: text)]
  }
}
