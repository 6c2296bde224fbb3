/// An HTTP cache for tasks: `fetch` asks the cache first, and returns the response while its body still arrives.
///
/// The cache works on a thread of its own, which ends when the cache and all its responses have been released. Any
/// number of tasks may use the cache at the same time, and equal requests in flight share one transfer.
///
/// Every error is a `Failure`. The functions do not declare it as a typed `throws`: Swift 6.3 would crash on a
/// caller's `catch` with a pattern or a `where`.
///
/// ```swift
/// let cache = try HTTPCache(directory: "cache")
/// let response = try await cache.fetch("https://example.com/")
/// for try await piece in response.body { print(piece.count) }
/// ```
public final class HTTPCache: Sendable {
  /// Why there is no response, or no whole one.
  public typealias Failure = FetchFailure

  /// How much is stored, how many transfers are made at once, and how long they may take.
  public typealias Limits = FetchLimits

  /// How connections to origins are made.
  public typealias Connection = FetchConnection

  /// A cache on a server that several machines share.
  public typealias Remote = RemoteCache

  private let defaults: FetchDefaults
  private let thread: CacheThread

  /// Makes a cache; its directory is opened when it is first needed.
  ///
  /// ```swift
  /// var (settings, limits, connection) = (Settings(), HTTPCache.Limits(), HTTPCache.Connection())
  /// settings.servesStaleIfUnreachable = true
  /// limits.timeout = 30
  /// connection.trustedCertificates = "company.pem"
  /// let cache = try HTTPCache(directory: "cache", settings: settings, limits: limits, connection: connection)
  /// ```
  ///
  /// - Parameters:
  ///   - directory: the path of the cache's directory, which is created if it is missing.
  ///   - settings: whether the cache is private or shared, which rules it follows, and the policy of requests without
  ///     their own.
  ///   - limits: the most bytes, transfers and connections, and the time-outs.
  ///   - connection: certificates and proxy.
  ///   - remote: the cache behind this one that other machines share; nil for none.
  /// - Throws: `Failure` if a value can't be used, or the system gives no thread.
  public init(
    directory: String, settings: Settings = Settings(), limits: Limits = Limits(),
    connection: Connection = Connection(), remote: Remote? = nil
  ) throws {
    defaults = try FetchDefaults(settings, limits, connection)
    let server = try remote?.server(defaults.transfer)
    thread = try CacheThread(directory, defaults, limits, server.map { ($0, remote?.mode ?? .read) })
  }

  /// Gets a response: from the cache if a stored response may answer, else from the origin.
  ///
  /// Cancelling the task ends the fetch; the part of the response that has arrived is stored if the rest can be
  /// requested later.
  ///
  /// - Parameters:
  ///   - request: method, target and fields.
  ///   - content: the bytes to send; nil for none.
  ///   - policy: how the cache is used; the policy of the settings by default.
  ///   - willCacheResponse: gets the response before it is stored, and may change or refuse it; nil for no hook.
  /// - Returns: the response, once its head is known.
  /// - Throws: `Failure`: nothing is sent if the method or a field name is not a token, or a value holds a line break
  ///   or NUL.
  public func fetch(
    _ request: RequestHead, content: [UInt8]? = nil, policy: CachePolicy? = nil,
    willCacheResponse: WillCacheResponse? = nil
  ) async throws -> Response {
    let request = try FetchRequest(
      checking: request, body: content, defaults, policy: policy, willCacheResponse)
    // A cancelled task must not get a response that happens to arrive before the cancellation.
    if Task.isCancelled { throw Failure.cancelled }
    let stream = ResponseStream(thread.control)
    thread.control.send(.begin(request, stream))
    let served = try await stream.head().get()
    return Response(
      head: served.head, source: served.source, reasons: served.reasons, userInfo: served.userInfo,
      body: Body(Reading(stream, thread)))
  }

  /// Gets the response to a request for a URL.
  ///
  /// ```swift
  /// let page = try await cache.fetch("https://example.com/", fields: [("Accept-Language", "de")])
  /// let order = try await cache.fetch(
  ///   "https://example.com/orders", method: "POST", fields: [("Content-Type", "application/json")],
  ///   content: Array("{}".utf8))
  /// ```
  ///
  /// - Parameters:
  ///   - url: an absolute http or https URL.
  ///   - method: the request method; GET by default.
  ///   - fields: names and values of the request's fields, in order.
  ///   - content: the bytes to send; nil for none.
  ///   - policy: how the cache is used; the policy of the settings by default.
  ///   - willCacheResponse: gets the response before it is stored, and may change or refuse it; nil for no hook.
  /// - Returns: the response, once its head is known.
  /// - Throws: `Failure`.
  public func fetch(
    _ url: String, method: String = "GET", fields: [(String, String)] = [], content: [UInt8]? = nil,
    policy: CachePolicy? = nil, willCacheResponse: WillCacheResponse? = nil
  ) async throws -> Response {
    try await fetch(
      RequestHead(checking: url, method: method, fields: fields), content: content, policy: policy,
      willCacheResponse: willCacheResponse)
  }
}

// MARK: - Stored responses

extension HTTPCache {
  /// The stored responses to a request, and which of them a fetch would use.
  public struct Stored: Sendable {
    /// The responses that this cache may use, one for each variant.
    public let responses: [StoredResponse]
    /// Whether one of them would answer, and why or why not.
    public let decision: ReuseDecision

    /// The response that the request selects; nil if none matches.
    public var selected: StoredResponse? { decision.selected.map { responses[$0] } }
  }

  /// The amount of data in a cache.
  public struct Totals: Sendable, Hashable {
    /// The number of responses on disk.
    public let responses: Int64
    /// The bytes on disk that these responses are counted with.
    public let bytes: Int64
    /// The bytes of the responses that are held in memory only.
    public let memoryBytes: Int
  }

  /// Looks up the stored responses to a GET of a URL, without a request to the origin and without counting a use.
  ///
  /// ```swift
  /// let stored = try await cache.stored("https://example.com/")
  /// print(stored.decision.outcome, stored.selected?.userInfo["cache_date"] ?? "nothing stored")
  /// ```
  ///
  /// - Parameters:
  ///   - url: an absolute http or https URL.
  ///   - fields: names and values of the request's fields, which may select a variant.
  ///   - policy: how a fetch would use the cache; the policy of the settings by default.
  /// - Returns: the responses on disk and in memory, and the decision whether one of them answers.
  /// - Throws: `Failure`.
  public func stored(
    _ url: String, fields: [(String, String)] = [], policy: CachePolicy? = nil
  ) async throws -> Stored {
    let request = try request(url, fields, policy)
    return try await use { (queue) throws(StoreError) in
      let plan = try queue.stored(request)
      return Stored(responses: plan.candidates.map(\.response), decision: plan.decision)
    }
  }

  /// Changes a value that is kept beside a stored response.
  ///
  /// ```swift
  /// try await cache.setUserInfo("reviewed", to: "yes", of: "https://example.com/")
  /// ```
  ///
  /// - Parameters:
  ///   - name: the name of the value; not `cache_date` or `framing`, which the cache sets itself.
  ///   - value: the value; nil removes it.
  ///   - url: an absolute http or https URL.
  ///   - fields: names and values of the request's fields, which may select a variant.
  /// - Returns: false if the request selects no stored response.
  /// - Throws: `Failure`.
  @discardableResult
  public func setUserInfo(
    _ name: String, to value: String?, of url: String, fields: [(String, String)] = []
  ) async throws -> Bool {
    guard ![StoredResponse.cacheDateName, StoredResponse.framingName].contains(name) else {
      throw Failure(.badValue, "\(name) is the cache's own")
    }
    // With this policy, a stale response is selected too, although a fetch might not get it.
    let request = try request(url, fields, .cacheElseLoad)
    return try await use { (queue) throws(StoreError) in try queue.setUserInfo(name, to: value, of: request) }
  }

  /// Removes all stored responses for a URL, on disk and in memory; a response that is still arriving may be stored
  /// afterwards.
  ///
  /// ```swift
  /// let count = try await cache.remove("https://example.com/")
  /// ```
  ///
  /// - Parameter url: an absolute http or https URL.
  /// - Returns: the number of removed responses.
  /// - Throws: `Failure`.
  @discardableResult
  public func remove(_ url: String) async throws -> Int {
    let uri = try RequestHead(checking: url).target.normalized
    return try await use { (queue) throws(StoreError) in try queue.remove(uri) }
  }

  /// Removes all stored responses, on disk and in memory, and erases their data from the cache's files.
  ///
  /// ```swift
  /// try await cache.removeAll()
  /// ```
  ///
  /// - Throws: `Failure`.
  public func removeAll() async throws {
    try await use { (queue) throws(StoreError) in try queue.removeAll() }
  }

  /// Returns how much is stored.
  ///
  /// ```swift
  /// print(try await cache.totals().bytes)
  /// ```
  ///
  /// - Returns: totals that the cache keeps up to date, so that reading them is cheap.
  /// - Throws: `Failure`.
  public func totals() async throws -> Totals {
    try await use { (queue) throws(StoreError) in try queue.totals() }
  }

  /// Waits until the fetched responses have been written to the remote cache; fetches do not wait for these writes.
  ///
  /// The wait takes at most ten times the remote cache's `timeout`. Writes that wait when the cache is released are
  /// lost, so call this last before the program ends.
  ///
  /// ```swift
  /// await cache.flush()
  /// ```
  ///
  /// - Returns: the number of changes that still wait, without those that the server refused; 0 without a remote
  ///   cache.
  @discardableResult
  public func flush() async -> Int {
    await withCheckedContinuation { continuation in
      thread.control.send(.use { queue in queue.flush { continuation.resume(returning: $0) } })
    }
  }

  private func request(
    _ url: String, _ fields: [(String, String)], _ policy: CachePolicy?
  ) throws(Failure) -> FetchRequest {
    try FetchRequest(checking: RequestHead(checking: url, fields: fields), defaults, policy: policy)
  }

  /// Runs work on the cache's thread, where the stored responses are used, and waits for its result.
  private func use<Value: Sendable>(
    _ work: @escaping @Sendable (TransferQueue) throws(StoreError) -> Value
  ) async throws -> Value {
    let result = await withCheckedContinuation {
      (continuation: CheckedContinuation<Result<Value, Failure>, Never>) in
      thread.control.send(
        .use { queue in
          do throws(StoreError) {
            continuation.resume(returning: .success(try work(queue)))
          } catch {
            continuation.resume(returning: .failure(Failure(.store(error))))
          }
        })
    }
    return try result.get()
  }
}

extension HTTPCache {
  /// A response whose body is read once, while it arrives.
  ///
  /// The fetch is cancelled if the response is released before its body has been read to the end.
  public struct Response: Sendable {
    /// Status and fields, with `Age` and `Cache-Status` as this cache sets them.
    public let head: ResponseHead
    /// Where the body comes from.
    public let source: BodySource
    /// The reasons for serving it from the cache or not, and for storing it or not.
    public let reasons: [Reason]
    /// The values kept beside the response, such as `cache_date`.
    public let userInfo: [String: String]
    /// The body, piece by piece; when it has ended the response is stored.
    public let body: Body

    /// Reads and discards the rest of the body, and returns the final result.
    ///
    /// - Returns: the response, with warnings, and with whether it was stored.
    /// - Throws: `Failure`: why the body is not whole.
    @discardableResult
    public func finished() async throws -> FetchedResponse {
      while try await body.reading.stream.next().get() != nil {}
      return try body.reading.stream.outcome.get()
    }

    /// Reads the rest of the body as one array; cancels the fetch once the rest is longer than the limit.
    ///
    /// ```swift
    /// let text = String(decoding: try await response.data(upTo: 1 << 20), as: UTF8.self)
    /// ```
    ///
    /// - Parameter limit: the most bytes to read.
    /// - Returns: the bytes.
    /// - Throws: `Failure` if the body is not whole, or its rest is longer than the limit.
    public func data(upTo limit: Int) async throws -> [UInt8] {
      let stream = body.reading.stream
      var bytes: [UInt8] = []
      while let piece = try await stream.next().get() {
        guard piece.count <= limit - bytes.count else {
          stream.cancel()
          throw Failure(.tooLarge, "the body is longer than \(limit) bytes")
        }
        bytes += piece
      }
      return bytes
    }
  }

  /// The body of a response, as pieces of bytes.
  ///
  /// At most about 1 MiB waits to be read: a slow reader slows the transfer down.
  public struct Body: AsyncSequence, Sendable {
    /// Some bytes, at least one.
    public typealias Element = [UInt8]
    /// Every error is an `HTTPCache.Failure`, as with all functions of the cache.
    public typealias Failure = any Error

    let reading: Reading

    init(_ reading: Reading) { self.reading = reading }

    /// Begins to read; the fetch is cancelled if the iterator is released before the end of the body.
    ///
    /// - Returns: an iterator; make only one.
    public func makeAsyncIterator() -> Iterator { Iterator(reading) }

    /// Reads the body.
    public struct Iterator: AsyncIteratorProtocol {
      private let reading: Reading

      init(_ reading: Reading) { self.reading = Reading(within: reading) }

      /// Waits for the next piece.
      ///
      /// - Parameter actor: the actor that the caller runs on.
      /// - Returns: the piece; nil after the last one.
      /// - Throws: `HTTPCache.Failure`: why the body is not whole.
      public mutating func next(isolation actor: isolated (any Actor)?) async throws -> [UInt8]? {
        try await reading.stream.next().get()
      }
    }
  }

  /// A reader of a body.
  ///
  /// The fetch is cancelled once no reader is left.
  final class Reading: Sendable {
    let stream: ResponseStream
    private let thread: CacheThread
    private let outer: Reading?

    init(_ stream: ResponseStream, _ thread: CacheThread) {
      (self.stream, self.thread, outer) = (stream, thread, nil)
    }

    /// Reads the same body; the fetch ends with this reader, even if the outer one is still held.
    init(within outer: Reading) { (stream, thread, self.outer) = (outer.stream, outer.thread, outer) }

    deinit { stream.cancel() }
  }
}

/// The thread of a cache, which ends when this object is released.
final class CacheThread: Sendable {
  let control = TransferQueue.Control()
  private let worker: Worker<TransferQueue.Control.Command>

  init(
    _ directory: String, _ defaults: FetchDefaults, _ limits: FetchLimits,
    _ remote: (server: RemoteServer, mode: RemoteMode)?
  ) throws(FetchFailure) {
    // The last response may be released anywhere: its owner must not wait for this thread.
    let worker = Worker(inbox: control.inbox, isAwaited: false) { [control] inbox in
      let queue = TransferQueue(
        directory: directory, .success(defaults), limits, remote: remote, control: control)
      while inbox.wait() {
        do {
          try queue.run()
        } catch {
          // Each fetch has reported the error to its caller.
        }
      }
    }
    guard let worker else { throw FetchFailure(.other, "the system gives no thread") }
    self.worker = worker
  }

  deinit { control.send(.stop) }
}
