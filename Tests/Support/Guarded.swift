import Foundation

/// A value that several threads use, one at a time.
///
/// The thread sanitizer sees this lock, as it does not see `Mutex` of `Synchronization`. Unchecked, because the lock is what makes
/// it safe to share.
public final class Guarded<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  /// Guards a value.
  public init(_ value: Value) { self.value = value }

  /// Uses the value while no other thread does.
  public func use<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&value)
  }
}
