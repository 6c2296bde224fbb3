/// Fetches through the cache, many at once: the cache is asked first, equal requests in flight share one transfer, and
/// all of it can be suspended, resumed and cancelled.
///
/// `add` what is wanted, then `run`, which returns when all of it is done; both belong to one thread. `control` may be
/// used from any.
public final class TransferQueue {
  /// What a fetch brought.
  public typealias Response = FetchedResponse

  /// Why there is no response, or none that is whole.
  public typealias Failure = FetchFailure

  /// How much is stored, and how many transfers there are at once.
  public typealias Limits = FetchLimits

  /// Suspends, resumes and cancels, from any thread.
  public let control: Control

  /// How the origins are connected to.
  public typealias Connection = FetchConnection

  /// The responses that are held in memory.
  let memory: MemoryStorage
  /// The store behind them.
  let disk: DiskStorage
  /// The remote cache behind both; nil for none.
  private let remote: RemoteStorage?
  private let client: Client
  /// What the fetches have in common, or why nothing can be fetched.
  private let defaults: Result<FetchDefaults, Failure>
  private var fetches: [Ticket: FetchDriver] = [:]

  /// Makes a queue; nothing is opened before it is needed, and every fetch is refused where a number is negative.
  ///
  /// - Parameters:
  ///   - directory: where the cache lives; it is made when missing.
  ///   - settings: private or shared, whose rules, and the policy of all requests that have none of their own.
  ///   - limits: sizes, numbers and time-outs.
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
    disk = DiskStorage(exists: { limits.capacity > 0 && Store.exists(in: directory) }) {
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

  /// Tells, once what was fetched is written to the remote cache, or a bounded time is over, how many changes still wait.
  func flush(then: @escaping (Int) -> Void) {
    if let remote { remote.flush(then: then) } else { then(0) }
  }

  /// Puts a fetch in the queue.
  ///
  /// What can't be sent as one request, since the method or the name of a field is no token or a value holds a line break
  /// or NUL, is refused at once.
  ///
  /// - Parameters:
  ///   - request: method, target and fields.
  ///   - content: the bytes to send; nil for none.
  ///   - policy: how the cache is used; the settings' unless told.
  ///   - willCacheResponse: sees the response before it is stored; nil where the rules decide alone.
  ///   - onBody: takes the body piece by piece; each is valid for that call only.
  ///   - completion: called once, with the response, or with why there is none that is whole.
  /// - Returns: what `Control.cancel` takes.
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
      let body = { (piece: BodyPiece) -> BodyAction in
        onBody(piece.bytes)
        return .goOn
      }
      begin(request, ticket, FetchSink(body: body, end: { completion($0.outcome) }))
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

  /// Does all that was added, and what its completions add; returns when nothing is left.
  ///
  /// - Throws: `Failure` where libcurl is not there; every completion has been called then.
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
