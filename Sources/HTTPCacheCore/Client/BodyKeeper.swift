/// Writes a response's body to storage while it arrives, until the response is stored or dropped.
///
/// A long body is also stored as a growing part (RFC 9111 §3.3), so that the next run can ask for the rest if this
/// process dies.
struct BodyKeeper {
  /// The fewest bytes that are stored as a part: to transfer fewer again costs less than a row in the database.
  private static let leastGrowth: Int64 = 1 << 20

  private let keeping: BodyKeeping
  /// The body; nil after an error, or once it is too large.
  private(set) var body: NewBody?
  /// How many bytes came from stored parts.
  private(set) var joined: Int64 = 0
  /// Whether the kept beginning of a body has reached the limit: the rest of the body is not written.
  private(set) var isFull = false
  private var length: Int64 = 0
  /// How long the body was at the last attempt to store a part.
  private var triedLength: Int64 = 0
  private let grows: Bool
  private var digest: PromisedDigest?

  init(_ keeping: BodyKeeping, _ body: NewBody) {
    self.keeping = keeping
    self.body = body
    digest = keeping.digest
    grows = keeping.growing?.response.cutShort(after: Self.leastGrowth) != nil
  }

  /// The stored bytes that follow the received bytes; nil if none do.
  var after: StoredPiece? { keeping.after }

  /// The field whose digest all kept bytes together do not have; nil if there is none.
  var wrongDigest: String? { body == nil ? nil : digest?.broken }

  /// Notes that all bytes so far came from a stored part; returns false if the body can no longer be kept.
  mutating func endBefore() -> Bool {
    joined = length
    triedLength = length
    return body != nil && !isFull
  }

  /// Takes the next bytes.
  ///
  /// - Throws: if writing failed; the caller then drops the body, with the part that grew with it.
  mutating func append(_ piece: BodyPiece) throws(StoreError) {
    guard let body else { return }
    length += Int64(piece.bytes.count)
    if length > keeping.limit {
      // The memory tier holds no parts.
      if keeping.place == .memory { return self.body = nil }
      if keeping.isBeginning { isFull = true }
    }
    guard !isFull else { return }
    digest?.update(piece.bytes)
    try body.append(piece)
  }

  /// Stores the bytes written so far as a part, once there are enough; after a failure, tries again with more bytes.
  mutating func grow(in storage: any ResponseStorage) {
    guard grows, let body, body.grown == nil, body.flushedLength > triedLength,
      let whole = keeping.growing, let part = whole.response.cutShort(after: body.flushedLength)
    else { return }
    triedLength = body.flushedLength
    var growing = whole
    growing.response = part
    storage.apply([Write(.grow(growing))], body: body) { outcomes in
      // Ignore a failure: the whole response can't be stored either, which is reported at its end.
      if case .success(.growing(let part)) = outcomes[0] { body.grown = part }
    }
  }
}
