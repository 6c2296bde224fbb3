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

    /// The commands; its `wakeEnd` wakes the loop, which would otherwise notice one up to a second later.
    let inbox = Inbox<Command>()
    private let lastNumber = Locked(0)

    /// A ticket that no other fetch has.
    func makeTicket() -> Ticket {
      lastNumber.withLock { number in
        number += 1
        return Ticket(number: number)
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
    func send(_ command: Command) { inbox.send(command) }

    /// Takes the commands sent since the last call; the next one wakes the loop.
    func take() -> [Command] {
      // Before the commands are taken: one that is sent meanwhile makes the descriptor readable again.
      inbox.unwatch(isWoken: true)
      return inbox.take(watching: .anyMessage) ?? []
    }
  }
}
