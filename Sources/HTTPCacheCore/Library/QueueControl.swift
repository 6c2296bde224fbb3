extension TransferQueue {
  /// Names one fetch of a queue.
  public struct Ticket: Sendable, Hashable {
    let number: Int
  }

  /// Suspends, resumes and cancels the fetches of a queue, from any thread.
  public final class Control: Sendable {
    enum Command: Sendable {
      case begin(FetchRequest, ResponseStream)
      /// Runs a task's work on the stored responses.
      case use(@Sendable (TransferQueue) -> Void)
      /// Resumes a fetch whose reader wants more of the body.
      case goOn(Ticket)
      case suspend
      case resume
      case cancel(Ticket)
      case cancelAll
      /// Ends everything; no command follows.
      case stop
    }

    /// The commands; its `wakeEnd` wakes the loop, which would otherwise notice a command up to a second later.
    let inbox = Inbox<Command>()
    private let lastNumber = Locked(0)

    /// A ticket that no other fetch has.
    func makeTicket() -> Ticket {
      lastNumber.withLock { number in
        number += 1
        return Ticket(number: number)
      }
    }

    /// Pauses all transfers; time-outs do not count the pause.
    public func suspend() { send(.suspend) }

    /// Resumes the transfers that `suspend` paused.
    public func resume() { send(.resume) }

    /// Ends one fetch; its completion gets a failure of the kind `cancelled`.
    ///
    /// - Parameter ticket: the fetch, as returned by `add`; ignored if it has ended.
    public func cancel(_ ticket: Ticket) { send(.cancel(ticket)) }

    /// Ends every fetch.
    public func cancelAll() { send(.cancelAll) }

    func send(_ command: Command) { inbox.send(command) }

    /// Takes the commands sent since the last call; the next one wakes the loop.
    func take() -> [Command] {
      // Drain before taking the commands: a command that is sent in between makes the descriptor readable again.
      inbox.unwatch(isWoken: true)
      return inbox.take(watching: .anyMessage) ?? []
    }
  }
}
