/// A thread for transfers, so that the next response is received while the caller handles the last one.
///
/// The two threads exchange only values, by an inbox for commands and one for parts of responses. The thread makes a
/// `Transfer` of its own for each of the caller's; the two have the same number.
final class TransferThread {
  /// A message to the thread.
  private enum Command: Sendable {
    case begin(Int, TransferRequest)
    case cancel(Int)
    case cancelAll
    case pause
    /// Goes on after this many milliseconds, which time-outs do not count.
    case resume(Int)
    /// Empty buffers for heads, to be used again.
    case reuse([[UInt8]])
  }

  /// Parts of responses are handed over together: at this number of parts, at this number of bytes, after this many
  /// milliseconds, or when no transfer waits to begin.
  private static let enough = 32
  private static let enoughBytes = 256 * 1024
  private static let longestHeld = 5
  /// How many bytes may wait for the caller; with more of them, the thread waits.
  private static let mostBytes = 1 << 20
  /// The largest capacity with which the buffer of a head is used again; most heads are shorter.
  private static let reusableCapacity = 4 * 1024

  /// How many transfers the caller should give in advance, beyond the most that can be under way, so that the thread can
  /// begin the next one at once.
  static let ahead = 2 * enough

  private let worker: Worker<Command>
  /// The parts of responses that `deliver` has not taken.
  let answers: Inbox<Received>
  private var commands: [Command] = []
  private var isUrgent = false
  private var emptied: [[UInt8]] = []
  /// The transfers whose end has not been delivered, by number.
  private var transfers: [Int: Transfer] = [:]
  private var lastNumber = 0

  /// Starts the thread; nil if the system gives none.
  init?(
    maxParallel: Int, maxPerHost: Int, clock: @escaping @Sendable () -> Instant,
    stoppedMilliseconds: @escaping @Sendable () -> Int
  ) {
    let answers = Inbox<Received>()
    let worker = Worker<Command> { commands in
      let running = RunningTransfers(maxParallel: maxParallel, maxPerHost: maxPerHost)
      running.clock = clock
      running.stoppedMilliseconds = stoppedMilliseconds
      Work(commands, answers, running).run()
    }
    guard let worker else { return nil }
    (self.worker, self.answers) = (worker, answers)
  }

  /// Ends the thread and its transfers.
  deinit {
    answers.close()
    // Drop the commands that are left: the thread must not begin anything more.
    _ = worker.inbox.take()
  }

  /// How many transfers have not ended.
  var count: Int { transfers.count }

  /// Adds a transfer, which begins as soon as the limit allows; the thread gets it at the next `handOver`.
  func begin(_ transfer: Transfer) {
    lastNumber += 1
    transfer.number = lastNumber
    transfers[lastNumber] = transfer
    commands.append(.begin(lastNumber, transfer.request))
  }

  /// Ends one transfer; its end is delivered like any other.
  func cancel(_ transfer: Transfer) {
    commands.append(.cancel(transfer.number))
    isUrgent = true
  }

  /// Ends all transfers; their ends are delivered like any other.
  func cancelAll() {
    commands.append(.cancelAll)
    isUrgent = true
  }

  /// Pauses all transfers until `resume`.
  func pause() { tellNow(.pause) }

  func resume(after milliseconds: Int) { tellNow(.resume(milliseconds)) }

  private func tellNow(_ command: Command) {
    commands.append(command)
    isUrgent = true
    handOver()
  }

  /// Sends the gathered commands to the thread, and wakes it if it can obey at once.
  func handOver() {
    guard !commands.isEmpty else { return }
    if !emptied.isEmpty {
      commands.append(.reuse(emptied))
      emptied.removeAll(keepingCapacity: true)
    }
    worker.inbox.send(&commands, isUrgent: isUrgent)
    isUrgent = false
  }

  /// Gives each transfer the parts of its response, and its end; returns whether there were any.
  func deliver() -> Bool {
    guard var received = answers.take(), !received.isEmpty else { return false }
    for piece in received { deliver(piece) }
    for index in received.indices where (1...Self.reusableCapacity).contains(received[index].head.capacity) {
      emptied.append(received[index].emptied())
    }
    return true
  }

  private func deliver(_ piece: Received) {
    guard let transfer = transfers[piece.number] else { return }
    transfer.begun = piece.begun
    let wantsMore = transfer.take(piece)
    if let end = piece.end {
      transfers[piece.number] = nil
      transfer.figures = end.figures
      transfer.end(end.error)
    } else if !wantsMore {
      cancel(transfer)
    }
  }

  /// The part that runs on the thread: obeys commands, and hands over parts of responses.
  private final class Work {
    private let commands: Inbox<Command>
    private let answers: Inbox<Received>
    private let running: RunningTransfers
    /// The transfers that have not ended, by number.
    private var transfers: [Int: Transfer] = [:]
    /// The parts of responses that are not handed over yet, the time of the first (milliseconds), and their bytes.
    private var received: [Received] = []
    private var heldSince = 0
    private var bytes = 0
    private var buffers: [[UInt8]] = []

    init(_ commands: Inbox<Command>, _ answers: Inbox<Received>, _ running: RunningTransfers) {
      (self.commands, self.answers, self.running) = (commands, answers, running)
      running.gather = { [unowned self] transfer in
        ReceivedBuffer(transfer, into: buffers.popLast() ?? []) { [unowned self] in handOverPart($0) }
      }
      running.ended = { [unowned self] transfer, gathered, error in
        transfers[transfer.number] = nil
        hold((gathered ?? ReceivedBuffer(transfer, into: []) { _ in false }).ended(error, transfer.figures))
      }
    }

    func run() {
      while obey() {
        running.act()
        if isEnough { handOver() }
        if running.mustWait { wait() }
      }
    }

    /// Obeys the commands; false if their inbox is closed.
    private func obey() -> Bool {
      guard let commands = commands.take() else { return false }
      for command in commands {
        switch command {
        case .begin(let number, let request): begin(number, request)
        case .cancel(let number):
          if let transfer = transfers[number] { running.cancel(transfer) }
        case .cancelAll: running.cancelAll()
        case .pause: running.pause(true)
        case .resume(let milliseconds):
          running.postpone(by: milliseconds)
          running.pause(false)
        case .reuse(let emptied): buffers = emptied
        }
      }
      return true
    }

    private func begin(_ number: Int, _ request: TransferRequest) {
      let transfer = Transfer(request)
      transfer.number = number
      transfers[number] = transfer
      running.add(transfer)
    }

    private func hold(_ piece: Received) {
      if received.isEmpty { heldSince = HostClock.milliseconds() }
      received.append(piece)
      bytes += piece.count
    }

    /// Hands over a part of a large response, and waits until the caller has taken enough of the parts before it.
    private func handOverPart(_ part: Received) -> Bool {
      hold(part)
      handOver()
      return answers.waitUntilBelow(TransferThread.mostBytes)
    }

    private var isEnough: Bool {
      !received.isEmpty
        && (received.count >= TransferThread.enough || bytes >= TransferThread.enoughBytes
          || running.queued == 0
          || HostClock.milliseconds() - heldSince >= TransferThread.longestHeld)
    }

    private func handOver() {
      answers.send(&received, weight: bytes)
      bytes = 0
    }

    private func wait() {
      // While the limit of transfers is reached, a new one need not wake the thread.
      guard commands.watch(for: running.hasRoom ? .anyMessage : .urgentMessages) else { return }
      let longest = received.isEmpty ? 1000 : TransferThread.longestHeld
      let readable = running.wait([commands.wakeEnd, -1], longest: Int32(longest))
      commands.unwatch(isWoken: readable?[0] ?? commands.waitForWake(longest))
    }
  }
}
