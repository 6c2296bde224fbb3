/// Tells how browsers of 2026 treat a response beyond the rules for HTTP caches.
enum BrowserNotes: FindingFamily {
  static func remarks(in facts: Facts) -> [Reason] {
    guard facts.isNoStore, facts.request.method == "GET", facts.head.status == 200, facts.head.isPage
    else { return [] }
    return [Reason(.noStoreAndBFCache, field: facts.control.fieldName)]
  }
}
