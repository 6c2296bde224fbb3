extension Finding.Code {
  static let noStoreAndBFCache = Self(
    "no-store-and-bfcache", .info, "RFC 9111 §6", "no-store on a page changes what the back button does",
    example: "> GET /", "Content-Type: text/html", "Cache-Control: no-store")
}

/// Notes on how browsers of 2026 treat a response beyond the rules for HTTP caches.
enum BrowserNotes: FindingFamily {
  static let codes: [Finding.Code] = [.noStoreAndBFCache]

  static let asksForChanges = false

  static func find(in facts: Facts) -> [Finding] { finding(facts).listed }

  private static func finding(_ facts: Facts) -> Finding? {
    guard facts.isNoStore, facts.request.method == "GET", facts.head.status == 200, facts.head.isPage
    else { return nil }
    return Finding(
      .noStoreAndBFCache, directivesOf: facts,
      "With `no-store` on a page, going back loads it anew in Firefox and Safari; Chrome restores it for 3 minutes,"
        + " unless a cookie changed.")
  }
}
