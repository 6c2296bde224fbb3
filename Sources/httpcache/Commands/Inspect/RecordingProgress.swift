import HTTPCacheCore

/// How far recordings are judged: what workers have of them, and what is still to be reported.
struct RecordingProgress {
  /// Chunks that workers are judging, in order.
  private var underWay: [WorkerPool.Piece<JudgedChunk>] = []

  /// Judged chunks that are not reported yet.
  private var judged: [JudgedChunk] = []

  /// The memory of the recording that is read, and how many of its chunks have been given to workers.
  private var (order, turn) = (LogOrder(), 0)

  /// Whether a recording was read to its end, but not all of its judgements are reported.
  private var isDue = false

  /// How many entries of the recording were skipped, by kind.
  private var skipped: [String: Int] = [:]

  private var unreadableCount = 0

  /// How many chunks may be under way: enough for every processor, few enough for memory.
  private static let limit = 2 * ExecutionPlan.judges

  /// How many of the lines that can't be read are named on stderr; the others are only counted.
  private static let mostNamed = 20

  /// Whether enough chunks are under way.
  var isFull: Bool { underWay.count > Self.limit }

  /// The place of the next chunk in the log of one browser.
  mutating func nextPlace() -> LogOrder.Place {
    defer { turn += 1 }
    return LogOrder.Place(order: order, turn: turn)
  }

  /// Judges a chunk on another thread if that is worth it, or if another thread has chunks already.
  mutating func start(isWorthIt: Bool, _ work: @escaping @Sendable () -> JudgedChunk) {
    underWay.append(Judge.pool.start(isWorthIt: isWorthIt || !underWay.isEmpty, work))
  }

  /// Waits until the first of the chunks that are under way is judged.
  mutating func waitForFirst() {
    let chunk = underWay.removeFirst().take()
    for entry in chunk.listed { skip(entry) }
    judged.append(chunk)
  }

  /// Takes out what is judged and not reported.
  mutating func takeJudged() -> [JudgedChunk] {
    defer { judged = [] }
    return judged
  }

  /// Counts an entry that is not judged.
  mutating func skip(_ entry: SkippedEntry) { skipped[entry.kind, default: 0] += 1 }

  /// Counts a line that can't be read, and tells whether it is named.
  mutating func namesUnreadable() -> Bool {
    unreadableCount += 1
    return unreadableCount <= Self.mostNamed
  }

  /// Waits for the last chunks of a recording, which are still to be reported.
  ///
  /// - Returns: how many of its entries were skipped, by kind, and the requests of one browser, if it has any.
  mutating func end() -> (skipped: [String: Int], replay: Replay?) {
    while !underWay.isEmpty { waitForFirst() }
    defer { (order, turn, skipped, isDue) = (LogOrder(), 0, [:], true) }
    return (skipped, turn > 0 ? order.replay : nil)
  }

  /// Whether the last recording is still to be reported, which is done now.
  mutating func endReport() -> Bool {
    defer { isDue = false }
    return isDue
  }
}
