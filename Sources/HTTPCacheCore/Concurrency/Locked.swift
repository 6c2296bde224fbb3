/// A value that threads use one at a time.
///
/// `Mutex` of the standard library does the same, but the thread sanitizer does not see into it. What is unchecked is a
/// value that is touched under the lock only.
final class Locked<Value: Sendable>: @unchecked Sendable {
  private let lock = Lock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  /// Uses the value while no other thread does.
  func withLock<Result>(_ body: (inout Value) -> Result) -> Result { lock.locked { body(&value) } }
}
