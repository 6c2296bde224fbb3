import CSystem

/// A value that threads use one at a time, and whose change a thread can wait for.
///
/// `Mutex` of the standard library has no conditions, and the thread sanitizer does not see into it.
///
/// `@unchecked Sendable` is sound: the two pointers never change, and the value is read and written only while the
/// mutex is held. `sending` makes the caller of `init` give up a value that is not `Sendable`, and the compiler lets
/// no result of `body` refer to the value.
package final class Locked<Value>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var value: Value

  /// Takes the first value.
  package init(_ value: sending Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Uses the value while no other thread does.
  package func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }

  /// Waits until the value is as the caller needs it.
  ///
  /// - Parameter body: uses the value; while it returns nil, it is called again after each `signal` or spurious
  ///   wake-up.
  /// - Returns: what `body` returned.
  package func wait<Result>(_ body: (inout sending Value) -> sending Result?) -> sending Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let result = body(&value) { return result }
      pthread_cond_wait(condition, mutex)
    }
  }

  /// Wakes one thread that waits, after the value has been changed.
  func signal() { pthread_cond_signal(condition) }

  /// Wakes all threads that wait.
  package func signalAll() { pthread_cond_broadcast(condition) }
}
