/// A thread of their own for transfers, so that what follows from an answer is worked out while the next is received.
///
/// What came is gathered there and handed over, several answers at once: a transfer belongs to that thread from `begin` until
/// its end has been taken, but for what is taken on the way.
final class TransferThread {
  /// What the thread is told.
  private enum Command {
    case begin(Transfer)
    case cancel(Transfer)
    case cancelAll
  }

  /// So many answers, or so many bytes, are handed over at once; fewer where nothing else is left to do, and after some
  /// milliseconds.
  private static let enough = 32
  private static let enoughBytes = 256 * 1024
  private static let longestHeld = 5
  /// So many bytes may wait to be taken; with more the thread waits.
  private static let mostBytes = 1 << 20
  /// A buffer of a head is used again up to this capacity, which most heads do not exceed.
  private static let reusableCapacity = 4 * 1024

  /// How many transfers should be given at once beside those that can be under way: they begin without a word of the caller.
  static let ahead = 2 * enough

  /// What both threads look at, under the lock.
  private final class Shared: @unchecked Sendable {
    let lock = Lock()
    /// Signalled when what came is taken.
    let taken: Condition
    var commands: [Command] = []
    var received: [Received] = []
    var bytes = 0
    /// Empty buffers for heads.
    var buffers: [[UInt8]] = []
    var isStopped = false
    /// Whether the thread sleeps until something happens in the network.
    var isAsleep = false
    /// Whether the thread would begin another transfer at once.
    var hasRoom = true
    /// Whether the caller sleeps until `wakeEnd` is readable.
    var isWatched = false
    /// What wakes the thread, and the caller.
    let pipes = (thread: Pipe(), caller: Pipe())

    init() { taken = Condition(lock) }

    func locked<Result>(_ body: () -> Result) -> Result { lock.locked(body) }
  }

  private let shared: Shared
  private let thread: SystemThread
  private var commands: [Command] = []
  private var emptied: [[UInt8]] = []
  /// Transfers whose end has not been taken.
  private(set) var count = 0

  /// Starts the thread; nil where the system gives none.
  ///
  /// - Parameters:
  ///   - maxParallel: transfers at once.
  ///   - maxPerHost: connections to one host.
  ///   - clock: this host's, read on that thread.
  ///   - stoppedMilliseconds: how long this process has been stopped so far.
  init?(
    maxParallel: Int, maxPerHost: Int, clock: @escaping @Sendable () -> Instant,
    stoppedMilliseconds: @escaping @Sendable () -> Int
  ) {
    let shared = Shared()
    let thread = SystemThread {
      let running = RunningTransfers(maxParallel: maxParallel, maxPerHost: maxPerHost)
      running.clock = clock
      running.stoppedMilliseconds = stoppedMilliseconds
      Work(shared, running).run()
    }
    guard let thread else { return nil }
    self.shared = shared
    self.thread = thread
  }

  /// Ends the thread, and what it has under way.
  deinit {
    shared.locked {
      shared.isStopped = true
      shared.taken.signal()
    }
    shared.pipes.thread.wake()
    thread.join()
  }

  /// Has a transfer begun as soon as the limit allows; the thread is told at the next `handOver`.
  func begin(_ transfer: Transfer) {
    count += 1
    commands.append(.begin(transfer))
  }

  /// Ends one transfer; its end comes like any other.
  func cancel(_ transfer: Transfer) { commands.append(.cancel(transfer)) }

  /// Ends all of them; their ends come like any other.
  func cancelAll() { commands.append(.cancelAll) }

  /// Tells the thread what was asked of it; it is woken where it can do something at once.
  func handOver() {
    guard !commands.isEmpty else { return }
    let isUrgent = commands.contains { if case .begin = $0 { false } else { true } }
    let wakes = shared.locked {
      shared.commands += commands
      let wakes = shared.isAsleep && (isUrgent || shared.hasRoom)
      if wakes { shared.isAsleep = false }
      return wakes
    }
    commands.removeAll(keepingCapacity: true)
    if wakes { shared.pipes.thread.wake() }
  }

  /// Gives each transfer what came for it, and its end.
  ///
  /// - Returns: whether anything had come.
  func deliver() -> Bool {
    var received = shared.locked {
      defer { shared.taken.signal() }
      shared.buffers += emptied
      emptied.removeAll(keepingCapacity: true)
      var received: [Received] = []
      swap(&received, &shared.received)
      shared.bytes = 0
      return received
    }
    for piece in received {
      let wantsMore = piece.transfer.take(piece)
      if let end = piece.end {
        count -= 1
        piece.transfer.end(end.error)
      } else if !wantsMore {
        cancel(piece.transfer)
      }
    }
    for index in received.indices where received[index].head.capacity <= Self.reusableCapacity {
      emptied.append(received[index].emptied())
    }
    return !received.isEmpty
  }

  /// What becomes readable when something has come.
  var wakeEnd: Int32 { shared.pipes.caller.readEnd }

  /// Asks to be woken by `wakeEnd`; false where something has come already, and nothing should be waited for.
  func watch() -> Bool {
    shared.locked {
      shared.isWatched = shared.received.isEmpty
      return shared.isWatched
    }
  }

  /// Takes back the wish to be woken.
  func unwatch(isWoken: Bool) {
    shared.locked { shared.isWatched = false }
    if isWoken { shared.pipes.caller.drain() }
  }

  /// What the thread does.
  private final class Work {
    private let shared: Shared
    private let running: RunningTransfers
    /// What came and is not handed over, since when, and how many bytes that is.
    private var received: [Received] = []
    private var heldSince = 0
    private var bytes = 0
    private var buffers: [[UInt8]] = []

    init(_ shared: Shared, _ running: RunningTransfers) {
      self.shared = shared
      self.running = running
      running.gather = { [unowned self] transfer in
        Gathering(transfer, into: buffers.popLast() ?? []) { [unowned self] in handOverPart($0) }
      }
    }

    func run() {
      while obey() {
        running.act(ended)
        if isEnough { handOver() }
        if running.mustWait { wait() }
      }
    }

    /// Does what it was told; false where it is over.
    private func obey() -> Bool {
      var commands: [Command] = []
      let isOver = shared.locked {
        swap(&commands, &shared.commands)
        if buffers.isEmpty { swap(&buffers, &shared.buffers) }
        return shared.isStopped
      }
      for command in commands {
        switch command {
        case .begin(let transfer): running.add(transfer)
        case .cancel(let transfer): running.cancel(transfer, ended)
        case .cancelAll: running.cancelAll(ended)
        }
      }
      return !isOver
    }

    private func ended(_ transfer: Transfer, _ gathered: Gathering?, _ error: TransportError?) {
      hold((gathered ?? Gathering(transfer, into: []) { _ in false }).ended(error))
    }

    private func hold(_ piece: Received) {
      if received.isEmpty { heldSince = HostClock.milliseconds() }
      received.append(piece)
      bytes += piece.count
    }

    /// Hands over a part of an answer that is large, and waits until the caller has taken enough of what came.
    private func handOverPart(_ part: Received) -> Bool {
      hold(part)
      handOver()
      return shared.locked {
        while shared.bytes >= TransferThread.mostBytes, !shared.isStopped {
          shared.taken.wait()
        }
        return !shared.isStopped
      }
    }

    private var isEnough: Bool {
      !received.isEmpty
        && (received.count >= TransferThread.enough || bytes >= TransferThread.enoughBytes
          || running.queued == 0
          || HostClock.milliseconds() - heldSince >= TransferThread.longestHeld)
    }

    private func handOver() {
      let wakes = shared.locked {
        shared.received += received
        shared.bytes += bytes
        defer { shared.isWatched = false }
        return shared.isWatched
      }
      received.removeAll(keepingCapacity: true)
      bytes = 0
      if wakes { shared.pipes.caller.wake() }
    }

    private func wait() {
      let sleeps = shared.locked {
        shared.hasRoom = running.hasRoom
        shared.isAsleep = shared.commands.isEmpty && !shared.isStopped
        return shared.isAsleep
      }
      guard sleeps else { return }
      let longest = received.isEmpty ? 1000 : TransferThread.longestHeld
      let pipe = shared.pipes.thread
      let isWoken = running.wait([pipe.readEnd, -1], longest: Int32(longest))?[0] ?? pipe.wait(longest)
      shared.locked { shared.isAsleep = false }
      if isWoken { pipe.drain() }
    }
  }
}
