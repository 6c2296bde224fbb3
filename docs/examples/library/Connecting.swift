import HTTPCacheCore

/// Sets time-outs, a proxy and certificates, and serves a stale response where the origin can't be reached.
func connect(_ directory: String, _ url: String) async throws {
  var (settings, limits, connection) = (Settings(), HTTPCache.Limits(), HTTPCache.Connection())
  settings.servesStaleIfUnreachable = true
  (limits.connectTimeout, limits.timeout, limits.silenceTimeout) = (5, 60, 10)
  connection.trustedCertificates = "/etc/ssl/certs/ca-certificates.crt"
  connection.proxy = ""
  let cache = try HTTPCache(
    directory: directory, settings: settings, limits: limits, connection: connection)
  print("connected: \(try await cache.fetch(url).head.status)")
}
