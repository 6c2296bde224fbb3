import CSystem

/// Fetches through the cache, many at once: the cache is asked first, equal requests in flight share one transfer, and
/// all of it can be suspended, resumed and cancelled.
///
/// `add` what is wanted, then `run`, which returns when all of it is done; both belong to one thread. `control` may be
/// used from any.
public final class TransferQueue {
  /// Names one fetch of a queue.
  public struct Ticket: Sendable, Hashable {
    let number: Int
  }

  /// What a fetch brought.
  public struct Response: Sendable {
    /// Status and fields, with `Age` and `Cache-Status` as this cache sets them.
    public let head: ResponseHead
    /// Where the body came from.
    public let source: BodySource
    /// Whether a stored response was left on disk.
    public let isStored: Bool
    /// Whether another equal fetch's transfer brought it.
    public let isCoalesced: Bool
    /// Why it was, or was not, served from the cache and stored.
    public let reasons: [Reason]
    /// The values kept beside the response, such as `cache_date`.
    public let userInfo: [String: String]
    /// What the caller should know though it worked, a line each.
    public let warnings: [String]
  }

  /// Why there is no response, or none that is whole: one line.
  public struct Failure: Error, Sendable, Hashable {
    /// What went wrong.
    public let message: String
    /// Whether it was cancelled.
    public let isCancelled: Bool
  }

  /// How many bytes of stored responses a queue keeps at most, and how it transfers.
  public struct Limits: Sendable, Hashable {
    /// Bytes on disk; 1 GiB unless told, and 0 turns the cache off.
    public var capacity: Int64 = 1 << 30
    /// Bytes of bodies in memory; 64 MiB unless told.
    public var memory = 64 << 20
    /// Fetches at once; 8 unless told.
    public var parallel = 8
    /// Connections to one host; 6 unless told.
    public var perHost = 6

    /// Makes the limits named above.
    public init() {}
  }

  /// Suspends, resumes and cancels, from any thread.
  public let control: Control

  private let client: Client
  private let settings: Settings
  private var fetches: [Int: FetchDriver] = [:]
  private var nextNumber = 1

  /// Makes a queue; nothing is opened before it is needed.
  ///
  /// - Parameters:
  ///   - directory: where the cache lives; it is made when missing.
  ///   - settings: private or shared, whose rules, and the policy of all requests that have none of their own.
  ///   - limits: sizes and numbers.
  public init(directory: String, settings: Settings = Settings(), limits: Limits = Limits()) {
    self.settings = settings
    control = Control()
    let options = StoreOptions(capacity: limits.capacity)
    let disk = DiskStorage { () throws(StoreError) -> sending Store? in
      limits.capacity > 0 ? try Store.open(directory: directory, options: options) : nil
    }
    let storage = TieredStorage(memory: MemoryStorage(costLimit: limits.memory), lasting: disk)
    let loop = TransferLoop(maxParallel: limits.parallel, maxPerHost: limits.perHost)
    client = Client(
      storage: storage, loop: loop, maxParallel: limits.parallel, now: { Instant(epoch: Seconds(time(nil))) },
      milliseconds: HostClock.milliseconds, microseconds: HostClock.microseconds)
    loop.interruptFd = control.wakeEnd
    loop.onInterrupt = { [weak self] in self?.obey() }
  }

  /// Puts a fetch in the queue.
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
    var fetch = FetchRequest(head: request)
    fetch.settings = settings
    fetch.settings.requestPolicy = policy ?? settings.requestPolicy
    fetch.willCacheResponse = willCacheResponse
    let number = nextNumber
    nextNumber += 1
    let sink = FetchSink(
      body: {
        onBody($0.bytes)
        return .goOn
      },
      end: { [weak self] result in
        self?.fetches[number] = nil
        completion(Self.outcome(result))
      })
    fetches[number] = client.enqueue(fetch, sink: sink)
    return Ticket(number: number)
  }

  /// Does all that was added, and what its completions add; returns when nothing is left.
  ///
  /// - Throws: `Failure` where libcurl is not there; every completion has been called then.
  public func run() throws(Failure) {
    obey()
    do throws(TransportError) {
      try client.run()
    } catch {
      throw Failure(message: error.message, isCancelled: false)
    }
  }

  private func obey() {
    for command in control.take() {
      switch command {
      case .suspend: client.loop.suspend()
      case .resume: client.loop.resume()
      case .cancel(let ticket): fetches[ticket.number]?.cancel()
      case .cancelAll: for fetch in fetches.values { fetch.cancel() }
      }
    }
  }

  private static func outcome(_ result: FetchResult) -> Result<Response, Failure> {
    guard result.error == nil, let served = result.served else {
      return .failure(
        Failure(
          message: result.error?.message ?? "no response",
          isCancelled: result.error == .transport(.cancelled)))
    }
    return .success(
      Response(
        head: served.head, source: served.source, isStored: result.isStored, isCoalesced: result.isCoalesced,
        reasons: served.reuse.reasons + (served.storage?.reasons ?? []) + served.outcome,
        userInfo: Dictionary(uniqueKeysWithValues: served.stored.userInfo.sorted.map { ($0.name, $0.value) }),
        warnings: result.warnings.map(\.text)))
  }
}

extension TransferQueue {
  /// Suspends, resumes and cancels the fetches of a queue, from any thread.
  public final class Control: Sendable {
    enum Command: Sendable {
      case suspend
      case resume
      case cancel(Ticket)
      case cancelAll
    }

    private let commands = Locked<[Command]>([])
    /// Without it a command takes effect when the loop wakes by itself, a second later at most.
    private let pipe = Pipe()

    /// What becomes readable when a command was sent.
    var wakeEnd: Int32 { pipe.readEnd }

    /// Whether it is.
    var isWoken: Bool { pipe.wait(0) }

    /// Holds all transfers; time-outs do not count the pause.
    public func suspend() { send(.suspend) }

    /// Goes on with what `suspend` held.
    public func resume() { send(.resume) }

    /// Ends one fetch; its completion says that it was cancelled.
    ///
    /// - Parameter ticket: what `add` gave; one that has ended is passed over.
    public func cancel(_ ticket: Ticket) { send(.cancel(ticket)) }

    /// Ends every fetch.
    public func cancelAll() { send(.cancelAll) }

    private func send(_ command: Command) {
      commands.withLock { $0.append(command) }
      pipe.wake()
    }

    /// What was sent since the last time.
    ///
    /// The pipe is emptied before, also where another thread has not come to wake by it yet: else it would stay readable.
    func take() -> [Command] {
      pipe.drain()
      return commands.withLock { commands in
        defer { commands.removeAll() }
        return commands
      }
    }
  }
}
