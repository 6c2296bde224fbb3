import HTTPCacheCore

/// The lines of `fetch --json` in the order of the URLs, made on other threads while this one goes on to the next URLs.
final class FetchLines {
  /// How many reports are made into lines together.
  private static let batchSize = 64

  /// How many batches may be under way before this thread waits.
  private static let limit = 4

  private static let pool = WorkerPool()

  /// This thread and that of the store have a processor's work to do as well.
  private static let threads = max(1, WorkerPool.processorCount - 1)

  private struct Item: Sendable {
    let report: FetchReport
    let now: Instant
    let index: Int
  }

  private let terminal: Terminal
  private var batch: [Item] = []
  private var underWay: [WorkerPool.Pending<[(index: Int, line: [UInt8])]>] = []
  private var order = OrderedLines()

  init(_ terminal: Terminal) { self.terminal = terminal }

  /// Takes what became of one URL.
  ///
  /// - Parameters:
  ///   - report: what became of it.
  ///   - now: the time to judge as of.
  ///   - index: which URL, from 0.
  /// - Throws: why lines that were ready could not be written.
  func add(_ report: FetchReport, now: Instant, index: Int) throws(OutputError) {
    batch.append(Item(report: report, now: now, index: index))
    if batch.count == Self.batchSize { try start() }
  }

  /// Writes all that is due: before a wait, and at the end.
  ///
  /// - Throws: why it could not be written.
  func finish() throws(OutputError) {
    try start()
    while !underWay.isEmpty { try write() }
  }

  private func start() throws(OutputError) {
    guard !batch.isEmpty else { return }
    underWay.append(
      Self.pool.start(isWorthIt: batch.count >= WorkerPool.leastCount, threads: Self.threads) { [batch] in
        batch.map { item in (index: item.index, line: FetchJSON.line(item.report, now: item.now)) }
      })
    batch = []
    if underWay.count > Self.limit { try write() }
  }

  /// Writes what the first batch came to.
  private func write() throws(OutputError) {
    for (index, line) in underWay.removeFirst().wait() {
      try order.take(line, index: index) { bytes throws(OutputError) in try terminal.write(bytes) }
    }
    try terminal.flush()
  }
}
