/// Workers that share an inbox of work; they begin the work in the order given.
///
/// A pool of one worker also ends the work in that order. Work and its result are `Sendable`: a piece of work shares
/// nothing with the thread that gave it, and returns its result as a value. Threads are started when there is work
/// for them.
package final class WorkerPool: Sendable {
  package typealias Work = @Sendable () -> Void

  /// The result of a piece of work, which may not be done yet.
  package struct Piece<Result: Sendable>: Sendable {
    fileprivate let result = Locked<Result?>(nil)

    fileprivate func fill(_ value: Result) {
      result.withLock { $0 = value }
      result.signal()
    }

    /// Whether the result is there.
    var isDone: Bool { result.withLock { $0 != nil } }

    /// Waits for the result, and takes it out: it can be taken once.
    package func take() -> Result { result.wait { $0.take() } }
  }

  /// How many pieces may be queued per thread before `give` waits.
  static let mostLeft = 256

  private let inbox = Inbox<Work>()
  private let workers = Locked<[Worker<Work>]>([])
  private let threads: Int
  private let share: Int

  /// Makes a pool without threads.
  ///
  /// - Parameters:
  ///   - threads: the most threads that it may have; with none the caller does all work.
  ///   - share: how many pieces must be left for each thread before another thread is started.
  package init(threads: Int, share: Int = 1) { (self.threads, self.share) = (threads, share) }

  /// Begins work on a thread of the pool; the caller goes on.
  ///
  /// - Parameters:
  ///   - isWorthIt: whether the work is worth a thread; if not, the caller does it at once.
  ///   - work: runs on any thread.
  /// - Returns: gives the result.
  package func start<Result: Sendable>(
    isWorthIt: Bool = true, _ work: @escaping @Sendable () -> Result
  ) -> Piece<Result> {
    let piece = Piece<Result>()
    var pieces: [Work] = [{ piece.fill(work()) }]
    if isWorthIt { give(&pieces) } else { pieces[0]() }
    return piece
  }

  /// Begins several pieces of work on threads of the pool: to hand them over together wakes the threads once.
  ///
  /// - Returns: gives each result, in the order of the work.
  package func start<Result: Sendable>(all work: [@Sendable () -> Result]) -> [Piece<Result>] {
    let results = work.map { _ in Piece<Result>() }
    var pieces: [Work] = zip(work, results).map { work, result in { result.fill(work()) } }
    give(&pieces)
    return results
  }

  /// Gives the threads work; if too many pieces are left, waits first, so that memory stays bounded.
  ///
  /// - Parameter pieces: the work, done by the caller if the system gives no thread; emptied, its capacity kept.
  func give(_ pieces: inout [Work]) {
    guard hasThread else {
      for piece in pieces { piece() }
      return pieces.removeAll(keepingCapacity: true)
    }
    if left >= Self.mostLeft * threads { inbox.waitUntilBelow(Self.mostLeft * threads / 2) }
    inbox.send(&pieces, weight: pieces.count)
  }

  /// How many pieces are not done.
  var left: Int { inbox.weight }

  /// Waits until all pieces are done.
  func drain() { inbox.waitUntilBelow(1) }

  /// Whether there is a thread; starts another if all have enough to do and the limit allows it.
  private var hasThread: Bool {
    workers.withLock { workers in
      if workers.count < threads, left >= share * workers.count,
        let worker = Worker(inbox: inbox, Self.work)
      {
        workers.append(worker)
      }
      return !workers.isEmpty
    }
  }

  /// Does work until the inbox is closed and empty.
  @Sendable private static func work(_ inbox: Inbox<Work>) {
    var finished = 0
    // Release each piece before it counts as finished: it may hold the last reference to a store, which must be
    // closed when `drain` returns.
    while true {
      guard let piece = inbox.next(finished: finished) else { return }
      piece()
      finished = 1
    }
  }
}
