import HTTPCacheCore

/// Tells failures apart by their kind.
func tellFailuresApart(_ url: String, _ cache: HTTPCache) async throws {
  for address in [url + "?unknown", "http://127.0.0.1:1/", "ftp://example.com/"] {
    do {
      for try await _ in try await cache.fetch(address, policy: address.hasPrefix(url) ? .cacheOnly : nil)
        .body
      {}
    } catch let failure as HTTPCache.Failure where failure.kind == .unreachable {
      print("no answer from \(address)")
    } catch let failure as HTTPCache.Failure {
      print("\(failure.kind.rawValue): \(failure)")
    }
  }
  do {
    _ = try await cache.fetch(url).data(upTo: 3)
  } catch let failure as HTTPCache.Failure where failure.kind == .tooLarge {
    print(failure.message)
  }
}
