extension CacheProduct {
  /// Cloudflare, by its documentation as of November 2026.
  ///
  /// https://developers.cloudflare.com/cache/concepts/cache-responses/ has the words; `revalidation/` beside it the stale
  /// answers, which are asynchronous since 26 February 2026; `vary/` the rule that puts fields into the key; and
  /// https://developers.cloudflare.com/workers/cache/debugging/ (28 September 2026) which directives make BYPASS, and which
  /// MISS: the cache of Workers, which is apart from the zone's, stores `no-cache` and confirms it at each use.
  static let cloudflare = CacheProduct("Cloudflare") { product in
    product.fields = [.cfCacheStatus]
    product.inNames = "cf-cache"
    product.server = "cloudflare"
    product.words = [
      Word("HIT", .hit, Word.answered),
      Word(
        "MISS", .miss, "it may store this URL, and had nothing stored",
        "if it stays so, ask again from the same place: what may not be stored is BYPASS, so other nodes or a purge remain"
      ),
      Word(
        "EXPIRED", .miss, Word.replaced,
        "a longer lifetime, and an origin that answers 304 to its own validators, also behind `invalidate_cache`"
      ),
      Word(
        "STALE", .stale, "it gave a stale answer, since the origin did not answer", "look at the origin"),
      Word(
        "BYPASS", .bypass,
        "it may store this URL, but the answer forbids it: decided once the answer had come",
        "remove",
        causes: [
          .setCookie, .directive("private"), .directive("no-store"), .vary("a Vary that its rule bypasses"),
          .setting("the rule that bypasses the cache"),
        ]),
      Word("REVALIDATED", .revalidated, Word.confirmed),
      Word(
        "UPDATING", .stale,
        "it gave a stale answer by `stale-while-revalidate`, and asks for another one meanwhile"),
      Word(
        "DYNAMIC", .bypass,
        "no rule makes it look: decided from the URL before the answer came, whatever the answer says",
        "a Cache Rule with `Eligible for cache` for this path; by default only listed file extensions are"),
      Word(
        "NONE/UNKNOWN", .bypass, "the answer was made at the edge, by a Worker or a firewall rule",
        "look at Workers and rules"),
    ]
    product.withoutLifetime = .said("Cloudflare keeps listed file extensions for 2 h, and nothing else")
    // developers.cloudflare.com/cache/how-to/configure-cache-status-code, November 2026.
    product.absenceKept = 180
    product.target = .cloudflareCDNCacheControl
    product.usesStaleBesideSMaxAge = false
    // developers.cloudflare.com/cache/how-to/edge-browser-cache-ttl/set-browser-ttl, November 2026: 4 hours.
    product.browserLifetime = 14_400
    product.cookies.names = [
      "__cf_bm", "__cfduid", "__cflb", "__cfruid", "_cfuvid", "cf_clearance", "__cfwaitingroom",
    ]
  }
}
