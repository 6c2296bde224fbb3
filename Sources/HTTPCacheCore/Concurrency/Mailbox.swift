/// Messages from one thread to another, in the order in which they were sent.
///
/// The receiver may sleep until a descriptor becomes readable, together with other descriptors. The sender can wait until
/// the receiver has taken enough of them, so that memory stays bounded.
final class Mailbox<Message: Sendable>: Sendable {
  /// What a sleeping receiver is woken for.
  enum Watch: Sendable {
    case nothing, urgentMessages, anyMessage
  }

  private struct State: Sendable {
    var messages: [Message] = []
    var weight = 0
    var watch = Watch.nothing
    var isClosed = false
  }

  private let state = Locked(State())
  private let pipe = Pipe()

  /// Sends messages and wakes the receiver where it sleeps for such.
  ///
  /// - Parameters:
  ///   - messages: the messages to send; emptied, its capacity kept.
  ///   - weight: added to the weight that `waitUntilBelow` looks at, such as bytes.
  ///   - isUrgent: whether a receiver is woken that sleeps for urgent messages.
  func send(_ messages: inout [Message], weight: Int = 0, isUrgent: Bool = false) {
    let wakes = state.withLock { state in
      state.messages += messages
      state.weight += weight
      let wakes = state.watch == .anyMessage || (isUrgent && state.watch == .urgentMessages)
      if wakes { state.watch = .nothing }
      return wakes
    }
    messages.removeAll(keepingCapacity: true)
    if wakes { pipe.wake() }
  }

  /// Waits until the messages that are not taken yet weigh less than a limit, or the mailbox is closed.
  ///
  /// - Returns: false where it is closed.
  func waitUntilBelow(_ limit: Int) -> Bool {
    state.wait { $0.isClosed || $0.weight < limit ? !$0.isClosed : nil }
  }

  /// Takes all messages; nil where the mailbox is closed.
  func take() -> [Message]? {
    let messages: [Message]? = state.withLock { state in
      guard !state.isClosed else { return nil }
      var messages: [Message] = []
      swap(&messages, &state.messages)
      state.weight = 0
      return messages
    }
    state.signal()
    return messages
  }

  /// Ends the exchange: a sender that waits goes on, and a receiver that sleeps wakes.
  func close() {
    state.withLock { $0.isClosed = true }
    state.signal()
    pipe.wake()
  }

  /// Becomes readable when a message has come for which the receiver wants to be woken.
  var wakeEnd: Int32 { pipe.readEnd }

  /// Asks to be woken by `wakeEnd`.
  ///
  /// - Parameter wish: for which messages.
  /// - Returns: false where a message is there already, or the mailbox is closed: then the receiver must not sleep.
  func watch(for wish: Watch = .anyMessage) -> Bool {
    state.withLock { state in
      let sleeps = state.messages.isEmpty && !state.isClosed
      state.watch = sleeps ? wish : .nothing
      return sleeps
    }
  }

  /// Waits for `wakeEnd` alone.
  ///
  /// - Parameter milliseconds: at most.
  /// - Returns: whether it is readable.
  func waitForWake(_ milliseconds: Int) -> Bool { pipe.wait(milliseconds) }

  /// Takes back the wish to be woken.
  ///
  /// - Parameter isWoken: whether `wakeEnd` is readable.
  func unwatch(isWoken: Bool) {
    state.withLock { $0.watch = .nothing }
    if isWoken { pipe.drain() }
  }
}
