extension CacheProduct {
  /// Apache Traffic Server.
  static let trafficServer = CacheProduct("ATS") { product in
    product.inVia = "trafficserver"
    product.place = .server
    product.hasWritten = {
      $0.name == "x-cache"
        && (["hit-fresh", "hit-stale", "skipped"].contains($0.lowercased)
          || $0.lowercased == "miss" && $0.head.fields.combined("Via")?.holds("ApacheTrafficServer") == true)
    }
    product.words = [
      Word("hit-fresh", .hit, Word.answered),
      Word("hit-stale", .miss, "what it had was stale, and it asked the origin", "a longer lifetime"),
      Word(
        "miss", .miss, "it had nothing stored",
        "200 needs a lifetime (`proxy.config.http.cache.required_headers`)"),
      Word(
        "skipped", .bypass, "it did not look into its store",
        "`cache.config`, and what the request forbids"),
    ]
    product.withoutLifetime = .said("Traffic Server stores no 200 without one")
    product.storesSetCookie = true
  }
}
