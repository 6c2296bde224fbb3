import HTTPCacheCore

/// Sends fields, and content with another method.
func send(to url: String, _ cache: HTTPCache) async throws {
  let german = try await cache.fetch(url, fields: [("Accept-Language", "de")])
  print("with a field: from the \(german.source.rawValue)")
  let posted = try await cache.fetch(
    url, method: "POST", fields: [("Content-Type", "application/json")], content: Array("{}".utf8))
  print("POST: \(posted.head.status) from the \(posted.source.rawValue)")
}
