/// Messages to a thread, in the order in which they were sent.
///
/// The receiver can sleep until a message arrives, or poll `wakeEnd` together with other descriptors. A sender can
/// wait until the receiver has finished enough messages, so that memory stays bounded.
final class Inbox<Message: Sendable>: Sendable {
  /// The messages for which `wakeEnd` becomes readable.
  enum Watch: Sendable {
    case nothing, urgentMessages, anyMessage
  }

  private struct State: Sendable {
    var messages: [Message] = []
    /// The weight of the messages that are not finished.
    var weight = 0
    /// A sender waits until the weight is less than this; 0 if none waits.
    var limit = 0
    var watch = Watch.nothing
    /// Made for the first receiver that watches: most inboxes need no descriptors.
    var pipe: Pipe?
    var isClosed = false

    /// Sets which messages make `wakeEnd` readable.
    mutating func wish(_ wish: Watch) {
      watch = wish
      if wish != .nothing { pipe = pipe ?? Pipe() }
    }
  }

  private let state = Locked(State())

  /// The weight of the messages that the receiver has not finished.
  var weight: Int { state.withLock { $0.weight } }

  /// Sends messages, and wakes a receiver that sleeps until such messages arrive.
  ///
  /// - Parameters:
  ///   - messages: the messages to send; emptied, its capacity kept.
  ///   - weight: added to the weight that `waitUntilBelow` looks at, such as bytes.
  ///   - isUrgent: whether the messages also wake a receiver that watches for urgent messages only.
  func send(_ messages: inout [Message], weight: Int = 0, isUrgent: Bool = false) {
    let (pipe, wakesAll) = state.withLock { state -> (Pipe?, Bool) in
      state.messages += messages
      state.weight += weight
      // Senders and receivers wait on the same condition variable: waking only one thread could wake a sender instead
      // of the receiver.
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
  /// - Returns: false if it is closed.
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
  /// - Returns: nil if the inbox is closed and empty.
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

  /// Closes the inbox: a waiting sender goes on, and a sleeping receiver wakes.
  func close() {
    let pipe = state.withLock { state -> Pipe? in
      state.isClosed = true
      return state.pipe
    }
    state.signalAll()
    pipe?.wake()
  }

  /// A descriptor that becomes readable when a message arrives that the receiver watches for.
  var wakeEnd: Int32 {
    state.withLock { state in
      let pipe = state.pipe ?? Pipe()
      state.pipe = pipe
      return pipe.readEnd
    }
  }

  /// Has `wakeEnd` become readable at the next message.
  ///
  /// - Parameter wish: for which messages.
  /// - Returns: false if a message is there already, or the inbox is closed: then the receiver must not sleep.
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

  /// Stops watching for messages.
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
