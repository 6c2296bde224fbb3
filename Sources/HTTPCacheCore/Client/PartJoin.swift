/// A new part and what the store has of the same version around it (RFC 9111 §3.4).
final class PartJoin {
  /// What stored parts contribute, and what it makes together.
  let assembly: PartAssembly

  /// The stored responses that the combination takes the place of.
  let superseded: [ClientCache.Found]

  /// The stored response that has the bytes before the new ones; nil where none has.
  var before: ClientCache.Found? { assembly.before.map { candidates[$0.candidate] } }

  private let candidates: [ClientCache.Found]
  private var bodies: [Int: StoredBodySource] = [:]

  /// Opens what the store has; nil where the head is no part or nothing can be joined to it.
  ///
  /// - Parameters:
  ///   - head: of the new part.
  ///   - candidates: stored responses for the same request.
  ///   - cache: where they lie.
  init?(_ head: ResponseHead, candidates: [ClientCache.Found], in cache: ClientCache) {
    guard let part = head.part, let tag = head.strongTag else { return nil }
    assembly = PartAssembly(part, tag: tag, candidates: candidates.map(\.response))
    guard !assembly.superseded.isEmpty else { return nil }
    superseded = assembly.superseded.map { candidates[$0] }
    self.candidates = candidates
    for piece in [assembly.before, assembly.after].compactMap({ $0 }) where bodies[piece.candidate] == nil {
      do {
        bodies[piece.candidate] = try StoredBodySource(candidates[piece.candidate], in: cache)
      } catch {
        return nil  // What can't be read can't be joined; the new part stands alone.
      }
    }
  }

  /// The head of the combination: the stored one's fields, with the new one's in their place.
  func head(freshenedBy new: ResponseHead) -> ResponseHead {
    var head = Freshening.merged(superseded[0].response.head, with: new)
    if let length = assembly.combined.completeLength, assembly.combined.isComplete {
      head.becomeWhole(length: length)
    } else {
      head.becomePart(assembly.combined)
    }
    return head
  }

  /// Gives the stored bytes before the new ones.
  func forEachBefore(_ visit: (BodyPiece) -> Bool) throws(StoredBodySource.Interrupted) {
    try forEach(assembly.before, visit)
  }

  /// Gives the stored bytes after the new ones.
  func forEachAfter(_ visit: (BodyPiece) -> Bool) throws(StoredBodySource.Interrupted) {
    try forEach(assembly.after, visit)
  }

  private func forEach(
    _ piece: PartAssembly.Piece?, _ visit: (BodyPiece) -> Bool
  ) throws(StoredBodySource.Interrupted) {
    guard let piece, let body = bodies[piece.candidate] else { return }
    let start = candidates[piece.candidate].response.storedRange?.lowerBound ?? 0
    try body.forEachPiece(in: (piece.range.lowerBound - start)...(piece.range.upperBound - start), visit)
  }
}
