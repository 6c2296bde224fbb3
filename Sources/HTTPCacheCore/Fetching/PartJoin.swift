/// A received part, and the stored parts of the same version that adjoin or overlap it (RFC 9111 §3.4).
final class PartJoin: Sendable {
  /// The bytes from the stored parts, and the range of all parts together.
  let assembly: PartAssembly

  /// The stored responses that the combination replaces.
  let superseded: [StoredCandidate]

  /// The stored bytes before the received bytes; nil if there are none.
  let before: StoredPiece?

  /// The stored bytes after the received bytes; nil if there are none.
  let after: StoredPiece?

  /// The stored response that has the bytes before the received bytes.
  let beforeCandidate: StoredCandidate?

  /// Finds the stored parts to join; nil if the head is not that of a part, or no stored part adjoins or overlaps it.
  init?(_ head: ResponseHead, candidates: [StoredCandidate]) {
    guard let part = head.part else { return nil }
    assembly = PartAssembly(part, of: head, candidates: candidates.map(\.response))
    guard !assembly.superseded.isEmpty else { return nil }
    superseded = assembly.superseded.map { candidates[$0] }
    before = Self.piece(assembly.before, of: candidates)
    after = Self.piece(assembly.after, of: candidates)
    beforeCandidate = assembly.before.map { candidates[$0.candidate] }
  }

  private static func piece(_ piece: PartAssembly.Piece?, of candidates: [StoredCandidate]) -> StoredPiece? {
    guard let piece else { return nil }
    let found = candidates[piece.candidate]
    let start = found.response.storedRange?.lowerBound ?? 0
    return StoredPiece(
      reference: found.reference, range: (piece.range.lowerBound - start)...(piece.range.upperBound - start))
  }

  /// The entries whose bodies are read, two at most.
  var bodies: [StoredReference] {
    let pieces = [before, after].compactMap { $0?.reference }
    return pieces.count > 1 && pieces[0] == pieces[1] ? [pieces[0]] : pieces
  }

  /// The head of the combination: the stored fields, updated by the new ones.
  func head(freshenedBy new: ResponseHead) -> ResponseHead {
    var head = Freshening.merged(superseded[0].response.head, with: new)
    if let length = assembly.combined.completeLength, assembly.combined.isComplete {
      head.becomeWhole(length: length)
    } else {
      head.becomePart(assembly.combined)
    }
    return head
  }
}
