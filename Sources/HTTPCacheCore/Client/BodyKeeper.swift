/// Writes the body of an answer aside while it arrives.
///
/// A long body is also stored as a part that grows, so that the next run can ask for the rest if this process dies.
struct BodyKeeper {
  /// The shortest body that is stored as a part: for shorter ones, a row would cost more than another transfer.
  private static let leastGrowth: Int64 = 1 << 20

  private let keeping: BodyKeeping
  /// The body; nil after an error, or where it grew too large.
  private(set) var body: NewBody?
  /// How many bytes came from stored parts.
  private(set) var joined: Int64 = 0
  /// Whether the beginning of a body that is too large has reached the limit: no more of it is written.
  private var isFull = false
  private var length: Int64 = 0
  /// How long the body was at the last attempt to store a part.
  private var triedLength: Int64 = 0
  private let grows: Bool

  init(_ keeping: BodyKeeping, _ body: NewBody) {
    self.keeping = keeping
    self.body = body
    grows = keeping.growing?.response.cutShort(after: Self.leastGrowth) != nil
  }

  /// The stored bytes after the new ones.
  var after: StoredPiece? { keeping.after }

  /// Notes that all bytes so far came from a stored part; false where the body can't be kept with them.
  mutating func endBefore() -> Bool {
    joined = length
    triedLength = length
    return body != nil && !isFull
  }

  /// Takes the next bytes.
  ///
  /// - Throws: where writing failed; the body is dropped then.
  mutating func append(_ piece: BodyPiece) throws(StoreError) {
    guard let body else { return }
    length += Int64(piece.bytes.count)
    if length > keeping.limit {
      // The memory tier holds no parts.
      if keeping.place == .memory { return self.body = nil }
      if keeping.isBeginning { isFull = true }
    }
    guard !isFull else { return }
    do throws(StoreError) {
      try body.append(piece)
    } catch {
      self.body = nil
      throw error
    }
  }

  /// Stores the bytes in the file as a part, once they are enough; after a failure, tries again with more bytes.
  mutating func grow(in storage: any ResponseStorage) {
    guard grows, let body, body.grown == nil, body.flushedLength > triedLength,
      let whole = keeping.growing, let part = whole.response.cutShort(after: body.flushedLength)
    else { return }
    triedLength = body.flushedLength
    var growing = whole
    growing.response = part
    storage.apply([Write(.grow(growing))], body: body) { outcomes in
      // A failure is told at the end of the response, which can't be stored either.
      if case .success(.growing(let part)) = outcomes[0] { body.grown = part }
    }
  }
}
