/// What is read of a message when it is first asked for, by whichever thread that is, and not again.
///
/// What is unchecked is a value that is touched under the lock only.
final class ReadOnce<Value: Sendable>: @unchecked Sendable {
  private let lock = Lock()
  private var value: Value?

  /// The value; read now at its first use.
  func value(_ read: () -> Value) -> Value {
    lock.locked {
      if let value { return value }
      let value = read()
      self.value = value
      return value
    }
  }
}
