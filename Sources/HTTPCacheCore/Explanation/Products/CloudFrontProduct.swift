extension CacheProduct {
  /// Amazon CloudFront, by its DeveloperGuide as of November 2026.
  ///
  /// HTTPStatusCodes has the errors that it keeps for 10 seconds; `Cookies` says that Set-Cookie is kept where cookies are
  /// forwarded, and else removed.
  static let cloudFront = CacheProduct("CloudFront") { product in
    product.hasWritten = { $0.lowercased.holds("cloudfront") }
    product.inNames = "cloudfront"
    product.inVia = "cloudfront"
    product.words = [
      Word("Hit", .hit, "it answered from the store of an edge location"),
      Word("RefreshHit", .revalidated, Word.confirmed, "a longer `s-maxage`"),
      Word(
        "OriginShieldHit", .hit,
        "Origin Shield answered from its store, the edge location had nothing"),
      Word(
        "Miss", .miss, "it had nothing stored for this key, or may store nothing: the origin answered",
        "if it stays so, see the cache policy: a minimum TTL of 0 and `private`, `no-store` or `max-age=0`, or cookies,"
          + " fields and queries in the key"),
      Word("Redirect", .bypass, "it redirected by itself, from http to https", "ask for the https URL"),
      Word("LambdaGeneratedResponse", .bypass, "Lambda@Edge made the answer", "look at the function"),
      Word(
        "FunctionGeneratedResponse", .bypass, "a CloudFront Function made the answer",
        "look at the function"),
    ]
    product.withoutLifetime = .kept
    product.storesSetCookie = true
  }
}
