extension CacheProduct {
  /// Vercel: https://vercel.com/docs/caching/cache-status, 15 September 2026, and
  /// https://vercel.com/changelog/vary-cookie-responses-no-longer-cached.
  static let vercel = CacheProduct("Vercel") { product in
    product.fields = [.xVercelCache]
    product.inNames = "vercel"
    product.place = .platform
    product.server = "vercel"
    product.words = [
      Word("HIT", .hit, Word.answered),
      Word("PRERENDER", .hit, "a page that was made when the site was built"),
      Word(
        "STALE", .stale,
        "it gave a stale answer while a function makes another one, or because the function failed to",
        "if it stays so, the log of the function, whose errors leave the old answer in place"),
      // The page was generated anew: the word says nothing of a validation.
      Word(
        "REVALIDATED", .miss,
        "it was told to make the page anew, by a tag or by `Pragma: no-cache` of the request, and waited for it"
      ),
      Word(
        "BYPASS", .bypass,
        "the request keeps it from the store: a draft cookie, Authorization, or the User-Agent of a crawler",
        "ask without them"),
      Word(
        "MISS", .miss, "it had nothing stored, or the function's answer may not be stored",
        "`CDN-Cache-Control: s-maxage=…` from the function, without Set-Cookie and without Cookie in Vary"),
    ]
    product.target = .vercelCDNCacheControl
    product.usesStaleBesideSMaxAge = true
    product.withoutLifetime = .said("Vercel keeps nothing of a function without `s-maxage`")
  }
}
