import CSystem

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

  private let client: Client
  private let settings: Settings
  /// Why nothing can be fetched with these settings and limits; nil where it can.
  private let refusal: Failure?
  private var fetches: [Ticket: FetchDriver] = [:]

  /// Makes a queue; nothing is opened before it is needed, and every fetch is refused where a number is negative.
  ///
  /// - Parameters:
  ///   - directory: where the cache lives; it is made when missing.
  ///   - settings: private or shared, whose rules, and the policy of all requests that have none of their own.
  ///   - limits: sizes and numbers.
  public convenience init(directory: String, settings: Settings = Settings(), limits: Limits = Limits()) {
    self.init(directory: directory, settings: settings, limits: limits, control: Control())
  }

  /// Makes a queue that takes its commands from a control.
  init(directory: String, settings: Settings, limits: Limits, control: Control) {
    self.settings = settings
    self.control = control
    refusal = Self.refusal(settings, limits)
    let options = StoreOptions(capacity: limits.capacity)
    let disk = DiskStorage { () throws(StoreError) -> sending Store? in
      limits.capacity > 0 ? try Store.open(directory: directory, options: options) : nil
    }
    let storage = TieredStorage(memory: MemoryStorage(costLimit: limits.memory), lasting: disk)
    let loop = TransferLoop(maxParallel: limits.parallel, maxPerHost: limits.perHost)
    client = Client(
      storage: storage, disk: disk, loop: loop, maxParallel: limits.parallel,
      now: { Instant(epoch: Seconds(time(nil))) }, milliseconds: HostClock.milliseconds,
      microseconds: HostClock.microseconds)
    loop.interruptFd = control.wakeEnd
    loop.onInterrupt = { [weak self] in self?.obey() }
  }

  private static func refusal(_ settings: Settings, _ limits: Limits) -> Failure? {
    do throws(Failure) {
      try limits.check()
      try settings.check()
      return nil
    } catch {
      return error
    }
  }

  /// Puts a fetch in the queue.
  ///
  /// What can't be sent as one request, since the method or the name of a field is no token or a value holds a line break
  /// or NUL, is refused at once.
  ///
  /// - Parameters:
  ///   - request: method, target and fields.
  ///   - policy: how the cache is used; the settings' unless told.
  ///   - willCacheResponse: sees the response before it is stored; nil where the rules decide alone.
  ///   - onBody: takes the body piece by piece; each is valid for that call only.
  ///   - completion: called once, with the response, or with why there is none that is whole.
  /// - Returns: what `Control.cancel` takes.
  @discardableResult
  public func add(
    _ request: RequestHead, policy: CachePolicy? = nil, willCacheResponse: WillCacheResponse? = nil,
    onBody: @escaping (UnsafeRawBufferPointer) -> Void,
    completion: @escaping (Result<Response, Failure>) -> Void
  ) -> Ticket {
    let ticket = control.makeTicket()
    do throws(Failure) {
      if let refusal { throw refusal }
      let request = try FetchRequest(checking: request, settings, policy: policy, willCacheResponse)
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
  public func run() throws(Failure) {
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
