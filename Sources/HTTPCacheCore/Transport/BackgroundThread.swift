#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A thread that works beside the loop's own, one piece after the other in the order in which they were given.
///
/// What a piece of work uses belongs to this thread until the piece is done, and to the caller's before and after.
package final class BackgroundThread {
  /// A piece of work; `then` is called on the caller's thread once it is done.
  package final class Piece: @unchecked Sendable {
    fileprivate var work: (() -> Void)?
    fileprivate var then: (() -> Void)?
    fileprivate var isDone = false

    fileprivate init(_ work: @escaping () -> Void, then: (() -> Void)?) {
      self.work = work
      self.then = then
    }
  }

  /// What both threads look at, under the lock.
  private final class Shared: @unchecked Sendable {
    let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    var waiting: [Piece] = []
    var ended: [Piece] = []
    /// Pieces that are not done.
    var left = 0
    var isStopped = false
    /// Whether the caller sleeps until `wakeEnd` is readable.
    var isWatched = false
    let wakeEnd: Int32
    let writeEnd: Int32

    init() {
      pthread_mutex_init(lock, nil)
      pthread_cond_init(changed, nil)
      var ends: [Int32] = [-1, -1]
      // Without a pipe the caller finds out when it wakes by itself, a second later at most.
      if pipe(&ends) == 0 { for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) } }
      (wakeEnd, writeEnd) = (ends[0], ends[1])
    }

    deinit {
      pthread_mutex_destroy(lock)
      pthread_cond_destroy(changed)
      lock.deallocate()
      changed.deallocate()
      for end in [wakeEnd, writeEnd] where end >= 0 { close(end) }
    }

    func locked<Result>(_ body: () -> Result) -> Result {
      pthread_mutex_lock(lock)
      defer { pthread_mutex_unlock(lock) }
      return body()
    }

    /// Works until it is stopped.
    func work() {
      var pieces: [Piece] = []
      while true {
        let isOver = locked {
          while waiting.isEmpty, !isStopped { pthread_cond_wait(changed, lock) }
          swap(&pieces, &waiting)
          return isStopped && pieces.isEmpty
        }
        if isOver { return }
        for piece in pieces { finish(piece) }
        pieces.removeAll(keepingCapacity: true)
      }
    }

    private func finish(_ piece: Piece) {
      piece.work?()
      piece.work = nil
      let wakes = locked {
        piece.isDone = true
        left -= 1
        if piece.then != nil { ended.append(piece) }
        pthread_cond_broadcast(changed)
        defer { isWatched = false }
        return isWatched
      }
      var byte: UInt8 = 0
      if wakes { _ = write(writeEnd, &byte, 1) }
    }
  }

  /// How many pieces may be left to do.
  private static let mostLeft = 256

  private let shared: Shared
  private let thread: pthread_t
  /// Pieces whose `then` has not been called.
  private var unfinished = 0

  /// Starts the thread; nil where the system gives none.
  package init?() {
    let shared = Shared()
    let context = Unmanaged.passRetained(shared)
    #if canImport(Darwin)
    var started: pthread_t?
    let code = pthread_create(
      &started, nil,
      { context in
        Unmanaged<Shared>.fromOpaque(context).takeRetainedValue().work()
        return nil
      }, context.toOpaque())
    #else
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<Shared>.fromOpaque(context).takeRetainedValue().work() }
        return nil
      }, context.toOpaque())
    let started: pthread_t? = thread
    #endif
    guard code == 0, let started else {
      context.release()
      return nil
    }
    self.shared = shared
    self.thread = started
  }

  /// Ends the thread when it has done all that it was given.
  deinit {
    shared.locked {
      shared.isStopped = true
      pthread_cond_broadcast(shared.changed)
    }
    pthread_join(thread, nil)
  }

  /// Has something done; waits where too much is left to do, so that no more than that is held in memory.
  ///
  /// - Parameters:
  ///   - work: done on this thread.
  ///   - then: called on the caller's by `runEnded`; nil where nobody has to know.
  /// - Returns: what can be waited for.
  @discardableResult
  package func perform(_ work: @escaping () -> Void, then: (() -> Void)? = nil) -> Piece {
    let piece = Piece(work, then: then)
    if then != nil { unfinished += 1 }
    shared.locked {
      if shared.left >= Self.mostLeft {
        while shared.left > Self.mostLeft / 2 { pthread_cond_wait(shared.changed, shared.lock) }
      }
      shared.waiting.append(piece)
      shared.left += 1
      pthread_cond_broadcast(shared.changed)
    }
    return piece
  }

  /// Waits until a piece is done; its `then` is left to `runEnded`.
  package func wait(for piece: Piece) {
    shared.locked { while !piece.isDone { pthread_cond_wait(shared.changed, shared.lock) } }
  }

  /// Waits until everything given so far is done.
  package func drain() {
    shared.locked {
      while shared.left > 0 { pthread_cond_wait(shared.changed, shared.lock) }
    }
  }

  /// How many pieces there are whose `then` has not been called.
  package var unfinishedCount: Int { unfinished }

  /// Calls the `then` of every piece that is done.
  package func runEnded() {
    guard unfinished > 0 else { return }
    let ended = shared.locked {
      defer { shared.ended.removeAll() }
      return shared.ended
    }
    for piece in ended {
      unfinished -= 1
      piece.then?()
      piece.then = nil
    }
  }

  /// What becomes readable when a piece is done.
  var wakeEnd: Int32 { shared.wakeEnd }

  /// Asks to be woken by `wakeEnd`; false where something is done already, and nothing should be waited for.
  func watch() -> Bool {
    guard unfinished > 0 else { return true }
    return shared.locked {
      shared.isWatched = shared.ended.isEmpty
      return shared.isWatched
    }
  }

  /// Takes back the wish to be woken.
  func unwatch(isWoken: Bool) {
    shared.locked { shared.isWatched = false }
    var bytes: (UInt64, UInt64) = (0, 0)
    if isWoken { _ = read(wakeEnd, &bytes, MemoryLayout.size(ofValue: bytes)) }
  }
}
