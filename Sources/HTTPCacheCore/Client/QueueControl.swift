extension TransferQueue {
  /// Names one fetch of a queue.
  public struct Ticket: Sendable, Hashable {
    let number: Int
  }

  /// Suspends, resumes and cancels the fetches of a queue, from any thread.
  public final class Control: Sendable {
    enum Command: Sendable {
      case begin(FetchRequest, Reception)
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
    /// Without it a command takes effect when the loop wakes by itself, a second later at most.
    private let pipe = Pipe()

    /// What becomes readable when a command was sent.
    var wakeEnd: Int32 { pipe.readEnd }

    /// Whether it is.
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

    /// What was sent since the last time.
    ///
    /// The pipe is emptied before, also where another thread has not come to wake by it yet: else it would stay readable.
    func take() -> [Command] {
      pipe.drain()
      return state.withLock { state in
        defer { state.commands.removeAll() }
        return state.commands
      }
    }

    /// Waits until something was sent; false once it is stopped and all that was sent has been taken.
    func wait() -> Bool {
      state.wait { $0.commands.isEmpty ? ($0.isStopped ? false : nil) : true }
    }
  }
}
