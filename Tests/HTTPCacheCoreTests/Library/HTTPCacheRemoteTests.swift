import HTTPCacheCore
import TestSupport
import Testing

@Suite("HTTPCache with a remote cache behind it", .timed)
struct HTTPCacheRemoteTests {
  private let directory = TemporaryCache()

  private func cache(_ remote: HTTPCache.Remote) throws -> HTTPCache {
    try HTTPCache(directory: directory.directory, remote: remote)
  }

  /// An origin whose `/mine` only a user's own cache may store.
  private static func origin() throws -> Origin {
    try Origin { request in
      let control = request.path == "/mine" ? "private, max-age=86400" : "max-age=86400"
      return .text("hello", fields: [("Cache-Control", control)])
    }
  }

  /// A server that keeps what is put.
  private static func server() throws -> Origin {
    let objects = Guarded([String: [UInt8]]())
    return try Origin { request in
      objects.use { objects in
        if request.method == "PUT" { objects[request.path] = request.body }
        return objects[request.path].map { .response(body: request.method == "PUT" ? [] : $0) }
          ?? .response(status: 404)
      }
    }
  }

  @Test("two caches share what a shared cache may store; its token goes to it alone")
  func shared() async throws {
    let (origin, server) = (try Self.origin(), try Self.server())
    var remote = HTTPCache.Remote(server.url + "/team/")
    remote.fields = [("Authorization", "Bearer secret")]
    let reader = try HTTPCache(directory: directory.path + "/reader", remote: remote)
    remote.mode = .readWrite
    let writer = try cache(remote)
    // A flush ends nothing: what is fetched afterwards is written, too.
    for path in ["/a", "/mine", "/b"] {
      try await writer.fetch(origin.url + path).finished()
      #expect(await writer.flush() == 0)
    }
    for (path, source) in [("/a", BodySource.cache), ("/b", .cache), ("/mine", .network)] {
      let response = try await reader.fetch(origin.url + path)
      #expect(response.source == source, "\(path)")
      #expect(try await response.data(upTo: 5) == Array("hello".utf8))
      let reasons = response.reasons.map(\.rule.rawValue)
      #expect(reasons.contains(source == .cache ? "remote-answered" : "remote-missed"), "\(path): \(reasons)")
    }
    // What it had is kept here, and a reader writes nothing.
    #expect(try await reader.totals().responses == 3)
    #expect(try await reader.fetch(origin.url + "/a", policy: .cacheOnly).source == .cache)
    #expect(await reader.flush() == 0)
    #expect(origin.requests.count == 4 && origin.requests.allSatisfy { $0["Authorization"] == nil })
    #expect(
      server.requests.allSatisfy { $0["Authorization"] == "Bearer secret" && $0.path.hasPrefix("/team/") })
    #expect(server.requests.filter { $0.method == "PUT" }.count == 4, "two documents and their bodies")
  }

  @Test("RFC 9111 §3.5: a request with credentials neither asks it nor writes to it")
  func credentials() async throws {
    let (origin, server) = (try Self.origin(), try Self.server())
    var remote = HTTPCache.Remote(server.url)
    remote.mode = .readWrite
    let cache = try cache(remote)
    let fields = [("Authorization", "Bearer mine")]
    let end = try await cache.fetch(origin.url + "/a", fields: fields).finished()
    #expect(await cache.flush() == 0)
    #expect(end.isStored && end.reasons.contains { $0.rule.rawValue == "remote-not-asked" })
    #expect(server.requests.isEmpty)
  }

  @Test("one that can't be used fails no fetch, and the reasons tell of it")
  func unusable() async throws {
    let (origin, gone) = (try Self.origin(), try Self.server())
    gone.stop()
    var remote = HTTPCache.Remote(gone.url)
    remote.mode = .readWrite
    let cache = try cache(remote)
    for number in 1...5 {
      let end = try await cache.fetch("\(origin.url)/\(number)").finished()
      #expect(end.isStored)
      // After three failures it is not asked.
      if number == 1 { #expect(end.reasons.contains { $0.rule.rawValue == "remote-failed" }) }
    }
    #expect(await cache.flush() == 0)
  }

  @Test("a cache without one has nothing to write")
  func none() async throws {
    #expect(await (try HTTPCache(directory: directory.directory)).flush() == 0)
  }

  typealias Refused = (change: @Sendable (inout HTTPCache.Remote) -> Void, says: String)
  static let refused: [Refused] = [
    (
      { $0.url = "ftp://a.test/" },
      "the URL of a remote cache has http or https, and no user, query or fragment"
    ),
    (
      { $0.url = "http://me:secret@a.test/" },
      "the URL of a remote cache has http or https, and no user, query or fragment"
    ),
    ({ $0.timeout = 0 }, "the timeout of the remote cache is 0.0: it must be more than 0 seconds"),
    ({ $0.fields = [("X-A", "b\r\nc")] }, "the value of X-A holds a line break or NUL"),
  ]
  @Test("a value that can't be used is refused, and no message repeats a secret", arguments: refused)
  func refuses(_ row: Refused) throws {
    var remote = HTTPCache.Remote("http://a.test/")
    row.change(&remote)
    let failure = #expect(throws: HTTPCache.Failure.self) { try cache(remote) }
    #expect(failure?.message == row.says && failure?.kind == .badValue)
  }
}
