import Foundation
import HTTPCacheCore
import TestSupport
import Testing

@Suite("The body of a response, read by a task", .timed)
struct HTTPCacheBodyTests {
  private let directory = TemporaryCache()
  private static let fresh = [("Cache-Control", "max-age=86400"), ("ETag", "\"1\"")]
  private static let large = 40 << 20

  private func cache() throws -> HTTPCache { try HTTPCache(directory: directory.directory) }

  /// The length of a body whose bytes are those that the origin generates; -1 where one is not.
  private static func length(_ body: HTTPCache.Body) async throws -> Int {
    var (length, isRight) = (0, true)
    for try await piece in body {
      for offset in stride(from: 0, to: piece.count, by: 1009) {
        isRight = isRight && piece[offset] == OriginReply.generatedByte(at: length + offset)
      }
      length += piece.count
    }
    return isRight ? length : -1
  }

  @Test("a slow reader holds the origin back, and gets all of the body")
  func backPressure() async throws {
    let origin = try Origin(always: .generated(fields: Self.fresh, byteCount: Self.large))
    let response = try await cache().fetch(origin.url + "/")
    var sent = -1
    // The system's own buffers take some of it, too.
    while sent != origin.generatedBytes {
      sent = origin.generatedBytes
      try await Task.sleep(for: .milliseconds(200))
    }
    #expect(sent < Self.large / 2)
    #expect(try await Self.length(response.body) == Self.large)
    #expect(try await response.finished().isStored)
  }

  @Test("a stored body comes piece by piece, and may be left in the middle")
  func storedBody() async throws {
    let origin = try Origin(always: .generated(fields: Self.fresh, byteCount: 5 << 20))
    let cache = try cache()
    _ = try await cache.fetch(origin.url + "/").finished()
    for try await piece in try await cache.fetch(origin.url + "/").body {
      #expect(piece.count <= 256 << 10)
      break
    }
    let hit = try await cache.fetch(origin.url + "/")
    #expect(hit.source == .cache)
    #expect(try await Self.length(hit.body) == 5 << 20)
    #expect(origin.requests.count == 1)
  }

  /// An origin that breaks off after 3 of 5 MiB, and has the rest.
  private static func breakingOff() throws -> Origin {
    try Origin { request in
      guard let first = request["Range"]?.split(separator: "=").last.flatMap({ Int($0.dropLast()) }) else {
        let head =
          "HTTP/1.1 200 OK\r\nETag: \"1\"\r\nCache-Control: max-age=86400\r\nContent-Length: \(5 << 20)\r\n\r\n"
        return .raw(Array(head.utf8) + OriginReply.generatedBytes(0..<(3 << 20)))
      }
      let range = ("Content-Range", "bytes \(first)-\((5 << 20) - 1)/\(5 << 20)")
      return .response(
        status: 206, fields: fresh + [range], body: OriginReply.generatedBytes(first..<(5 << 20)))
    }
  }

  @Test("what was cut short is joined with the rest, at the pace of the reader, who may leave before")
  func joined() async throws {
    let origin = try Self.breakingOff()
    let cache = try cache()
    await #expect(throws: HTTPCache.Failure.self) { _ = try await cache.fetch(origin.url + "/").finished() }
    for try await _ in try await cache.fetch(origin.url + "/").body { break }
    let whole = try await cache.fetch(origin.url + "/")
    #expect(try await Self.length(whole.body) == 5 << 20)
    #expect(try await whole.finished().isStored)
    #expect(try await cache.fetch(origin.url + "/", policy: .cacheOnly).finished().source == .cache)
  }

  @Test(
    "what comes before a stored part is joined with it, at the pace of the reader, who may leave within the part"
  )
  func joinedBefore() async throws {
    let origin = try Origin { request in
      let bounds = request["Range"]?.dropFirst(6).split(separator: "-").compactMap { Int($0) } ?? []
      let range = (bounds.first ?? 0)..<(bounds.count > 1 ? bounds[1] + 1 : 5 << 20)
      let field = ("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(5 << 20)")
      return .response(status: 206, fields: Self.fresh + [field], body: OriginReply.generatedBytes(range))
    }
    let cache = try cache()
    let part = RequestHead(
      target: try TargetURI(origin.url + "/"), fields: FieldSection([FieldLine("Range", "bytes=2097152-")]))
    #expect(try await cache.fetch(part).finished().isStored)
    var length = 0
    for try await piece in try await cache.fetch(origin.url + "/").body {
      length += piece.count
      if length > 5 << 19 { break }
    }
    let whole = try await cache.fetch(origin.url + "/")
    #expect(try await Self.length(whole.body) == 5 << 20)
    #expect(try await whole.finished().isStored)
    // What came before the reader left is a second part: either may be the one that the rest is asked for.
    let range = origin.requests.last?["Range"]
    #expect(["bytes=0-2097151", "bytes=2097152-"].contains(range))
    #expect(try await cache.fetch(origin.url + "/", policy: .cacheOnly).finished().source == .cache)
  }

  @Test("a task that is cancelled before the head ends the fetch, and others go on")
  func cancelledBeforeHead() async throws {
    let origin = try Origin { $0.path == "/slow" ? .stall : .text("x") }
    let cache = try cache()
    let task = Task { try await cache.fetch(origin.url + "/slow") }
    #expect(try await Waiting.inTask { origin.requests.count == 1 })
    task.cancel()
    let failure = await #expect(throws: HTTPCache.Failure.self) { _ = try await task.value }
    #expect(failure?.isCancelled == true)
    #expect(try await Waiting.inTask { origin.openConnectionCount == 0 })
    #expect(try await cache.fetch(origin.url + "/quick").finished().head.status == 200)
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await cache.fetch(origin.url + "/quick")
    }
    await #expect(throws: HTTPCache.Failure.self) { _ = try await cancelled.value }
  }

  @Test("a task that is cancelled in the body ends the fetch; what came is kept, and the rest asked for")
  func cancelledInBody() async throws {
    let head = "HTTP/1.1 200 OK\r\nETag: \"1\"\r\nCache-Control: max-age=86400\r\nContent-Length: 10\r\n\r\n"
    let origin = try Origin { request in
      request["Range"] == nil
        ? .begun(Array((head + "abcde").utf8))
        : .response(
          status: 206, fields: Self.fresh + [("Content-Range", "bytes 5-9/10")], body: Array("fghij".utf8))
    }
    let cache = try cache()
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      for try await _ in try await cache.fetch(origin.url + "/").body { continuation.yield() }
    }
    for await _ in stream { break }
    task.cancel()
    let failure = await #expect(throws: HTTPCache.Failure.self) { try await task.value }
    #expect(failure?.isCancelled == true)
    #expect(try await Waiting.inTask { origin.openConnectionCount == 0 })
    var bytes: [UInt8] = []
    for try await piece in try await cache.fetch(origin.url + "/").body { bytes += piece }
    #expect(String(decoding: bytes, as: UTF8.self) == "abcdefghij")
    #expect(origin.requests.last?["Range"] == "bytes=5-")
  }

  @Test("an iterator, a response and a cache that are let go of end the fetch")
  func dropped() async throws {
    let origin = try Origin(always: .generated(fields: [], byteCount: Self.large))
    let cache = try cache()
    for try await _ in try await cache.fetch(origin.url + "/iterator").body { break }
    #expect(try await Waiting.inTask { origin.openConnectionCount == 0 })
    let response = try await cache.fetch(origin.url + "/iterator")
    for try await _ in response.body { break }
    #expect(try await Waiting.inTask { origin.openConnectionCount == 0 })
    let failure = await #expect(throws: HTTPCache.Failure.self) { _ = try await response.finished() }
    #expect(failure?.isCancelled == true)
    _ = try await cache.fetch(origin.url + "/response")
    #expect(try await Waiting.inTask { origin.openConnectionCount == 0 })
    _ = try await self.cache().fetch(origin.url + "/cache")
    #expect(try await Waiting.inTask { origin.openConnectionCount == 0 })
  }

  @Test("the thread of a cache ends, and with it the connections, once the cache and its responses are gone")
  func ends() async throws {
    let origin = try Origin(always: .text("hello", fields: Self.fresh))
    var cache: HTTPCache? = try cache()
    _ = try await cache?.fetch(origin.url + "/").finished()
    #expect(origin.openConnectionCount == 1)
    cache = nil
    #expect(try await Waiting.inTask { origin.openConnectionCount == 0 })
  }

  @Test("tasks that wait hold no thread: any number may, and another one gets its hit")
  func holdsNoThread() async throws {
    let origin = try Origin { request in
      request.path == "/hit" ? .text("hello", fields: Self.fresh) : .stall
    }
    var limits = HTTPCache.Limits()
    (limits.parallel, limits.perHost) = (100, 100)
    let cache = try HTTPCache(directory: directory.directory, limits: limits)
    _ = try await cache.fetch(origin.url + "/hit").finished()
    let waiting = (0..<40).map { number in Task { try await cache.fetch("\(origin.url)/\(number)").head } }
    #expect(try await Waiting.inTask { origin.requests.count == 41 })
    #expect(try await cache.fetch(origin.url + "/hit").finished().source == .cache)
    for task in waiting { task.cancel() }
    for task in waiting {
      let failure = await #expect(throws: HTTPCache.Failure.self) { try await task.value }
      #expect(failure?.isCancelled == true)
    }
  }

  @Test("a response outlives its cache")
  func outlives() async throws {
    let origin = try Origin(always: .generated(fields: [], byteCount: 5 << 20))
    let response = try await cache().fetch(origin.url + "/")
    #expect(try await Self.length(response.body) == 5 << 20)
  }

  @Test("a body that is not read holds up neither an equal request nor a hit")
  func unread() async throws {
    let origin = try Origin { request in
      .generated(fields: Self.fresh, byteCount: request.path == "/small" ? 10 : Self.large)
    }
    var limits = HTTPCache.Limits()
    limits.parallel = 2
    let cache = try HTTPCache(directory: directory.directory, limits: limits)
    _ = try await cache.fetch(origin.url + "/small").finished()
    let unread = try await cache.fetch(origin.url + "/large")
    let equal = try await cache.fetch(origin.url + "/large")
    #expect(try await cache.fetch(origin.url + "/small").finished().source == .cache)
    #expect(try await Self.length(equal.body) == Self.large)
    #expect(try await Self.length(unread.body) == Self.large)
  }
}
