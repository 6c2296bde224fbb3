/// A thread that does pieces of work one after the other, in the order given.
///
/// Work and its result are `Sendable`: a piece shares nothing with the thread that gave it, and hands its result back as a
/// value. Pieces are numbered from 1, so that the number of the last one done tells which are.
package final class Worker {
  /// A piece of work that was given to a worker.
  package struct Piece<Result: Sendable>: Sendable {
    fileprivate let number: Int
    fileprivate let result = Locked<Result?>(nil)

    /// Takes the result out; nil before the piece is done.
    package func take() -> Result? { result.withLock { $0.take() } }
  }

  /// The state that both threads use.
  ///
  /// One condition serves both: the worker waits only while no piece is left, the caller only while some are.
  private struct State: Sendable {
    var waiting: [@Sendable () -> Void] = []
    /// How many pieces have been handed over.
    var given = 0
    /// How many of them are done.
    var done = 0
    /// The caller waits until this many are done.
    var awaited = Int.max
    /// The caller sleeps until `wakeEnd` is readable, which it becomes once this many are done.
    var watched = Int.max
    var isStopped = false

    /// Whether so many pieces are done; notes that the caller waits for that.
    mutating func isDone(_ count: Int) -> Bool {
      awaited = done < count ? count : .max
      return done >= count
    }
  }

  private final class Shared: Sendable {
    let state = Locked(State())
    let pipe = Pipe()

    /// Works until it is stopped.
    func work() {
      var pieces: [@Sendable () -> Void] = []
      while true {
        let isOver = state.wait { state -> Bool? in
          guard !state.waiting.isEmpty || state.isStopped else { return nil }
          swap(&pieces, &state.waiting)
          return state.isStopped && pieces.isEmpty
        }
        if isOver { return }
        // From the end, so that each piece is released once it is done.
        pieces.reverse()
        while let piece = pieces.popLast() {
          piece()
          noteDone()
        }
        wake()
      }
    }

    private func noteDone() {
      let isAwaited = state.withLock { state in
        state.done += 1
        return state.done >= state.awaited
      }
      if isAwaited { state.signal() }
    }

    /// Wakes the caller where it sleeps and a piece that it has to know of is done.
    private func wake() {
      let wakes = state.withLock { state in
        guard state.done >= state.watched else { return false }
        state.watched = .max
        return true
      }
      if wakes { pipe.wake() }
    }
  }

  /// The most pieces that may be left to do.
  private static let mostLeft = 256
  private static let mostGathered = 32

  private let shared: Shared
  private let thread: SystemThread
  /// How many pieces were given.
  private var lastNumber = 0
  /// The callbacks of pieces, in the order of their numbers; those before `nextThen` have been called.
  private var thens: [(number: Int, then: (() -> Void)?)] = []
  private var nextThen = 0
  /// Pieces that are not handed over yet: waking the thread for each would cost more than many pieces do.
  private var gathered: [@Sendable () -> Void] = []
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
  ///   - work: runs on the thread.
  /// - Returns: the piece, for `wait(for:)`.
  @discardableResult
  package func perform<Result: Sendable>(
    isUrgent: Bool = true, _ work: @escaping @Sendable () -> Result
  ) -> Piece<Result> {
    lastNumber += 1
    let piece = Piece<Result>(number: lastNumber)
    let result = piece.result
    if gathered.isEmpty, !isUrgent { gatheredAt = HostClock.milliseconds() }
    gathered.append {
      let value = work()
      result.withLock { $0 = value }
    }
    if isUrgent || gathered.count >= Self.mostGathered { handOver() }
    return piece
  }

  /// Gives the thread a piece of work whose result the caller is told.
  ///
  /// - Parameters:
  ///   - isUrgent: whether the piece is handed over at once; else with others, or by `handOver`.
  ///   - work: runs on the thread.
  ///   - then: gets the result; `runEnded` calls it on the caller's thread.
  package func perform<Result: Sendable>(
    isUrgent: Bool = true, _ work: @escaping @Sendable () -> Result, then: @escaping (Result) -> Void
  ) {
    let piece = perform(isUrgent: isUrgent, work)
    thens.append((piece.number, { if let result = piece.take() { then(result) } }))
  }

  /// Whether so many pieces are left that the caller would soon have to wait.
  var isBehind: Bool { unfinishedCount >= Self.mostLeft - Self.mostGathered }

  /// Hands the gathered pieces over to the thread.
  package func handOver() {
    guard !gathered.isEmpty else { return }
    let pieces = gathered
    gathered.removeAll(keepingCapacity: true)
    let left = shared.state.withLock { $0.given - $0.done }
    if left >= Self.mostLeft { waitUntilLeft(Self.mostLeft / 2) }
    shared.state.withLock { state in
      state.waiting += pieces
      state.given += pieces.count
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
  package func wait<Result>(for piece: Piece<Result>) -> Bool {
    handOver()
    var hasWaited = false
    return shared.state.wait { state in
      guard state.isDone(piece.number) else {
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
    shared.state.wait { $0.isDone($0.given - count) ? () : nil }
  }

  /// How many pieces have a `then` that has not been called.
  package var unfinishedCount: Int { thens.count - nextThen }

  /// Calls the `then` of every piece that is done.
  package func runEnded() {
    guard unfinishedCount > 0 else { return }
    let done = shared.state.withLock { $0.done }
    while nextThen < thens.count, thens[nextThen].number <= done {
      let then = thens[nextThen].then.take()
      nextThen += 1
      then?()
    }
    // To remove them one by one would move the others each time.
    if nextThen > Self.mostLeft || nextThen == thens.count {
      thens.removeFirst(nextThen)
      nextThen = 0
    }
  }

  /// Becomes readable when a piece is done.
  var wakeEnd: Int32 { shared.pipe.readEnd }

  /// Asks to be woken by `wakeEnd`; false where a piece is done already and the caller must not sleep.
  func watch() -> Bool {
    guard unfinishedCount > 0 else { return true }
    let first = thens[nextThen].number
    return shared.state.withLock { state in
      state.watched = state.done < first ? first : .max
      return state.done < first
    }
  }

  /// Takes back the wish to be woken.
  func unwatch(isWoken: Bool) {
    shared.state.withLock { $0.watched = .max }
    if isWoken { shared.pipe.drain() }
  }
}
