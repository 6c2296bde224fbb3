extension Finding.Code {
  static let noStoreAndBFCache = Self(
    "no-store-and-bfcache", .info, "RFC 9111 §6", "no-store on a page changes what the back button does",
    example: "> GET /\nContent-Type: text/html\nCache-Control: no-store")
  static let clearSiteDataSupport = Self(
    "clear-site-data-support", .info, "Clear Site Data §3.1", "browsers clear their caches in different ways",
    example: "> GET /logout\nCache-Control: no-store\nClear-Site-Data: \"cache\"")
  static let otherQueriesAnswered = Self(
    "other-queries-answered", .info, "draft-ietf-httpbis-no-vary-search §7",
    "No-Vary-Search makes the response answer other URLs, too",
    example:
      "> GET /list?page=1&utm_source=a\nCache-Control: max-age=600\nNo-Vary-Search: params=(\"utm_source\")")
}

/// Notes on how browsers of 2026 treat a response beyond the rules for HTTP caches.
enum BrowserNotes: FindingFamily {
  static let codes: [Finding.Code] = [
    .noStoreAndBFCache, .clearSiteDataSupport, .otherQueriesAnswered,
  ]

  static func add(_ subject: FindingSubject, to findings: inout [Finding]) {
    if subject.isNoStore, subject.request.method == "GET", subject.head.status == 200, subject.head.isPage {
      findings.append(
        Finding(
          .noStoreAndBFCache, field: subject.control.fieldName, value: subject.controlValue,
          "With `no-store` on a page, going back loads it anew in Firefox and Safari; Chrome restores it for 3 minutes,"
            + " unless a cookie changed."))
    }
    if let text = subject.head.combined(.noVarySearch), subject.isKept,
      let rule = NoVarySearch(text), !rule.isDefault
    {
      findings.append(
        Finding(
          .otherQueriesAnswered, field: "No-Vary-Search", value: text,
          "It also answers URLs whose query \(rule.words): Chrome and Edge since 141 and Firefox since 154 reuse it for"
            + " them, and so does `fetch` with `--match-no-vary-search`."))
    }
    guard subject.head.has(.clearSiteData),
      Invalidation.clearsOrigin(subject.request.target, subject.head)
    else { return }
    findings.append(
      Finding(
        .clearSiteDataSupport, field: "Clear-Site-Data",
        value: subject.head.fields.combined("Clear-Site-Data"),
        "Safari since 17 and Firefox since 138 clear their caches; Chrome and Edge since 127 may use a stored response"
          + " until the page is loaded again."))
  }
}

extension NoVarySearch {
  /// How the query of another URL that leads to the same response may differ: a clause after "whose query".
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
