/// A thread that works beside the caller's: it does one piece of work after the other, in the order in which they were
/// given.
///
/// What a piece of work uses belongs to the worker until the piece is done, and to the caller before and afterwards.
package final class Worker {
  /// A piece of work; `then` is called on the caller's thread once it is done.
  ///
  /// `@unchecked Sendable` is sound: the worker alone calls `work`, the caller alone calls `then`, and a piece passes from
  /// one to the other under the lock, which guards `isDone` too.
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
  /// One condition is enough: the worker waits only while nothing is left to do, the caller only while something is.
  private struct State: Sendable {
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

    /// Whether no more than some pieces are left; the caller waits for that.
    mutating func isLeft(_ count: Int) -> Bool {
      awaitedLeft = left > count ? count : -1
      return left <= count
    }

    mutating func isDone(_ piece: Work) -> Bool {
      awaited = piece.isDone ? nil : piece
      return piece.isDone
    }
  }

  private final class Shared: Sendable {
    let state = Locked(State())
    let pipe = Pipe()

    /// Works until it is stopped.
    func work() {
      var pieces: [Work] = []
      while true {
        let isOver = state.wait { state -> Bool? in
          guard !state.waiting.isEmpty || state.isStopped else { return nil }
          swap(&pieces, &state.waiting)
          return state.isStopped && pieces.isEmpty
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
      let isAwaited = state.withLock { state in
        piece.isDone = true
        state.left -= 1
        if piece.then != nil { state.ended.append(piece) }
        return piece === state.awaited || state.left <= state.awaitedLeft
      }
      if isAwaited { state.signal() }
    }

    /// Wakes the caller where it waits for something to be done.
    private func wake() {
      let wakes = state.withLock { state in
        defer { state.isWatched = state.isWatched && state.ended.isEmpty }
        return state.isWatched && !state.ended.isEmpty
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
    shared.state.withLock { $0.isStopped = true }
    shared.state.signal()
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
    let isTooMuch = shared.state.withLock { $0.left >= Self.mostLeft }
    if isTooMuch { waitUntilLeft(Self.mostLeft / 2) }
    shared.state.withLock { state in
      state.waiting += pieces
      state.left += pieces.count
    }
    shared.state.signal()
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
    var hasWaited = false
    return shared.state.wait { state in
      guard state.isDone(piece) else {
        hasWaited = true
        return nil
      }
      return hasWaited
    }
  }

  /// Waits until everything given so far is done.
  package func drain() {
    handOver()
    waitUntilLeft(0)
  }

  private func waitUntilLeft(_ count: Int) {
    shared.state.wait { $0.isLeft(count) ? () : nil }
  }

  /// How many pieces there are whose `then` has not been called.
  package var unfinishedCount: Int { unfinished }

  /// Calls the `then` of every piece that is done.
  package func runEnded() {
    guard unfinished > 0 else { return }
    let ended = shared.state.withLock { state in
      defer { state.ended.removeAll() }
      return state.ended
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
    return shared.state.withLock { state in
      state.isWatched = state.ended.isEmpty
      return state.isWatched
    }
  }

  /// Takes back the wish to be woken.
  func unwatch(isWoken: Bool) {
    shared.state.withLock { $0.isWatched = false }
    if isWoken { shared.pipe.drain() }
  }
}
