/// Keeps the body of an answer while it is on its way, and the row of what has come of a long one for the case that this
/// process dies.
struct BodyKeeper {
  /// Shorter bodies are asked for again: a row and a file for each would cost more than they spare.
  private static let leastGrowth: Int64 = 1 << 20

  private let keeping: BodyKeeping
  /// The body; nil once it is given up.
  private(set) var body: NewBody?
  /// How many bytes lay in the storage before.
  private(set) var joined: Int64 = 0
  /// Whether as much is kept as may be of a body that is too large.
  private var isFull = false
  private var length: Int64 = 0
  /// How long the body was when a row was last tried.
  private var triedLength: Int64 = 0
  private let grows: Bool

  init(_ keeping: BodyKeeping, _ body: NewBody) {
    self.keeping = keeping
    self.body = body
    grows = keeping.growing?.response.cutShort(after: Self.leastGrowth) != nil
  }

  /// The stored bytes before the new ones.
  var before: StoredPiece? { keeping.before }

  /// The stored bytes behind the new ones.
  var after: StoredPiece? { keeping.after }

  /// Notes that all bytes so far lay in the storage before; whether the body can still be kept.
  mutating func endBefore() -> Bool {
    joined = length
    triedLength = length
    return body != nil && !isFull
  }

  /// Takes the next bytes.
  ///
  /// - Throws: why the body is given up, where the user is to know.
  mutating func append(_ piece: BodyPiece) throws(StoreError) {
    guard let body else { return }
    length += Int64(piece.bytes.count)
    if length > keeping.limit {
      // In memory there is no part: the whole is given up.
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

  /// Makes a row of what is in the file, once that is enough; where it fails, it is tried again when more is there.
  mutating func grow(in storage: any ResponseStorage) {
    guard grows, let body, body.grown == nil, body.flushedLength > max(triedLength, 0),
      let whole = keeping.growing, let part = whole.response.cutShort(after: body.flushedLength)
    else { return }
    triedLength = body.flushedLength
    var growing = whole
    growing.response = part
    do throws(StoreError) {
      body.grown = try storage.keepGrowing(growing, body)
    } catch {
      // The response goes on as if nothing had been tried; what keeps it from being stored is said at its end.
    }
  }
}
