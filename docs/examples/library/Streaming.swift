import HTTPCacheCore

/// Reads a body piece by piece: never more than about 1 MiB of it is in memory.
func stream(_ url: String, _ cache: HTTPCache) async throws {
  let response = try await cache.fetch(url, policy: .reload)
  var length = 0
  for try await piece in response.body { length += piece.count }
  let end = try await response.finished()
  print("streamed \(length) bytes, \(end.isStored ? "stored" : "not stored")")
}
