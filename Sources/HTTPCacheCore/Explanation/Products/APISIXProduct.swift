extension CacheProduct {
  /// Apache APISIX, by its plugin `proxy-cache`: https://apisix.apache.org/docs/apisix/plugins/proxy-cache, November 2026.
  static let apisix = CacheProduct("APISIX") { product in
    product.inNames = "apisix"
    product.place = .server
    product.words = [
      Word("HIT", .hit, Word.answered),
      Word(
        "MISS", .miss, Word.missed,
        "if it stays so, `cache_http_status`, `no_cache` and `cache_set_cookie` of the plugin"),
      Word("EXPIRED", .miss, Word.replaced, "a longer lifetime, or `cache_ttl` of the memory strategy"),
      Word("STALE", .stale, "it gave a stale answer, since the upstream failed", "look at the upstream"),
      Word("UPDATING", .stale, "it gave a stale answer while another request brings a new one"),
      Word("REVALIDATED", .revalidated, Word.confirmed),
      Word("BYPASS", .bypass, "`cache_bypass` of the plugin made it ask the upstream", "that condition"),
    ]
    product.withoutLifetime = .kept
  }
}
