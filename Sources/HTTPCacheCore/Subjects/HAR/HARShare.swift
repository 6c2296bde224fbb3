/// A few entries of a HAR log, in their order, to be read and judged together.
package struct HARShare: Sendable {
  /// How many entries it may have.
  private static let countLimit = 128

  /// At which size of their text a share is full, in bytes.
  private static let sizeLimit = JSONReader.capacity / 4

  /// The JSON texts of the entries, one after the other, and the end of each.
  private var text: [UInt8] = []
  private var ends: [Int] = []

  /// The only entry of a share whose text is longer than the reader's buffer.
  private var longEntry: HAREntry?

  /// No entries yet.
  init() {}

  /// One entry that is longer than the reader's buffer.
  init(_ longEntry: HAREntry) { self.longEntry = longEntry }

  /// How many entries it has.
  package var count: Int { longEntry == nil ? ends.count : 1 }

  var isEmpty: Bool { count == 0 }

  /// Whether it should take no more.
  var isFull: Bool { count >= Self.countLimit || text.count >= Self.sizeLimit || longEntry != nil }

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
  ///   - visit: gets each entry.
  package func forEachEntry(now: Instant, _ visit: (HARLog.Entry) -> Void) {
    if let longEntry { visit(Self.judgeable(longEntry, now: now)) }
    text.withUnsafeBufferPointer { text in
      guard let first = text.baseAddress else { return }
      var start = 0
      for end in ends {
        var reader = JSONReader(first + start, count: end - start)
        start = end
        do throws(JSONFault) {
          visit(Self.judgeable(try HAREntryReader.read(&reader), now: now))
        } catch {
          preconditionFailure("the text of an entry has been checked: \(error.message)")
        }
      }
    }
  }

  private static func judgeable(_ entry: HAREntry, now: Instant) -> HARLog.Entry {
    switch entry.outcome(now: now) {
    case .success(let subject): .subject(subject)
    case .failure(let skip): .skipped(skip)
    }
  }
}
