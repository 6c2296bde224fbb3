/// Keeps the body of an answer while it arrives.
///
/// Of a long body it stores a part that grows, for the case that this process dies.
struct BodyKeeper {
  /// The shortest body that is stored as a part: for shorter ones, a row would cost more than another transfer.
  private static let leastGrowth: Int64 = 1 << 20

  private let keeping: BodyKeeping
  /// The body; nil once it was dropped.
  private(set) var body: NewBody?
  /// How many bytes were stored before.
  private(set) var joined: Int64 = 0
  /// Whether a body that is too large has reached the limit.
  private var isFull = false
  private var length: Int64 = 0
  /// How long the body was when a part was last stored, or tried to be.
  private var triedLength: Int64 = 0
  private let grows: Bool

  init(_ keeping: BodyKeeping, _ body: NewBody) {
    self.keeping = keeping
    self.body = body
    grows = keeping.growing?.response.cutShort(after: Self.leastGrowth) != nil
  }

  /// The stored bytes after the new ones.
  var after: StoredPiece? { keeping.after }

  /// Notes that all bytes so far were stored before; returns whether the body can still be kept.
  mutating func endBefore() -> Bool {
    joined = length
    triedLength = length
    return body != nil && !isFull
  }

  /// Takes the next bytes.
  ///
  /// - Throws: why the body was dropped, where the user should know.
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

  /// Stores what is in the file as a part, once it is long enough; after a failure, tries again with more bytes.
  mutating func grow(in storage: any ResponseStorage) {
    guard grows, let body, body.grown == nil, body.flushedLength > triedLength,
      let whole = keeping.growing, let part = whole.response.cutShort(after: body.flushedLength)
    else { return }
    triedLength = body.flushedLength
    var growing = whole
    growing.response = part
    do throws(StoreError) {
      body.grown = try storage.keepGrowing(growing, body)
    } catch {
      // The user learns at the end of the response why it could not be stored.
    }
  }
}
