extension CacheProduct {
  /// Akamai.
  static let akamai = CacheProduct("Akamai") { product in
    product.fields = [.akamaiCacheStatus]
    product.hasWritten = {
      $0.lowercased.holds("akamai")
        || $0.name == "server-timing" && $0.head.combined(.serverTiming)?.holds("ak_p") == true
    }
    product.inNames = "akamai"
    // The members of its own field are in the order in which the request passed the caches.
    product.writesNearestFirst = true
    product.words = [
      Word("TCP_HIT", .hit, "it answered from its disk"),
      Word("TCP_MEM_HIT", .hit, "it answered from memory"),
      Word("TCP_IMS_HIT", .hit, "it answered a condition from its store"),
      Word(
        "TCP_NEGATIVE_HIT", .hit, "it answered with an error that it had stored", "look at the status"),
      Word(
        "TCP_MISS", .miss, Word.missed,
        "`--debug-edge akamai`: X-Check-Cacheable says NO where the property does not cache this"),
      Word("TCP_REFRESH_HIT", .revalidated, Word.confirmed, "a longer lifetime"),
      Word("TCP_REFRESH_MISS", .miss, Word.replaced),
      Word(
        "TCP_REFRESH_FAIL_HIT", .stale, "it gave a stale answer, since the origin did not answer",
        "look at the origin"),
      Word(
        "TCP_COOKIE_DENY", .bypass, "a cookie of the request keeps it from the store",
        "the property's rules for cookies"),
      Word("TCP_DENIED", .bypass, "it refused the request", "the property's access rules"),
      Word("Hit", .hit, "the edge answered from its store"),
      Word("Miss", .miss, "the edge had nothing stored, or may store nothing", "`--debug-edge akamai`"),
      Word("RefreshHit", .revalidated, "what it had was stale, and was confirmed"),
      Word("NotCacheable", .bypass, "the property does not cache this", "the property's caching rules"),
    ]
    product.withoutLifetime = .said("Akamai keeps it as long as the property says")
    product.target = .akamaiCacheControl
    product.cookies.names = [
      "AKA_A2", "ak_bmsc", "bm_sv", "bm_sz", "bm_mi", "bm_s", "bm_so", "bm_ss", "_abck",
    ]
    product.cookies.prefixes = ["akaalb_"]
    let reports = [
      "cache-on", "cache-remote-on", "check-cacheable", "get-cache-key", "get-true-cache-key",
      "get-cache-tags",
    ]
    product.debugging = Debugging(
      question: FieldLine("Pragma", reports.map { "akamai-x-\($0)" }.joined(separator: ", ")),
      answers: [
        "x-cache", "x-cache-remote", "x-cache-key", "x-true-cache-key", "x-check-cacheable", "edge-cache-tag",
      ])
  }
}
