import HTTPCacheCore

/// Shares what it fetches with another machine, by a server that keeps what is `PUT` below its URL.
func share(_ directory: String, _ url: String, by server: String) async throws {
  var remote = HTTPCache.Remote(server)
  remote.mode = .readWrite
  remote.fields = [("Authorization", "Bearer 2YotnFZFEjr1zCsicMWpAA")]
  for machine in ["one", "another"] {
    let cache = try HTTPCache(directory: "\(directory)-\(machine)", remote: remote)
    let response = try await cache.fetch(url)
    try await response.finished()
    print("\(machine) machine: from the \(response.source.rawValue)")
    await cache.flush()
  }
}
