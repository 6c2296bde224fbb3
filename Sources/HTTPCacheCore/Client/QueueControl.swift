extension TransferQueue {
  /// Names one fetch of a queue.
  public struct Ticket: Sendable, Hashable {
    let number: Int
  }

  /// Suspends, resumes and cancels the fetches of a queue, from any thread.
  public final class Control: Sendable {
    enum Command: Sendable {
      case begin(FetchRequest, ResponseStream)
      /// A task reads or changes the stored responses.
      case use(@Sendable (TransferQueue) -> Void)
      /// The reader of a body wants more of it.
      case goOn(Ticket)
      case suspend
      case resume
      case cancel(Ticket)
      case cancelAll
      /// Ends everything; nothing is sent afterwards.
      case stop
    }

    private struct State: Sendable {
      var commands: [Command] = []
      var lastNumber = 0
      var isStopped = false
    }

    private let state = Locked(State())
    /// Wakes the loop, which would otherwise notice a command up to a second later.
    private let pipe = Pipe()

    /// The descriptor that becomes readable when a command is sent.
    var wakeEnd: Int32 { pipe.readEnd }

    /// Whether `wakeEnd` is readable.
    var isWoken: Bool { pipe.wait(0) }

    /// A ticket that no other fetch has.
    func makeTicket() -> Ticket {
      state.withLock { state in
        state.lastNumber += 1
        return Ticket(number: state.lastNumber)
      }
    }

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

    /// Sends a command.
    func send(_ command: Command) {
      state.withLock { state in
        state.commands.append(command)
        if case .stop = command { state.isStopped = true }
      }
      pipe.wake()
      state.signal()
    }

    /// Takes the commands sent since the last call.
    ///
    /// The pipe is emptied first: a command that is sent meanwhile makes it readable again.
    func take() -> [Command] {
      pipe.drain()
      return state.withLock { state in
        defer { state.commands.removeAll() }
        return state.commands
      }
    }

    /// Waits for a command; false once the queue is stopped and all commands have been taken.
    func wait() -> Bool {
      state.wait { $0.commands.isEmpty ? ($0.isStopped ? false : nil) : true }
    }
  }
}
