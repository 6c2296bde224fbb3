/// What is read of a message when it is first asked for, by whatever thread, and not again.
final class ReadOnce<Value: Sendable>: Sendable {
  private let read = Locked<Value?>(nil)

  /// The value; read now where it has not been asked for before.
  func value(_ make: () -> Value) -> Value {
    read.withLock { value in
      if let value { return value }
      let made = make()
      value = made
      return made
    }
  }
}
