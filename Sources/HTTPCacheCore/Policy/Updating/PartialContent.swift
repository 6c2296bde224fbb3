extension StoredResponse {
  /// The range of a stored part; nil for a whole response, and for a 206 without a valid Content-Range (RFC 9111 §3.3).
  var part: ContentRange? { head.part }

  /// The bytes of the representation that are stored; nil if there are none or they are unknown.
  var storedRange: ClosedRange<Int64>? {
    if head.status == 206 { return part.flatMap { $0.length == bodyLength ? $0.range : nil } }
    return bodyLength > 0 ? 0...(bodyLength - 1) : nil
  }

  /// The value of `Range` that asks for the bytes of a stored part; nil for a whole response.
  package var rangeRequested: String? {
    guard let range = part?.range else { return nil }
    return "bytes=\(range.lowerBound)-\(range.upperBound)"
  }

  /// The length of the whole representation; nil for a part whose Content-Range does not have it.
  var completeLength: Int64? { head.status == 206 ? part?.completeLength : bodyLength }
}

extension ResponseHead {
  /// Whether this is a 206 with a single part and a valid Content-Range.
  package var isPart: Bool { part != nil }

  /// The range of a 206 with a single part; nil for anything else (RFC 9110 §15.3.7).
  var part: ContentRange? {
    guard status == 206, fields.lines(named: "Content-Range").count == 1 else { return nil }
    return fields.first("Content-Range").flatMap { ContentRange($0) }
  }

  /// The entity tag, if it is strong: only then may parts be combined (RFC 9111 §3.4).
  var strongTag: EntityTag? { entityTag.flatMap { $0.isWeak ? nil : $0 } }
}

/// A new part, and the stored parts of the same version that adjoin or overlap it (RFC 9111 §3.4, RFC 9110 §15.3.7.3).
final class PartJoin: Sendable {
  /// The range of all parts together.
  let combined: ContentRange

  /// The stored responses that the combination replaces.
  let superseded: [StoredCandidate]

  /// The stored bytes before the received bytes; nil if there are none.
  let before: StoredPiece?

  /// The stored bytes after the received bytes; nil if there are none.
  let after: StoredPiece?

  /// Finds the stored parts to join; nil if the head is not that of a part, or no stored part adjoins or overlaps it.
  ///
  /// The validators in the head identify the version of the new part.
  init?(_ head: ResponseHead, candidates: [StoredCandidate]) {
    guard let new = head.part else { return nil }
    var (before, after): (StoredPiece?, StoredPiece?)
    var combined = new.range
    // A stored response may have the complete length if the new part's Content-Range does not.
    var completeLength = new.completeLength
    var superseded: [StoredCandidate] = []
    for found in candidates {
      let stored = found.response
      guard stored.isSameVersion(as: head, reaching: combined.upperBound + 1, of: completeLength),
        let range = stored.storedRange, range.lowerBound <= new.range.upperBound + 1,
        new.range.lowerBound <= range.upperBound + 1
      else { continue }
      superseded.append(found)
      completeLength = completeLength ?? stored.completeLength
      let start = range.lowerBound
      if start < combined.lowerBound {
        before = StoredPiece(reference: found.reference, range: 0...(new.range.lowerBound - 1 - start))
        combined = start...combined.upperBound
      }
      if range.upperBound > combined.upperBound {
        after = StoredPiece(
          reference: found.reference, range: (new.range.upperBound + 1 - start)...(range.upperBound - start))
        combined = combined.lowerBound...range.upperBound
      }
    }
    guard !superseded.isEmpty else { return nil }
    self.combined = ContentRange(combined, of: completeLength)
    self.superseded = superseded
    (self.before, self.after) = (before, after)
  }

  /// The entries whose bodies are read, two at most.
  var bodies: [StoredReference] {
    let pieces = [before, after].compactMap { $0?.reference }
    return pieces.count > 1 && pieces[0] == pieces[1] ? [pieces[0]] : pieces
  }

  /// The stored response that has the bytes before the received bytes; nil if there are none.
  var beforeCandidate: StoredCandidate? { superseded.first { $0.reference == before?.reference } }

  /// The head of the combination: the stored fields, updated by the new ones, which were received at `receivedAt`.
  func head(freshenedBy new: ResponseHead, receivedAt: Instant) -> ResponseHead {
    var head = Freshening.merged(
      superseded[0].response.head, with: new.dated(receivedAt: receivedAt))
    if let length = combined.completeLength, combined.isComplete {
      head.becomeWhole(length: length)
    } else {
      head.becomePart(combined)
    }
    return head
  }

  var reason: Reason { Reason(.combinedParts, field: "Content-Range", value: combined.text) }
}

extension StoredResponse {
  /// Whether another head has the same version as this response: the strong tag is the same, and neither
  /// `Last-Modified`, `Repr-Digest` nor the complete length differs.
  ///
  /// The other representation has at least `reached` bytes, and exactly `completeLength` if that is not nil. False if
  /// either head has no strong tag.
  func isSameVersion(as other: ResponseHead, reaching reached: Int64, of completeLength: Int64?) -> Bool {
    guard let own = head.strongTag, let tag = other.strongTag, own.matchesStrongly(tag),
      !head.hasOtherDigest(than: other)
    else { return false }
    if head.fields.contains("Last-Modified"), other.fields.contains("Last-Modified"),
      !head.fields.hasSameValues("Last-Modified", as: other.fields)
    {
      return false
    }
    guard let ownLength = self.completeLength else {
      return completeLength.map { (storedRange?.upperBound ?? 0) < $0 } ?? true
    }
    return completeLength.map { $0 == ownLength } ?? (reached <= ownLength)
  }

  func isSameVersion(as other: StoredResponse) -> Bool {
    isSameVersion(
      as: other.head, reaching: (other.storedRange?.upperBound ?? -1) + 1, of: other.completeLength)
  }

  /// The one range that is missing at the beginning or the end of this part.
  ///
  /// Nil if nothing or more than one range is missing, if the complete length is unknown, and without a strong
  /// validator, since the rest could then be of another version.
  var missingRange: ClosedRange<Int64>? {
    guard let part, let length = part.completeLength, head.strongTag != nil else { return nil }
    switch (part.range.lowerBound, part.range.upperBound) {
    case (0, let last) where last < length - 1: return (last + 1)...(length - 1)
    case (let first, length - 1) where first > 0: return 0...(first - 1)
    default: return nil
    }
  }

  /// The request for the missing range of this version (RFC 9111 §3.4, RFC 9110 §13.1.5).
  package func completing(_ request: RequestHead) -> RequestHead {
    guard let missing = missingRange, let tag = head.strongTag else { return request }
    var rest = request
    let last = missing.lowerBound > 0 ? "" : String(missing.upperBound)
    rest.fields.set("Range", "bytes=\(missing.lowerBound)-\(last)")
    rest.fields.remove("If-Range")
    rest.fields.append(FieldLine(name: "If-Range", rawValue: tag.bytes))
    return rest
  }

  /// The received bytes of a response whose transfer was cut short, as a 206; nil if the rest could not be requested.
  package func cutShort(after received: Int64) -> StoredResponse? {
    let lengths = Set(head.fields.lines(named: "Content-Length").map(\.value))
    guard head.status == 200, received > 0, head.strongTag != nil, lengths.count == 1,
      let length = lengths.first.flatMap({ Int64($0) }), received < length,
      head.fields.combined("Accept-Ranges")?.asciiLowercased != "none"
    else { return nil }
    var part = self
    // The content of the whole is its representation, whose digest must hold once the rest has come (RFC 9530 §2, §3).
    if !head.fields.contains("Repr-Digest"), let digest = head.fields.combined("Content-Digest") {
      part.head.fields.set("Repr-Digest", digest)
    }
    part.head.becomePart(ContentRange(0...(received - 1), of: length))
    part.bodyLength = received
    return part
  }

  /// The complete length, if this part begins at the first byte; nil otherwise.
  var lengthToGrowTo: Int64? {
    guard let part, part.range.lowerBound == 0, part.length == bodyLength else { return nil }
    return part.completeLength
  }

  /// The same part with more bytes at its end.
  func grown(to length: Int64) -> StoredResponse {
    guard let whole = lengthToGrowTo, length > 0, length <= whole else { return self }
    var part = self
    part.head.becomePart(ContentRange(0...(length - 1), of: whole))
    part.bodyLength = length
    return part
  }
}

extension ResponseHead {
  /// Turns the head into that of a part.
  mutating func becomePart(_ range: ContentRange) {
    status = 206
    reason = "Partial Content"
    removeContentDigests()
    fields.set("Content-Range", range.text)
    fields.set("Content-Length", String(range.length))
  }

  /// Turns the head into that of the whole response.
  mutating func becomeWhole(length: Int64) {
    status = 200
    reason = "OK"
    removeContentDigests()
    fields.remove("Content-Range")
    fields.set("Content-Length", String(length))
  }

  /// Removes the digests of the content, which is another one from now on (RFC 9530 §2, RFC 1864).
  private mutating func removeContentDigests() {
    fields.remove("Content-Digest")
    fields.remove("Content-MD5")
  }
}
