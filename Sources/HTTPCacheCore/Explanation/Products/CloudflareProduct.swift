extension CacheProduct {
  /// Cloudflare: https://developers.cloudflare.com/cache/concepts/cache-responses/.
  static let cloudflare = CacheProduct("Cloudflare") { product in
    product.fields = [.cfCacheStatus]
    product.words = [
      Word("HIT", .hit, Word.answered),
      Word(
        "MISS", .miss, "it may store this URL, and had nothing stored: decided before it asked the origin",
        Word.again),
      Word("EXPIRED", .miss, Word.replaced, "a longer `s-maxage`"),
      Word(
        "STALE", .stale, "it gave a stale answer, since the origin did not answer", "look at the origin"),
      Word(
        "BYPASS", .bypass,
        "it may store this URL, but the answer forbids it: decided once the answer had come",
        "remove Set-Cookie, `private`, `no-store`, `max-age=0` from the answer, or the rule that bypasses the cache"
      ),
      Word("REVALIDATED", .revalidated, Word.confirmed),
      Word("UPDATING", .stale, "it gave a stale answer while it asks for another one"),
      Word(
        "DYNAMIC", .bypass,
        "no rule makes it look: decided from the URL before the answer came, whatever the answer says",
        "a Cache Rule with `Eligible for cache` for this path; by default only listed file extensions are"),
      Word(
        "NONE/UNKNOWN", .bypass, "the answer was made at the edge, by a Worker or a firewall rule",
        "look at Workers and rules"),
    ]
    product.withoutLifetime = .said("Cloudflare keeps listed file extensions for 2 h, and nothing else")
    product.target = .cloudflareCDNCacheControl
    product.cookies.names = [
      "__cf_bm", "__cfduid", "__cflb", "__cfruid", "_cfuvid", "cf_clearance", "__cfwaitingroom",
    ]
  }
}
