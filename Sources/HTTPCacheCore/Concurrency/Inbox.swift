/// Messages to a thread, in the order in which they were sent.
///
/// The receiver sleeps until a message is there, or until a descriptor becomes readable, together with other descriptors.
/// The sender can wait until the receiver has finished enough of them, so that memory stays bounded.
final class Inbox<Message: Sendable>: Sendable {
  /// The messages for which `wakeEnd` becomes readable.
  enum Watch: Sendable {
    case nothing, urgentMessages, anyMessage
  }

  private struct State: Sendable {
    var messages: [Message] = []
    /// The weight of the messages that are not finished.
    var weight = 0
    /// A sender waits until the weight is less than this; 0 where none waits.
    var limit = 0
    var watch = Watch.nothing
    /// Made for the first receiver that watches: most inboxes need no descriptors.
    var pipe: Pipe?
    var isClosed = false

    /// Has the receiver woken by a descriptor for such messages.
    mutating func wish(_ wish: Watch) {
      watch = wish
      if wish != .nothing { pipe = pipe ?? Pipe() }
    }
  }

  private let state = Locked(State())

  /// The weight of the messages that the receiver has not finished.
  var weight: Int { state.withLock { $0.weight } }

  /// Sends messages, and wakes the receiver where it sleeps for such.
  ///
  /// - Parameters:
  ///   - messages: the messages to send; emptied, its capacity kept.
  ///   - weight: added to the weight that `waitUntilBelow` looks at, such as bytes.
  ///   - isUrgent: whether a receiver is woken that sleeps for urgent messages.
  func send(_ messages: inout [Message], weight: Int = 0, isUrgent: Bool = false) {
    let (pipe, wakesAll) = state.withLock { state -> (Pipe?, Bool) in
      state.messages += messages
      state.weight += weight
      // A sender that waits sleeps by the same condition as the receivers, and must not take the wake-up of one.
      let wakesAll = messages.count > 1 || state.limit > 0
      guard state.watch == .anyMessage || (isUrgent && state.watch == .urgentMessages) else {
        return (nil, wakesAll)
      }
      state.watch = .nothing
      return (state.pipe, wakesAll)
    }
    messages.removeAll(keepingCapacity: true)
    pipe?.wake()
    if wakesAll { state.signalAll() } else { state.signal() }
  }

  /// Sends one message.
  func send(_ message: Message, weight: Int = 0, isUrgent: Bool = false) {
    var messages = [message]
    send(&messages, weight: weight, isUrgent: isUrgent)
  }

  /// Waits until the messages that are not finished weigh less than a limit, or the inbox is closed.
  ///
  /// - Returns: false where it is closed.
  @discardableResult
  func waitUntilBelow(_ limit: Int) -> Bool {
    state.wait { state -> Bool? in
      if state.isClosed || state.weight < limit { return !state.isClosed }
      state.limit = max(state.limit, limit)
      return nil
    }
  }

  private func finish(_ weight: Int, _ state: inout State) {
    state.weight -= weight
    guard state.weight < state.limit else { return }
    state.limit = 0
    self.state.signalAll()
  }

  /// Takes all messages, which counts as finishing them.
  ///
  /// - Parameter wish: the messages for which `wakeEnd` becomes readable afterwards.
  /// - Returns: nil where the inbox is closed and empty.
  func take(watching wish: Watch = .nothing) -> [Message]? {
    state.withLock { state in
      guard !state.isClosed || !state.messages.isEmpty else { return nil }
      var messages: [Message] = []
      swap(&messages, &state.messages)
      finish(state.weight, &state)
      state.wish(wish)
      return messages
    }
  }

  /// Waits for a message, and takes it alone.
  ///
  /// - Parameter finished: the weight of the messages that the receiver has finished since its last call.
  /// - Returns: nil once the inbox is closed and empty.
  func next(finished: Int) -> Message? {
    var finished = finished
    return state.wait { state -> Message?? in
      finish(finished, &state)
      finished = 0
      if state.messages.isEmpty { return state.isClosed ? .some(nil) : nil }
      return state.messages.removeFirst()
    }
  }

  /// Waits for a message; false once the inbox is closed and empty.
  func wait() -> Bool {
    state.wait { $0.messages.isEmpty ? ($0.isClosed ? false : nil) : true }
  }

  /// Ends the exchange: a sender that waits goes on, and a receiver that sleeps wakes.
  func close() {
    let pipe = state.withLock { state -> Pipe? in
      state.isClosed = true
      return state.pipe
    }
    state.signalAll()
    pipe?.wake()
  }

  /// Becomes readable when a message has come for which the receiver wants to be woken.
  var wakeEnd: Int32 {
    state.withLock { state in
      let pipe = state.pipe ?? Pipe()
      state.pipe = pipe
      return pipe.readEnd
    }
  }

  /// Asks to be woken by `wakeEnd`.
  ///
  /// - Parameter wish: for which messages.
  /// - Returns: false where a message is there already, or the inbox is closed: then the receiver must not sleep.
  func watch(for wish: Watch = .anyMessage) -> Bool {
    state.withLock { state in
      let sleeps = state.messages.isEmpty && !state.isClosed
      state.wish(sleeps ? wish : .nothing)
      return sleeps
    }
  }

  /// Waits for `wakeEnd` alone.
  ///
  /// - Parameter milliseconds: at most.
  /// - Returns: whether it is readable.
  func waitForWake(_ milliseconds: Int) -> Bool {
    state.withLock { $0.pipe }?.wait(milliseconds) ?? false
  }

  /// Takes back the wish to be woken.
  ///
  /// - Parameter isWoken: whether `wakeEnd` is readable.
  func unwatch(isWoken: Bool) {
    let pipe = state.withLock { state -> Pipe? in
      state.watch = .nothing
      return state.pipe
    }
    if isWoken { pipe?.drain() }
  }
}
