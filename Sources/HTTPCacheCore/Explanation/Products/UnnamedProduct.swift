// What a report means when it does not show which product wrote it.
extension CacheProduct {
  /// What a cache means in a field that does not show its product; reports call it by the name of the field.
  static func unnamed(_ field: String) -> CacheProduct {
    // Each response of a log with such a field comes here: the names that are met most often are kept.
    if let known = unnamed.first(where: { $0.name.equalsIgnoringASCIICase(field) }) { return known }
    // A name may come in any case, as HTTP/2 has it.
    let parts = field.asciiLowercased.parts(between: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return CacheProduct(parts.joined(separator: "-"), wordsOfMany)
  }

  static let unnamed =
    [standard, aged]
    + ["X-Cache", "X-Cached", "X-Cache-Hits", "CDN-Cache"].map { CacheProduct($0, wordsOfMany) }

  /// Cache-Status (RFC 9211).
  static let standard = CacheProduct("Cache-Status") { product in
    product.place = .unnamed
    product.words = [
      Word("hit", .hit, Word.answered),
      Word("hit; ttl=-1", .stale, "it gave a stale answer from its store"),
      Word("fwd=stale; fwd-status=304", .revalidated, Word.confirmed, "a longer lifetime"),
      Word("fwd=uri-miss", .miss, "it had nothing for this URL", Word.again),
      Word("fwd=vary-miss", .miss, "it had other variants of this URL", "fewer names in Vary"),
      Word("fwd=miss", .miss, "it had nothing to use", Word.again),
      Word("fwd=stale", .miss, "what it had was stale", "a longer lifetime"),
      Word("fwd=partial", .miss, "it had only a part"),
      Word("fwd=request", .miss, "the request demanded that it asks", "ask without `no-cache`"),
      Word("fwd=method", .bypass, "the method is not answered from a store", "ask with GET"),
      Word("fwd=bypass", .bypass, "its configuration passes this on", "the rule for this path"),
    ]
  }

  /// An Age above 0, without any report.
  static let aged = CacheProduct("Age") { product in
    product.place = .unnamed
    product.words = [Word("above 0", .hit, "a cache had it for that long")]
  }

  /// The words that configurations of many products send.
  private static func wordsOfMany(_ product: inout CacheProduct) {
    product.place = .unnamed
    product.word = { member in
      let word = firstWord(member)
      return wordsOfSquid[word.asciiLowercased] ?? word
    }
    product.words = [
      Word("HIT", .hit, Word.answered),
      Word("MISS", .miss, Word.missed, Word.again),
      Word("EXPIRED", .miss, Word.replaced, "a longer lifetime"),
      Word("STALE", .stale, "it gave a stale answer"),
      Word("REVALIDATED", .revalidated, Word.confirmed),
      Word("BYPASS", .bypass, "its configuration passes this on", "the rule for this path"),
      Word("PASS", .bypass, "its configuration passes this on", "the rule for this path"),
    ]
  }

  /// The words of Squid's log, which several delivery networks send in `X-Cache`, and what others call the same.
  private static let wordsOfSquid = [
    "tcp_hit": "HIT", "tcp_mem_hit": "HIT", "tcp_miss": "MISS", "tcp_refresh_hit": "REVALIDATED",
    "tcp_refresh_unmodified": "REVALIDATED", "tcp_refresh_miss": "EXPIRED", "tcp_refresh_modified": "EXPIRED",
    "tcp_refresh_fail_hit": "STALE", "tcp_expired_hit": "REVALIDATED", "tcp_expired_miss": "EXPIRED",
  ]
}
