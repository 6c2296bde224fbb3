/// A few entries of a HAR log, in their order, to be read and judged together.
package struct HARChunk: RecordedChunk {
  /// The most entries of a chunk.
  private static let countLimit = 128

  /// The size of its text, in bytes, at which a chunk is full.
  private static let sizeLimit = JSONReader.capacity / 4

  /// The JSON texts of the entries, one after another, and the end of each.
  private var text: [UInt8] = []
  private var ends: [Int] = []

  /// The entries, if they have been parsed already; the chunk then has no text.
  private var entries: [HAREntry] = []

  /// By which the texts of the entries are read; parsed entries are read already.
  var habits = RecorderHabits()

  /// The recorder's clock; nil if it agrees with the clocks of the origins, or is unknown.
  var clock: RecorderClock?

  /// The page whose loading was recorded; nil if it is unknown.
  package internal(set) var page: TargetURI?

  /// What the URLs of the first entries show of the names; nil if they are unknown.
  var neighbours: URLNeighbours?

  /// The clocks of origins that differ from it.
  var originClocks = OriginClocks()

  init() {}

  /// Makes a chunk of parsed entries, such as one that is longer than the reader's buffer.
  init(_ entries: ArraySlice<HAREntry>) { self.entries = Array(entries) }

  /// Puts parsed entries into chunks.
  static func chunks(_ entries: [HAREntry]) -> [HARChunk] {
    stride(from: 0, to: entries.count, by: countLimit).map { start in
      HARChunk(entries[start..<min(start + countLimit, entries.count)])
    }
  }

  package var isOfOneBrowser: Bool { true }

  package var count: Int { entries.isEmpty ? ends.count : entries.count }

  package var clockOffset: Seconds? { clock.flatMap { $0.isWorthTelling ? $0.offset : nil } }

  var isEmpty: Bool { count == 0 }

  /// Whether the chunk takes no more entries.
  var isFull: Bool { count >= Self.countLimit || text.count >= Self.sizeLimit || !entries.isEmpty }

  /// Adds the JSON text of one more entry.
  mutating func add(_ entry: UnsafeBufferPointer<UInt8>) {
    if ends.isEmpty {
      ends.reserveCapacity(Self.countLimit)
      text.reserveCapacity(2 * Self.sizeLimit)
    }
    text.append(contentsOf: entry)
    ends.append(text.count)
  }

  package func forEachEntry(now: Instant, judgesForeign: Bool, _ visit: (consuming RecordedEntry) -> Void) {
    func judge(_ entry: borrowing HAREntry) {
      switch entry.outcome(
        now: now, clock: clock?.offset ?? 0, origins: originClocks, judgesForeign: judgesForeign)
      {
      case .success(let subject):
        var context = SubjectContext(neighbours: neighbours)
        context.span = entry.span
        context.isByServiceWorker = entry.isByServiceWorker
        context.shown = entry.shown
        if entry.shown.files == nil, !entry.named.isEmpty {
          context.shown.files = PageFiles(of: subject.request.target, loading: entry.named, neighbours)
        }
        context.gzipLength = entry.gzipLength
        context.isOfUnknownTime = entry.mayBeOfCache
        if entry.tellsOfRecorder, let clock { context.notes.append(RecordingFindings.clock(clock.offset)) }
        if entry.tellsOfOrigin, let offset = originClocks.offset(of: subject.request.target.host) {
          context.notes.append(RecordingFindings.originClock(offset, of: subject.request.target.host))
        }
        visit(.subject(subject, context))
      case .failure(let skipped): visit(.skipped(skipped))
      }
    }
    for entry in entries { judge(entry) }
    text.withUnsafeBufferPointer { text in
      guard let first = text.baseAddress else { return }
      var start = 0
      for end in ends {
        var reader = JSONReader(first + start, count: end - start)
        start = end
        do throws(JSONFault) {
          var entry = try HAREntryReader.read(&reader)
          entry.read(by: habits)
          judge(entry)
        } catch {
          preconditionFailure("the text of an entry has been checked: \(error.message)")
        }
      }
    }
  }
}
