/// A few entries of a HAR log, in their order, to be read and judged together.
package struct HARShare: Sendable {
  /// How many entries it may have.
  private static let countLimit = 128

  /// How many bytes their text may have before it takes no more.
  private static let sizeLimit = JSONPiece.capacity / 2

  /// Where the text of its entries lies, which is JSON.
  private var piece: JSONPiece?
  private var ranges: [Range<Int>] = []
  private var size = 0

  /// The one entry of a share where a piece has no room for its text.
  private var longEntry: HAREntry?

  /// No entries yet.
  init() {}

  /// An entry that had to be read piece by piece.
  init(_ longEntry: HAREntry) { self.longEntry = longEntry }

  /// How many entries it has.
  package var count: Int { longEntry == nil ? ranges.count : 1 }

  var isEmpty: Bool { count == 0 }

  /// Whether it should take no more.
  var isFull: Bool { count >= Self.countLimit || size >= Self.sizeLimit || longEntry != nil }

  /// Takes the text of one more entry; false where its others lie in another piece.
  mutating func add(_ range: Range<Int>, of piece: JSONPiece) -> Bool {
    if ranges.isEmpty {
      ranges.reserveCapacity(Self.countLimit)
      self.piece = piece
    }
    guard self.piece === piece else { return false }
    ranges.append(range)
    size += range.count
    return true
  }

  /// Reads every entry.
  ///
  /// - Parameters:
  ///   - now: the time of receipt where an entry says none.
  ///   - visit: gets each entry.
  package func forEachEntry(now: Instant, _ visit: (HARLog.Entry) -> Void) {
    if let longEntry { visit(Self.judgeable(longEntry, now: now)) }
    guard let piece else { return }
    for range in ranges {
      var reader = JSONReader(piece, range)
      do throws(JSONFault) {
        visit(Self.judgeable(try HAREntryReader.read(&reader), now: now))
      } catch {
        preconditionFailure("what was passed over is JSON: \(error.message)")
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
