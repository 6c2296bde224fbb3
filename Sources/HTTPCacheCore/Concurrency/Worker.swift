/// A thread that does pieces of work one after the other, in the order given.
///
/// Values that a piece of work uses belong to the worker until the piece is done, and to the caller before and afterwards.
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

  /// The state that both threads use.
  ///
  /// One condition serves both: the worker waits only while no piece is left, the caller only while some are.
  private struct State: Sendable {
    var waiting: [Work] = []
    var ended: [Work] = []
    /// Pieces that are not done.
    var left = 0
    var isStopped = false
    /// The piece that the caller waits for, or the number of pieces left at which it goes on.
    var awaited: Work?
    var awaitedLeft = -1
    /// Whether the caller sleeps until `wakeEnd` is readable.
    var isWatched = false

    /// Whether at most `count` pieces are left; notes that the caller waits for that.
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

    /// Wakes the caller where it sleeps and a piece has ended.
    private func wake() {
      let wakes = state.withLock { state in
        defer { state.isWatched = state.isWatched && state.ended.isEmpty }
        return state.isWatched && !state.ended.isEmpty
      }
      if wakes { pipe.wake() }
    }
  }

  /// The most pieces that may be left to do.
  private static let mostLeft = 256
  private static let mostGathered = 32

  private let shared: Shared
  private let thread: SystemThread
  /// Pieces whose `then` has not been called.
  private var unfinished = 0
  /// Pieces that are not handed over yet: waking the thread for each would cost more than many pieces do.
  private var gathered: [Work] = []
  private var gatheredAt = 0
  /// The longest time that pieces are held back, in milliseconds.
  static let longestGathered = 5

  /// Starts the thread; nil where the system gives none.
  package init?() {
    let shared = Shared()
    guard let thread = SystemThread({ shared.work() }) else { return nil }
    self.shared = shared
    self.thread = thread
  }

  /// Ends the thread after its last piece.
  deinit {
    shared.state.withLock { $0.isStopped = true }
    shared.state.signal()
    thread.join()
  }

  /// Gives the thread a piece of work; waits first where too many pieces are left, so that memory stays bounded.
  ///
  /// - Parameters:
  ///   - isUrgent: whether the piece is handed over at once; else with others, or by `handOver`.
  ///   - work: runs on this thread.
  ///   - then: `runEnded` calls it on the caller's thread; nil where the caller need not know.
  /// - Returns: the piece, for `wait(for:)`.
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

  /// Whether so many pieces are left that the caller would soon have to wait.
  var isBehind: Bool { unfinished >= Self.mostLeft - Self.mostGathered }

  /// Hands the gathered pieces over to the thread.
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

  /// Hands the gathered pieces over where they have been held back for long enough.
  func handOverIfLate() {
    if hasGathered, HostClock.milliseconds() - gatheredAt >= Self.longestGathered { handOver() }
  }

  /// Whether pieces are not handed over yet.
  var hasGathered: Bool { !gathered.isEmpty }

  /// Waits until a piece is done; `runEnded` calls its `then`.
  ///
  /// - Returns: whether the caller had to wait.
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

  /// Waits until all pieces are done.
  package func drain() {
    handOver()
    waitUntilLeft(0)
  }

  private func waitUntilLeft(_ count: Int) {
    shared.state.wait { $0.isLeft(count) ? () : nil }
  }

  /// How many pieces have a `then` that has not been called.
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

  /// Becomes readable when a piece is done.
  var wakeEnd: Int32 { shared.pipe.readEnd }

  /// Asks to be woken by `wakeEnd`; false where a piece is done already and the caller must not sleep.
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
