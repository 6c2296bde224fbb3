extension CacheProduct {
  /// Netlify, whose caches write members of Cache-Status: https://docs.netlify.com/build/caching/caching-overview,
  /// November 2026; of static files, its knowledge base of 23 September 2026.
  static let netlify = CacheProduct("Netlify") { product in
    product.place = .platform
    product.server = "netlify"
    product.memberPrefix = "netlify"
    product.words = [
      Word("hit", .hit, Word.answered),
      Word(
        "hit; ttl=-1", .stale, "it gave a stale answer from its store, and asks for another one meanwhile"),
      Word(
        "fwd=miss", .miss, "it had nothing stored: a file, a function or a proxy answered",
        "functions need `Netlify-CDN-Cache-Control: public, s-maxage=…`"),
      Word("fwd=stale", .miss, "what it had was stale, or is from before the last deployment"),
      Word("fwd=bypass", .bypass, "it was told not to store this", "`Netlify-CDN-Cache-Control`"),
    ]
    product.target = .netlifyCDNCacheControl
    product.withoutLifetime = .said(
      "Netlify keeps static files until the next deployment, whatever `max-age` says, and nothing of a function"
    )
  }
}
