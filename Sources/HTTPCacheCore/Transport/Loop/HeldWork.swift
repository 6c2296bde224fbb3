/// Work for other threads that is not handed over yet: to wake a thread for each piece would often cost more than the piece.
struct HeldWork {
  private var pieces: [WorkerPool.Work] = []
  private var since = 0

  /// The most pieces that are held back.
  static let most = 32
  /// The longest time that work is held back, in milliseconds.
  static let longest = 5

  var isEmpty: Bool { pieces.isEmpty }

  /// Whether as much is held back as may be.
  var isEnough: Bool { pieces.count >= Self.most }

  /// Whether it is held back for as long as it may be.
  var isDue: Bool { !isEmpty && HostClock.milliseconds() - since >= Self.longest }

  mutating func add(_ piece: @escaping WorkerPool.Work) {
    if isEmpty { since = HostClock.milliseconds() }
    pieces.append(piece)
  }

  /// Gives a pool all that is held back.
  mutating func handOver(to pool: WorkerPool) { if !isEmpty { pool.give(&pieces) } }
}
