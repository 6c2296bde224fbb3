extension CacheProduct {
  /// Squid, which sends X-Cache-Lookup as well; others write `HIT from HOST`, too.
  static let squid = CacheProduct("Squid") { product in
    product.inNames = "squid"
    product.isNamedBySites = true
    product.inVia = "squid"
    product.place = .server
    product.hasWritten = { $0.name == "x-cache" && $0.head.fields.contains("X-Cache-Lookup") }
    product.words = [
      Word("HIT", .hit, Word.answered),
      Word(
        "MISS", .miss,
        "it asked further on; X-Cache-Lookup says HIT where something was stored and could not be used",
        "`refresh_pattern`, and what the answer forbids"),
    ]
    product.withoutLifetime = .kept
    product.storesSetCookie = true
  }
}
