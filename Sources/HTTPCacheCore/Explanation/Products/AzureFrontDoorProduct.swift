extension CacheProduct {
  /// Azure Front Door: https://learn.microsoft.com/azure/frontdoor/front-door-http-headers-protocol and
  /// https://learn.microsoft.com/azure/cdn/cdn-msft-http-debug-headers, November 2026.
  ///
  /// It writes X-Cache, as many do, and is known by X-Azure-Ref.
  static let azureFrontDoor = CacheProduct("Azure Front Door") { product in
    product.hasWritten = {
      $0.name == "x-cache" && $0.head.fields.contains("X-Azure-Ref")
        || ["private_nostore", "config_nocache", "tcp_remote_hit"].contains($0.lowercased)
    }
    product.words = [
      Word("TCP_HIT", .hit, "the edge answered from its store"),
      Word("TCP_REMOTE_HIT", .hit, "the regional cache answered from its store, the edge had nothing"),
      Word("TCP_MISS", .miss, Word.missed, Word.again),
      Word(
        "PRIVATE_NOSTORE", .bypass, "the answer says `private` or `no-store`",
        "leave these out, if the answer is the same for all"),
      Word(
        "CONFIG_NOCACHE", .bypass, "the route is told not to cache",
        "`Enable caching` of the route, or its rule set"),
    ]
    product.withoutLifetime = .kept
  }
}
