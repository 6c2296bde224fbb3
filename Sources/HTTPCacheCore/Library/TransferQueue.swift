/// Fetches many requests at once through the cache; equal requests in flight share one transfer, and fetches can be
/// suspended, resumed and cancelled.
///
/// Call `add` for each request, then `run`, which returns when all are done; both on the same thread. `control` may
/// be used from any thread.
public final class TransferQueue {
  /// The response of a fetch, without its body.
  public typealias Response = FetchedResponse

  /// Why there is no response, or no whole one.
  public typealias Failure = FetchFailure

  /// How much is stored, how many transfers are made at once, and how long they may take.
  public typealias Limits = FetchLimits

  /// Suspends, resumes and cancels, from any thread.
  public let control: Control

  /// How connections to origins are made.
  public typealias Connection = FetchConnection

  let memory: MemoryStorage
  let disk: DiskStorage
  /// The remote cache behind memory and disk; nil for none.
  private let remote: RemoteStorage?
  private let client: Client
  /// The values that all fetches have in common, or why none can begin.
  private let defaults: Result<FetchDefaults, Failure>
  private var fetches: [Ticket: FetchDriver] = [:]

  /// Makes a queue; its directory is opened when it is first needed, and every fetch fails if a setting or limit is
  /// refused.
  ///
  /// - Parameters:
  ///   - directory: the path of the cache's directory, which is created if it is missing.
  ///   - settings: whether the cache is private or shared, which rules it follows, and the policy of requests without
  ///     their own.
  ///   - limits: the most bytes, transfers and connections, and the time-outs.
  ///   - connection: certificates and proxy.
  public convenience init(
    directory: String, settings: Settings = Settings(), limits: Limits = Limits(),
    connection: Connection = Connection()
  ) {
    let defaults = Result { () throws(Failure) in try FetchDefaults(settings, limits, connection) }
    self.init(directory: directory, defaults, limits, remote: nil, control: Control())
  }

  /// Makes a queue that takes its commands from a control.
  init(
    directory: String, _ defaults: Result<FetchDefaults, Failure>, _ limits: Limits,
    remote: (server: RemoteServer, mode: RemoteMode)?, control: Control
  ) {
    self.defaults = defaults
    self.control = control
    let options = StoreOptions(capacity: limits.capacity)
    disk = DiskStorage(path: directory, exists: { limits.capacity > 0 && Store.exists(in: directory) }) {
      () throws(StoreError) -> sending Store? in
      limits.capacity > 0 ? try Store.open(directory: directory, options: options) : nil
    }
    memory = MemoryStorage(costLimit: limits.memory)
    (client, self.remote) = Client.tiered(
      memory, disk, behind: remote, parallel: limits.parallel, perHost: limits.perHost, rest: RemoteCache.rest
    )
    client.loop.interruptFd = control.inbox.wakeEnd
    client.loop.onInterrupt = { [weak self] in self?.obey() }
  }

  /// Calls `then` with the number of changes that still wait, once all are written to the remote cache or a bounded
  /// time is over.
  func flush(then: @escaping (Int) -> Void) {
    if let remote { remote.flush(then: then) } else { then(0) }
  }

  /// Puts a fetch in the queue.
  ///
  /// The completion is called at once, with a failure, if the method or a field name is not a token, or a value holds
  /// a line break or NUL.
  ///
  /// - Parameters:
  ///   - request: method, target and fields.
  ///   - content: the bytes to send; nil for none.
  ///   - policy: how the cache is used; the policy of the settings by default.
  ///   - willCacheResponse: gets the response before it is stored, and may change or refuse it; nil for no hook.
  ///   - onBody: gets the body piece by piece; each piece is valid during the call only.
  ///   - completion: called once, with the response, or with the reason why there is no whole one.
  /// - Returns: the ticket by which `Control.cancel` ends the fetch.
  @discardableResult
  public func add(
    _ request: RequestHead, content: [UInt8]? = nil, policy: CachePolicy? = nil,
    willCacheResponse: WillCacheResponse? = nil,
    onBody: @escaping (UnsafeRawBufferPointer) -> Void,
    completion: @escaping (Result<Response, Failure>) -> Void
  ) -> Ticket {
    let ticket = control.makeTicket()
    do throws(Failure) {
      let request = try FetchRequest(
        checking: request, body: content, try defaults.get(), policy: policy, willCacheResponse)
      var hasBytes = false
      let body = { (piece: BodyPiece) -> BodyAction in
        hasBytes = hasBytes || !piece.bytes.isEmpty
        onBody(piece.bytes)
        return .goOn
      }
      var sink = FetchSink(body: body, end: { completion($0.outcome) })
      sink.isRevocable = { !hasBytes }
      begin(request, ticket, sink)
    } catch {
      completion(.failure(error))
    }
    return ticket
  }

  private func begin(_ request: FetchRequest, _ ticket: Ticket, _ sink: FetchSink) {
    var sink = sink
    let end = sink.end
    sink.end = { [weak self] result in
      self?.fetches[ticket] = nil
      end(result)
    }
    fetches[ticket] = client.enqueue(request, sink: sink)
  }

  /// Does all added fetches, and those that their completions add; returns when none is left.
  ///
  /// - Throws: `Failure` if libcurl can't be loaded; every completion has been called then.
  public func run() throws {
    obey()
    do throws(TransportError) {
      try client.run()
    } catch {
      throw Failure(.transport(error))
    }
  }

  private func obey() {
    for command in control.take() {
      switch command {
      case .begin(let request, let stream):
        begin(request, stream.ticket, stream.sink)
        client.pump()
      case .use(let work): work(self)
      case .goOn(let ticket): fetches[ticket]?.resume()
      case .suspend: client.loop.suspend()
      case .resume: client.loop.resume()
      case .cancel(let ticket): fetches[ticket]?.cancel()
      case .cancelAll: for fetch in fetches.values { fetch.cancel() }
      case .stop:
        for fetch in fetches.values { fetch.cancel() }
        client.cancel()
      }
    }
  }
}
