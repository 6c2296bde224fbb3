extension Finding.Code {
  static let noVarySearchInvalid = Self(
    "no-vary-search-invalid", .warning, "draft-ietf-httpbis-no-vary-search §5",
    "No-Vary-Search breaks one of its rules and counts as absent",
    style: "Cache-Control: max-age=600", "No-Vary-Search: params=(a)")
  static let otherQueriesAnswered = Self(
    "other-queries-answered", .info, "draft-ietf-httpbis-no-vary-search §7",
    "No-Vary-Search makes the response answer other URLs, too",
    example: "> GET /list?page=1&utm_source=a", "Cache-Control: max-age=600",
    "No-Vary-Search: params=(\"utm_source\")")
}

/// Checks No-Vary-Search, and reports the other URLs for which this field lets a cache reuse the response
/// (draft-ietf-httpbis-no-vary-search).
enum NoVarySearchFindings: FindingFamily {
  static let codes: [Finding.Code] = [.noVarySearchInvalid, .otherQueriesAnswered]

  static func find(in facts: Facts) -> [Finding] { finding(facts).listed }

  private static func finding(_ facts: Facts) -> Finding? {
    guard let text = facts.head.combined(.noVarySearch) else { return nil }
    guard let rule = NoVarySearch(text) else {
      return Finding(
        .noVarySearchInvalid, field: "No-Vary-Search", value: text,
        "The field breaks its rules and counts as absent: `params` and `except` take a list of strings in brackets, one"
          + " of them only, and `key-order` takes no value.",
        advice:
          "Write, for example, `No-Vary-Search: key-order, params=(\"utm_source\" \"gclid\")`, or leave the field out.",
        line: AdvisedLine(leavingOut: "No-Vary-Search"))
    }
    guard facts.isKept, !rule.isDefault else { return nil }
    return Finding(
      .otherQueriesAnswered, field: "No-Vary-Search", value: text,
      "It also answers URLs whose query \(rule.words): "
        + (rule.isExceptAlone
          ? "so the draft says. Browsers ignore `except` without `params` before it; `fetch` with `--match-no-vary-search` reuses"
            + " it for them."
          : "Chrome and Edge since 141 and Firefox since 154 reuse it for them, and so does `fetch` with"
            + " `--match-no-vary-search`."))
  }
}

extension NoVarySearch {
  /// The clause after "whose query" about the other URLs for which a cache may reuse the response.
  fileprivate var words: String {
    let order = "has its parameters in another order"
    switch counted {
    case .allBut([]): return order
    case .allBut(let names):
      return "differs in \(names.map(\.asCode).asList) only" + (ignoresOrder ? ", or \(order)" : "")
    case .only([]): return "is any other"
    case .only(let names):
      return "has the same \(names.map(\.asCode).asList), whatever else it holds"
        + (ignoresOrder ? ", in any order" : "")
    }
  }
}
