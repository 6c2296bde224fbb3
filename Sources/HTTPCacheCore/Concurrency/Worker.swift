/// A thread that works beside the caller's: it does one piece of work after the other, in the order in which they were
/// given.
///
/// What a piece of work uses belongs to the worker until the piece is done, and to the caller before and afterwards.
package final class Worker {
  /// A piece of work; `then` is called on the caller's thread once it is done.
  ///
  /// What is unchecked goes from thread to thread under the lock.
  package final class Work: @unchecked Sendable {
    fileprivate var work: (() -> Void)?
    fileprivate var then: (() -> Void)?
    fileprivate var isDone = false

    fileprivate init(_ work: @escaping () -> Void, then: (() -> Void)?) {
      self.work = work
      self.then = then
    }
  }

  /// What both threads use.
  ///
  /// What is unchecked are values that are touched under the lock only.
  private final class Shared: @unchecked Sendable {
    let lock = Lock()
    /// Signalled when there is something to do.
    let given: Condition
    /// Signalled when what the caller waits for has come.
    let done: Condition
    var waiting: [Work] = []
    var ended: [Work] = []
    /// Pieces that are not done.
    var left = 0
    var isStopped = false
    /// The piece that the caller waits for, or with how many left it goes on.
    var awaited: Work?
    var awaitedLeft = -1
    /// Whether the caller sleeps until `wakeEnd` is readable.
    var isWatched = false
    let pipe = Pipe()

    init() { (given, done) = (Condition(lock), Condition(lock)) }

    func locked<Result>(_ body: () -> Result) -> Result { lock.locked(body) }

    /// Works until it is stopped.
    func work() {
      var pieces: [Work] = []
      while true {
        let isOver = locked {
          while waiting.isEmpty, !isStopped { given.wait() }
          swap(&pieces, &waiting)
          return isStopped && pieces.isEmpty
        }
        if isOver { return }
        for piece in pieces { finish(piece) }
        pieces.removeAll(keepingCapacity: true)
        wake()
      }
    }

    private func finish(_ piece: Work) {
      piece.work?()
      piece.work = nil
      locked {
        piece.isDone = true
        left -= 1
        if piece.then != nil { ended.append(piece) }
        if piece === awaited || left <= awaitedLeft { done.signal() }
      }
    }

    /// Has the caller wait until no more than some pieces are left; it holds the lock.
    func waitUntilLeft(_ count: Int) {
      awaitedLeft = count
      while left > count { done.wait() }
      awaitedLeft = -1
    }

    /// Wakes the caller where it waits for something to be done.
    private func wake() {
      let wakes = locked {
        defer { isWatched = isWatched && ended.isEmpty }
        return isWatched && !ended.isEmpty
      }
      if wakes { pipe.wake() }
    }
  }

  /// How many pieces may be left to do.
  private static let mostLeft = 256
  private static let mostGathered = 32

  private let shared: Shared
  private let thread: SystemThread
  /// Pieces whose `then` has not been called.
  private var unfinished = 0
  /// Pieces that are not handed over yet: waking the thread for each costs more than some of them.
  private var gathered: [Work] = []
  private var gatheredAt = 0
  /// For how many milliseconds they are held back.
  static let longestGathered = 5

  /// Starts the thread; nil where the system gives none.
  package init?() {
    let shared = Shared()
    guard let thread = SystemThread({ shared.work() }) else { return nil }
    self.shared = shared
    self.thread = thread
  }

  /// Ends the thread when it has done all that it was given.
  deinit {
    shared.locked {
      shared.isStopped = true
      shared.given.signal()
    }
    thread.join()
  }

  /// Has something done; waits where too much is left to do, so that no more than that is held in memory.
  ///
  /// - Parameters:
  ///   - isUrgent: whether it is begun at once; else with others, or by `handOver`.
  ///   - work: done on this thread.
  ///   - then: called on the caller's by `runEnded`; nil where the caller need not know.
  /// - Returns: what can be waited for.
  @discardableResult
  package func perform(
    isUrgent: Bool = true, _ work: @escaping () -> Void, then: (() -> Void)? = nil
  ) -> Work {
    let piece = Work(work, then: then)
    if then != nil { unfinished += 1 }
    if gathered.isEmpty, !isUrgent { gatheredAt = HostClock.milliseconds() }
    gathered.append(piece)
    if isUrgent || gathered.count >= Self.mostGathered { handOver() }
    return piece
  }

  /// Whether so much is left to do that giving it more would soon mean to wait.
  var isBehind: Bool { unfinished >= Self.mostLeft - Self.mostGathered }

  /// Lets the thread begin with what it was given.
  package func handOver() {
    guard !gathered.isEmpty else { return }
    let pieces = gathered
    gathered.removeAll(keepingCapacity: true)
    shared.locked {
      if shared.left >= Self.mostLeft { shared.waitUntilLeft(Self.mostLeft / 2) }
      shared.waiting += pieces
      shared.left += pieces.count
      shared.given.signal()
    }
  }

  /// Does the same where what was gathered has waited for long enough.
  func handOverIfLate() {
    if hasGathered, HostClock.milliseconds() - gatheredAt >= Self.longestGathered { handOver() }
  }

  /// Whether something is not handed over yet.
  var hasGathered: Bool { !gathered.isEmpty }

  /// Waits until a piece is done; its `then` is left to `runEnded`.
  ///
  /// - Returns: whether it was not done yet.
  @discardableResult
  package func wait(for piece: Work) -> Bool {
    handOver()
    return shared.locked {
      guard !piece.isDone else { return false }
      shared.awaited = piece
      while !piece.isDone { shared.done.wait() }
      shared.awaited = nil
      return true
    }
  }

  /// Waits until everything given so far is done.
  package func drain() {
    handOver()
    shared.locked { shared.waitUntilLeft(0) }
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
  var wakeEnd: Int32 { shared.pipe.readEnd }

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
    if isWoken { shared.pipe.drain() }
  }
}
