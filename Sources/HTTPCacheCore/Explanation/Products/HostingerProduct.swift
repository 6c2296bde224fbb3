extension CacheProduct {
  /// Hostinger's delivery network, in `x-hcdn-cache-status`.
  static let hostinger = CacheProduct("Hostinger") { product in
    product.inNames = "hcdn"
    product.place = .platform
    product.server = "hcdn"
    product.words = [
      Word("HIT", .hit, Word.answered),
      Word("MISS", .miss, Word.missed, Word.again),
      Word("EXPIRED", .miss, Word.replaced, "a longer lifetime"),
      Word("STALE", .stale, "it gave a stale answer", "look at the origin if it stays so"),
      Word("UPDATING", .stale, "it gave a stale answer while another request brings a new one"),
      Word("REVALIDATED", .revalidated, Word.confirmed),
      Word(
        "DYNAMIC", .bypass, "it does not store such answers",
        "`Cache-Control: s-maxage=…` from the application"),
      Word(
        "BYPASS", .bypass, "its rules pass this on",
        "the rules of the site's CDN, cookies, and development mode"),
    ]
  }
}
