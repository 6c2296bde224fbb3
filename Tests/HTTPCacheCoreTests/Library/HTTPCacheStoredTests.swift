import HTTPCacheCore
import TestSupport
import Testing

@Suite("What HTTPCache has stored", .timed)
struct HTTPCacheStoredTests {
  private let directory = TemporaryCache()

  private func cache() throws -> HTTPCache { try HTTPCache(directory: directory.directory) }

  /// An origin with a page in two languages.
  private static func origin() throws -> Origin {
    try Origin { request in
      .text(
        request["Accept-Language"] ?? "",
        fields: [("Cache-Control", "max-age=86400"), ("Vary", "Accept-Language")])
    }
  }

  /// Keeps what is fetched in memory alone.
  private static let inMemory: WillCacheResponse = { proposed in
    var proposed = proposed
    proposed.storage = .memory
    return proposed
  }

  @Test("a cache that was never made is asked, and not made")
  func none() async throws {
    let cache = try cache()
    let stored = try await cache.stored("http://a.test/")
    #expect(stored.responses.isEmpty && stored.selected == nil && stored.decision.outcome == .forward)
    #expect(try await cache.totals().responses == 0)
    #expect(try await cache.remove("http://a.test/") == 0)
    #expect(try await !cache.setUserInfo("a", to: "b", of: "http://a.test/"))
    try await cache.removeAll()
    #expect(TemporaryCache.names(in: directory.path).isEmpty)
  }

  @Test("a variant is looked up without the origin, and its values are changed", arguments: [false, true])
  func lookUp(isInMemory: Bool) async throws {
    let origin = try Self.origin()
    let (cache, url) = (try cache(), origin.url + "/")
    let hook = isInMemory ? Self.inMemory : nil
    for language in ["de", "fr"] {
      let fields = [("Accept-Language", language)]
      _ = try await cache.fetch(url, fields: fields, willCacheResponse: hook).finished()
    }
    let french = [("Accept-Language", "fr")]
    #expect(try await cache.setUserInfo("reviewed", to: "yes", of: url, fields: french))
    let stored = try await cache.stored(url, fields: french)
    #expect(stored.responses.count == 2 && stored.decision.outcome == .serve)
    #expect(stored.selected?.userInfo["reviewed"] == "yes" && stored.selected?.userInfo["cache_date"] != nil)
    #expect(stored.selected?.bodyLength == 2)
    let hit = try await cache.fetch(url, fields: french, policy: .cacheOnly)
    #expect(hit.userInfo["reviewed"] == "yes")
    #expect(try await hit.data(upTo: 2) == Array("fr".utf8))
    #expect(try await cache.setUserInfo("reviewed", to: nil, of: url, fields: french))
    #expect(try await cache.stored(url, fields: french).selected?.userInfo["reviewed"] == nil)
    #expect(try await cache.stored(url, fields: [("Accept-Language", "it")]).selected == nil)
    let bodies = try await cache.totals()
    #expect(isInMemory ? bodies.memoryBytes > 0 && bodies.responses == 0 : bodies.responses == 2)
    #expect(origin.requests.count == 2)
  }

  @Test("a lookup counts as no use")
  func countsNoUse() async throws {
    let origin = try Self.origin()
    try await cache().fetch(origin.url + "/").finished()
    let cache = try cache()
    for _ in 1...3 { #expect(try await cache.stored(origin.url + "/").decision.outcome == .serve) }
    let activity = try Store.open(directory: directory.directory).activity()
    #expect(activity.misses == 1 && activity.hits == 0)
  }

  @Test("the cache's own values are not changed", arguments: ["cache_date", "framing"])
  func ownValues(name: String) async throws {
    let cache = try cache()
    let failure = await #expect(throws: HTTPCache.Failure.self) {
      try await cache.setUserInfo(name, to: "x", of: "http://a.test/")
    }
    #expect(failure?.kind == .badValue)
  }

  @Test("every variant of a URL is removed, or everything, on disk and in memory")
  func remove() async throws {
    let origin = try Self.origin()
    let cache = try cache()
    for path in ["/a", "/a?b", "/c"] {
      _ = try await cache.fetch(origin.url + path, fields: [("Accept-Language", "de")]).finished()
    }
    _ = try await cache.fetch(
      origin.url + "/a", fields: [("Accept-Language", "fr")], willCacheResponse: Self.inMemory
    )
    .finished()
    #expect(try await cache.remove(origin.url + "/a") == 2)
    #expect(try await cache.stored(origin.url + "/a").responses.isEmpty)
    #expect(try await cache.totals().responses == 2)
    _ = try await cache.fetch(origin.url + "/m", willCacheResponse: Self.inMemory).finished()
    try await cache.removeAll()
    let totals = try await cache.totals()
    #expect(totals.responses == 0 && totals.memoryBytes == 0)
    #expect(try await cache.fetch(origin.url + "/c", fields: [("Accept-Language", "de")]).finished().isStored)
    #expect(origin.requests.count == 6)
  }

  @Test("a cache that can't be used is a failure of that kind")
  func unusable() async throws {
    let cache = try HTTPCache(directory: "/dev/null")
    let failure = await #expect(throws: HTTPCache.Failure.self) { try await cache.totals() }
    #expect(failure?.kind == .cacheFailed)
  }
}
