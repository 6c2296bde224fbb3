import CSystem
import TestSupport
import Testing

@testable import HTTPCacheCore

@Suite("A storage with a remote cache behind it", .timed)
struct RemoteStorageTests {
  /// A client whose remote cache is an origin, and what it answers.
  private static func result(
    _ remote: Origin, _ origin: Origin, in cache: TemporaryCache, mode: RemoteMode = .read,
    at now: Instant = Instant(epoch: HostClock.seconds()),
    with change: (inout FetchRequest) -> Void = { _ in }
  ) throws -> FetchResult {
    let loop = TransferLoop(maxParallel: 4, maxPerHost: 4)
    let disk = DiskStorage { () throws(StoreError) -> sending Store? in
      try Store.open(directory: cache.directory)
    }
    let storage = RemoteStorage(
      RemoteServer(url: remote.url, timeout: 5), behind: disk, mode: mode, loop: loop,
      warn: { _ in }, now: { now })
    let client = Client(
      storage: storage, disk: disk, loop: loop, maxParallel: 4, now: { now })
    var request = FetchRequest(head: RequestHead(target: try TargetURI(origin.url)))
    change(&request)
    var outcome = FetchResult()
    client.add(request, sink: FetchSink(end: { outcome = $0 }))
    try client.run()
    return outcome
  }

  /// A document for an origin's URL, with a body of five bytes that the client may use for a year.
  private static func document(for origin: Origin, digest: String, requested: String = "2026-01-12T16:45:56Z")
    throws
    -> [UInt8]
  {
    let key = CacheKey(target: try TargetURI(origin.url))
    let text = RemoteDocumentJSONTests.text(
      [
        "fields": #"[["Cache-Control","max-age=31536000"]]"#, "vary": "[]", "selecting": "[]",
        "requested_at": "\"\(requested)\"", "body": #"{"sha256":"\#(digest)","length":5}"#,
      ], key: RemoteDocument.name(of: key))
    return Array(text.utf8)
  }

  private static let body = Array("hello".utf8)
  private static var digest: String { SHA256.hash(body).hexadecimal }
  private static let origin: @Sendable () throws -> Origin = {
    try Origin { _ in .response(fields: [("Cache-Control", "max-age=60")], body: Array("other".utf8)) }
  }

  private static func codes(_ result: FetchResult) -> [String] {
    (result.served?.outcome ?? []).map(\.rule.rawValue).filter { $0.hasPrefix("remote") }
  }

  @Test("what is found is served and kept locally, and the origin is not asked")
  func found() throws {
    let (origin, cache) = (try Self.origin(), TemporaryCache())
    let document = try Self.document(for: origin, digest: Self.digest)
    let remote = try Origin {
      $0.path.hasPrefix("/ac/") ? .response(body: document) : .response(body: Self.body)
    }
    let first = try Self.result(remote, origin, in: cache, at: noon + 60)
    #expect(
      first.source == .cache && first.served?.isRemote == true && Self.codes(first) == ["remote-answered"])
    let second = try Self.result(remote, origin, in: cache, at: noon + 60)
    #expect(second.source == .cache && second.served?.isRemote == false)
    #expect(origin.requests.isEmpty && remote.requests.count == 2)
  }

  static let misses: [(name: String, reply: OriginReply, codes: [String])] = [
    ("nothing there", .response(status: 404), ["remote-missed"]),
    ("a document that is not understood", .response(body: Array("{}".utf8)), ["remote-refused"]),
    ("a failure", .response(status: 500), ["remote-failed"]),
  ]
  @Test("what it brought else is said, and the origin answers", arguments: misses)
  func missed(_ row: (name: String, reply: OriginReply, codes: [String])) throws {
    let remote = try Origin { _ in row.reply }
    let result = try Self.result(remote, try Self.origin(), in: TemporaryCache())
    #expect(result.source == .network && Self.codes(result) == row.codes)
  }

  typealias Written = (
    rule: String, control: String, mode: RemoteMode, change: @Sendable (inout FetchRequest) -> Void,
    codes: [String], puts: Bool
  )
  static let exchanges: [Written] = [
    ("§3", "max-age=60", .readWrite, { _ in }, ["remote-missed", "remote-written"], true),
    (
      "§5.2.2.7", "private, max-age=60", .readWrite, { _ in }, ["remote-missed", "remote-not-written"], false
    ),
    (
      "§3.5: Authorization", "public, max-age=60", .readWrite, { $0.head.fields.set("Authorization", "x") },
      ["remote-not-asked", "remote-not-written"], false
    ),
    (
      "§3.5: a login, which no field shows", "public, max-age=60", .readWrite, { $0.login = "a:b" },
      ["remote-not-asked", "remote-not-written"], false
    ),
    (
      "§3.5: a field that is configured for the origin", "public, max-age=60", .readWrite,
      { $0.originFields[$0.head.target.origin] = [FieldLine("X-Mine", "1")] },
      ["remote-not-asked", "remote-not-written"], false
    ),
    ("§5.2.2.5: nothing is stored", "no-store", .readWrite, { _ in }, ["remote-missed"], false),
    ("a mode that reads says nothing of writing", "max-age=60", .read, { _ in }, ["remote-missed"], false),
  ]
  @Test("what a shared cache may store goes there too, or the reason says why not", arguments: exchanges)
  func written(_ row: Written) throws {
    let remote = try Origin { $0.method == "PUT" ? .response(status: 201) : .response(status: 404) }
    let origin = try Origin { _ in
      .response(fields: [("Cache-Control", row.control)], body: Array("other".utf8))
    }
    let result = try Self.result(remote, origin, in: TemporaryCache(), mode: row.mode, with: row.change)
    #expect(result.source == .network && Self.codes(result) == row.codes, "\(row.rule)")
    #expect(remote.requests.contains { $0.method == "PUT" } == row.puts, "\(row.rule)")
  }

  @Test("an answer that may not go there removes the older one there, also where that was not asked for")
  func removed() throws {
    let origin = try Origin { _ in
      .response(fields: [("Cache-Control", "private, max-age=60")], body: Array("other".utf8))
    }
    let document = try Self.document(for: origin, digest: Self.digest)
    let remote = try Origin {
      $0.method == "PUT" ? .response(status: 201) : .response(body: document)
    }
    let cache = TemporaryCache()
    _ = try Self.result(remote, origin, in: cache, mode: .readWrite, at: noon + 60) {
      $0.settings.requestPolicy = .reload
    }
    #expect(remote.requests.map(\.method) == ["GET", "PUT"])
    // This machine does not take it either, also where its own answer goes.
    #expect(try Store.open(directory: cache.directory).latestInvalidation() > 0)
  }

  @Test("after three failures it is left alone for a while, then asked again")
  func rests() throws {
    let (remote, origin, cache) = (
      try Origin { _ in .response(status: 500) }, try Self.origin(), TemporaryCache()
    )
    let loop = TransferLoop(maxParallel: 4, maxPerHost: 4)
    let disk = DiskStorage { () throws(StoreError) -> sending Store? in
      try Store.open(directory: cache.directory)
    }
    var milliseconds = 1000
    let storage = RemoteStorage(
      RemoteServer(url: remote.url, timeout: 5), behind: disk, mode: .read, loop: loop, rest: 60_000,
      now: { noon }, milliseconds: { milliseconds })
    let client = Client(
      storage: storage, disk: disk, loop: loop, maxParallel: 4, now: { noon })
    for (index, (time, asked)) in [(1000, 3), (60_999, 3), (61_000, 6), (120_999, 6), (121_000, 9)]
      .enumerated()
    {
      milliseconds = time
      for number in 1...5 {
        let target = try TargetURI("\(origin.url)/\(index)/\(number)")
        client.add(FetchRequest(head: RequestHead(target: target)), sink: FetchSink(end: { _ in }))
        try client.run()
      }
      #expect(remote.requests.count == asked, "\(time) ms")
    }
    #expect(origin.requests.count == 25)
  }

  /// A storage with one response, whose body is opened but can't be read to its end.
  private final class UnreadableStorage: ResponseStorage {
    let response: StoredResponse
    private let cache = TemporaryCache()
    private let body: StoredBody

    init(_ response: StoredResponse) throws {
      self.response = response
      let path = cache.path + "/body"
      TemporaryCache.write(RemoteStorageTests.body, to: path)
      body = try StoredBody(verified: CSystem.open(path, O_RDONLY), length: 5, path: path)
      // Another process makes the open file longer.
      TemporaryCache.write(RemoteStorageTests.body + [0], to: path)
    }

    func lookUp(_ query: StorageQuery, then: @escaping (Result<StorageAnswer, StoreError>) -> Void) {
      then(.success(StorageAnswer(stored: [StoredCandidate(response, .memory(number: 1, body: []))])))
    }

    func open(_ reference: StoredReference, then: @escaping (Result<StoredBody, StoreError>) -> Void) {
      then(.success(body))
    }

    func makeBody(_ place: StoragePolicy) -> NewBody? { nil }

    func apply(
      _ writes: [Write], body: NewBody?, then: @escaping ([Result<Outcome, StoreError>]) -> Void
    ) {}

    func note(_ use: Use) {}

    func findInvalidated(_ responses: [StoredResponse], then: @escaping ([Bool]) -> Void) {}
  }

  @Test("a body that can't be read here is not written there, and no document names it")
  func unreadable() throws {
    let remote = try Origin { $0.method == "PUT" ? .response(status: 201) : .response(status: 404) }
    var response = try stored("Cache-Control: max-age=60")
    response.bodyLength = 5
    let loop = TransferLoop(maxParallel: 1, maxPerHost: 1)
    let client = RemoteClient(
      RemoteServer(url: remote.url, timeout: 5), loop: loop, rest: nil, warn: { _ in },
      milliseconds: HostClock.milliseconds)
    let writer = RemoteWriter(
      client, reading: try UnreadableStorage(response), loop: loop, now: { noon + 1 })
    writer.write(response)
    try loop.run()
    #expect(writer.isIdle && remote.requests.isEmpty)
  }

  @Test("a body with another digest is never given to the reader", arguments: ["hellO", "hell", "hello!"])
  func damaged(content: String) throws {
    let origin = try Self.origin()
    let document = try Self.document(for: origin, digest: Self.digest)
    let remote = try Origin {
      $0.path.hasPrefix("/ac/") ? .response(body: document) : .response(body: Array(content.utf8))
    }
    let result = try Self.result(remote, origin, in: TemporaryCache(), at: noon + 60)
    #expect(result.source == .network && Self.codes(result) == ["remote-body-unusable"])
  }

  @Test("the body of a fetch that was cancelled while it came is not kept")
  func cancelled() throws {
    let (origin, cache) = (try Self.origin(), TemporaryCache())
    let body = [UInt8](repeating: 0x61, count: 1 << 20)
    let document = String(
      decoding: try Self.document(for: origin, digest: SHA256.hash(body).hexadecimal), as: UTF8.self
    ).replacing("\"length\":5", with: "\"length\":\(body.count)")
    let (asked, cancelled) = (HTTPCacheCore.Pipe(), HTTPCacheCore.Pipe())
    let remote = try Origin { request in
      if request.path.hasPrefix("/ac/") { return .response(body: Array(document.utf8)) }
      asked.wake()
      _ = cancelled.wait(10_000)
      return .response(body: body)
    }
    let loop = TransferLoop(maxParallel: 4, maxPerHost: 4)
    let disk = DiskStorage { () throws(StoreError) -> sending Store? in
      try Store.open(directory: cache.directory)
    }
    let storage = RemoteStorage(
      RemoteServer(url: remote.url, timeout: 5), behind: disk, mode: .read, loop: loop, now: { noon + 60 })
    let client = Client(
      storage: storage, disk: disk, loop: loop, maxParallel: 4, now: { noon + 60 })
    var outcome = FetchResult()
    let fetch = client.enqueue(
      FetchRequest(head: RequestHead(target: try TargetURI(origin.url))),
      sink: FetchSink(end: { outcome = $0 }))
    loop.interruptFd = asked.readEnd
    loop.onInterrupt = {
      asked.drain()
      fetch.cancel()
      cancelled.wake()
    }
    try client.run()
    #expect(outcome.error == .transport(.cancelled) && remote.requests.count == 2)
    #expect(cache.bodies.isEmpty)
    withExtendedLifetime(client) {}
  }

  @Test("what was made invalid here is not taken from there (RFC 9111 §4.4)")
  func invalidated() throws {
    let (origin, cache) = (try Self.origin(), TemporaryCache())
    let document = try Self.document(for: origin, digest: Self.digest)
    let remote = try Origin {
      $0.path.hasPrefix("/ac/") ? .response(body: document) : .response(body: Self.body)
    }
    let key = CacheKey(target: try TargetURI(origin.url))
    _ = try Store.open(directory: cache.directory).invalidate(.key(key), at: (noon + 30).microseconds)
    let result = try Self.result(remote, origin, in: cache, at: noon + 60)
    #expect(result.source == .network && Self.codes(result) == ["remote-missed"])
    // What was asked for later is not concerned.
    let newer = try Self.document(for: origin, digest: Self.digest, requested: "2026-01-12T16:45:57Z")
    let (other, empty) = (try Origin { _ in .response(body: newer) }, TemporaryCache())
    _ = try Store.open(directory: empty.directory).invalidate(.key(key), at: noon.microseconds - 1)
    let late = try Self.result(other, origin, in: empty, at: noon + 60)
    #expect(Self.codes(late) == ["remote-body-unusable"])
  }
}
