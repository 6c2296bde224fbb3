/// An HTTP cache for tasks: `fetch` asks the cache first and gives the response while its body is still coming.
///
/// It works on a thread of its own, which ends when neither the cache nor a response of it is held any more. Any number of
/// tasks may use it at the same time, and equal requests in flight share one transfer.
public final class HTTPCache: Sendable {
  /// Why there is no response, or none that is whole.
  public typealias Failure = FetchFailure

  /// How much is stored, and how many transfers there are at once.
  public typealias Limits = FetchLimits

  private let settings: Settings
  private let thread: CacheThread

  /// Makes a cache; its directory is not opened before it is needed.
  ///
  /// - Parameters:
  ///   - directory: where the cache lives; it is made when missing.
  ///   - settings: private or shared, whose rules, and the policy of all requests that have none of their own.
  ///   - limits: sizes and numbers.
  /// - Throws: where a number is negative, or the system gives no thread.
  public init(
    directory: String, settings: Settings = Settings(), limits: Limits = Limits()
  ) throws(Failure) {
    try limits.check()
    try settings.check()
    self.settings = settings
    thread = try CacheThread(directory, settings, limits)
  }

  /// Gets a response, from the cache where that may answer.
  ///
  /// A task that is cancelled ends the fetch; the response is kept as far as it came, so that the rest can be asked for.
  ///
  /// - Parameters:
  ///   - request: method, target and fields.
  ///   - policy: how the cache is used; the settings' unless told.
  ///   - willCacheResponse: sees the response before it is stored; nil where the rules decide alone.
  /// - Returns: the response, once its head is known.
  /// - Throws: why there is none: nothing is sent where the method or a field name is no token, or a value holds a line
  ///   break or NUL.
  public func fetch(
    _ request: RequestHead, policy: CachePolicy? = nil, willCacheResponse: WillCacheResponse? = nil
  ) async throws(Failure) -> Response {
    let request = try FetchRequest(checking: request, settings, policy: policy, willCacheResponse)
    // A cancelled task must not get an answer that happens to arrive before the cancellation.
    if Task.isCancelled { throw .cancelled }
    let stream = ResponseStream(thread.control)
    thread.control.send(.begin(request, stream))
    let served = try await stream.head().get()
    return Response(
      head: served.head, source: served.source, reasons: served.reasons, userInfo: served.userInfo,
      body: Body(Reading(stream, thread)))
  }

  /// Gets the response to a GET of a URL.
  ///
  /// - Parameters:
  ///   - url: an absolute http or https URL.
  ///   - policy: how the cache is used; the settings' unless told.
  /// - Returns: the response, once its head is known.
  /// - Throws: why there is none.
  public func fetch(_ url: String, policy: CachePolicy? = nil) async throws(Failure) -> Response {
    try await fetch(RequestHead(checking: url), policy: policy)
  }
}

extension HTTPCache {
  /// A response whose body is read once, while it comes.
  ///
  /// The fetch is cancelled where the response is let go of before its body has been read to the end.
  public struct Response: Sendable {
    /// Status and fields, with `Age` and `Cache-Status` as this cache sets them.
    public let head: ResponseHead
    /// Where the body comes from.
    public let source: BodySource
    /// Why it was served from the cache or not, and may be stored or not.
    public let reasons: [Reason]
    /// The values kept beside the response, such as `cache_date`.
    public let userInfo: [String: String]
    /// The body, piece by piece; when it has ended the response is stored.
    public let body: Body

    /// Reads what is left of the body, and says what became of the response.
    ///
    /// - Returns: the response, with whether it was stored, and warnings.
    /// - Throws: why the body is not whole.
    public func finished() async throws(Failure) -> FetchedResponse {
      while try await body.reading.stream.next().get() != nil {}
      return try body.reading.stream.outcome.get()
    }
  }

  /// The body of a response, as pieces of bytes.
  ///
  /// About 1 MiB is held at most that is not read yet: a slow reader holds the transfer back.
  public struct Body: AsyncSequence, Sendable {
    /// Some bytes, never none.
    public typealias Element = [UInt8]
    /// Why the body is not whole.
    public typealias Failure = HTTPCache.Failure

    let reading: Reading

    init(_ reading: Reading) { self.reading = reading }

    /// Begins to read; the fetch is cancelled when the iterator is let go of before the end.
    ///
    /// - Returns: the only iterator that should be made.
    public func makeAsyncIterator() -> Iterator { Iterator(reading) }

    /// Reads the body.
    public struct Iterator: AsyncIteratorProtocol {
      private let reading: Reading

      init(_ reading: Reading) { self.reading = Reading(within: reading) }

      /// Waits for the next piece.
      ///
      /// - Parameter actor: where the caller runs.
      /// - Returns: nil behind the last.
      /// - Throws: why the body is not whole.
      public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> [UInt8]? {
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

    /// Reads the same body; the fetch ends with this reader even where the outer one is still held.
    init(within outer: Reading) { (stream, thread, self.outer) = (outer.stream, outer.thread, outer) }

    deinit { stream.cancel() }
  }
}

/// The thread of a cache, which ends when this object is let go of.
final class CacheThread: Sendable {
  let control: TransferQueue.Control

  init(_ directory: String, _ settings: Settings, _ limits: FetchLimits) throws(FetchFailure) {
    let control = TransferQueue.Control()
    let thread = SystemThread {
      let queue = TransferQueue(directory: directory, settings: settings, limits: limits, control: control)
      while control.wait() {
        do throws(FetchFailure) {
          try queue.run()
        } catch {
          // Each fetch has reported the error to its caller.
        }
      }
    }
    guard let thread else { throw FetchFailure("the system gives no thread") }
    thread.detach()
    self.control = control
  }

  deinit { control.send(.stop) }
}
