extension CacheProduct {
  /// Apache Traffic Server.
  static let trafficServer = CacheProduct("ATS") { product in
    product.hasWritten = { $0.lowercased.hasPrefix("hit-") || $0.lowercased == "skipped" }
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
