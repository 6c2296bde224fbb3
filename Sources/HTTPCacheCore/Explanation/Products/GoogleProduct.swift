extension CacheProduct {
  /// Google Cloud CDN: https://docs.cloud.google.com/cdn/docs/caching, November 2026.
  static let google = CacheProduct("Google") { product in
    product.hasWritten = {
      $0.name == "x-cache"
        && ($0.head.fields.combined("Via")?.asciiLowercased.holds("google") == true
          || ["uncacheable", "disabled"].contains($0.lowercased))
    }
    product.inVia = "google"
    product.words = [
      Word("hit", .hit, Word.answered),
      Word(
        "miss", .miss, Word.missed,
        "the cache mode: CACHE_ALL_STATIC stores listed types only, USE_ORIGIN_HEADERS needs a lifetime, such as `CDN-Cache-Control: max-age=60`; none stores Set-Cookie"
      ),
      Word("stale", .stale, "it gave a stale answer while it asks for another one"),
      Word("revalidated", .revalidated, Word.confirmed),
      Word(
        "uncacheable", .bypass, "the answer may not be stored: decided once it had come",
        "remove",
        causes: [
          .setCookie, .directive("private"), .directive("no-store"), .vary("other fields of Vary"),
        ]),
      Word(
        "disabled", .bypass, "Cloud CDN is off for this backend", "turn it on for the backend service"),
    ]
    product.cookies.names = ["GCLB", "GAESA"]
    product.target = .cdnCacheControl
    product.withoutLifetime = .said("Cloud CDN keeps static types for 1 h, and nothing else")
  }
}
