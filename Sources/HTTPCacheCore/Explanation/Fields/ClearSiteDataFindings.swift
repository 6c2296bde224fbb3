extension Finding.Code {
  static let clearSiteDataInvalid = Self(
    "clear-site-data-invalid", .warning, "Clear Site Data §3.1", "a type in Clear-Site-Data has no quotes",
    example: "> GET /logout", "Cache-Control: no-store", "Clear-Site-Data: cache")
  static let clearSiteDataSupport = Self(
    "clear-site-data-support", .info, "Clear Site Data §3.1", "browsers clear their caches in different ways",
    example: "> GET /logout", "Cache-Control: no-store", "Clear-Site-Data: \"cache\"")
}

/// Checks Clear-Site-Data, and which browsers obey it (Clear Site Data §3.1).
enum ClearSiteDataFindings: FindingFamily {
  static let codes: [Finding.Code] = [.clearSiteDataInvalid, .clearSiteDataSupport]

  private static let types: Set = [
    "cache", "cookies", "storage", "executioncontexts", "clienthints", "prefetchcache", "prerendercache", "*",
  ]

  static func find(in facts: Facts) -> [Finding] { finding(facts).listed }

  private static func finding(_ facts: Facts) -> Finding? {
    guard facts.head.has(.clearSiteData) else { return nil }
    let members = facts.head.fields.members("Clear-Site-Data")
    let value = members.joined(separator: ", ")
    let bare = members.filter { types.contains($0.asciiLowercased) }
    if let first = bare.first {
      let quoted = members.map { bare.contains($0) ? "\"\($0)\"" : $0 }.joined(separator: ", ")
      return Finding(
        .clearSiteDataInvalid, field: "Clear-Site-Data", value: value,
        "\(first.asCode) has no quotes, and browsers pass over a type without them: nothing is cleared.",
        line: AdvisedLine(setting: "Clear-Site-Data", quoted))
    }
    guard Invalidation.clearsOrigin(facts.request.target, facts.head) else { return nil }
    return Finding(
      .clearSiteDataSupport, field: "Clear-Site-Data", value: facts.head.combined(.clearSiteData),
      "Safari since 17 and Firefox since 138 clear their caches; Chrome and Edge since 127 may use a stored response"
        + " until the page is loaded again.")
  }
}
