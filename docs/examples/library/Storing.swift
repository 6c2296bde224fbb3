import HTTPCacheCore

/// Looks at what is stored without fetching, changes it, and removes it.
func lookUp(_ url: String, _ cache: HTTPCache) async throws {
  _ = try await cache.fetch(url).finished()
  try await cache.setUserInfo("reviewed", to: "yes", of: url)
  let stored = try await cache.stored(url)
  print("a fetch would \(stored.decision.outcome) the response that was reviewed:")
  print("  \(stored.selected?.userInfo["reviewed"] ?? "no"), \(stored.selected?.bodyLength ?? 0) bytes")
  print("\(try await cache.totals().responses) stored")
  print("\(try await cache.remove(url)) removed")
  try await cache.removeAll()
  print("\(try await cache.totals().responses) left")
}
