extension Rule {
  /// Rules of caches other than this one.
  static let realCaches: [Rule] =
    nginx + varnish + squid + apache + haproxy + trafficServer + chromium + cloudflare + cloudFront + fastly
    + googleCDN
}
