extension CacheProduct {
  /// nginx, in the fields that configurations give `$upstream_cache_status`; those that other products write, too, are its own
  /// where none of these shows itself.
  static let nginx = CacheProduct("nginx") { product in
    product.fields = [.xNginxCache, .xFastCGICache]
    product.inNames = "nginx"
    product.isNamedBySites = true
    product.place = .server
    product.hasWritten = {
      ["x-cache-status", "x-proxy-cache"].contains($0.name)
        || !EdgeReport.isKnown($0.name)
          && $0.head.hasServer(oneOf: ["nginx", "openresty"])
    }
    // Measured with 1.22.1, and `proxy_cache_background_update on`.
    product.usesStaleBesideSMaxAge = true
    product.words = [
      Word("HIT", .hit, Word.answered),
      Word(
        "MISS", .miss,
        "it had nothing stored when it asked, and does not say whether it stores the answer",
        "if it stays so, look at",
        causes: [
          .setCookie, .directive("private"), .directive("no-cache"), .directive("no-store"), .noTime,
          .varyStar,
          .noLifetime("no lifetime without `proxy_cache_valid`"),
          // Measured: what is not buffered is never stored, and MISS is said each time.
          .setting("`proxy_buffering off`"), .setting("`proxy_cache_min_uses`"),
        ]),
      Word(
        "BYPASS", .bypass, "`proxy_cache_bypass` made it ask the origin",
        "the condition of `proxy_cache_bypass`"),
      Word("EXPIRED", .miss, Word.replaced, "`proxy_cache_revalidate on`, or a longer lifetime"),
      Word(
        "STALE", .stale, "it gave a stale answer, since the origin failed (`proxy_cache_use_stale`)",
        "look at the origin"),
      Word("UPDATING", .stale, "it gave a stale answer while another request brings a new one"),
      Word("REVALIDATED", .revalidated, Word.confirmed),
    ]
    product.withoutLifetime = .said("nginx stores nothing without one or `proxy_cache_valid`")
  }
}
