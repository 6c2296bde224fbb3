import HTTPCacheCore

/// Fetches a URL twice, and says where each response is from, and why.
func fetchTwice(_ url: String, _ cache: HTTPCache) async throws {
  for _ in 1...2 {
    let response = try await cache.fetch(url)
    let body = try await response.data(upTo: 1 << 20)
    print("\(url): \(response.head.status), \(body.count) bytes from the \(response.source.rawValue)")
    for reason in response.reasons { print("  \(reason.rule.rawValue): \(reason.sentence)") }
  }
}
