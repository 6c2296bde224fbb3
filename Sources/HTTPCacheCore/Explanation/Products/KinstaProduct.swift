extension CacheProduct {
  /// Kinsta, in `X-Kinsta-Cache`; its edge is Cloudflare's, and says so in `ki-cf-cache-status`.
  static let kinsta = CacheProduct("Kinsta") { product in
    product.inNames = "kinsta"
    product.place = .platform
    product.words = [
      Word("HIT", .hit, Word.answered),
      Word("MISS", .miss, Word.missed, Word.again),
      Word("EXPIRED", .miss, Word.replaced, "a longer time for the page cache"),
      Word("STALE", .stale, "it gave a stale answer", "look at the site if it stays so"),
      Word("UPDATING", .stale, "it gave a stale answer while another request brings a new one"),
      Word(
        "BYPASS", .bypass, "its rules pass this on",
        "cookies of users who are signed in or have a cart, queries, and paths that are excluded from the page cache"
      ),
    ]
    product.withoutLifetime = .kept
  }
}
