import Foundation
import HTTPCacheCore
import TestSupport
import Testing

@Suite("HTTPCache, for tasks", .timed)
struct HTTPCacheTests {
  private let directory = TemporaryCache()
  private static let fresh = [("Cache-Control", "max-age=86400")]

  private func cache(_ limits: HTTPCache.Limits = HTTPCache.Limits()) throws -> HTTPCache {
    try HTTPCache(directory: directory.directory, limits: limits)
  }

  private static func text(_ response: HTTPCache.Response) async throws -> String {
    var bytes: [UInt8] = []
    for try await piece in response.body { bytes += piece }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("a miss is stored when its body has ended, and the next fetch is a hit, also of another cache")
  func missAndHit() async throws {
    let origin = try Origin(always: .text("hello", fields: Self.fresh))
    let first = try cache()
    let miss = try await first.fetch(origin.url + "/")
    #expect(miss.head.status == 200 && miss.source == .network)
    #expect(try await Self.text(miss) == "hello")
    let end = try await miss.finished()
    #expect(end.isStored && end.warnings.isEmpty && end.userInfo["cache_date"] != nil)
    for cache in [first, try cache()] {
      let hit = try await cache.fetch(origin.url + "/")
      #expect(hit.source == .cache && hit.head.fields.contains("Age") && !hit.reasons.isEmpty)
      #expect(hit.userInfo["cache_date"] != nil)
      #expect(try await Self.text(hit) == "hello")
    }
    #expect(origin.requests.count == 1)
  }

  @Test("finished reads what is left; the hook sees the response; a redirect is followed")
  func finished() async throws {
    let origin = try Origin { request in
      request.path == "/"
        ? .text(status: 302, fields: [("Location", "/end")]) : .text("x", fields: Self.fresh)
    }
    let request = RequestHead(target: try TargetURI(origin.url + "/"))
    let response = try await cache().fetch(request) { proposed in
      var proposed = proposed
      proposed.response.userInfo["ticket"] = "42"
      return proposed
    }
    #expect(response.head.status == 200)
    #expect(try await response.finished().isStored)
    let hit = try await cache().fetch(origin.url + "/end", policy: .cacheOnly)
    #expect(hit.userInfo["ticket"] == "42" && hit.source == .cache)
  }

  @Test("many at once, and equal ones as one transfer")
  func many() async throws {
    let origin = try Origin(always: .text("hello", fields: Self.fresh))
    let cache = try cache()
    for paths in [(0..<60).map { "/\($0)" }, [String](repeating: "/same", count: 20)] {
      let bodies = try await withThrowingTaskGroup(of: String.self) { group in
        for path in paths { group.addTask { try await Self.text(cache.fetch(origin.url + path)) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(bodies == [String](repeating: "hello", count: paths.count))
    }
    #expect(origin.requests.count == 61)
  }

  typealias Refused = (method: String, name: String, value: String, says: String)
  static let refused: [Refused] = [
    ("GET", "X-A", "b\r\nX-B: c", "the value of X-A holds a line break or NUL"),
    ("GET", "X-A", "b\nc", "the value of X-A holds a line break or NUL"),
    ("GET", "X-A", "b\u{0}c", "the value of X-A holds a line break or NUL"),
    ("GET", "X A", "b", #""X A" is not the name of a field"#),
    ("GET", "X-A\r\nX-B", "b", #""X-A\r\nX-B" is not the name of a field"#),
    ("GET", "", "b", #""" is not the name of a field"#),
    ("GE T", "X-A", "b", #""GE T" is not a method"#),
    ("GET / HTTP/1.1\r\nX:", "X-A", "b", #""GET / HTTP/1.1\r\nX:" is not a method"#),
    ("", "X-A", "b", #""" is not a method"#),
  ]

  @Test("what would not be one request is refused and not sent, also by the queue", arguments: refused)
  func refuses(_ row: Refused) async throws {
    let origin = try Origin(always: .text("x"))
    let request = RequestHead(
      method: row.method, target: try TargetURI(origin.url + "/"),
      fields: FieldSection([FieldLine(row.name, row.value)]))
    let cache = try cache()
    let failure = await #expect(throws: HTTPCache.Failure.self) { _ = try await cache.fetch(request) }
    #expect(failure?.message == row.says && failure?.kind == .badValue)
    let queue = TransferQueue(directory: directory.directory)
    var messages: [String] = []
    queue.add(request, onBody: { _ in }) { result in
      if case .failure(let failure) = result { messages.append(failure.message) }
    }
    try queue.run()
    #expect(messages == [row.says])
    #expect(origin.connectionCount == 0)
  }

  @Test(
    "what is no http or https URL is refused; a password in it is not repeated",
    arguments: [
      ("ftp://a.test/", #""ftp://a.test/" is not a URL: the scheme ftp is neither http nor https"#),
      ("a.test", #""a.test" is not a URL: it has no scheme"#),
      ("http://", #""http://" is not a URL: it has no host"#),
      ("http://u:secret@a.test:x/", #""http://…@a.test:x/" is not a URL: x is not a port"#),
      (
        "http://a.test/\r\nX: b",
        #""http://a.test/\r\nX: b" is not a URL: it holds a character that no URL may hold"#
      ),
    ])
  func refusesURL(_ url: String, _ says: String) async throws {
    let cache = try cache()
    let failure = await #expect(throws: HTTPCache.Failure.self) { _ = try await cache.fetch(url) }
    #expect(failure?.message == says && failure?.kind == .badValue)
  }

  @Test("what can't be a limit or a setting is refused, also by the queue")
  func refusesNumbers() throws {
    var (parallel, capacity, age) = (HTTPCache.Limits(), HTTPCache.Limits(), Settings())
    (parallel.parallel, capacity.capacity, age.ttl) = (-1, -1, -5)
    var (connecting, silent) = (HTTPCache.Limits(), HTTPCache.Limits())
    (connecting.connectTimeout, silent.silenceTimeout) = (0, .nan)
    let rows = [
      (Settings(), connecting, "the limit connectTimeout is 0.0: it must be more than 0 seconds"),
      (Settings(), silent, "the limit silenceTimeout is nan: it must be more than 0 seconds"),
      (Settings(), parallel, "the limit parallel is -1: it must not be negative"),
      (Settings(), capacity, "the limit capacity is -1: it must not be negative"),
      (age, HTTPCache.Limits(), "the setting ttl is -5: it must not be negative"),
    ]
    for (settings, limits, says) in rows {
      let failure = #expect(throws: HTTPCache.Failure.self) {
        _ = try HTTPCache(directory: directory.directory, settings: settings, limits: limits)
      }
      #expect(failure?.message == says)
      var messages: [String] = []
      TransferQueue(directory: directory.directory, settings: settings, limits: limits)
        .add(RequestHead(target: try TargetURI("http://a.test/")), onBody: { _ in }) { result in
          if case .failure(let failure) = result { messages.append(failure.message) }
        }
      #expect(messages == [says])
    }
  }

  @Test("errors: nothing stored and no network, no origin, a body that is cut short")
  func errors() async throws {
    let cache = try cache()
    let missing = await #expect(throws: HTTPCache.Failure.self) {
      _ = try await cache.fetch("http://a.test/", policy: .cacheOnly)
    }
    #expect(missing?.message == "nothing in the cache may answer this, and the network was not allowed")
    #expect(missing?.kind == .notInCache)
    let gone = try Origin(always: .text("x"))
    gone.stop()
    let unreachable = await #expect(throws: HTTPCache.Failure.self) {
      _ = try await cache.fetch(gone.url + "/")
    }
    #expect(unreachable?.message.hasPrefix("the origin can't be reached: ") == true)
    #expect(unreachable?.kind == .unreachable && unreachable.map { "\($0)" } == unreachable?.message)
    let short = try Origin(always: .rawText("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"))
    let response = try await cache.fetch(short.url + "/")
    let cut = await #expect(throws: HTTPCache.Failure.self) { _ = try await Self.text(response) }
    #expect(cut?.message.hasPrefix("the response was cut short: ") == true && cut?.kind == .cutShort)
  }

  @Test("a request is made of a URL, fields and content, whose type is not guessed")
  func fieldsAndContent() async throws {
    let origin = try Origin { request in .response(fields: [], body: request.body) }
    let cache = try cache()
    let plain = try await cache.fetch(
      origin.url + "/", method: "PUT", fields: [("X-A", "1"), ("X-A", "2")], content: Array("abc".utf8))
    #expect(try await plain.data(upTo: 3) == Array("abc".utf8))
    _ = try await cache.fetch(
      origin.url + "/", method: "POST", fields: [("Content-Type", "text/plain")], content: []
    ).finished()
    let (put, post) = (origin.requests[0], origin.requests[1])
    #expect(put.method == "PUT" && put.fields.filter { $0.name == "X-A" }.map(\.value) == ["1", "2"])
    #expect(put["Content-Length"] == "3" && put["Content-Type"] == nil)
    #expect(post.method == "POST" && post["Content-Type"] == "text/plain" && post["Content-Length"] == "0")
  }

  @Test(
    "the whole body is read up to a limit; a longer one ends the fetch",
    arguments: [1 << 20, (1 << 20) - 1, 0])
  func wholeBody(limit: Int) async throws {
    // Much more than is held unread: a body that is too long has not ended when the limit is met.
    let length = limit == 1 << 20 ? limit : 16 << 20
    let origin = try Origin(always: .generated(fields: Self.fresh, byteCount: length))
    let response = try await cache().fetch(origin.url + "/")
    if limit == length {
      #expect(try await response.data(upTo: limit).count == limit)
      #expect(try await response.finished().isStored)
    } else {
      let failure = await #expect(throws: HTTPCache.Failure.self) {
        _ = try await response.data(upTo: limit)
      }
      #expect(failure?.kind == .tooLarge && failure?.message == "the body is longer than \(limit) bytes")
      let later = await #expect(throws: HTTPCache.Failure.self) { try await response.finished() }
      #expect(later?.kind == .cancelled)
    }
  }

  @Test("a failure can be caught by its kind, in a loop over the body, too")
  func caughtByKind() async throws {
    var kinds: [HTTPCache.Failure.Kind] = []
    do {
      for try await _ in try await cache().fetch("http://a.test/", policy: .cacheOnly).body {}
    } catch let failure as HTTPCache.Failure where failure.kind == .notInCache {
      kinds.append(failure.kind)
    }
    #expect(kinds == [.notInCache])
  }

  @Test("a response that does not come in time is given up", arguments: [true, false])
  func timeouts(isSilence: Bool) async throws {
    let origin = try Origin(always: .stall)
    var limits = HTTPCache.Limits()
    if isSilence { limits.silenceTimeout = 0.1 } else { limits.timeout = 0.1 }
    let cache = try cache(limits)
    let failure = await #expect(throws: HTTPCache.Failure.self) { try await cache.fetch(origin.url + "/") }
    #expect(failure?.kind == .timedOut)
  }

  @Test("a stale response stands in for an origin that can't be reached, where the settings say so")
  func staleIfUnreachable() async throws {
    let origin = try Origin(
      always: .text("old", fields: [("Cache-Control", "max-age=0"), ("ETag", "\"1\"")]))
    _ = try await cache().fetch(origin.url + "/").finished()
    origin.stop()
    var settings = Settings()
    let strict = try HTTPCache(directory: directory.directory, settings: settings)
    let failure = await #expect(throws: HTTPCache.Failure.self) { try await strict.fetch(origin.url + "/") }
    #expect(failure?.kind == .unreachable)
    settings.servesStaleIfUnreachable = true
    let lenient = try HTTPCache(directory: directory.directory, settings: settings)
    #expect(try await Self.text(lenient.fetch(origin.url + "/")) == "old")
  }

  @Test("a capacity of 0 stores nothing, and makes no directory")
  func off() async throws {
    let origin = try Origin(always: .text("hello", fields: Self.fresh))
    var limits = HTTPCache.Limits()
    limits.capacity = 0
    let cache = try cache(limits)
    for _ in 1...2 {
      let end = try await cache.fetch(origin.url + "/").finished()
      #expect(end.source == .network && !end.isStored)
    }
    #expect(TemporaryCache.names(in: directory.path).isEmpty)
  }

  @Test("a proxy is a value, and a text that libcurl would read half of is refused")
  func connection() async throws {
    let proxy = try Origin(always: .text("by proxy"))
    var connection = HTTPCache.Connection()
    (connection.proxy, connection.proxyExceptions) = (proxy.url, "")
    let cache = try HTTPCache(directory: directory.directory, connection: connection)
    #expect(try await Self.text(cache.fetch("http://a.test/x")) == "by proxy")
    #expect(proxy.requests.map(\.target) == ["http://a.test/x"])
    connection.clientKey = "a\u{0}b"
    let failure = #expect(throws: HTTPCache.Failure.self) {
      try HTTPCache(directory: directory.directory, connection: connection)
    }
    #expect(failure?.message == "clientKey holds NUL" && failure?.kind == .badValue)
  }

  @Test("the proxy gets its credentials, and is not asked for an exception")
  func proxyValues() async throws {
    let (proxy, origin) = (try Origin(always: .text("by proxy")), try Origin(always: .text("direct")))
    var connection = HTTPCache.Connection()
    (connection.proxy, connection.proxyCredentials) = (proxy.url, "me:a%3Ab")
    connection.proxyExceptions = "127.0.0.1"
    let cache = try HTTPCache(directory: directory.directory, connection: connection)
    #expect(try await Self.text(cache.fetch("http://a.test/x")) == "by proxy")
    #expect(proxy.requests.map { $0["Proxy-Authorization"] } == ["Basic bWU6YTpi"])
    #expect(try await Self.text(cache.fetch(origin.url + "/")) == "direct")
  }

  @Test("a proxy that does not let the request through is a failure of that kind")
  func refusedByProxy() async throws {
    let proxy = try Origin(always: .response(status: 403))
    var connection = HTTPCache.Connection()
    (connection.proxy, connection.proxyExceptions) = (proxy.url, "")
    let cache = try HTTPCache(directory: directory.directory, connection: connection)
    let failure = await #expect(throws: HTTPCache.Failure.self) { try await cache.fetch("https://a.test/") }
    #expect(failure?.kind == .refused && proxy.requests.map(\.target) == ["a.test:443"])
    connection.proxy = "http://127.0.0.1:1"
    let gone = try HTTPCache(directory: directory.directory, connection: connection)
    let other = await #expect(throws: HTTPCache.Failure.self) { try await gone.fetch("http://a.test/") }
    #expect(other?.kind == .unreachable)
  }

  @Test(
    "an answer that is not HTTP, and redirects without end, can't be used",
    arguments: [
      OriginReply.rawText("nonsense\r\n\r\n"), .text(status: 302, fields: [("Location", "/")]),
      .text(status: 302, fields: [("Location", "ftp://a.test/")]),
    ])
  func badResponse(reply: OriginReply) async throws {
    let origin = try Origin(always: reply)
    let cache = try cache()
    let failure = await #expect(throws: HTTPCache.Failure.self) {
      try await cache.fetch(origin.url + "/").finished()
    }
    #expect(failure?.kind == .badResponse)
  }

  @Test("the faults of URLs and heads can be caught by a pattern with a condition")
  func faultsCaught() throws {
    var caught: [String] = []
    do {
      _ = try TargetURI("http://a.test/").resolving("ftp://b.test/")
    } catch let fault as TargetURI.Malformed where fault == .scheme("ftp") {
      caught.append("reference")
    }
    do {
      _ = try TargetURI("http://a b/")
    } catch let fault as TargetURI.Malformed where fault == .character {
      caught.append("URL")
    }
    do {
      var parser = HeadParser()
      _ = try parser.take("no status line".utf8)
    } catch let fault as HeadParser.Malformed where fault == .statusLine {
      caught.append("head")
    }
    #expect(caught == ["reference", "URL", "head"])
  }

  @Test("certificates are values that libcurl gets")
  func certificates() {
    var (connection, limits) = (HTTPCache.Connection(), HTTPCache.Limits())
    connection.trustedCertificates = "ca.pem"
    (connection.clientCertificate, connection.clientKey) = ("me.pem", "key.pem")
    (connection.clientPassword, connection.isInsecure) = ("secret", true)
    limits.connectTimeout = 2
    let options = TransferOptions(connection, limits)
    #expect(
      options.settings == [CurlSetting("CAINFO", .text("ca.pem")), CurlSetting("SSLKEY", .text("key.pem"))])
    #expect(options.certificate == "me.pem" && options.certificatePassword == "secret" && options.isInsecure)
    #expect(options.connectTimeout == 2 && options.maxTime == nil && options.proxy == ProxyOptions())
  }
}
