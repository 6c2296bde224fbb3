extension CacheProduct {
  /// Apache's mod_cache, with `CacheHeader on`: https://httpd.apache.org/docs/2.4/mod/mod_cache.html, November 2026.
  ///
  /// It is known by `CacheDetailHeader on`, which says in words what it did, or by a word that only it has; others write
  /// `HIT from HOST`, too.
  static let apache = CacheProduct("Apache") { product in
    product.place = .server
    product.hasWritten = {
      $0.name == "x-cache"
        && ($0.head.fields.contains("X-Cache-Detail") || $0.lowercased.hasPrefix("revalidate ")
          || $0.lowercased == "revalidate")
    }
    product.words = [
      Word("HIT", .hit, Word.answered),
      Word("REVALIDATE", .revalidated, Word.confirmed, "a longer lifetime"),
      Word(
        "MISS", .miss, Word.missed,
        "`CacheEnable` for this path; X-Cache-Detail (`CacheDetailHeader on`) says why it was not stored"),
    ]
    product.withoutLifetime = .kept
    product.storesSetCookie = true
  }
}
