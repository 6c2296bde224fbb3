extension CacheProduct {
  /// Fastly: https://www.fastly.com/documentation/guides/concepts/cache/, November 2026.
  static let fastly = CacheProduct("Fastly") { product in
    product.hasWritten = {
      ["x-cache", "x-cache-hits"].contains($0.name)
        && $0.head.fields.combined("X-Served-By")?.holds("cache-") == true
    }
    // By its reference, beresp.stale_while_revalidate comes from Cache-Control.
    product.usesStaleBesideSMaxAge = true
    product.words = [
      Word("HIT", .hit, "the edge answered from its store"),
      Word(
        "MISS", .miss, "the edge had nothing stored: the origin or the shield answered",
        "`--debug-edge fastly` shows the time to live and the keys"),
      Word(
        "PASS", .bypass,
        "it was told to store nothing: by VCL before, or by Set-Cookie or `private` once the answer had come",
        "send `Surrogate-Control: max-age=…`, or remove Set-Cookie and `private`"),
    ]
    product.withoutLifetime = .kept
    product.debugging = Debugging(
      question: FieldLine("Fastly-Debug", "1"),
      answers: [
        "surrogate-key", "surrogate-control", "fastly-debug-path", "fastly-debug-ttl", "fastly-debug-digest",
      ])
  }
}
