import CSystem

/// Keeps several threads from reading and writing the same values at once.
///
/// `Mutex` of the standard library has no conditions. What is unchecked is a pointer that never changes.
final class Lock: @unchecked Sendable {
  fileprivate let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init() { pthread_mutex_init(mutex, nil) }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Does something while no other thread holds the lock.
  func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }
}

/// Something that one thread waits for and another brings about, both under a lock.
///
/// What is unchecked is a pointer that never changes.
final class Condition: @unchecked Sendable {
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let lock: Lock

  /// Makes one.
  ///
  /// - Parameter lock: held by the thread that waits.
  init(_ lock: Lock) {
    self.lock = lock
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    condition.deallocate()
  }

  /// Lets go of the lock until it is signalled, or for no cause: what was waited for has to be looked at again.
  func wait() { pthread_cond_wait(condition, lock.mutex) }

  /// Wakes a thread that waits.
  func signal() { pthread_cond_signal(condition) }
}
