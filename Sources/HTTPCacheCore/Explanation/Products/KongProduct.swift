extension CacheProduct {
  /// Kong, by its plugin `proxy-cache`: https://developer.konghq.com/plugins/proxy-cache, November 2026.
  ///
  /// It writes X-Cache-Status, as nginx does by configuration, and names itself in Via and in `X-Kong-…`.
  static let kong = CacheProduct("Kong") { product in
    product.inNames = "kong"
    product.inVia = "kong"
    product.place = .server
    product.hasWritten = {
      $0.name == "x-cache-status"
        && ($0.head.fields.combined("Via")?.asciiLowercased.holds("kong") == true
          || $0.head.fields.contains("X-Kong-Proxy-Latency")
          || $0.head.fields.contains("X-Kong-Upstream-Latency")
          || $0.head.fields.contains("X-Kong-Response-Latency"))
    }
    product.words = [
      Word("Hit", .hit, Word.answered),
      Word(
        "Miss", .miss, "it may store this, and had nothing stored",
        "if it stays so, `config.strategy` and the size of its store"),
      Word(
        "Refresh", .miss, "what it had was stale, or the request asked for another one",
        "a longer `cache_ttl`"),
      Word(
        "Bypass", .bypass, "the plugin's configuration does not let it store this",
        "`content_type`, `response_code` and `request_method` of the plugin; X-Cache-Bypass, where it stands, says which"
      ),
    ]
    product.withoutLifetime = .said("Kong keeps it for `cache_ttl`, unless `cache_control` is on")
  }
}
