/// A few entries of a HAR log, in their order, to be read and judged together.
package struct HARShare: RecordedShare {
  /// How many entries it may have.
  private static let countLimit = 128

  /// At which size of their text a share is full, in bytes.
  private static let sizeLimit = JSONReader.capacity / 4

  /// The JSON texts of the entries, one after the other, and the end of each.
  private var text: [UInt8] = []
  private var ends: [Int] = []

  /// The entries of a share that have been read; such a share has no text.
  private var entries: [HAREntry] = []

  /// The recorder's clock; nil where it agrees with those of the origins, or nothing tells.
  var clock: RecorderClock?

  /// The page that the log is of; nil where nothing tells.
  package internal(set) var page: TargetURI?

  /// Whether the first subject that the clock concerns tells of it.
  var tellsOfClock = false

  /// No entries yet.
  init() {}

  /// Entries that have been read, such as one that is longer than the reader's buffer.
  init(_ entries: ArraySlice<HAREntry>) { self.entries = Array(entries) }

  /// The shares of entries that have been read.
  static func shares(_ entries: [HAREntry]) -> [HARShare] {
    stride(from: 0, to: entries.count, by: countLimit).map { start in
      HARShare(entries[start..<min(start + countLimit, entries.count)])
    }
  }

  /// How many entries it has.
  package var count: Int { entries.isEmpty ? ends.count : entries.count }

  /// By how many seconds the origins are ahead of the recorder; nil where the clocks agree, or nothing tells.
  package var clockOffset: Seconds? { clock.flatMap { $0.isWorthTelling ? $0.offset : nil } }

  var isEmpty: Bool { count == 0 }

  /// Whether it should take no more.
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

  /// Reads every entry.
  ///
  /// - Parameters:
  ///   - now: the time of receipt where an entry says none.
  ///   - judgesForeign: whether URLs of other schemes than http and https are judged.
  ///   - visit: gets each entry.
  package func forEachEntry(now: Instant, judgesForeign: Bool, _ visit: (consuming RecordedEntry) -> Void) {
    var isClockDue = tellsOfClock
    func judge(_ entry: borrowing HAREntry) {
      switch entry.outcome(now: now, clock: clock?.offset ?? 0, judgesForeign: judgesForeign) {
      case .success(var subject):
        if isClockDue, let clock, entry.clockReading != nil {
          subject.notes.append(RecordingFindings.clock(clock.offset))
          isClockDue = false
        }
        visit(.subject(consume subject))
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
          judge(try HAREntryReader.read(&reader))
        } catch {
          preconditionFailure("the text of an entry has been checked: \(error.message)")
        }
      }
    }
  }
}
